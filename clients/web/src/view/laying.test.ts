/** What turning a tile, and taking it to another doorway, does to what would be laid. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { App } from "../app.ts";
import { Drafts } from "../core/drafts.ts";
import type { Question } from "../core/messages.ts";
import { asked } from "../core/testing.ts";
import { LAYING } from "../texts/laying.ts";
import { press, wordsOf } from "./described.ts";
import type { Vnode } from "./dom.ts";
import { ghost, turnButton, wayWords } from "./laying.ts";
import type { Ask } from "./scene.ts";

const OPTIONS: [string, string, string][] = [
  ["turn-0:0,-2", "To the north by 0,-1, not turned; leaves 1 door open (0,-2)", "hexes 0,-2 0,-1; doors 0,-2 0,-1"],
  [
    "turn-1:1,-2",
    "To the north by 0,-1, turned 60 degrees; leaves 1 door open (1,-2)",
    "hexes 1,-2 0,-1; doors 1,-2 0,-1",
  ],
  [
    "turn-0:1,-2",
    "To the north-east by 1,-1, not turned; leaves 1 door open (1,-2)",
    "hexes 1,-2 1,-1; doors 1,-2 1,-1",
  ],
];
const question: Question = {
  ...asked(["one", OPTIONS], { fallback: ["turn-0:0,-2"] }),
  why: "delve.place",
  about: "0,0",
};

/** Somebody who is asked; what they would lay is their draft. */
function somebody() {
  const drafts = new Drafts();
  const app = { drafts, ui: {}, session: { isSent: () => false }, render: () => {} } as unknown as App;
  const ask = () => ({ app, question, isSent: false, picks: drafts.of(question) }) as unknown as Ask;
  const shown = () => String((ghost(app, question)[0] as Vnode).props["data-way" as keyof object]);
  return { app, ask, shown, drafted: () => drafts.of(question) };
}

test("what is suggested is shown first, and would be laid", () => {
  const { ask, shown, drafted } = somebody();
  assert.equal(shown(), "turn-0:0,-2");
  assert.deepEqual(drafted(), ["turn-0:0,-2"]);
  assert.equal(
    wordsOf(wayWords(ask())),
    `${LAYING.nth(1, 2)} To the north, not turned; leaves 1 door open${LAYING.doorways}12`,
  );
});

test("a turn shows the next way at the doorway, another doorway the tile turned alike", () => {
  const { ask, shown, drafted } = somebody();
  press(turnButton(ask()), `${LAYING.turn} t`);
  assert.equal(shown(), "turn-1:1,-2");
  press(wayWords(ask()), "2");
  assert.equal(shown(), "turn-0:1,-2");
  assert.deepEqual(drafted(), ["turn-0:1,-2"]);
  assert.equal(turnButton(ask()), false, "at that doorway there is one way");
});
