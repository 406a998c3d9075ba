import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_BATTLE, type BattleId } from "../protocol.ts";
import { goesOnIn } from "./going_on.ts";

const [SESSION, BATTLE] = ["s", "b"] as [BattleId, BattleId];
const line = (battle: BattleId, session = NO_BATTLE) => ({
  ...{ battle, session, encounter: "jailbreak", started: 0, over: true, lost: false },
});

test("who comes back goes on where the table plays", () => {
  assert.equal(goesOnIn({ phase: "playing", battles: [line(SESSION), line(BATTLE, SESSION)] }, SESSION), BATTLE);
  assert.equal(goesOnIn({ phase: "playing", battles: [] }, undefined), NO_BATTLE);
});

test("who saw a session's last battle goes on in the session, also where that has ended with it", () => {
  assert.equal(goesOnIn({ phase: "finished", battles: [line(BATTLE, SESSION), line(SESSION)] }, BATTLE), SESSION);
});

test("where nothing is played any more, whoever looks at another battle stays there", () => {
  assert.equal(goesOnIn({ phase: "finished", battles: [line(BATTLE), line(SESSION)] }, BATTLE), NO_BATTLE);
  assert.equal(goesOnIn({ phase: "finished", battles: [line(SESSION)] }, undefined), NO_BATTLE);
});
