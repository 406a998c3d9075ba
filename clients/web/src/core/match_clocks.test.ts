import assert from "node:assert/strict";
import { test } from "node:test";
import { leftAt, leftNow } from "./match_clocks.ts";
import type { Commit, SeatId } from "../protocol.ts";
import { ONE, THREE, TWO } from "./testing.ts";

const commit = (version: number, left?: Record<SeatId, number>): Commit => [
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
  const began = { [ONE]: 600_000, [TWO]: 600_000 };
  const raw = [commit(1, began), commit(2, { ...began, [ONE]: 590_000 }), commit(3)];
  assert.deepEqual(leftAt(raw, 1), { 1: 600_000, 2: 600_000 });
  assert.deepEqual(leftAt(raw, 3), { 1: 590_000, 2: 600_000 });
  assert.equal(leftAt([commit(1)], 1), null);
});

test("a clock that runs has less by now, and never less than nothing; one that stands keeps what it had", () => {
  const sides = { left: { 1: 5000, 2: 7000 }, running: [ONE], at: 1000 };
  assert.deepEqual([leftNow(sides, ONE, 3000), leftNow(sides, TWO, 3000)], [3000, 7000]);
  assert.equal(leftNow(sides, ONE, 99_000), 0);
  assert.deepEqual([leftNow(sides, THREE, 1000), leftNow(null, ONE, 1000)], [null, null]);
});
