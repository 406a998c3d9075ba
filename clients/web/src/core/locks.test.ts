/** What a question about a lock says of its digits and of the dice against them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Glossary } from "./glossary.ts";
import { lockAsked, trapAsked } from "./locks.ts";
import type { Question } from "./messages.ts";
import { questionIn, use } from "../texts/language.ts";
import { A1, stateWith } from "./testing.ts";

const asked = (why: string, text: string) => lockAsked({ why, text } as Question);

test("an attempt tells which digits are met, each by a die of its own", () => {
  const found = asked("lockpick.adjust", "You have 2-2-6 against 5-2-4, 5 first; 2 attempts left. Adjust a die?");
  assert.deepEqual(
    found?.digits.map(({ value, isKey, isMet }) => [value, isKey, isMet]),
    [
      ["5", true, false],
      ["2", false, true],
      ["4", false, false],
    ],
  );
  assert.equal(found.dice.filter(({ fits }) => fits).length, 1);
  assert.equal(found.left, "2 attempts left");
});

test("what is kept is asked of the same lock", () => {
  const found = asked("lockpick.keep", "You have 1-4-4 against 4-4-2. Which do you keep?");
  assert.deepEqual(
    found?.dice.map(({ fits }) => fits),
    [false, true, true],
  );
});

test("before the first roll the code alone is known; anything else is about no lock", () => {
  const found = asked("cache.pick", "Pick the lock of this common cache? Code 5-2-2, 5 first, 3 attempts.");
  assert.deepEqual([found?.digits.length, found?.dice.length, found?.left], [3, 0, "3 attempts"]);
  assert.equal(asked("turn.move", "You have 1 against 2."), null);
});

/** The question of an attempt in a language that has other words for it. */
function inGerman(text: string): Question {
  use({ QUESTIONS: { "lockpick.adjust": "Würfel drehen?" } });
  const shape = { options: [], slots: [], limits: [], needs: [] } as unknown as Question["shape"];
  const told = questionIn({ why: "lockpick.adjust", text, shape } as unknown as Question);
  use({ QUESTIONS: {} });
  return told;
}

const glossary = new Glossary({
  cards: {
    passage: {
      name: "Passage",
      shape: "3",
      text: "",
      trap: { name: "Loose Ceiling", lock: "2:2k-3-5", text: "Failure: take 2 damage." },
    },
    bare: { name: "Bare", shape: "3", text: "" },
  },
});
const ATTEMPT = "You have 1-4-4 against 2-3-5, 2 first; the last attempt. Adjust a die?";

/** Which trap the lock belongs to while somebody stands on a tile with a card. */
const trapOn = (card: string, text = ATTEMPT, why = "lockpick.adjust", written?: string) => {
  const tiles = { cave: { card, hexes: [[1, 0]] }, entrance: { card: "", hexes: [[0, 0]] } };
  const state = stateWith({ turn: { unit: A1 }, units: { [A1]: { at: [1, 0] } }, tiles });
  return trapAsked({ why, text, written } as Question, state, glossary);
};

test("in another language a lock is drawn, and a trap's is known, by what the server has written", () => {
  const { text, written } = inGerman(ATTEMPT);
  assert.deepEqual([text, written], ["Würfel drehen?", ATTEMPT]);
  assert.equal(trapOn("passage", text, "lockpick.adjust", written)?.name, "Loose Ceiling");
  assert.equal(lockAsked({ why: "lockpick.adjust", text, written } as Question)?.digits.length, 3);
});

test("a lock that is on the tile's card is its trap's, with what follows; another one is a cache's", () => {
  assert.deepEqual(trapOn("passage"), { name: "Loose Ceiling", text: "Failure: take 2 damage." });
  assert.equal(trapOn("passage", "You have 1-4-4 against 4-3-5. Which do you keep?", "lockpick.keep"), null);
  assert.equal(trapOn("passage", ATTEMPT, "cache.pick"), null);
  assert.equal(trapOn("bare"), null);
});
