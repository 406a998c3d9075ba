import assert from "node:assert/strict";
import { test } from "node:test";

import { entryAt, entryOf } from "./certain.ts";

test("an entry that is there is given, and one that is missing is an error in words", () => {
  assert.equal(entryAt(["a", "b"], 1), "b");
  assert.equal(entryAt(Uint8Array.of(0, 7), 0), 0);
  assert.throws(() => entryAt(["a"], 1), /there is no entry 1 in a list of 1/);
  assert.equal(entryOf({ a: 0 }, "a"), 0);
  const record: Record<string, number> = { a: 0 };
  assert.throws(() => entryOf(record, "b"), /there is no b among 1 keys/);
});
