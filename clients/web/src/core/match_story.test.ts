import assert from "node:assert/strict";
import { test } from "node:test";
import { Lexicon } from "./names.ts";
import type { Played } from "./messages.ts";
import { sentences } from "./story.ts";

const house = {
  id: "house-a",
  name: "House",
  corners: [
    { x: 5000, y: 5000 },
    { x: 9000, y: 5000 },
    { x: 9000, y: 9000 },
    { x: 5000, y: 9000 },
  ],
  low: 0,
  high: 3000,
  footing: "firm",
};
const state = {
  board: {
    pieces: [house, { ...house, id: "house-b", corners: house.corners.map(({ x, y }) => ({ x: x + 20000, y })) }],
  },
  sides: {},
  units: { a1: { id: "a1", name: "Sniper", side: "1" } },
};
const told = (...events: unknown[][]): string[] =>
  sentences(
    { commit: { version: 1, events }, before: state, after: state, asked: [] } as unknown as Played,
    new Lexicon(),
    null,
  ).map(({ text }) => text);

test("who has come beside something is told to be there, elsewhere the numbers of the rim tell", () => {
  const way = (x: number) => [
    [0, 0, 0],
    [x, 6000, 0],
  ];
  assert.deepEqual(told(["sk.moved", "a1", "move", way(4000)], ["sk.moved", "a1", "run", way(1000)]), [
    "Sniper moves to a place beside House A.",
    "Sniper runs to 1, 6.",
  ]);
});

test("a test for rout is told as one, with what was rolled for it", () => {
  const [check, rout] = told(["sk.check", "a1", "morale", "rout", 10, [4], 4, false], ["sk.rout", "1", false]);
  assert.match(check ?? "", /^Rout test: Sniper .*\(4 of 10\)/);
  assert.match(rout ?? "", /routs: the match is lost/);
});
