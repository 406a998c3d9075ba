import assert from "node:assert/strict";
import { test } from "node:test";

import type { Foreseen, Reply } from "../protocol.ts";
import { wordsOf } from "../view/described.ts";
import { oddsOf } from "../view/odds.ts";
import type { Ask } from "../view/scene.ts";
import { Refusal } from "./asking.ts";
import { explained, Foresight } from "./foresight.ts";
import type { Session } from "./session.ts";
import { A1, E1 } from "./testing.ts";

const TOO_MANY = "That has too many possibilities to foresee. Plan with fewer dice.";

/** A foresight whose requests are answered one after the other by what is given. */
function foreseeing(...answers: (Error | Reply)[]) {
  const asked: unknown[][] = [];
  const session = {
    battle: { version: 7, over: false },
    link: "up",
    call: (...request: unknown[]) => {
      asked.push(request);
      const answer = answers.shift();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  return { foresight: new Foresight(session as unknown as Session, () => {}), session, asked };
}

test("a value that is not the printed one says how it comes about", () => {
  assert.deepEqual(explained("3 = 2 printed +1 Vindictive"), { value: 3, why: "2 printed +1 Vindictive" });
});

test("a plan with too many possibilities shows the server's sentence in place of its odds", async () => {
  const { foresight, session, asked } = foreseeing(new Refusal("too_large", TOO_MANY));
  const ask = {
    app: { foresight },
    scene: {},
    question: { about: A1 },
    picks: ["target:e1", "die:d1"],
  } as unknown as Ask;
  assert.equal(oddsOf(ask), false);
  await new Promise(setImmediate);
  assert.equal(wordsOf(oddsOf(ask)), TOO_MANY);
  assert.equal(asked.length, 1); // the same would be refused again
  session.battle.version = 8;
  assert.equal(oddsOf(ask), false);
});

test("a preview that the server has no time for is asked for again after a while", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const odds: Foreseen = ["engage", E1, [], [[0], [1], 1], [[0], [1], 1], 0, "", []];
  const { foresight, asked } = foreseeing(new Refusal("busy", "Ask again later."), ["previewed", 1, 7, odds]);
  foresight.engage(A1, ["target:e1"]);
  await new Promise(setImmediate);
  assert.equal(foresight.whyNot(A1, ["target:e1"]), "Ask again later.");
  assert.equal(foresight.engage(A1, ["target:e1"]), null);
  assert.equal(asked.length, 1);
  context.mock.timers.tick(2000);
  assert.equal(foresight.engage(A1, ["target:e1"]), null);
  await new Promise(setImmediate);
  assert.equal(foresight.engage(A1, ["target:e1"])?.target, E1);
  assert.equal(foresight.whyNot(A1, ["target:e1"]), "");
  assert.equal(asked.length, 2);
});
