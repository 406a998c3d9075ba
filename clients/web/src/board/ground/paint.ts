/** Paints the ground of a map, pixel by pixel: a sheet of vellum on which the land lies in colours. */

import { Field, MARGIN } from "./field.ts";
import { GROUNDS, isWet } from "./kinds.ts";
import { cloudy, grain, step } from "./noise.ts";
import type { Plan, Spot } from "./plan.ts";
import type { Light } from "./scenes.ts";
import { DRAWS, blend, ink } from "./textures.ts";

export type Theme = "dark" | "light";

/** Where on the board a bitmap lies: units of its top left corner, pixels for a unit. */
export interface Frame {
  left: number;
  top: number;
  scale: number;
  width: number;
  height: number;
}

/** The frame that holds a map, its sheet and the sheet's shadow. */
export function frameOf(plan: Plan, scale: number): Frame {
  const [left, top] = [plan.left - MARGIN, plan.top - MARGIN];
  return {
    left,
    top,
    scale,
    width: Math.round((plan.right + MARGIN - left) * scale),
    height: Math.round((plan.bottom + MARGIN - top) * scale),
  };
}

/** How lights tint what they fall on, by the theme. */
const TINTS: Readonly<Record<Light, readonly [number, number, number]>> = {
  lamp: [1.04, 0.98, 0.91],
  moon: [0.74, 0.86, 1.14],
  fire: [1.07, 0.95, 0.84],
  cold: [0.93, 0.98, 1.06],
  deep: [0.86, 1, 0.97],
};

/** How much of a light's tint is seen by day. */
const BY_DAY = 0.5;
/** How far hexes' borders wander, in units. */
const WARP = 30;
const DRIFT = 46;

interface Lit {
  isLight: boolean;
  tint: readonly [number, number, number];
  x: number;
  y: number;
  wide: number;
  high: number;
}

function litBy(plan: Plan, theme: Theme): Lit {
  const isLight = theme === "light";
  const tint = TINTS[plan.light].map((one) => (isLight ? 1 + (one - 1) * BY_DAY : one)) as unknown as Lit["tint"];
  const [wide, high] = [plan.right - plan.left, plan.bottom - plan.top];
  return { isLight, tint, x: plan.left + wide * 0.46, y: plan.top + high * 0.42, wide: wide * 0.62, high: high * 0.72 };
}

/** Paint a plan into pixels; yields after every row, so that it can be done in slices. */
export function* painted(plan: Plan, frame: Frame, theme: Theme, into: Uint8ClampedArray): Generator<number> {
  const field = new Field(plan);
  const lit = litBy(plan, theme);
  for (let row = 0; row < frame.height; row += 1) {
    const y = frame.top + (row + 0.5) / frame.scale;
    for (let column = 0; column < frame.width; column += 1) {
      const x = frame.left + (column + 0.5) / frame.scale;
      const at = (row * frame.width + column) * 4;
      const alpha = sheet(field, lit, x, y);
      if (alpha <= 0) continue;
      const dust = (grain(column * 7 + row * 3, row * 5 + column) - 0.5) * 5;
      into[at] = ink.r + dust;
      into[at + 1] = ink.g + dust;
      into[at + 2] = ink.b + dust;
      into[at + 3] = alpha * 255;
    }
    yield row;
  }
}

/** The colour of a point of the sheet, or of its shadow, in the ink; returns how opaque it is. */
function sheet(field: Field, lit: Lit, x: number, y: number): number {
  const beyond = field.beyond(x, y);
  if (beyond > MARGIN - 4) return 0;
  const bend = cloudy(x / 46, y / 46) - 0.5;
  const bow = cloudy(x / 46 + 11.3, y / 46 + 17.7) - 0.5;
  const tear = beyond + (cloudy(x / 24, y / 24) - 0.5) * 42;
  const rim = step(58, 62, tear);
  if (rim >= 1) return shade(lit, beyond + bend * 14);
  land(field, lit, x, y, bend, bow);
  if (beyond > -4) margin(lit, beyond, bend, bow);
  if (tear > 50) blend(lit.isLight ? 112 : 20, lit.isLight ? 80 : 13, lit.isLight ? 44 : 8, step(50, 61, tear) * 0.7);
  if (rim <= 0) return 1;
  const under = shadeAt(lit, beyond + bend * 14);
  return 1 - rim + rim * under;
}

const shadeAt = (lit: Lit, far: number): number => (1 - step(54, 112, far)) * (lit.isLight ? 0.36 : 0.6);

