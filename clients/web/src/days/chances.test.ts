import assert from "node:assert/strict";
import test from "node:test";

import { chancesOf } from "./chances.ts";

test("each face of a die is told once, likeliest first, with how many of its sides show it", () => {
  assert.deepEqual(chancesOf(["miss", "hit:1", "hit:2", "hit:1", "hit:1", "hit:2"]), [
    { face: "hit:1", at: 1, sides: 3 },
    { face: "hit:2", at: 2, sides: 2 },
    { face: "miss", at: 0, sides: 1 },
  ]);
});
