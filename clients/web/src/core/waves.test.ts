/** More enemies are announced by the round in which they come. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { GOAL } from "../texts/en.ts";
import { stateWith } from "./testing.ts";
import { nextWave } from "./waves.ts";
import type { EncounterWords } from "./words.ts";

const wave = (first: number, last: number, every: number, party = 0, twist = "") => ({
  ...{ first, last, every, party, twist },
  ...{ count: 1, level: 1 },
});
const encounter = (...waves: ReturnType<typeof wave>[]) => ({ waves }) as unknown as EncounterWords;
const inRound = (round: number, rounds = round, world = {}, outcome = "") =>
  stateWith({ round, rounds, outcome, settings: { world }, adventurers: { a1: {}, a2: {} } });

test("a wave is known before the battle and until its round has begun", () => {
  const once = encounter(wave(4, 4, 1));
  assert.deepEqual(
    [0, 1, 3, 4].map((round) => nextWave(inRound(round), once)),
    [{ left: 4, round: 4 }, { left: 3, round: 4 }, { left: 1, round: 4 }, null],
  );
  assert.equal(nextWave(inRound(2, 2, {}, "victory"), once), null);
});

test("waves that come again and again are known one after the other, by rounds begun", () => {
  const often = encounter(wave(4, 99, 2));
  assert.deepEqual(nextWave(inRound(4), often), { left: 2, round: 6 });
  assert.deepEqual(nextWave(inRound(5), often), { left: 1, round: 6 });
  assert.deepEqual(nextWave(inRound(6, 9), often), { left: 1, round: 7 });
});

test("of several rules the first wave counts, and only those of this party and of twists in force", () => {
  const several = encounter(wave(4, 4, 1), wave(2, 2, 1, 3), wave(3, 3, 1, 2));
  assert.equal(nextWave(inRound(1), several)?.round, 3);
  const twisted = encounter(wave(3, 3, 1, 0, "alarm"));
  assert.equal(nextWave(inRound(1), twisted), null);
  assert.equal(nextWave(inRound(1, 1, { alarm: "twist" }), twisted)?.round, 3);
  assert.equal(nextWave(inRound(1), undefined), null);
});

test("the page says the round, the next one as such, and of later ones how far off they are", () => {
  assert.deepEqual(
    [GOAL.waveIn(3, 4), GOAL.waveIn(1, 4), GOAL.waveIn(2, 7)],
    ["more enemies in round 4", "more enemies next round", "more enemies in 2 rounds"],
  );
});
