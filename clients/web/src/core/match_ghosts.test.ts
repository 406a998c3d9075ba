import assert from "node:assert/strict";
import { test } from "node:test";
import { attemptOf, sketches } from "./match_ghosts.ts";
import type { MatchState } from "./match.ts";

const house = {
  id: "house",
  high: 3000,
  corners: [
    { x: 9000, y: 10000, z: 0 },
    { x: 15000, y: 10000, z: 0 },
    { x: 15000, y: 14000, z: 0 },
    { x: 9000, y: 14000, z: 0 },
  ],
};
const state = (far: number) =>
  ({
    board: { pieces: [house] },
    sides: {},
    units: { a1: { at: [0, 0, 0] }, b1: { at: [far, 0, 0] }, b2: { at: null } },
  }) as unknown as MatchState;

test("no path is sketched before a unit and a target are named", () => {
  assert.deepEqual(sketches(state(9000), attemptOf(["unit:a1"])), []);
  assert.deepEqual(sketches(state(9000), attemptOf(["unit:a1", "target:b2"])), []);
});

test("then all three kinds are, and the one that is picked lies on top", () => {
  const all = sketches(state(9000), attemptOf(["unit:a1", "target:b1", "path:2", "climb:house"]));
  assert.deepEqual(
    all.map(({ kind, isPicked }) => [kind, isPicked]),
    [
      [1, false],
      [3, false],
      [2, true],
    ],
  );
});

test("a kind with checks leads over what is named, in that order; the first kind over nothing", () => {
  const picks = ["unit:a1", "target:b1", "path:3", "climb:house", "down:house"];
  const [first, , dive] = sketches(state(9000), attemptOf(picks));
  assert.ok(first && dive);
  assert.deepEqual(first.marks, []);
  assert.deepEqual(
    dive.marks.map(({ check, at }) => [check, at]),
    [
      ["climb", [12000, 12000, 3000]],
      ["down", [12000, 12000, 3000]],
    ],
  );
});

test("a sketch tells no length: it is the same whether the target is in reach or not", () => {
  const told = (far: number) =>
    sketches(state(far), attemptOf(["unit:a1", "target:b1", "path:1"])).map(({ kind, marks, isPicked }) => [
      kind,
      marks,
      isPicked,
    ]);
  assert.deepEqual(told(1000), told(35000));
});
