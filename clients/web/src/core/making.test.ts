/** The steps of creation, and what was chosen in them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { calledIn, chosenAt, stepsOf } from "./making.ts";
import { stateWith } from "./testing.ts";

const names = (xp: number) => stepsOf(xp).map(({ step }) => step);

test("who has no XP yet chooses race, line and dice; class and growth come with it", () => {
  assert.deepEqual(names(0), ["race", "line", "dice"]);
  assert.deepEqual(names(2), ["race", "line", "dice", "class"]);
  assert.deepEqual(names(6), ["race", "line", "dice", "rows", "class", "growth"]);
});

test("what was chosen is the seat's own last answer, also after one was taken back", () => {
  const answer = (seat: string, ...picks: string[]) => ({ choice: { why: "create.race", seat, picks } });
  const told = [answer("1", "orc"), answer("2", "nord"), answer("1", "khajiit"), {}];
  assert.equal(chosenAt(told, "1", "create.race"), "khajiit");
  assert.equal(chosenAt(told, "1", "create.line"), "");
  assert.equal(chosenAt([answer("1", "a", "b")], "1", "create.race"), "");
});

test("an adventurer goes under the name that its seat gave it, and once made under the one that it bears", () => {
  const settings = { names: { "1": "Brannic" } };
  const before = stateWith({ settings, adventurers: {}, units: {} });
  assert.deepEqual([calledIn(before, "1"), calledIn(before, "2")], ["Brannic", ""]);
  const made = stateWith({ settings, adventurers: { a2: { seat: "2" } }, units: { a2: { name: "Sefra" } } });
  assert.equal(calledIn(made, "2"), "Sefra");
});
