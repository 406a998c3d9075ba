import assert from "node:assert/strict";
import test from "node:test";

import type { BattleId } from "../protocol.ts";
import type { Commit } from "../core/messages.ts";
import { BATTLE } from "../core/testing.ts";
import { Chronicle, daysOf } from "./chronicle.ts";

const SESSION = "s1" as BattleId;

const commit = (version: number, ...events: unknown[][]) => ({ version, events }) as unknown as Commit;

/** A session's first commits: two days, with a choice on each. */
const written = () => [
  commit(1, ["session", "black-marsh"]),
  commit(2, ["day", 1], ["choice", "help"]),
  commit(3, ["day", 2], ["choice", "spare"], ["call", 1]),
];

const loaded = () => new Promise((resolve) => setImmediate(resolve));

/** A chronicle of that journal, and how often its recording has been asked for. */
function chronicleOf(journal: Commit[]) {
  const asked: BattleId[] = [];
  const chronicle = new Chronicle({ player: null, render: () => {} }, (battle) => {
    asked.push(battle);
    return Promise.resolve({ commits: [...journal], last: journal.length });
  });
  return { chronicle, asked };
}

test("a battle's commits are no days of its session, which goes on with what came of the battle", async () => {
  // Given a session that is read up to the call of a battle
  const journal = written();
  const { chronicle } = chronicleOf(journal);
  chronicle.of(SESSION, 3);
  await loaded();
  assert.deepEqual(chronicle.of(SESSION, 3), daysOf(journal));
  // When a battle is played whose versions go past the session's, and the session has gone on at its end
  for (let version = 2; version < 9; version += 1) chronicle.heard(BATTLE, commit(version, ["round", version]));
  journal.push(commit(4, ["return", 1], ["fought", "defeat"]));
  chronicle.of(SESSION, 4);
  await loaded();
  chronicle.heard(SESSION, commit(5, ["day", 3]));
  // Then the journal tells of it, and of what follows
  const told = chronicle.of(SESSION, 5).map(({ day, deeds }) => [day, deeds.map(({ tag }) => tag)]);
  assert.deepEqual(told, [
    [0, ["session"]],
    [1, ["choice"]],
    [2, ["choice", "call", "return", "fought"]],
    [3, []],
  ]);
});

test("a recording is asked for once, however often the page is drawn, and what comes meanwhile is kept", async () => {
  const { chronicle, asked } = chronicleOf(written());
  chronicle.of(SESSION, 3);
  chronicle.of(SESSION, 3);
  chronicle.heard(SESSION, commit(4, ["day", 3]));
  await loaded();
  chronicle.of(SESSION, 4);
  assert.deepEqual(asked, [SESSION]);
  assert.equal(chronicle.of(SESSION, 4).at(-1)?.day, 3);
});
