/** What a tap on an enemy plans. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Question } from "./messages.ts";
import { attackable, attackOn, bent, canAttack, diceIn, formsFor, usableForm, whyNoDie } from "./plans.ts";
import { FIRST, ONE } from "./testing.ts";

const options = (...keys: string[]) => keys.map((key) => ({ key, text: key, note: "" }));

/** Two forms; the bow reaches the far enemy, both near; each die belongs to a form, three dice at most. */
const engage: Question = {
  to: [ONE],
  why: "turn.engage",
  text: "",
  rule: "",
  mayPass: false,
  fallback: [],
  about: "a1",
  id: FIRST,
  shape: {
    kind: "plan",
    options: [],
    low: 0,
    high: 0,
    points: 0,
    least: 0,
    caps: [],
    spots: [],
    budget: 0,
    slots: [
      { name: "form", options: options("form:heavy", "form:ranged"), low: 1, high: 1 },
      { name: "target", options: options("target:near", "target:far"), low: 0, high: 1 },
      { name: "dice", options: options("d:combat", "d:bow", "d:bow2", "d:axe"), low: 0, high: 3 },
    ],
    limits: [],
    bounds: [],
    needs: [
      { key: "target:far", others: ["form:ranged"], text: "too far" },
      { key: "d:bow", others: ["form:ranged"], text: "needs a bow" },
      { key: "d:bow2", others: ["form:ranged"], text: "needs a bow" },
      { key: "d:axe", others: ["form:heavy"], text: "needs an axe" },
    ],
  },
};
const rank = (die: string) => Number(die === "d:combat");

test("the form that takes the most dice is chosen, skill dice first", () => {
  const plan = attackOn(engage, ["form:heavy"], "target:near", rank);
  assert.deepEqual(plan, ["form:ranged", "target:near", "d:bow", "d:bow2", "d:combat"]);
  assert.equal(diceIn(engage.shape, plan ?? []), 3);
});

test("the present form stays where another is no better", () => {
  const few = structuredClone(engage);
  few.shape.slots[2]?.options.splice(2, 1); // one die of the bow is left
  const plan = attackOn(few, ["form:heavy"], "target:near", rank);
  assert.deepEqual(plan, ["form:heavy", "target:near", "d:axe", "d:combat"]);
});

test("a target that one form cannot reach brings the other", () => {
  assert.equal(attackOn(engage, ["form:heavy"], "target:far", rank)?.[0], "form:ranged");
});

test("nothing is planned where no form reaches", () => {
  const far = structuredClone(engage);
  far.shape.needs.push({ key: "target:far", others: ["form:none"], text: "out of sight" });
  assert.equal(attackOn(far, ["form:heavy"], "target:far", rank), null);
});

test("a die whose form does not reach the target aims at one that it reaches, with the dice that go with it", () => {
  const far = ["form:ranged", "target:far", "d:bow", "d:combat"];
  assert.deepEqual(bent(engage, far, "d:axe"), ["form:heavy", "target:near", "d:axe", "d:combat"]);
});

test("a die that another one's form shuts out takes its place, and the target stays", () => {
  const near = ["form:ranged", "target:near", "d:bow", "d:bow2"];
  assert.deepEqual(bent(engage, near, "d:axe"), ["form:heavy", "target:near", "d:axe"]);
});

test("where no die goes with a target it is said what those that are left need", () => {
  const few = structuredClone(engage);
  few.shape.slots[2]!.options = options("d:axe");
  few.shape.slots[2]!.low = 1;
  assert.equal(whyNoDie(few, ["form:ranged", "target:far"]), "needs an axe");
  assert.equal(whyNoDie(few, ["form:ranged", "target:near"]), "");
  assert.equal(whyNoDie(engage, ["form:ranged", "target:far"]), "");
  assert.equal(bent(few, ["form:ranged", "target:far"], "d:axe")?.includes("target:near"), true);
  few.shape.slots[1]!.options = options("target:far");
  assert.equal(bent(few, ["form:ranged", "target:far"], "d:axe"), null);
});

test("a target out of reach of the present form brings the form that reaches it, and dice that go with it", () => {
  const near = ["form:heavy", "target:near", "d:axe"];
  assert.deepEqual(bent(engage, near, "target:far"), ["form:ranged", "target:far", "d:combat", "d:bow", "d:bow2"]);
  assert.deepEqual(formsFor(engage, "target:far"), ["form:ranged"]);
});

test("only those count as attackable whom a die that is left reaches", () => {
  const few = structuredClone(engage);
  few.shape.slots[2]!.options = options("d:axe");
  assert.deepEqual(attackable(engage.shape), ["target:near", "target:far"]);
  assert.deepEqual(attackable(few.shape), ["target:near"]);
  few.shape.slots[1]!.options = options("target:far");
  assert.equal(canAttack(few.shape), false);
});

test("a plan begins with a form whose dice reach somebody, else with one that dice can be rolled in", () => {
  const few = structuredClone(engage);
  assert.equal(usableForm(few.shape, "form:heavy"), "form:heavy");
  few.shape.slots[2]!.options = options("d:bow");
  assert.equal(usableForm(few.shape, "form:heavy"), "form:ranged");
  few.shape.slots[2]!.options = options("d:axe");
  few.shape.slots[1]!.options = options("target:far");
  assert.equal(usableForm(few.shape, "form:ranged"), "form:heavy");
  few.shape.slots[2]!.options = [];
  assert.equal(usableForm(few.shape, "form:ranged"), "form:ranged");
});
