/** What a tap on an enemy plans. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Question } from "./messages.ts";
import { attackOn, diceIn } from "./plans.ts";
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
