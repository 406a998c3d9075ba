/** What a question about a lock says of its digits and of the dice against them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { lockAsked } from "./locks.ts";
import type { Question } from "./messages.ts";

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
