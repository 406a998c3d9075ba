import assert from "node:assert/strict";
import test from "node:test";

import { A1, A2, stateWith } from "./testing.ts";
import { fatigueAhead } from "./tiring.ts";

const state = (one: readonly string[], two: readonly string[], fate = "") =>
  stateWith({
    adventurers: { [A1]: { track: one }, [A2]: { track: two } },
    units: { [A1]: { fate: "" }, [A2]: { fate } },
  });

test("the next fatigue round costs a point for each overfatigue in a track, and for the one that it brings", () => {
  assert.deepEqual(fatigueAhead(state([], ["LF", "d1"])), [1, 1]);
  assert.deepEqual(fatigueAhead(state(["OF"], ["d1", "OF", "OF"])), [2, 3]);
});

test("who has fallen tires no more", () => {
  assert.deepEqual(fatigueAhead(state(["OF"], ["OF", "OF"], "defeated")), [2, 2]);
});
