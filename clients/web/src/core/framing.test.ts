import assert from "node:assert/strict";
import { test } from "node:test";
import { boxAround, framed } from "./framing.ts";

const MAP = { x: 0, y: 0, width: 1200, height: 900 };
const HEX = 60;

test("a map that is large enough is shown whole", () => {
  const near = boxAround([{ x: 100, y: 100 }], HEX);
  assert.deepEqual(framed(MAP, [near], { width: 900, height: 700 }, HEX, 5), { x: 600, y: 450, zoom: 1 });
});

test("on a small screen the camera takes in as much as is legible, and at least what is needed", () => {
  const size = { width: 360, height: 240 };
  const own = boxAround([{ x: 300, y: 300 }], 2 * HEX);
  const all = boxAround(
    [
      { x: 60, y: 60 },
      { x: 1100, y: 800 },
    ],
    HEX,
  );
  const pair = boxAround(
    [
      { x: 300, y: 300 },
      { x: 400, y: 350 },
    ],
    HEX,
  );
  const chosen = framed(MAP, [all, pair, own], size, HEX, 5);
  const scale = (240 / 900) * chosen.zoom;
  assert.ok(scale * HEX >= 26, "hexes are large enough for a finger");
  assert.ok(Math.abs(chosen.x - 350) < 1, "all is too much, the pair is not");
});

test("nothing beyond the map's edge is looked at", () => {
  const corner = boxAround([{ x: 0, y: 0 }], HEX);
  const { x, y, zoom } = framed(MAP, [corner], { width: 300, height: 300 }, HEX, 5);
  const seen = 300 / ((300 / 1200) * zoom);
  assert.equal(x, seen / 2);
  assert.equal(y, seen / 2);
});
