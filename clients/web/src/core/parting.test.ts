import assert from "node:assert/strict";
import test from "node:test";

import { NO_BATTLE } from "../protocol.ts";
import type { BattleId, TableId } from "../protocol.ts";
import { Battle } from "./battle.ts";
import { Parting } from "./parting.ts";
import { BATTLE, TABLE } from "./testing.ts";

const [JOURNAL, ALONE] = ["s1", "b2"] as [BattleId, BattleId];

const standing = (battle: BattleId, over: boolean) =>
  new Battle({ battle, version: 1, state: null, questions: [], numbers: {}, opening: null, ms: 0, over });

const line = (battle: BattleId, session: BattleId) => ({
  battle,
  encounter: "tombs",
  started: 1,
  over: false,
  lost: false,
  session,
});

/** A table with a session, a battle that it has called for, and one that stands alone. */
const table = (id: TableId) => ({
  id,
  battles: [line(JOURNAL, NO_BATTLE), line(BATTLE, JOURNAL), line(ALONE, NO_BATTLE)],
});

/** What the page knows while a battle is played there. */
const at = (battle: Battle) => ({ battle, table: table(TABLE) as ReturnType<typeof table> | null });

test("a session's battle stays in sight after its end, whatever the session does, until it is left", () => {
  const session = at(standing(BATTLE, false));
  const parting = new Parting(session);
  parting.note();
  assert.equal(parting.battle, null);
  const { battle } = session;
  battle.over = true;
  assert.equal(parting.note(), false);
  session.battle = standing(JOURNAL, false);
  assert.equal(parting.note(), true);
  assert.equal(parting.battle, battle);
  parting.end();
  assert.equal(parting.note(), false);
  assert.equal(parting.battle, null);
});

test("a battle that stands alone is parted from by nobody, nor is a session's own end", () => {
  for (const battle of [ALONE, JOURNAL]) {
    const parting = new Parting(at(standing(battle, true)));
    parting.note();
    assert.equal(parting.battle, null);
  }
});

test("at another table nothing is parted from", () => {
  const session = at(standing(BATTLE, true));
  const parting = new Parting(session);
  parting.note();
  session.table = table("t2" as TableId);
  assert.equal(parting.battle, null);
  session.table = null;
  assert.equal(parting.battle, null);
});
