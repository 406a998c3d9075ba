import assert from "node:assert/strict";
import { test } from "node:test";

import { placement } from "./ghost.ts";

test("where a tile would lie is read from its option's note, and from no other note", () => {
  assert.deepEqual(placement("hexes 1,-2 1,-1; doors 1,-1; hearts 1,-2"), {
    hexes: [
      [1, -2],
      [1, -1],
    ],
    doors: [[1, -1]],
    hearts: [[1, -2]],
  });
  assert.equal(placement("2 hexes away"), null);
  assert.equal(placement(""), null);
});
