/** Where cards lie: never over what is asked, nor over what they are about. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Box, Place } from "./card_place.ts";
import { placeCard, roomBeside } from "./card_place.ts";

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const boxOf = ({ left, top, width, height }: Place): Box => box(left, top, left + width, top + height);
const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const CARD = { width: 368, height: 300 };
const SCREENS = {
  desktop: { size: { width: 1440, height: 900 }, asked: box(1056, 66, 1432, 780), map: box(8, 66, 1048, 620) },
  phone: { size: { width: 390, height: 844 }, asked: box(5, 457, 386, 788), map: box(5, 90, 386, 452) },
  "phone with dice": { size: { width: 390, height: 844 }, asked: box(5, 230, 386, 788), map: box(5, 90, 386, 226) },
  "phone on its side": { size: { width: 844, height: 390 }, asked: box(472, 48, 840, 385), map: box(5, 80, 468, 385) },
  "small window": { size: { width: 720, height: 450 }, asked: box(403, 48, 716, 445), map: box(5, 80, 398, 445) },
};

for (const [name, { size, asked, map }] of Object.entries(SCREENS)) {
  test(`${name}: the card of a unit leaves the question and the window's rim free`, () => {
    const room = roomBeside(size, asked);
    const card = { ...CARD, width: Math.min(CARD.width, size.width - 20) };
    for (let x = map.left; x < map.right - 40; x += 30)
      for (let y = map.top; y < map.bottom - 40; y += 30) {
        const anchor = box(x, y, x + 40, y + 40);
        const placed = boxOf(placeCard(room, card, anchor, map));
        assert.ok(!overlap(placed, asked), `over the question at ${x}, ${y}`);
        assert.ok(placed.left >= 0 && placed.top >= 0 && placed.right <= size.width && placed.bottom <= size.height);
        if (name !== "phone with dice") assert.ok(!overlap(placed, anchor), `over its unit at ${x}, ${y}`);
      }
  });
}

test("the card of an option lies beside the question that it belongs to", () => {
  const { size, asked } = SCREENS.desktop;
  const placed = boxOf(placeCard(roomBeside(size, asked), CARD, box(1350, 500, 1420, 560), null));
  assert.ok(!overlap(placed, asked));
  assert.equal(placed.top, 500);
});

test("a question that fills the window has its cards beside what they are about", () => {
  const size = { width: 1440, height: 900 };
  const anchor = box(300, 300, 500, 400);
  const placed = boxOf(placeCard(roomBeside(size, box(0, 60, 1440, 890)), CARD, anchor, null));
  assert.ok(!overlap(placed, anchor));
});

test("a card that fits nowhere is as high as there is room, and no higher", () => {
  const { size, asked, map } = SCREENS["phone on its side"];
  const placed = placeCard(roomBeside(size, asked), { width: 368, height: 900 }, box(100, 150, 140, 190), map);
  assert.ok(placed.top + placed.height <= size.height - 10);
  assert.ok(placed.width >= 200);
});

test("on an upright phone the card of a unit lies over the bar above the board where its unit is lower", () => {
  const { size, asked, map } = SCREENS.phone;
  const placed = placeCard(roomBeside(size, asked), { width: 345, height: 180 }, box(100, 250, 140, 290), map);
  assert.equal(placed.top, 10);
  const below = placeCard(roomBeside(size, asked), { width: 345, height: 180 }, box(100, 120, 140, 160), map);
  assert.equal(below.top + below.height, asked.top - 10);
});
