import assert from "node:assert/strict";
import { test } from "node:test";
import { abilitiesOf, abilityIn, abilityNamed, leavableAs } from "./abilities.ts";
import type { Question } from "./messages.ts";

test("an ability is named without whose it is, which die it takes and what follows a colon", () => {
  assert.equal(abilityIn("a1.a1.combat.2.defend"), "combat.defend");
  assert.equal(abilityIn("knight.orders-edict:a2"), "knight.orders-edict");
});

test("only offers that may be passed are about abilities", () => {
  const options = [
    { key: "a1.knight.orders-edict", text: "Order's Edict", note: "" },
    { key: "end", text: "End", note: "" },
  ];
  const asked = { mayPass: true, shape: { kind: "one", options } } as unknown as Question;
  assert.deepEqual([...abilitiesOf(asked)], [["knight.orders-edict", "Order's Edict"]]);
  assert.equal(abilitiesOf({ ...asked, mayPass: false }).size, 0);
});

test("an ability that is not on offer is said in words, not by its key", () => {
  assert.equal(abilityNamed("combat.defend"), "Defend (Combat)");
  assert.equal(abilityNamed("knight.orders-edict"), "Orders Edict (Knight)");
  assert.equal(abilityNamed("take"), "Take");
});

test("what enemies do and how results are resolved can be left to the game, where it suggests something", () => {
  const asked = { why: "enemy.order", fallback: ["e1", "e2"] } as unknown as Question;
  assert.equal(leavableAs(asked), "enemy");
  assert.equal(leavableAs({ ...asked, why: "engage.resolve" }), "engage.resolve");
  assert.equal(leavableAs({ ...asked, why: "engage.resolved" }), undefined);
  assert.equal(leavableAs({ ...asked, fallback: [] }), undefined);
});
