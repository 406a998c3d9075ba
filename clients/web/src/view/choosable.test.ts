/** What can be chosen on the board says in words what "!" means there. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { TRAVEL } from "../core/waymarks.ts";
import { asked } from "../core/testing.ts";
import { offerWords } from "./choosable.ts";

const way = (why: string, note: string) => {
  const question = { ...asked(["route", [], 0]), why };
  return offerWords([{ question, key: "1,2", text: "", note, isPicked: false, reason: "" }]);
};

test("a way says what one meets on it, in a sentence", () => {
  assert.equal(way("turn.move", "trap, skyshard, trap"), "Text? Here or on the way there is a trap and a skyshard.");
  assert.equal(way("turn.move", ""), "Text?");
});

test("over land its notes name the places themselves", () => {
  assert.equal(way(TRAVEL, "Rimmen"), "Text? Rimmen");
});
