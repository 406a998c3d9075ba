/** What was won is remembered, once each. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hasWon, isWon, noteWin, usualDifficulty } from "./wins.ts";

const stored = new Map<string, string>();
globalThis.localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
} as Storage;

test("a won encounter is remembered, and no other one whose name begins so", () => {
  assert.equal(hasWon(), false);
  assert.equal(usualDifficulty(), "apprentice");
  noteWin("black-ford");
  noteWin("black-ford");
  noteWin("");
  assert.deepEqual([isWon("black-ford"), isWon("black"), isWon("jailbreak")], [true, false, false]);
  assert.equal(hasWon(), true);
  assert.equal(usualDifficulty(), "adept");
  assert.deepEqual([...stored.values()], ["black-ford"]);
});
