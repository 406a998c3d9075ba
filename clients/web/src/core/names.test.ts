/** What units are called: nobody ever reads an id. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Lexicon, Names } from "./names.ts";
import { stateWith } from "./testing.ts";

const named = (...all: [id: string, name: string][]) =>
  new Names(
    stateWith({ units: Object.fromEntries(all.map(([id, name]) => [id, { id, name, chip: name, hp: 1 }])) }),
    null,
    new Lexicon(),
    null,
  );

test("those called the same are numbered as they came, not by their ids", () => {
  const names = named(["e21", "Lich"], ["e9", "Lich"], ["e10", "Wolf"]);
  assert.deepEqual(
    ["e9", "e21", "e10"].map((id) => names.unit(id)),
    ["Lich 1", "Lich 2", "Wolf"],
  );
  assert.equal(names.units(["e21", "e10"]), "Lich 2 and Wolf");
});

test("whom no state knows is somebody", () => {
  const names = named(["a1", "Nord (1)"]);
  assert.deepEqual([names.unit("e21"), names.unit("")], ["Somebody", "nobody"]);
});
