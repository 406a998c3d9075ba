/** The table of a match as it is painted: the same each time, higher is lighter, a line for every inch, light from the top left. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Theme } from "./paint.ts";
import { INCH, paintedYard, yardFrameOf, yardPlanOf, type Yard, type YardPiece } from "./tabletop.ts";

const SIDE = 12;

function piece(name: string, high: number, x: number, y: number, wide: number, footing = "firm"): YardPiece {
  const corners = [
    [x, y],
    [x + wide, y],
    [x + wide, y + wide],
    [x, y + wide],
  ].map(([across = 0, down = 0]) => [across * 1000, down * 1000] as const);
  return { id: `${name}-a`, name, corners, high: high * 1000, footing };
}

const yard = (...pieces: YardPiece[]): Yard => ({ board: "abbey", width: SIDE * 1000, depth: SIDE * 1000, pieces });

function painting(table: Yard, theme: Theme = "dark", scale = 0.5) {
  const plan = yardPlanOf(table);
  const frame = yardFrameOf(plan, scale);
  const pixels = new Uint8ClampedArray(frame.width * frame.height * 4);
  for (const _row of paintedYard(plan, frame, theme, pixels));
  /** How light it is around a place, given in inches. */
  const lightAt = (x: number, y: number, around = 0.2): number => {
    let [sum, many] = [0, 0];
    for (let down = y - around; down <= y + around; down += 0.05)
      for (let across = x - around; across <= x + around; across += 0.05) {
        const column = Math.floor((across * INCH - frame.left) * frame.scale);
        const row = Math.floor((down * INCH - frame.top) * frame.scale);
        const at = (row * frame.width + column) * 4;
        sum += (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
        many += 1;
      }
    return sum / many;
  };
  const colourAt = (x: number, y: number): number[] => {
    const column = Math.floor((x * INCH - frame.left) * frame.scale);
    const row = Math.floor((y * INCH - frame.top) * frame.scale);
    return [...pixels.slice((row * frame.width + column) * 4, (row * frame.width + column) * 4 + 4)];
  };
  /** How light it is along a line from above to below, so far from the left edge. */
  const lightDown = (x: number, from: number, to: number): number => {
    let sum = 0;
    for (let y = from; y < to; y += 1 / INCH)
      sum += colourAt(x, y)
        .slice(0, 3)
        .reduce((all, one) => all + one, 0);
    return sum / (to - from) / INCH;
  };
  return { pixels, lightAt, colourAt, lightDown };
}

test("a table is painted the same every time, otherwise by day, and not beyond its frame", () => {
  const table = yard(piece("House", 3, 4, 4, 4));
  assert.deepEqual(painting(table).pixels, painting(table).pixels);
  assert.notDeepEqual(painting(table).pixels, painting(table, "light").pixels);
  assert.ok((painting(table).pixels[3] ?? 9) <= 2);
  assert.equal(painting(table).colourAt(6, 6)[3], 255);
});

test("the same roof is lighter the higher it lies", () => {
  const low = painting(yard(piece("Block", 1, 3, 3, 6))).lightAt(6, 6, 1);
  const high = painting(yard(piece("Block", 6, 3, 3, 6))).lightAt(6, 6, 1);
  assert.ok(high > low + 15, `${high} after ${low}`);
});

test("what stands throws its shadow to the lower right, the longer the higher it is", () => {
  const bare = painting(yard());
  const shaded = (high: number, x: number, y: number): boolean => {
    const there = painting(yard(piece("House", high, 4, 4, 3))).lightAt(x, y);
    return there < bare.lightAt(x, y) * 0.75;
  };
  assert.ok(shaded(3, 7.8, 6));
  assert.ok(shaded(3, 6, 8));
  assert.ok(!shaded(3, 3.2, 5));
  assert.ok(!shaded(3, 5, 3.2));
  assert.ok(shaded(6, 9.4, 7.6));
  assert.ok(!shaded(2, 9.4, 7.6));
});

test("a roof has one dark line for every inch of its height", () => {
  const flat = painting(yard(piece("Crypt", 0.5, 1, 1, 10)), "dark", 1);
  const lines = (high: number): number => {
    const roof = painting(yard(piece("Crypt", high, 1, 1, 10)), "dark", 1);
    let [many, wasDark] = [0, false];
    // From the edge inwards, beyond the parapet: darker than the same roof without any line.
    for (let x = 1.25; x < 2.5; x += 1 / INCH) {
      const isDark = roof.lightDown(x, 4, 8) < flat.lightDown(x, 4, 8) * 0.8;
      if (isDark && !wasDark) many += 1;
      wasDark = isDark;
    }
    return many;
  };
  assert.deepEqual([lines(1), lines(3)], [1, 3]);
});

test("water is blue, rubble and graves are earth, and neither is a roof", () => {
  const [red = 0, , blue = 0] = painting(yard(piece("Pond", 0, 4, 4, 4, "shallow"))).colourAt(6, 6);
  assert.ok(blue > red * 1.4);
  const [warm = 0, , cold = 0] = painting(yard(piece("Graves", 0, 4, 4, 4, "difficult"))).colourAt(6, 6);
  assert.ok(warm > cold);
});
