/** Who is told that their turn ended by itself. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { BattleEvent } from "../protocol.ts";
import type { Commit } from "./messages.ts";
import { ONE, TWO } from "./testing.ts";
import { endsAlone } from "./turn_over.ts";

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
