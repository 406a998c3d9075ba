import assert from "node:assert/strict";
import { test } from "node:test";

import type { Option } from "../protocol.ts";
import { degreesTo, doorwaysOf, movedTo, placement, turnedOn, waysBeside, waysOf } from "./laying.ts";
import type { Question } from "./messages.ts";
import { asked } from "./testing.ts";
import { entryAt } from "./certain.ts";

test("where a tile would lie is read from its option's note, and from no other note", () => {
  assert.deepEqual(placement("hexes 1,-2 1,-1; doors 1,-1; hearts 1,-2"), {
    hexes: [
      [1, -2],
      [1, -1],
    ],
    doors: [[1, -1]],
    hearts: [[1, -2]],
  });
  assert.equal(placement("2 hexes away"), null);
  assert.equal(placement(""), null);
});

/**
 * A door at 0,0 of a map to the south of it, and a tile of two hexes, each with a door (0,0 and 0,1 as printed): by
 * either it can hang at the doorways 0,-1 and 1,-1.
 */
const OPTIONS: Option[] = [
  ["turn-0:0,-2", "A", "hexes 0,-2 0,-1; doors 0,-2 0,-1"],
  ["turn-0:1,-2", "B", "hexes 1,-2 1,-1; doors 1,-2 1,-1"],
  ["turn-3:0,-1", "C", "hexes 0,-1 0,-2; doors 0,-1 0,-2"],
  ["turn-1:1,-2", "D", "hexes 1,-2 0,-1; doors 1,-2 0,-1"],
  ["turn-5:-1,-1", "E", "hexes -1,-1 0,-1; doors -1,-1 0,-1"],
];
const question: Question = { ...asked(["one", OPTIONS], { fallback: ["turn-1:1,-2"] }), about: "0,0" };
const way = (key: string) => waysOf(question).find((one) => one.key === key)!;
const named = (text: string) => waysOf(question).find((one) => one.text === text)!;

test("a way hangs by the door that meets the explored one", () => {
  assert.deepEqual(doorwaysOf(question), ["0,-1", "1,-1"]);
  assert.equal(named("B").doorway, "1,-1");
});

test("a tile is turned around the door that it hangs by, and by its other door after that", () => {
  const round = ["A", "D", "E", "C"];
  assert.deepEqual(
    waysBeside(question, named("A")).map(({ text }) => text),
    round,
  );
  for (const [at, text] of round.entries())
    assert.equal(turnedOn(question, named(text)).text, entryAt(round, (at + 1) % round.length));
  assert.equal(turnedOn(question, named("B")).text, "B", "at the other doorway there is one way");
});

test("at another doorway the tile stays turned as it is, where it can", () => {
  assert.equal(movedTo(question, way("turn-0:0,-2"), "1,-1").text, "B");
  assert.equal(movedTo(question, named("B"), "0,-1").text, "A");
  const other = { ...named("B"), key: "turn-4:9,9" };
  assert.equal(movedTo(question, other, "0,-1").text, "D", "else as is suggested");
});

test("how far a tile turns is told in degrees, and not at all where it hangs by another door", () => {
  assert.equal(degreesTo(named("A"), named("D")), 60);
  assert.equal(degreesTo(named("E"), named("A")), 60);
  assert.equal(degreesTo(named("E"), named("C")), 0);
});
