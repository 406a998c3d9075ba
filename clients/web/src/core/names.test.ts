/** What units are called: nobody ever reads an id. */

import { NOBODY } from "../protocol.ts";
import type { UnitId } from "../protocol.ts";
import assert from "node:assert/strict";
import { test } from "node:test";

import { Lexicon, Names } from "./names.ts";
import { A1, ONE, TWO, stateWith } from "./testing.ts";

const [OLDER, NEWER, WOLF] = ["e9", "e21", "e10"] as [UnitId, UnitId, UnitId];

const named = (...all: [id: string, name: string][]) =>
  new Names(
    stateWith({ units: Object.fromEntries(all.map(([id, name]) => [id, { id, name, chip: name, hp: 1 }])) }),
    null,
    new Lexicon(),
    null,
  );

test("those called the same are numbered as they came, not by their ids", () => {
  const names = named([NEWER, "Lich"], [OLDER, "Lich"], [WOLF, "Wolf"]);
  assert.deepEqual(
    [OLDER, NEWER, WOLF].map((id) => names.unit(id)),
    ["Lich 1", "Lich 2", "Wolf"],
  );
  assert.equal(names.units([NEWER, WOLF]), "Lich 2 and Wolf");
});

test("a seat is called like its adventurer, or by its number before that stands", () => {
  const units = { [A1]: { id: A1, name: "Livora", chip: "elf", hp: 1 } };
  const state = stateWith({ units, adventurers: { [A1]: { seat: ONE } } });
  const names = new Names(state, null, new Lexicon(), null);
  assert.deepEqual([names.hero(ONE), names.hero(TWO)], ["Livora", "Seat 2"]);
});

test("whom no state knows is somebody", () => {
  const names = named(["a1", "Nord (1)"]);
  assert.deepEqual([names.unit(NEWER), names.unit(NOBODY)], ["Somebody", "nobody"]);
});
