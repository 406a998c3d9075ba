/** Bridges lead from ground to ground; doors hang in their rooms' outer sides, open where rooms meet. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bearing, bridgeAt, doorways } from "./crossings.ts";
import { planOf, type Laid } from "./plan.ts";

const keys = (...all: string[]) => {
  const known = new Set(all);
  return (key: string): boolean => known.has(key);
};
const degrees = (angle: number | null): number | null => (angle === null ? null : Math.round((angle * 180) / Math.PI));

test("a bridge between water in the north and in the south leads from west to east", () => {
  const banks = keys("-1,0", "-1,1", "1,-1", "1,0");
  assert.equal(Math.abs(degrees(bridgeAt([0, 0], keys("0,-1", "0,1"), banks)) ?? NaN) % 180, 0);
});

test("a bridge turns with the water, and joins what there is on either bank", () => {
  const angle = bridgeAt([0, 0], keys("1,-1", "-1,1"), keys("0,-1", "-1,0", "1,0", "0,1"));
  assert.equal(((degrees(angle) ?? NaN) + 180) % 180, 60);
  const narrow = bridgeAt([0, 0], keys("0,-1", "0,1"), keys("-1,0", "1,0"));
  assert.equal(((degrees(narrow) ?? NaN) + 360) % 180, 30, "from the north-west bank to the south-east one");
});

test("where water lies on one side alone, or no ground on one, there is no bridge", () => {
  assert.equal(bridgeAt([0, 0], keys("0,-1"), keys("0,1", "1,0", "-1,0")), null);
  assert.equal(bridgeAt([0, 0], keys("0,-1", "0,1"), keys("1,0", "1,-1")), null);
});

const ROOM = {
  hexes: [
    [0, 0],
    [0, 1],
    [1, 0],
  ],
  doors: [[0, 0]],
} as const;

test("a door is shut in a side that no room lies beside, with its room's wall next to it", () => {
  const doorway = doorways({ room: ROOM }).get("0,0");
  assert.deepEqual(
    doorway?.doors.map((door) => door.isOpen),
    [false],
  );
  const side = doorway?.doors[0]?.side ?? -1;
  assert.ok(![2, 3].includes(side), "not towards a hex of its own room");
  assert.deepEqual(doorway?.wall, [0, 1, 4, 5]);
  assert.ok(Math.sin(bearing(side)) < 0 || Math.cos(bearing(side)) < 0, "away from the room's middle");
});

test("it stands open once another room's door lies beside it, and only there", () => {
  const beside = {
    hexes: [
      [0, -1],
      [0, -2],
    ],
    doors: [[0, -1]],
  } as const;
  const all = doorways({ room: ROOM, beside });
  assert.deepEqual(all.get("0,0")?.doors, [{ side: 0, isOpen: true }]);
  assert.deepEqual(all.get("0,-1")?.doors, [{ side: 3, isOpen: true }]);
  const walled = doorways({ room: ROOM, blind: { hexes: [[0, -1]], doors: [] } }).get("0,0");
  assert.deepEqual(
    walled?.doors.map((door) => [door.isOpen, door.side === 0]),
    [[false, false]],
  );
});

test("two hexes that share a door look at the same place", () => {
  const entrance = {
    hexes: [
      [0, 0],
      [1, -1],
      [0, 1],
      [1, 0],
    ],
    doors: [
      [0, 0],
      [1, -1],
    ],
  } as const;
  const all = doorways({ entrance });
  const [one, other] = [all.get("0,0")?.doors[0]?.side, all.get("1,-1")?.doors[0]?.side];
  assert.deepEqual([one, other], [0, 5]);
});

const laid = (more: Partial<Laid>): Laid => ({ tiles: {}, blocked: [], marks: {}, ...more });

test("the broken bridge is planks over the river, and fallen stone lies where a gallery came down", () => {
  const hexes = [-1, 0, 1].flatMap((q) => [-1, 0, 1].map((r) => [q, r] as [number, number]));
  const plan = planOf(
    laid({
      tiles: { clash: { kind: "clash", hexes } },
      blocked: [
        [0, -1],
        [0, 1],
      ],
    }),
    "broken-bridge",
  );
  const [span, bank] = [plan.spots[plan.at(0, 0)], plan.spots[plan.at(1, 0)]];
  assert.deepEqual([span?.kind, span?.bridge === null, bank?.bridge], ["deep", false, null]);
  const gallery = { kind: "t", hexes, card: "collapsed-gallery", doors: [[1, 1]] as [number, number][] };
  const fallen = planOf(laid({ tiles: { t: gallery }, blocked: [[0, 0]] }), "sunken-crypt");
  assert.equal(fallen.spots[fallen.at(0, 0)]?.obstacle, "rubble");
  assert.ok(fallen.spots.every((spot) => spot.isStrewn));
  assert.equal(fallen.spots[fallen.at(1, 1)]?.doorway?.doors[0]?.isOpen, false);
});

test("a wall that stands alone in a ruin has come down; those that touch are one wall", () => {
  const hexes = [-1, 0, 1].flatMap((q) => [-1, 0, 1].map((r) => [q, r] as [number, number]));
  const ruin = (...blocked: [number, number][]) => {
    const plan = planOf(laid({ tiles: { clash: { kind: "clash", hexes } }, blocked }), "bm-end-bank");
    return blocked.map(([q, r]) => [plan.spots[plan.at(q, r)]?.kind, plan.spots[plan.at(q, r)]?.obstacle]);
  };
  for (const [kind, obstacle] of ruin([0, 0])) assert.equal(obstacle, kind === "ruin" ? "rubble" : "walls");
  assert.deepEqual(
    ruin([0, 0], [0, 1]).map(([, obstacle]) => obstacle),
    ["walls", "walls"],
  );
});
