import { A1, B1 } from "./testing.ts";
import { entryAt } from "./certain.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { lookAtMatch } from "./match_show.ts";
import { MatchDrama } from "./match_drama.ts";
import type { MatchState } from "./match.ts";
import type { Shown } from "./stage.ts";
import { staged } from "./staging.ts";
import type { State } from "./state.ts";
import type { BattleEvent } from "../protocol.ts";

const unit = (id: string, side: string, x: number) => ({
  id,
  side,
  at: [x, 0, 0],
  injury: "",
  type: { skills: [], rank: id === "b1" ? "henchman" : "hero" },
});
const start = {
  board: {},
  sides: { 1: { warband: { rout: 2 } }, 2: { warband: { rout: 2 } } },
  units: { a1: unit("a1", "1", 0), b1: unit("b1", "2", 1000) },
  pairs: {},
  turn: 3,
} as unknown as State;
const event = (...said: unknown[]) => said as unknown as BattleEvent;
const match = (state: State) => state as unknown as MatchState;

/** Shows events one after the other, as the stage does. */
function shown(drama: MatchDrama, events: readonly BattleEvent[], wait = 0): State {
  let state = start;
  for (const [at] of events.entries()) {
    const before = state;
    state = staged(before, entryAt(events, at));
    drama.take({ played: { commit: { events } }, at, before, state, wait } as unknown as Shown);
  }
  return state;
}

test("events of a match change the table before their commit is done", () => {
  const way = [
    [0, 0, 0],
    [500, 0, 0],
  ];
  const state = match(
    shown(new MatchDrama(() => null), [
      event("sk.moved", "a1", "engage", way),
      event("sk.engaged", [["b1", "a1"]]),
      event("sk.injury", "b1", "dazed", "attack"),
    ]),
  );
  assert.deepEqual(state.units[A1]?.at, [500, 0, 0]);
  assert.deepEqual(state.pairs, { "a1~b1": ["b1", "a1"] });
  assert.equal(state.units[B1]?.injury, "dazed");
  assert.equal(match(staged(start, event("sk.lost", "b1", "a1"))).units[B1]?.at, null);
});

test("dice and long ways are looked at, a dash and a mark are not", () => {
  assert.ok(lookAtMatch(["sk.attack", "a1", "b1", "sword", 14, [17], 17, true, false]) > 0);
  assert.equal(lookAtMatch(["sk.check", "b1", "defence", "attack", 0, [], 0, false]), 0);
  assert.equal(lookAtMatch(["sk.marked", "a1", "moved"]), 0);
  assert.ok(lookAtMatch(["sk.moved", "a1", "run", [0, 0, 0]]) > lookAtMatch(["sk.moved", "a1", "run", [0, 0]]));
});

test("an attack is told with the die that counts, what the defence did and what follows", () => {
  const drama = new MatchDrama(() => null);
  shown(drama, [
    event("sk.attack", "a1", "b1", "sword", 14, [6, 17], 17, true, false),
    event("sk.check", "b1", "defence", "attack", 17, [3], 3, false),
    event("sk.lost", "b1", "a1"),
  ]);
  const { outcome } = drama;
  assert.deepEqual(outcome?.dice, [
    { face: 6, counts: false },
    { face: 17, counts: true },
  ]);
  assert.deepEqual([outcome.passed, outcome.stopped, outcome.harm], [true, false, "lost"]);
});

test("what is skipped moves nothing; what is declared stands until it comes to something", () => {
  const drama = new MatchDrama(() => null);
  shown(drama, [event("sk.declared", "a1", ["b1"], 2, ["climb:house"])]);
  assert.deepEqual(drama.declared, { unit: "a1", targets: ["b1"], kind: 2, checks: ["climb:house"] });
  shown(drama, [event("sk.failed", "a1", "short")]);
  assert.equal(drama.declared, null);
  shown(drama, [event("sk.lost", "b1", "a1")]);
  assert.deepEqual(drama.lost, []);
});

test("a test for rout is called out, with the losses before it and what was rolled, and kept for the match's end", () => {
  const drama = new MatchDrama(() => null);
  shown(drama, [
    event("sk.lost", "b1", "a1"),
    event("sk.check", "b1", "morale", "rout", 10, [4], 4, false),
    event("sk.rout", "2", false),
  ]);
  assert.equal(drama.call?.what, "rout");
  const roll = { unit: "b1", counts: 4, needs: 10 };
  assert.deepEqual(drama.rout, { side: "2", all: 1, from: 2, roll, stays: false });
  drama.calm();
  assert.equal(drama.rout, null);
});

test("the defence answers the attack that has hit, though the further one that it granted has missed", () => {
  const drama = new MatchDrama(() => null);
  shown(drama, [
    event("sk.attack", "a1", "b1", "sword", 11, [20], 20, true, true),
    event("sk.attack", "a1", "b1", "sword", 11, [3], 3, false, false),
    event("sk.check", "b1", "defence", "attack", 17, [3], 3, false),
    event("sk.lost", "b1", "a1"),
  ]);
  const { outcome } = drama;
  assert.deepEqual([outcome?.counts, outcome?.passed, outcome?.stopped, outcome?.harm], [20, true, false, "lost"]);
});

test("each hit on a target has its own defence, and none is left for another's attack", () => {
  const drama = new MatchDrama(() => null);
  const defends = (die: number, passed: boolean) =>
    event("sk.check", "b1", "defence", "attack", 17, [die], die, passed);
  shown(drama, [
    event("sk.attack", "a1", "b1", "sword", 11, [12], 12, true, false),
    event("sk.attack", "a1", "b1", "sword", 11, [14], 14, true, false),
    defends(18, true),
    defends(2, false),
  ]);
  assert.deepEqual([drama.outcome?.counts, drama.outcome?.stopped], [14, false]);
  shown(drama, [event("sk.attack", "a1", "b1", "sword", 11, [13], 13, true, false)]);
  shown(drama, [event("sk.attack", "b1", "a1", "sword", 11, [15], 15, true, false)]);
  shown(drama, [event("sk.check", "a1", "defence", "attack", 17, [19], 19, true)]);
  assert.deepEqual([drama.outcome?.counts, drama.outcome?.stopped], [15, true]);
});

test("who steps in, what is cast, and the loss of a hero are called out; of a henchman it is not", () => {
  const drama = new MatchDrama(() => null);
  const feat = (one: BattleEvent, wait = 600) => {
    shown(drama, [one], wait);
    const { feat: found } = drama;
    drama.calm();
    return found && [found.what, found.unit, found.other, found.spell];
  };
  assert.deepEqual(feat(event("sk.intercepted", "a1", "b1", [0, 0, 0])), ["steps", "b1", "a1", ""]);
  assert.deepEqual(feat(event("sk.spell", "a1", "hex", "b1", true)), ["casts", "a1", "b1", "hex"]);
  assert.deepEqual(feat(event("sk.spell", "a1", "hex", "b1", false)), ["fizzles", "a1", "b1", "hex"]);
  assert.deepEqual(feat(event("sk.lost", "a1", "b1")), ["fallen", "a1", "b1", ""]);
  assert.equal(feat(event("sk.lost", "b1", "a1")), null);
});
