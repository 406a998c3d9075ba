import assert from "node:assert/strict";
import { test } from "node:test";

import { Drafts } from "./drafts.ts";
import type { Question } from "./messages.ts";
import { letterOf, Offers, offersOf } from "./offers.ts";
import { asked, options, stateWith } from "./testing.ts";

test("few hexes to choose from go by letters, anything else does not", () => {
  const spots = asked([
    "one",
    [
      ["a", "0,-1", ""],
      ["b", "2,3", "towards 1,1"],
    ],
  ]);
  assert.deepEqual([letterOf(spots, "a"), letterOf(spots, "b"), letterOf(spots, "c")], ["A", "B", ""]);
  assert.equal(
    letterOf(
      asked([
        "one",
        [
          ["a", "0,-1", ""],
          ["pass", "Stay", ""],
        ],
      ]),
      "a",
    ),
    "",
  );
});

test("so do the hexes of a plan, as of a deployment, apart from its other parts", () => {
  const plan = asked([
    "plan",
    [
      [
        "hex",
        [
          ["hex:1,0", "1,0", ""],
          ["hex:1,1", "1,1", ""],
        ],
        1,
        1,
      ],
      ["form", options("form:light"), 1, 1],
    ],
    [],
    [],
  ]);
  assert.deepEqual([letterOf(plan, "hex:1,1"), letterOf(plan, "form:light")], ["B", ""]);
});

test("what is offered stays the same map until a draft or the state is another one", () => {
  const question = asked(["some", options("1,0", "2,0"), 1, 2]);
  const asks: Question[] = [question];
  const [drafts, offers, state] = [new Drafts(), new Offers(), stateWith({ units: {}, dice: {} })];
  const first = offers.of(asks, drafts, state);
  assert.equal(offers.of([...asks], drafts, state), first);
  drafts.toggle(question, "1,0");
  assert.ok(offers.of(asks, drafts, state).get("1,0")?.[0]?.isPicked);
  assert.equal(first.get("1,0")?.[0]?.isPicked, false);
});

test("targets, hexes and dice are offered where they lie", () => {
  const plan = asked([
    "plan",
    [
      ["hex", options("hex:1,2"), 1, 1],
      ["target", options("target:e1"), 1, 1],
    ],
    [],
    [],
  ]);
  const offers = offersOf([plan], new Drafts(), stateWith({ units: { e1: {} }, dice: {} }));
  assert.deepEqual([...offers.keys()], ["1,2", "e1"]);
});
