/** How long what happens is looked at. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import type { BattleEvent } from "../protocol.ts";
import { lookAt } from "./pacing.ts";
import type { Played } from "./messages.ts";
import { Stage } from "./stage.ts";
import { A1, E1, stateWith } from "./testing.ts";

const STATE = stateWith({
  units: { e1: { id: "e1", name: "Wolf", side: "enemy", hp: 0, at: [0, 0], statuses: [], fate: "" } },
  adventurers: {},
  acted: [],
});
const TURN: BattleEvent = ["turn", A1];
const FALL: BattleEvent = ["defeat", E1, A1];

/** What each event of a commit is looked at for, so many of which wait at once. */
function waits(events: readonly BattleEvent[], state = STATE): number[] {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.document ??= { hidden: false } as Document;
  const found: number[] = [];
  const stage = new Stage({ changed: () => {}, told: ({ wait }) => found.push(wait), done: () => {} });
  stage.stand(state, 1);
  stage.play({ commit: { version: 2, events }, before: state, after: state, asked: [] } as unknown as Played);
  for (const _ of events) mock.timers.runAll();
  mock.timers.reset();
  return found;
}

test("the more waits the faster it goes, but nobody's fall is hurried past", () => {
  const [alone = 0] = waits([FALL]);
  const [quiet = 0] = waits([TURN]);
  const many = waits([FALL, ...Array<BattleEvent>(200).fill(TURN)]);
  assert.ok(many[1]! < quiet / 2);
  assert.equal(many[0], alone);
});

test("the fall that ends a battle is looked at longer than others", () => {
  assert.ok(lookAt(FALL, { ...STATE, outcome: "victory" }) > 1.5 * lookAt(FALL, STATE));
});
