/** Hexes in words. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withoutHexes } from "./hexes.ts";

test("a way to lay a tile is told without the numbers of its hexes", () => {
  assert.equal(
    withoutHexes("To the north-east by 1,0, turned 120 degrees; leaves 3 doors open (5,0 4,-2 2,2)"),
    "To the north-east, turned 120 degrees; leaves 3 doors open",
  );
  assert.equal(withoutHexes("How do you connect Hall of Pillars to 0,1?"), "How do you connect Hall of Pillars?");
  assert.equal(
    withoutHexes("You have 2-2-6 against 5-2-4, 5 first; 2 attempts left. Adjust a die?"),
    "You have 2-2-6 against 5-2-4, 5 first; 2 attempts left. Adjust a die?",
  );
});
