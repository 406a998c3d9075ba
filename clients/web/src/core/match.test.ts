import assert from "node:assert/strict";
import { test } from "node:test";
import { groundAt, inches, isMatch, pointKey, pointOf, treasuresOf } from "./match.ts";
import type { MatchState, Terrain } from "./match.ts";

const house = {
  corners: [
    { x: 9000, y: 10000, z: 0 },
    { x: 15000, y: 10000, z: 0 },
    { x: 15000, y: 14000, z: 0 },
    { x: 9000, y: 14000, z: 0 },
  ],
  high: 3000,
  impassable: false,
} as Terrain;

test("one stands on the roof within a house, beside it on the ground, never on what is impassable", () => {
  assert.equal(groundAt([house], 12000, 12000), 3000);
  assert.equal(groundAt([house], 16000, 12000), 0);
  assert.equal(groundAt([{ ...house, impassable: true }], 12000, 12000), 0);
});

test("a place that is pointed at becomes a key to a twentieth of an inch, with its height", () => {
  assert.equal(pointKey([house], 12012.4, 11976), "12000,12000,3000");
  assert.deepEqual(pointOf("12000,12000,3000"), [12000, 12000, 3000]);
  assert.deepEqual(pointOf("12000,12000"), [12000, 12000, 0]);
  assert.equal(pointOf("yes"), null);
});

test("a match is told from a battle; lengths are read in inches", () => {
  assert.ok(isMatch({ board: {}, sides: {} }));
  assert.ok(!isMatch({ tiles: {} }));
  assert.equal(inches(4500), '4.5"');
});

test("a treasure counts once, for whoever carries it, and after the match for whoever has carried it off", () => {
  const units = { a: { side: "1", token: "t1" }, b: { side: "2", token: "t2" }, c: { side: "1", token: "" } };
  const on = { units, tokens: { t1: { kept: "" }, t2: { kept: "" }, t3: { kept: "" } } };
  const over = { units, tokens: { t1: { kept: "1" }, t2: { kept: "1" }, t3: { kept: "" } } };
  assert.deepEqual(
    [on, over].map((state) => ["1", "2"].map((seat) => treasuresOf(state as unknown as MatchState, seat))),
    [
      [1, 1],
      [2, 0],
    ],
  );
});
