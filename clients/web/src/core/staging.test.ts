import assert from "node:assert/strict";
import { test } from "node:test";

import { burdenOf, mapStatusOf } from "./small_dice.ts";
import { staged } from "./staging.ts";
import { stateWith } from "./testing.ts";

test("status dice laid in a hex are seen until they are taken up", () => {
  const once = staged(stateWith({ laid: {} }), ["lay", [1, 2], "fear", "enemy"]);
  const twice = staged(once, ["lay", [1, 2], "bane"]);
  const [fear, bane] = [mapStatusOf("fear@enemy"), mapStatusOf("bane")];
  assert.deepEqual(twice.laid, { "1,2": [fear, bane] });
  assert.deepEqual(staged(twice, ["lift", [1, 2], "fear", "enemy"]).laid, { "1,2": [bane] });
});

test("replays of before wrote status dice and fatigue as texts, and are read", () => {
  assert.deepEqual(mapStatusOf("fear@enemy"), { status: "fear", side: "enemy" });
  assert.deepEqual(mapStatusOf("bane"), { status: "bane", side: "" });
  assert.deepEqual(burdenOf("LF@a1"), { kind: "LF", owner: "a1" });
  const before = stateWith({ laid: { "1,2": ["fear@enemy", "bane"] } });
  assert.deepEqual(staged(before, ["lift", [1, 2], "fear", "enemy"]).laid, { "1,2": ["bane"] });
});
