/** "!" on a hex says what it stands for. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { explained, kindsIn, metWords } from "./waymarks.ts";

test("a note says each thing once, in words", () => {
  assert.deepEqual(kindsIn("trap, skyshard, trap"), ["trap", "skyshard"]);
  assert.equal(metWords("trap, door"), "a trap and a door to explore");
  assert.equal(metWords("common"), "a common cache");
  assert.equal(metWords(""), "");
});

test("whatever a note may name is explained", () => {
  const said = explained("trap, skyshard, legendary, door");
  assert.deepEqual(
    said.map(({ name }) => name),
    ["Trap", "Skyshard", "Legendary cache", "Door"],
  );
  assert.ok(said.every(({ text }) => text.endsWith(".")));
  assert.deepEqual(explained(""), []);
});
