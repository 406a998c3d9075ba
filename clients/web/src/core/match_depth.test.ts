import assert from "node:assert/strict";
import { test } from "node:test";
import { depthOf, isHidden, solidOf } from "./match_depth.ts";
import type { Terrain } from "./match.ts";

/** As the table draws it: half as deep, what is high stands above its place. */
const drawn = (x: number, y: number, z = 0): readonly [number, number] => [x, y / 2 - z];
const house = (x: number, y: number, high = 3000): Terrain =>
  ({
    high,
    corners: [
      { x, y, z: 0 },
      { x: x + 4000, y, z: 0 },
      { x: x + 4000, y: y + 4000, z: 0 },
      { x, y: y + 4000, z: 0 },
    ],
  }) as Terrain;
const near = solidOf(house(0, 10_000), drawn);

test("a unit behind a house is drawn before it and hidden, in front of it after it and seen", () => {
  assert.ok(depthOf([2000, 9000, 0], [near], drawn) < near.front);
  assert.ok(isHidden([2000, 9000, 0], 500, [near], drawn));
  assert.ok(depthOf([2000, 14_600, 0], [near], drawn) > near.front);
  assert.ok(!isHidden([2000, 14_600, 0], 500, [near], drawn));
});

test("a unit on a roof is drawn after it and seen, and far behind or beside a house nothing hides it", () => {
  assert.ok(depthOf([2000, 12_000, 3000], [near], drawn) > near.front);
  assert.ok(!isHidden([2000, 12_000, 3000], 500, [near], drawn));
  assert.ok(!isHidden([2000, 2000, 0], 500, [near], drawn));
  assert.ok(!isHidden([5000, 12_000, 0], 500, [near], drawn));
});

test("between two houses a unit is drawn after the one behind it and before the one in front", () => {
  const far = solidOf(house(0, 4000), drawn);
  const depth = depthOf([2000, 9000, 0], [near, far], drawn);
  assert.ok(far.front < depth && depth < near.front);
});

test("in front of a slanting wall a unit is drawn after it, though a corner of it reaches further", () => {
  const slanting = solidOf(
    {
      high: 3000,
      corners: [
        { x: 0, y: 0, z: 0 },
        { x: 8000, y: 8000, z: 0 },
        { x: 8000, y: 0, z: 0 },
      ],
    } as Terrain,
    drawn,
  );
  assert.ok(depthOf([2000, 3000, 0], [slanting], drawn) > slanting.front);
});
