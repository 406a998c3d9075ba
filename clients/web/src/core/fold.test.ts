import assert from "node:assert/strict";
import { test } from "node:test";

import { folded, Gap } from "./fold.ts";

test("what stood below a replaced node is not written to", () => {
  const state = { a: { b: { c: 0 } } };
  const replaced = [
    folded(state, [], { "a/b/c": 1, a: { b: { d: 2 } }, "a/b/e": 3 }),
    folded(state, [], { "a/b/c": 1, "a/b": { d: 2 }, "a/b/e": 3 }),
    folded(state, ["a/b/c", "a"], { a: { b: { d: 2 } }, "a/b/e": 3 }),
  ];
  for (const one of replaced) assert.deepEqual(one, { a: { b: { d: 2, e: 3 } } });
  assert.deepEqual(state, { a: { b: { c: 0 } } });
});

test("a value below nothing is a gap, and leaves the state alone", () => {
  const state: Record<string, unknown> = { a: { b: 1 } };
  assert.throws(() => folded(state, [], { "x/y": 1 }), Gap);
  assert.deepEqual(folded(state, ["a/b", "q/r"], { "a/c": 2 }), { a: { c: 2 } });
  assert.deepEqual(state, { a: { b: 1 } });
});
