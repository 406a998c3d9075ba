/** Who is told that their turn ended by itself. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { BattleEvent } from "../protocol.ts";
import type { Commit } from "./messages.ts";
import { ONE, TWO, stateWith } from "./testing.ts";
import { endsAlone, isAllButWon } from "./turn_over.ts";

const spared = (why: string, key: string): BattleEvent => ["spared", why, [ONE], [[key, "Text"]], "of a reason"];
const played = (...events: BattleEvent[]) => ({ commit: { events } as unknown as Commit });

test("a turn that ended as nothing was left to do is told to whose it was, and to nobody else", () => {
  const one = played(spared("turn.act", "end"));
  assert.equal(endsAlone(one, [ONE]), true);
  assert.equal(endsAlone(one, [TWO]), false);
});

test("what else was not asked ends no turn", () => {
  assert.equal(endsAlone(played(spared("turn.act", "drop:d1"), spared("map.priority", "end")), [ONE]), false);
});

test("with no enemy left the battle is won at the round's end, where that is all it asks for and no more come", () => {
  const foe = (fate: string) => ({ kind: "enemy", side: "enemy", at: fate ? null : [0, 0], fate });
  const state = (...fates: string[]) =>
    stateWith({ units: Object.fromEntries(fates.map((one, at) => [at, foe(one)])) });
  const fallen = state("defeated", "removed");
  assert.equal(isAllButWon(fallen, "Defeat all enemies.", null), true);
  assert.equal(isAllButWon(fallen, "Defeat all enemies, or let every adventurer escape.", null), true);
  assert.equal(isAllButWon(fallen, "Defeat all enemies. Pick 2 of the 3 locks.", null), false);
  assert.equal(isAllButWon(fallen, "Defeat all enemies.", { left: 1, round: 3 }), false);
  assert.equal(isAllButWon(state("defeated", ""), "Defeat all enemies.", null), false);
  assert.equal(isAllButWon(state(), "Defeat all enemies.", null), false);
});
