import { entryAt, entryOf } from "./certain.ts";
import assert from "node:assert/strict";
import { test } from "node:test";

import type { BattleEvent, UnitId } from "../protocol.ts";
import { Drama } from "./drama.ts";
import type { Played } from "./messages.ts";
import { lookAt } from "./pacing.ts";
import { endOfMatch, soundOf } from "./sound.ts";
import { A1, D1, D2, E1, ONE, TWO, stateWith } from "./testing.ts";

const E2 = "e2" as UnitId;
const BEFORE = stateWith({
  round: 1,
  units: {
    a1: { id: "a1", side: "party", at: [0, 0], hp: 5, health: 5 },
    e1: { id: "e1", side: "enemy", at: [1, 0], hp: 3, health: 4 },
  },
  adventurers: { a1: { seat: "1" } },
  dice: { d1: { kind: "snipe", owner: "a1", face: -1 } },
});
const FELLED = { ...BEFORE, units: { ...BEFORE.units, e1: { ...entryOf(BEFORE.units, E1), at: null, hp: 0 } } };
const ATTACK: BattleEvent[] = [
  ["engage", A1, [E1], "ranged-weapon", ""],
  ["show", [D1], [2], "roll"],
  ["damage", E1, A1, 2, 1, 0, 1, 0, "engage"],
  ["damage", E1, A1, 2, 0, 0, 2, 0, "engage"],
];

/** A drama to which these events were shown, each for so long. */
function shown(events: readonly BattleEvent[], wait: number, after = BEFORE, before = BEFORE): Drama {
  const drama = new Drama(
    () => {},
    (unit) => unit === A1,
  );
  const played = { commit: { events }, before, after } as unknown as Played;
  events.forEach((_, at) => drama.take({ played, at, before, state: at === events.length - 1 ? after : before, wait }));
  return drama;
}

test("an attack is a line, dice over its target, and blows that add up", () => {
  const drama = shown(ATTACK, 500);
  assert.deepEqual(
    [drama.strike?.from, drama.strike?.to],
    [
      [0, 0],
      [1, 0],
    ],
  );
  assert.deepEqual([drama.cast?.at, drama.cast?.dice.map(({ face }) => face)], [[1, 0], [2]]);
  assert.equal(drama.blows.length, 2);
  const { dealt, prevented, lost, dice } = drama.verdict ?? assert.fail("no verdict");
  assert.deepEqual([dealt, prevented, lost, dice.length], [4, 1, 3, 1]);
});

test("who falls is seen breaking where it stood, and the verdict says so", () => {
  const drama = shown([...ATTACK, ["defeat", E1, A1]], 500, FELLED);
  assert.deepEqual(
    drama.fallen.map(({ unit, at }) => [unit.id, at]),
    [[E1, [1, 0]]],
  );
  assert.equal(drama.verdict?.isDefeat, true);
});

test("what is skipped leaves its verdict and nothing that moves", () => {
  const drama = shown([...ATTACK, ["defeat", E1, A1], ["round", 2]], 0, FELLED);
  assert.deepEqual([drama.strike, drama.cast, drama.herald, drama.blows, drama.fallen], [null, null, null, [], []]);
  assert.equal(shown(ATTACK, 0).verdict?.lost, 3);
});

test("rounds, fatigue, one's own fall and the end are called out", () => {
  const called = (event: BattleEvent) => shown([event], 500).herald?.what;
  assert.equal(called(["round", 5]), "round");
  assert.equal(called(["round", 6]), "fatigue");
  assert.equal(called(["defeat", A1, E1]), "down");
  assert.equal(called(["end", "victory"]), "victory");
  assert.equal(called(["turn", E1, false]), undefined);
});

test("a fall is looked at longer than a wound, one of the party longest", () => {
  const wound = lookAt(["damage", E1, A1, 2, 0, 0, 2, 0, "engage"], BEFORE);
  const fall = lookAt(["defeat", E1, A1], BEFORE);
  assert.ok(wound < fall && fall < lookAt(["defeat", A1, E1], BEFORE));
  assert.ok(lookAt(["show", [D1], [1], "roll"]) < lookAt(["show", [D1, D2], [1, 1], "roll"]));
});