/** The sheet's shadow on the table. */
function shade(lit: Lit, far: number): number {
  ink.r = lit.isLight ? 40 : 0;
  ink.g = lit.isLight ? 24 : 0;
  ink.b = lit.isLight ? 8 : 0;
  return shadeAt(lit, far);
}

/** Beyond the hexes the land fades into bare vellum. */
function margin(lit: Lit, beyond: number, bend: number, bow: number): void {
  const out = step(0, 42, beyond + bend * 52);
  if (out <= 0) return;
  const old = step(6, 60, beyond) * 0.5 + bow * 0.5;
  if (lit.isLight) blend(239 - 78 * old, 224 - 82 * old, 189 - 88 * old, out);
  else blend(122 - 62 * old, 98 - 52 * old, 64 - 36 * old, out);
}

/** What grows or lies at a point, with its shores and borders, in the light. */
function land(field: Field, lit: Lit, x: number, y: number, bend: number, bow: number): void {
  const wide = cloudy(x / 120 + 5.5, y / 120 + 2.5) - 0.5;
  const far = cloudy(x / 120 + 9.5, y / 120 + 13.5) - 0.5;
  field.find(x + bend * WARP + wide * DRIFT, y + bow * WARP + far * DRIFT);
  const here = field.plan.spots[field.nearest] as Spot;
  const there = field.plan.spots[field.second] as Spot;
  draw(here, x, y, bend, bow);
  if (here.kind !== there.kind) border(here, there, field.gap, x, y, bend, bow);
  light(lit, x, y, here.kind === "pit");
}

function draw(spot: Spot, x: number, y: number, bend: number, bow: number): void {
  const ground = GROUNDS[spot.kind];
  DRAWS[ground.texture](ground.tones, x, y, bend, bow);
}

function border(here: Spot, there: Spot, gap: number, x: number, y: number, bend: number, bow: number): void {
  const [wet, nextIsWet] = [isWet(here.kind), isWet(there.kind)];
  if (here.kind === "pit" || there.kind === "pit")
    return brink(here.kind === "pit", gap, here.y > there.y || here.x > there.x);
  if (wet && nextIsWet) return over(there, 0.5 * (1 - step(0, 30, gap)), x, y, bend, bow);
  if (wet) {
    blend(202, 194, 156, (1 - step(2, 11, gap)) * 0.62);
    blend(200, 232, 228, (1 - step(1.2, 3, Math.abs(gap - 13))) * 0.5);
    return;
  }
  if (nextIsWet) return blend(54, 42, 27, (1 - step(0, 16, gap)) * 0.62);
  over(there, 0.5 * (1 - step(0, 18 + (bend + 0.5) * 18, gap)), x, y, bend, bow);
}

/** The edge of a chasm: a lip that catches the light, and darkness below it. */
function brink(isBelow: boolean, gap: number, isLow: boolean): void {
  if (isBelow)
    return isLow ? blend(0, 0, 0, (1 - step(0, 40, gap)) * 0.85) : blend(120, 104, 82, (1 - step(0, 22, gap)) * 0.5);
  blend(24, 18, 12, (1 - step(0, 7, gap)) * 0.7);
  blend(226, 206, 166, (1 - step(0, 4, Math.abs(gap - 9))) * 0.22);
}

/** Let the neighbour's ground into this one's. */
function over(there: Spot, share: number, x: number, y: number, bend: number, bow: number): void {
  if (share <= 0.004) return;
  const { r, g, b } = ink;
  draw(there, x, y, bend, bow);
  blend(r, g, b, 1 - share);
}

function light(lit: Lit, x: number, y: number, isDeep: boolean): void {
  if (lit.isLight) {
    if (isDeep) return;
    blend(244, 230, 198, 0.3);
    const far = Math.hypot((x - lit.x) / lit.wide, (y - lit.y) / lit.high);
    const strength = 1.24 - 0.13 * far * far;
    scale(strength * lit.tint[0], strength * lit.tint[1], strength * lit.tint[2]);
    return;
  }
  const far = Math.hypot((x - lit.x) / lit.wide, (y - lit.y) / lit.high);
  const strength = 1.42 - 0.62 * step(0, 1.25, far);
  scale(strength * lit.tint[0], strength * lit.tint[1], strength * lit.tint[2]);
}

function scale(red: number, green: number, blue: number): void {
  ink.r *= red;
  ink.g *= green;
  ink.b *= blue;
}
