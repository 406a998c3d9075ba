/** HP are shown of whoever has some, or has lost them all. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { pointsOf } from "./points.ts";

const unit = { hp: 3, health: 5, bonus: 0, fate: "" } as const;

test("HP stand beside the Health they are of, and bonus HP beside both", () => {
  assert.equal(pointsOf(unit), "3/5");
  assert.equal(pointsOf({ ...unit, bonus: 2 }), "3/5 +2");
  assert.equal(pointsOf({ ...unit, hp: 0, fate: "defeated" }), "0/5");
});

test("who sleeps, or has no HP at all, has no heart", () => {
  assert.equal(pointsOf({ ...unit, hp: 0, health: 14 }), "");
  assert.equal(pointsOf({ ...unit, hp: 0, health: 0, fate: "removed" }), "");
});
