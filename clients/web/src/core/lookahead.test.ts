/** What standing in a hex would mean. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Glossary } from "./glossary.ts";
import { lookAhead } from "./lookahead.ts";
import { A1, asked, stateWith } from "./testing.ts";
import type { Option } from "../protocol.ts";

const named = (...keys: string[]): Option[] => keys.map((key) => [key, key, ""]);

/** Five hexes in a row: one adventurer, who strikes what is adjacent or uses magic up to 2 away, and an enemy at the end. */
const hexes = [0, 1, 2, 3, 4].map((q) => [q, 0]);
const unit = { hp: 3, chip: "pup", statuses: [] };
const state = stateWith({
  tiles: { one: { hexes } },
  blocked: [],
  units: {
    a1: { ...unit, id: "a1", side: "party", at: [0, 0] },
    e1: { ...unit, id: "e1", side: "enemy", at: [4, 0] },
  },
  adventurers: { a1: { form: "light-weapon", stamina: 3, magicka: 2, track: [] } },
  dice: { sword: { kind: "sword" }, combat: { kind: "combat" } },
});
const glossary = new Glossary({
  forms: { "light-weapon": { name: "Light Weapon" }, magic: { name: "Magic" } },
  chips: { pup: { movement: 0, range: 1, combat: 2, skills: [] } },
  rolls: { "enemy-combat": ["0", "1", "1", "1", "1", "2"] },
} as unknown as ConstructorParameters<typeof Glossary>[0]);

/** As it is asked where nobody is in reach: both dice go with any form but the sword, which wants the weapon. */
const engage = asked([
  "plan",
  [
    ["form", named("form:light-weapon", "form:magic"), 1, 1],
    ["target", [], 0, 1],
    ["dice", named("die:sword", "die:combat"), 0, 2],
  ],
  [],
  [["die:sword", ["form:light-weapon"], "needs a weapon"]],
]);

const from = (key: string) => lookAhead(state, state.units[A1]!, key, glossary, engage);

test("beside an enemy all dice go, and it could strike there", () => {
  const { prey, strikers } = from("3,0");
  assert.deepEqual(
    prey.map(({ unit: { id }, form, dice, picks }) => [id, form, dice, picks]),
    [["e1", "light-weapon", 2, ["form:light-weapon", "target:e1", "die:sword", "die:combat"]]],
  );
  assert.deepEqual(
    strikers.map(({ points }) => points),
    [2],
  );
});

test("from farther away the form is one that reaches, with the dice that go with it", () => {
  const { prey, strikers } = from("2,0");
  assert.deepEqual(
    prey.map(({ form, picks }) => [form, picks]),
    [["magic", ["form:magic", "target:e1", "die:combat"]]],
  );
  assert.deepEqual(strikers, []);
});

test("out of every form's reach, or with no attack left, there is nobody to attack", () => {
  assert.deepEqual(from("1,0").prey, []);
  assert.deepEqual(lookAhead(state, state.units[A1]!, "3,0", glossary, undefined).prey, []);
});
