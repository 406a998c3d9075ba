/** What covers the houses, walls and crates of a match, in the painter's pixels: lighter and with more lines the higher. */

import { GROUNDS, type Colour } from "./kinds.ts";
import { cloudy, grain, smooth, step } from "./noise.ts";
import type { Solid } from "./tabletop.ts";
import { DRAWS, blend, ink } from "./textures.ts";
import type { Roof } from "./yards.ts";

/** A parapet's width, and how far the lines of height are from it and from each other, in units. */
const PARAPET = 6.5;
const LINES = { from: 13, apart: 5.5 };
/** Thinner than that is a wall: it has no room for a parapet. */
const THIN = 12;
/** Thousandths of an inch between two lines of height: one line an inch. */
const LEVEL = 1000;
/** What is so high is as light as it gets. */
const HIGHEST = 6000;

type Cover = (x: number, y: number, bend: number, bow: number) => void;

const shade = (dark: Colour, light: Colour, share: number): void => {
  const at = Math.max(0, Math.min(1, share));
  ink.r = dark[0] + (light[0] - dark[0]) * at;
  ink.g = dark[1] + (light[1] - dark[1]) * at;
  ink.b = dark[2] + (light[2] - dark[2]) * at;
};

/** Tiles in courses that overlap: each casts a line of shadow on the next. */
const tiled =
  (dark: Colour, light: Colour): Cover =>
  (x, y) => {
    const row = Math.floor(y / 7.5);
    const down = y / 7.5 - row;
    const shifted = x / 9 + (row % 2) * 0.5;
    const tile = Math.floor(shifted);
    const across = Math.abs(shifted - tile - 0.5);
    shade(dark, light, 0.3 + grain(tile + 40, row + 9) * 0.34 + (cloudy(x / 60, y / 60) - 0.5) * 0.8 + down * 0.16);
    if (down > 0.84) blend(20, 10, 6, 0.5);
    else if (down < 0.16) blend(255, 226, 190, 0.14);
    if (across > 0.45) blend(20, 10, 6, 0.3);
  };

const paved =
  (kind: "gaol" | "ruin" | "planks", fine: number): Cover =>
  (x, y, bend, bow) =>
    DRAWS[GROUNDS[kind].texture](GROUNDS[kind].tones, x * fine, y * fine, bend, bow);

/** Crates side by side, an inch each: boards, a frame, and a brace from corner to corner. */
const crated: Cover = (x, y, bend, bow) => {
  paved("planks", 2)(x, y, bend, bow);
  const [u, v] = [x / 30 - Math.floor(x / 30), y / 30 - Math.floor(y / 30)];
  const edge = Math.min(u, v, 1 - u, 1 - v);
  const brace = Math.abs(u - v) < 0.07;
  if (edge < 0.04) blend(16, 10, 5, 0.8);
  else if (edge < 0.15 || brace) blend(214, 172, 112, 0.4);
  if (!brace && Math.abs(u - v) < 0.1) blend(16, 10, 5, 0.45);
  if (edge >= 0.15 && edge < 0.18) blend(16, 10, 5, 0.4);
};

const COVERS: Readonly<Record<Roof, Cover>> = {
  slabs: paved("gaol", 1.5),
  flags: paved("ruin", 1.5),
  tiles: tiled([84, 46, 34], [158, 98, 72]),
  slate: tiled([52, 58, 68], [126, 132, 140]),
  boards: (x, y, bend, bow) => {
    paved("planks", 1.5)(y, x, bend, bow);
    blend(96, 88, 78, 0.3);
  },
  crates: crated,
  coping: (x, y) => {
    shade(
      [112, 104, 92],
      [176, 166, 146],
      0.5 + (cloudy(x / 26, y / 26) - 0.5) * 1.4 + (smooth(x / 2, y / 2) - 0.5) * 0.3,
    );
    if ((x + y) % 19 < 1.2) blend(24, 20, 16, 0.5);
  },
};

/** Paint what covers a piece at a point that lies so far within its edge. */
export function cover(solid: Solid, within: number, x: number, y: number, bend: number, bow: number): void {
  COVERS[solid.roof](x, y, bend, bow);
  blend(255, 244, 216, Math.min(1, solid.high / HIGHEST) * 0.2);
  if (solid.deep < THIN) return edged(solid, within, x, y, Math.min(2, solid.deep * 0.45));
  if (within < PARAPET) {
    shade([104, 96, 84], [188, 176, 152], 0.5 + (cloudy(x / 18, y / 18) - 0.5) * 1.3);
    blend(255, 244, 216, Math.min(1, solid.high / HIGHEST) * 0.22);
    return edged(solid, within, x, y, 1.8);
  }
  // The roof lies lower than its parapet: in its shadow at the top and left.
  blend(8, 6, 5, (1 - step(PARAPET, PARAPET + (isLit(solid, x, y) ? 7 : 2.5), within)) * 0.55);
  contours(solid, within);
}

/** One line for every inch of height, from the edge inwards, as on a map. */
function contours({ high, deep }: Solid, within: number): void {
  const many = Math.floor(high / LEVEL);
  for (let line = 0; line < many; line += 1) {
    const at = LINES.from + line * LINES.apart;
    if (at > deep - 4) return;
    const off = Math.abs(within - at);
    if (off < 0.9) return blend(16, 11, 7, 0.55);
    if (within > at && off < 2) return blend(255, 240, 208, 0.2);
  }
}

/** The outermost line: dark where it drops, light where the light meets it. */
function edged(solid: Solid, within: number, x: number, y: number, wide: number): void {
  if (within < wide * 0.6) blend(12, 9, 7, 0.75);
  else if (within < wide * 1.5) {
    if (isLit(solid, x, y)) blend(255, 248, 226, 0.42);
    else blend(14, 10, 8, 0.38);
  }
}

/** Whether the nearest edge looks to the top left, where the light comes from. */
function isLit({ edges }: Solid, x: number, y: number): boolean {
  let [far, lit] = [-1e9, false];
  for (const [nx, ny, from] of edges) {
    const here = nx * x + ny * y - from;
    if (here > far) [far, lit] = [here, nx + ny < 0];
  }
  return lit;
}
