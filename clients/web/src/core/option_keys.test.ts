/** Forms, dice, the end of a turn and a retreat: one key each, in whatever question they stand. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Shape, Slot } from "../protocol.ts";
import { Keyring } from "./option_keys.ts";
import { asked, options, stateWith } from "./testing.ts";

const FORMS = ["light-weapon", "heavy-weapon", "defensive", "ranged-weapon", "magic"];
const state = stateWith({
  dice: Object.fromEntries(
    ["a1.bow.12", "a1.combat.1", "a1.combat.2", "a2.combat.1"].map((id) => [id, { owner: id.slice(0, 2) }]),
  ),
});
const slot = (name: string, ...keys: string[]): Slot => [name, options(...keys), 0, 1];
const plan = (forms: string[], targets: string[]): Shape => [
  "plan",
  [slot("form", ...forms), slot("target", ...targets), slot("dice", "die:a1.combat.2", "die:a1.bow.12")],
  [],
  [],
];
const one = (why: string, ...keys: string[]) => ({ ...asked(["one", options(...keys)]), why });
const keysOf = (question: ReturnType<typeof asked>, ...keys: string[]) => {
  const ring = new Keyring([question], state, FORMS);
  return keys.map((key) => ring.of(question, key));
};

test("a form and a die have one key, however many enemies are in reach and whichever forms are left", () => {
  const wanted = ["2", "w", "s"];
  const keys = ["form:heavy-weapon", "die:a1.combat.2", "die:a1.bow.12"];
  const crowd = asked(plan(["form:light-weapon", "form:heavy-weapon"], ["target:e0", "target:e1", "target:e2"]));
  assert.deepEqual(keysOf(crowd, ...keys), wanted);
  assert.deepEqual(keysOf(asked(plan(["form:heavy-weapon"], ["target:e0"])), ...keys), wanted);
  assert.deepEqual(keysOf(asked(["some", options("a1.bow.12", "a1.combat.2"), 1, 2]), "a1.bow.12"), ["s"]);
  assert.deepEqual(keysOf(one("turn.act", "end", "drop:a1.combat.2"), "drop:a1.combat.2"), ["w"]);
});

test("enemies and whatever else is offered take the digits that no form has", () => {
  const engage = asked(plan(["form:magic"], ["target:e0", "target:e1"]));
  assert.deepEqual(keysOf(engage, "target:e0", "form:magic", "target:e1"), ["6", "5", "7"]);
  assert.deepEqual(keysOf(one("why", "a", "b"), "a", "b", ""), ["1", "2", "3"]);
});

test("a retreat has its letter wherever it is offered, and takes no digit from anything", () => {
  assert.deepEqual(keysOf(one("turn.act", "retreat", "use:x"), "retreat", "use:x"), ["r", "1"]);
  assert.deepEqual(keysOf(one("round.retreat", "no", "yes"), "no", "yes"), ["1", "r"]);
});

test("the end of a turn keeps its key while a turn is on, or where a page has an end", () => {
  const many = "abcdefghijkl".split("").map((key) => `use:${key}`);
  assert.ok(!keysOf(one("turn.act", ...many), ...many).includes("0"));
  assert.ok(keysOf(one("why", ...many), ...many).includes("0"));
  const asking = one("why", ...many);
  const page = new Keyring([asking], state, FORMS, true);
  assert.ok(!many.map((key) => page.of(asking, key)).includes("0"));
});

test("no key stands at two options, and where none is left there is none", () => {
  const twice = keysOf(one("why", "die:a1.combat.1", "die:a2.combat.1"), "die:a1.combat.1", "die:a2.combat.1");
  assert.deepEqual(twice, ["q", "1"]);
  const many = Array.from({ length: 12 }, (_, at) => `x${at}`);
  const found = keysOf(one("why", ...many), ...many);
  assert.deepEqual(found.slice(10), ["", ""]);
  assert.equal(new Set(found.slice(0, 10)).size, 10);
});
