import assert from "node:assert/strict";
import test from "node:test";

import { SESSION } from "../texts/session.ts";
import { firstWords, hasNoXp } from "./no_xp.ts";

const scene = (saved: Record<string, number>) =>
  ({ state: { saved, adventurers: { a1: {}, a2: {} } } }) as unknown as Parameters<typeof hasNoXp>[0];

test("nobody has XP where nothing is saved of anybody", () => {
  assert.ok(hasNoXp(scene({})));
  assert.ok(hasNoXp(scene({ a1: 0, a2: 0 })));
  assert.ok(!hasNoXp(scene({ a1: 0, a2: 1 })));
});

test("who cannot buy anything is told whether that is for want of XP, and whether others have some", () => {
  assert.equal(firstWords(scene({}), 0, false), `${SESSION.nobodysXp}.`);
  assert.equal(firstWords(scene({ a2: 2 }), 0, false), SESSION.noXp);
  assert.equal(firstWords(scene({ a1: 1 }), 1, false), SESSION.tooDear);
  assert.equal(firstWords(scene({ a1: 2 }), 2, true), SESSION.pickGrowth);
});
