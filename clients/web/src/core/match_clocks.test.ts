import assert from "node:assert/strict";
import { test } from "node:test";
import { leftAt, leftNow } from "./match_clocks.ts";
import type { Commit } from "../protocol.ts";

const commit = (version: number, left?: Record<string, number>): Commit => [
  "c",
  version,
  [],
  [],
  {},
  [],
  [],
  0,
  0,
  null,
  "",
  left,
];

test("a recording tells what each side had left at its moment", () => {
  const raw = [commit(1, { 1: 600_000, 2: 600_000 }), commit(2, { 1: 590_000, 2: 600_000 }), commit(3)];
  assert.deepEqual(leftAt(raw, 1), { 1: 600_000, 2: 600_000 });
  assert.deepEqual(leftAt(raw, 3), { 1: 590_000, 2: 600_000 });
  assert.equal(leftAt([commit(1)], 1), null);
});

test("a clock that runs has less by now, and never less than nothing; one that stands keeps what it had", () => {
  const sides = { left: { 1: 5000, 2: 7000 }, running: ["1"], at: 1000 };
  assert.deepEqual([leftNow(sides, "1", 3000), leftNow(sides, "2", 3000)], [3000, 7000]);
  assert.equal(leftNow(sides, "1", 99_000), 0);
  assert.deepEqual([leftNow(sides, "3", 1000), leftNow(null, "1", 1000)], [null, null]);
});
