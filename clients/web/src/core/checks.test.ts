import assert from "node:assert/strict";
import { test } from "node:test";
import { checkGroups } from "./checks.ts";
import { question } from "./messages.ts";
import { FIRST, ONE } from "./testing.ts";

const { shape } = question([
  [ONE],
  "match.move",
  "Text?",
  [
    "one",
    [
      ["climb:house", "Climb: House", ""],
      ["climb:house:again", "Climb again: House", ""],
      ["across:house:block", "Jump across: House to Block", ""],
      ["down:house", "Jump down: House", ""],
    ],
  ],
  "",
  false,
  [],
  "",
  FIRST,
]);
const words = (picks: readonly string[]) =>
  checkGroups(shape.options, picks).map(({ kind, choices }) => [kind, choices.map((choice) => choice.words)]);

test("checks are grouped by what is done, and say no more than that leaves to say", () => {
  assert.deepEqual(words([]), [
    ["climb", ["House"]],
    ["across", ["House to Block"]],
    ["down", ["House"]],
  ]);
});

test("a second climb is offered once the first is named", () => {
  assert.deepEqual(words(["climb:house"])[0], ["climb", ["House", "Climb again: House"]]);
});
