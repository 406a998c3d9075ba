import assert from "node:assert/strict";
import { test } from "node:test";
import { letterOf, SIGNS as DRAWN, signOf } from "../icons/signs.ts";
import { SIGNS as OF_MATCHES } from "../match/signs.ts";
import { SIGNS } from "./log.ts";

test("each sign that a line of the story may bear is a letter of the face of signs, no two alike", () => {
  const named = ["dice", "statuses"].flatMap((kind) => Object.keys(DRAWN[kind] ?? {}).map((id) => `${kind}:${id}`));
  const things = [...Object.values(SIGNS), ...Object.values(OF_MATCHES), ...named];
  const signs = [...new Set(things.map(signOf))];
  assert.ok(!signs.includes(""));
  const letters = signs.map(letterOf);
  assert.ok(letters.every((letter) => letter.length === 1));
  assert.equal(new Set(letters).size, signs.length);
});
