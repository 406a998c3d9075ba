import assert from "node:assert/strict";
import { test } from "node:test";

import type { Shape } from "../protocol.ts";
import { Drafts } from "./drafts.ts";
import { NOTHING } from "./state.ts";
import { LATER, asked, options } from "./testing.ts";

test("a draft outlives the same question under a new id, and no other", () => {
  const drafts = new Drafts();
  const some = asked(["some", options("a", "b"), 1, 2]);
  drafts.toggle(some, "b");
  drafts.toggle(some, "a");
  drafts.turnTo([{ ...some, id: LATER }], NOTHING);
  assert.deepEqual(drafts.of({ ...some, id: LATER }), ["b", "a"]);
  drafts.turnTo([], NOTHING);
  assert.deepEqual(drafts.of(some), []);
});

test("the same words asked again after an answer begin afresh", () => {
  const shape: Shape = ["some", options("x", "y"), 1, 1];
  const drafts = new Drafts();
  drafts.turnTo([asked(shape, { id: 4 })], NOTHING);
  drafts.set(asked(shape, { id: 4 }), ["x"]);
  drafts.forget(asked(shape, { id: 4 }).id);
  drafts.turnTo([asked(shape, { id: 7 })], NOTHING);
  assert.deepEqual(drafts.of(asked(shape, { id: 7 })), []);
});

test("two open questions of the same words have drafts of their own", () => {
  const asking = (id: number) => asked(["some", options("x", "y"), 1, 1], { id });
  const [first, second] = [asking(4), asking(5)];
  const drafts = new Drafts();
  drafts.turnTo([first, second], NOTHING);
  drafts.set(first, ["x"]);
  assert.deepEqual([drafts.of(first), drafts.of(second)], [["x"], []]);
});

test("an order begins as suggested and moves one at a time", () => {
  const drafts = new Drafts();
  const order = asked(["order", options("a", "b", "c")], { fallback: ["c", "a", "b"] });
  drafts.shift(order, "c", 1);
  assert.deepEqual(drafts.of(order), ["a", "c", "b"]);
});

test("what an engage resolves is picked as suggested, in that order; another choice of several is not", () => {
  const drafts = new Drafts();
  const some = asked(["some", options("a", "b", "c"), 1, 3], { fallback: ["c", "a"] });
  assert.deepEqual(drafts.of({ ...some, why: "engage.resolve" }), ["c", "a"]);
  drafts.toggle({ ...some, why: "engage.resolve" }, "a");
  assert.deepEqual(drafts.of({ ...some, why: "engage.resolve" }), ["c"]);
  assert.deepEqual(drafts.of({ ...some, why: "kit.choose" }), []);
});

test("a way that was picked before an attack is dropped once one attacked; the attack outlives a move", () => {
  const asking = (why: string, id: number) => ({ ...asked(["some", options("x", "y"), 1, 1], { id }), why });
  const [move, engage] = [asking("turn.move", 4), asking("turn.engage", 5)];
  const drafts = new Drafts();
  const pick = () => {
    drafts.turnTo([move, engage], NOTHING);
    drafts.set(move, ["x"]);
    drafts.set(engage, ["y"]);
  };
  pick();
  drafts.forget(move.id);
  assert.deepEqual([drafts.of(move), drafts.of(engage)], [[], ["y"]]);
  pick();
  drafts.forget(engage.id);
  assert.deepEqual([drafts.of(move), drafts.of(engage)], [[], []]);
});
