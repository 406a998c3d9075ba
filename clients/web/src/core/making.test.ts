/** The steps of creation, and what was chosen in them. */

import type { SeatId } from "../protocol.ts";
import assert from "node:assert/strict";
import { test } from "node:test";

import { carryingName, chosenAt, givenName, partedWords, standingName, stepsOf } from "./making.ts";
import { ONE, TWO, stateWith } from "./testing.ts";

const names = (xp: number) => stepsOf(xp).map(({ step }) => step);

test("who has no XP yet chooses race, line and dice; class and growth come with it", () => {
  assert.deepEqual(names(0), ["race", "line", "dice"]);
  assert.deepEqual(names(2), ["race", "line", "dice", "class"]);
  assert.deepEqual(names(6), ["race", "line", "dice", "rows", "class", "growth"]);
});

test("what was chosen is the seat's own last answer, also after one was taken back", () => {
  const answer = (seat: SeatId, ...picks: string[]) => ({ choice: { why: "create.race", seat, picks } });
  const told = [answer(ONE, "orc"), answer(TWO, "nord"), answer(ONE, "khajiit"), {}];
  assert.equal(chosenAt(told, ONE, "create.race"), "khajiit");
  assert.equal(chosenAt(told, ONE, "create.line"), "");
  assert.equal(chosenAt([answer(ONE, "a", "b")], ONE, "create.race"), "");
});

const answered = (why: string, ...picks: string[]) => ({ choice: { why, seat: ONE, picks } });

test("a name that an answer carries is no part of what was chosen", () => {
  assert.equal(chosenAt([answered("create.race", "orc", "name:Brannic")], ONE, "create.race"), "orc");
});

test("an adventurer goes under the last name that its seat gave it, and once made under the one that it bears", () => {
  const settings = { names: { "1": "Brannic" } };
  const before = stateWith({ settings, adventurers: {}, units: {} });
  assert.deepEqual([givenName([], before, ONE), givenName([], before, TWO)], ["Brannic", ""]);
  const told = [answered("create.ready", "own", "name:Tull"), answered("create.race", "orc")];
  assert.equal(givenName(told, before, ONE), "Tull");
  assert.equal(givenName([...told, answered("create.line", "bow", "name:")], before, ONE), "Brannic");
  assert.equal(standingName(before, TWO), "");
  const made = stateWith({ settings, adventurers: { a2: { seat: "2" } }, units: { a2: { name: "Sefra" } } });
  assert.equal(standingName(made, TWO), "Sefra");
});

test("an answer carries the name that was written since the last one, and only while the adventurer does not stand", () => {
  const state = stateWith({ settings: { names: {} }, adventurers: {}, units: {} });
  const page = (written: string | undefined, told: ReturnType<typeof answered>[] = []) => ({
    session: { battle: { battle: "b", state } },
    teller: { lines: told },
    ui: { forms: written === undefined ? {} : { called: { "b/1": written } } },
  });
  const race = { why: "create.race", to: [ONE] };
  assert.deepEqual(carryingName(page(" Tull "), race, ["orc"]), ["orc", "name:Tull"]);
  assert.deepEqual(carryingName(page(undefined), race, ["orc"]), ["orc"]);
  assert.deepEqual(carryingName(page("Tull", [answered("create.ready", "own", "name:Tull")]), race, ["orc"]), ["orc"]);
  assert.deepEqual(carryingName(page("", [answered("create.ready", "own", "name:Tull")]), race, ["orc"]), [
    "orc",
    "name:",
  ]);
  assert.deepEqual(carryingName(page("Tull"), { why: "create.class", to: [ONE] }, ["knight"]), ["knight"]);
});

test("what others have taken is parted from what is asked", () => {
  assert.deepEqual(partedWords("Choose your class."), ["Choose your class.", ""]);
  assert.deepEqual(partedWords("Choose your class. Archer is no longer free."), [
    "Choose your class.",
    "Archer is no longer free.",
  ]);
  assert.deepEqual(partedWords("Take one, or make your own. Orc Knight and Nord are no longer free."), [
    "Take one, or make your own.",
    "Orc Knight and Nord are no longer free.",
  ]);
});
