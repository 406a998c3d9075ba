import assert from "node:assert/strict";
import { test } from "node:test";
import { CORNERS, ENDS, placeAt, writing } from "./match_tags.ts";

test("given a base by itself, then its number stands where numbers stand", () => {
  assert.deepEqual(placeAt(CORNERS, [0, 0], 500, []), CORNERS[0]);
  assert.deepEqual(placeAt(CORNERS, [0, 0], 500, [[9000, 0]]), CORNERS[0]);
});

test("given a base that touches it at the right, then its number stands at the left", () => {
  assert.deepEqual(placeAt(CORNERS, [0, 0], 500, [[900, 440]]), CORNERS[3]);
  assert.deepEqual(placeAt(CORNERS, [0, 0], 500, [[1000, 0]]), CORNERS[1]);
});

test("given bases around it but for one corner, then its number stands there", () => {
  const others = [
    [707, 707],
    [-707, 707],
    [-707, -707],
  ] as const;
  assert.deepEqual(placeAt(CORNERS, [0, 0], 500, others), CORNERS[2]);
});

test("given a base below it, then what ails it is told above", () => {
  assert.deepEqual(placeAt(ENDS, [0, 0], 500, [[0, 1000]]), ENDS[1]);
  assert.deepEqual(placeAt(ENDS, [0, 0], 500, [[0, -1000]]), ENDS[0]);
});

test("given a table that is seen from afar, then signs stand for words, and numbers are larger", () => {
  assert.deepEqual(writing(0.022), { hasWords: true, times: 1 });
  assert.equal(writing(0.0105).hasWords, false);
  assert.ok(writing(0.0105).times > 1);
});
