/** Names of adventurers: what an answer carries, and what is suggested where it carries none. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { named, suggestedName, withName } from "./given_names.ts";

test("a name comes last among an answer's picks, and only where an adventurer is being made", () => {
  assert.deepEqual(named("create.race", withName(["orc"], "Brannic")), { picks: ["orc"], name: "Brannic" });
  assert.deepEqual(named("create.race", ["orc"]), { picks: ["orc"], name: null });
  assert.deepEqual(named("turn.act", ["name:bell"]), { picks: ["name:bell"], name: null });
});

test("a suggestion is one of the race's names that nobody else has, the same each time", () => {
  const names = ["Ann", "Ben", "Cid"];
  const first = suggestedName(names, "jailbreak", "1", []);
  assert.ok(names.includes(first));
  assert.equal(suggestedName(names, "jailbreak", "1", []), first);
  assert.notEqual(suggestedName(names, "jailbreak", "1", [first]), first);
  assert.equal(suggestedName(names, "jailbreak", "1", names), "");
});
