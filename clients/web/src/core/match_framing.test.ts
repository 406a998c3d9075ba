import assert from "node:assert/strict";
import { test } from "node:test";
import { decidedAt } from "./match_framing.ts";
import type { MatchState } from "./match.ts";
import type { Question } from "./messages.ts";

const state = {
  units: { a1: { at: [1000, 1000, 0] }, a2: { at: null }, b1: { at: [9000, 9000, 0] }, b2: { at: [5000, 0, 0] } },
} as unknown as MatchState;
const options = (...keys: string[]) => keys.map((key) => ({ key, text: key, note: "" }));
const asking = (shape: object, more: object = {}) =>
  ({
    id: 7,
    why: "match.engage",
    about: "",
    ...more,
    shape: { kind: "plan", options: [], slots: [], ...shape },
  }) as unknown as Question;
const engage = asking({
  slots: [
    { name: "unit", options: options("unit:a1", "unit:a2") },
    { name: "targets", options: options("target:b1", "target:b2") },
    { name: "path", options: options("path:1") },
  ],
});

test("whoever may be named is in sight; once one is named, that one and whom it may aim at", () => {
  const open = decidedAt(state, [engage], () => []);
  assert.equal(open.points.length, 3);
  const aimed = decidedAt(state, [engage], () => ["unit:a1", "target:b2", "path:1"]);
  assert.deepEqual(aimed.points, [
    [1000, 1000, 0],
    [5000, 0, 0],
  ]);
  assert.notEqual(open.name, aimed.name);
});

test("where somebody goes they are in sight, and the places on offer, whichever is picked", () => {
  const go = asking({ kind: "place", options: options("2000,1000,0") }, { about: "a1" });
  const before = decidedAt(state, [go], () => []);
  assert.deepEqual(before.points, [
    [1000, 1000, 0],
    [2000, 1000, 0],
  ]);
  assert.equal(before.name, decidedAt(state, [go], () => ["2000,1000,0"]).name);
});

test("while nothing is asked nothing has to be in sight", () => {
  assert.deepEqual(
    decidedAt(state, [], () => []),
    { name: "", points: [] },
  );
});