test("what is parried rings, what is hit thuds, and most of a battle is silent", () => {
  const isParty = (unit: UnitId) => unit === A1;
  assert.equal(soundOf(["damage", A1, E1, 2, 2, 0, 0, 0, "engage"], isParty), "block");
  assert.equal(soundOf(["damage", A1, E1, 2, 0, 1, 0, 0, "engage"], isParty), "hit");
  assert.equal(soundOf(["defeat", A1, E1], isParty), "fall");
  assert.equal(soundOf(["exhaust", D1], isParty), null);
});

test("the end of a match is a loss for the losing side alone", () => {
  assert.equal(endOfMatch(ONE, [ONE]), "victory");
  assert.equal(endOfMatch(ONE, [TWO]), "loss");
  assert.equal(endOfMatch(ONE, []), "victory");
  assert.equal(endOfMatch(ONE, [ONE, TWO]), "victory");
});

test("enemies that come in the middle of a battle are called out together, and seen to come", () => {
  const come: BattleEvent[] = [E1, E2].map((unit) => ["deploy", unit, [2, 0]]);
  const units = { ...BEFORE.units, e2: { ...entryOf(BEFORE.units, E1), id: E2 } };
  const later = { ...BEFORE, units, rounds: 4 };
  const drama = shown(come, 300, later, later);
  assert.deepEqual([drama.herald?.what, drama.herald?.units], ["arrive", [E1, E2]]);
  assert.ok(drama.isArriving(E2));
  assert.equal(drama.isArriving(A1), false);
  const setUp = shown(come, 300, { ...later, rounds: 0 }, { ...later, rounds: 0 });
  assert.equal(setUp.herald, null);
  assert.equal(setUp.isArriving(E2), false);
  const helper = { ...later, units: { ...units, e2: { ...units.e2, side: "party" as const } } };
  assert.equal(shown([["deploy", E2, [2, 0]]], 300, helper, helper).herald, null);
});

const RIPOSTE: BattleEvent[] = [["damage", A1, E1, 2, 1, 0, 1, 0, "riposte"]];

test("what an ability of who was struck costs the striker stands with the verdict, also where all is shown at once", () => {
  for (const wait of [0, 500]) {
    const { verdict } = shown([...ATTACK, ...RIPOSTE], wait);
    assert.deepEqual(verdict?.answer, { how: "riposte", lost: 1, prevented: 1 });
    assert.deepEqual([verdict.target, verdict.lost], [E1, 3], "the verdict itself stays");
  }
  assert.equal(shown([...ATTACK, ["damage", A1, E2, 2, 0, 0, 2, 0, "riposte"]], 0).verdict?.answer, undefined);
  assert.equal(shown(ATTACK, 0).verdict?.answer, undefined);
});

test("what an answer has cost stays while more blows of the same attack land", () => {
  const { verdict } = shown([...ATTACK, ...RIPOSTE, entryAt(ATTACK, 3)], 0);
  assert.deepEqual([verdict?.lost, verdict?.answer?.lost], [5, 1]);
});

test("what comes of a trap is called out, also where all is shown at once", () => {
  for (const wait of [0, 500]) {
    const sprung = shown(
      [["trapped", A1, "cave", "Loose Ceiling", false, true, "Failure: take 2 damage."]],
      wait,
    ).herald;
    assert.deepEqual(
      [sprung?.what, sprung?.trap],
      ["trap", { name: "Loose Ceiling", isSprung: true, text: "Failure: take 2 damage." }],
    );
    assert.ok((sprung?.ms ?? 0) > 3000, "there is time to read it");
  }
  assert.equal(shown([["trapped", A1, "cave", "Loose Ceiling", true, false]], 0).herald?.trap?.isSprung, false);
});
