import assert from "node:assert/strict";
import { test } from "node:test";

import type { Slot } from "../protocol.ts";
import { clash, ends, isMisfit, refuse, remedied, toggled, whyNot } from "./answers.ts";
import { Drafts } from "./drafts.ts";
import { asked, options } from "./testing.ts";

const engageSlots: Slot[] = [
  ["form", options("form:magic", "form:light"), 1, 1],
  ["dice", options("d1", "d2", "d3"), 0, 3],
];
const engage = asked([
  "plan",
  engageSlots,
  [[["d1", "d2", "d3"], 2, "Stamina allows 2."]],
  [["d1", ["form:light"], "Needs another form."]],
]);

test("a route ends where it may stop, by the cheapest way", () => {
  const walk = asked([
    "route",
    [
      ["0,0", [1, 2], 1, true, ""],
      ["1,0", [3], 2, true, ""],
      ["0,1", [3], 1, false, ""],
      ["1,1", [], 1, true, "bane"],
    ],
    3,
    1,
  ]);
  const goals = ends(walk.shape);
  assert.deepEqual([...goals.keys()].sort(), ["1,0", "1,1"]);
  assert.deepEqual(goals.get("1,1")?.picks, ["0,1", "1,1"]);
  assert.equal(goals.get("1,1")?.cost, 2);
  assert.equal(refuse(walk, ["0,1", "1,1"]), "");
  assert.notEqual(refuse(walk, ["0,1"]), "");
  assert.notEqual(refuse(walk, ["1,1"]), "");
});

test("a place is a point of whole numbers within its bounds", () => {
  const where = asked(["place", options("500,500,0"), [0, 0, 0], [36000, 36000, 3000]]);
  for (const key of ["500,500,0", "0,36000", "18000,1,3000"]) assert.equal(refuse(where, [key]), "");
  for (const key of ["-1,0", "36001,5", "5", "5,5,5,5", "1.5,2", "05,5", "a,b", " 1,2"]) {
    assert.notEqual(refuse(where, [key]), "");
  }
  assert.notEqual(refuse(where, []), "");
});

test("a plan says why an option cannot be added", () => {
  assert.equal(whyNot(engage.shape, ["form:magic"], "d1"), "Needs another form.");
  assert.equal(whyNot(engage.shape, ["form:light"], "d1"), "");
  assert.equal(whyNot(engage.shape, ["form:light", "d1", "d2"], "d3"), "Stamina allows 2.");
  assert.equal(clash(engage.shape, ["form:light", "d1"]), "");
});

test("another form takes the first one's place, and what needed it goes along", () => {
  assert.deepEqual(toggled(engage.shape, ["form:light", "d1", "d2"], "form:magic"), ["d2", "form:magic"]);
});

test("a die brings its form, unless something else that is picked would be lost", () => {
  const both = asked([
    "plan",
    engageSlots,
    [],
    [
      ["d1", ["form:light"], "Needs another form."],
      ["d2", ["form:magic"], "Needs another form."],
    ],
  ]);
  assert.deepEqual(remedied(both.shape, ["form:magic"], "d1"), ["form:light", "d1"]);
  assert.equal(remedied(both.shape, ["form:magic", "d2"], "d1"), null);
  const drafts = new Drafts();
  drafts.set(both, ["form:magic"]);
  drafts.toggle(both, "d1");
  assert.deepEqual(drafts.of(both), ["form:light", "d1"]);
});

test("a plan is refused until every part has enough", () => {
  assert.notEqual(refuse(engage, ["d2"]), "");
  assert.equal(refuse(engage, ["form:magic", "d2"]), "");
});

test("points are shared out up to the caps", () => {
  const split = asked(["split", options("a", "b"), 3, 2, [1, 3]]);
  assert.notEqual(refuse(split, ["a", "a"]), "");
  assert.notEqual(refuse(split, ["b"]), "");
  assert.equal(refuse(split, ["a", "b"]), "");
});

test("a die goes with its form, and with no other", () => {
  assert.equal(isMisfit(engage.shape, ["form:magic"], "d1"), true);
  assert.equal(isMisfit(engage.shape, ["form:light", "d2", "d3"], "d1"), false);
});

test("how many dice are wanted is said as Stamina limits it", () => {
  const wanting = (limit: number, high: number) => {
    const slots: Slot[] = [["dice", options("d1", "d2", "d3", "d4"), 1, high]];
    return refuse(asked(["plan", slots, [[["d1", "d2", "d3", "d4"], limit, "Stamina."]], []]), []);
  };
  assert.equal(wanting(2, 4), "Choose 1 or 2 dice.");
  assert.equal(wanting(4, 4), "Choose 1 to 4 dice.");
  assert.equal(wanting(1, 4), "Choose 1 die.");
});
