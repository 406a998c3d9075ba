/** The colour of each kind of ground at a point, before light falls on it. */

import type { Colour, Ground, Texture } from "./kinds.ts";
import { cloudy, flag, flags, slabs, smooth, step } from "./noise.ts";

/** The colour that was worked out last; written in place, for it is done a million times a map. */
export const ink = { r: 0, g: 0, b: 0 };

/** Two clouds that bend the point's surroundings: the painter has them already. */
type Draw = (tones: Ground["tones"], x: number, y: number, bend: number, bow: number) => void;

function set(colour: Colour): void {
  [ink.r, ink.g, ink.b] = [colour[0], colour[1], colour[2]];
}

/** Let a colour into the ink, by a share. */
export function blend(red: number, green: number, blue: number, share: number): void {
  ink.r += (red - ink.r) * share;
  ink.g += (green - ink.g) * share;
  ink.b += (blue - ink.b) * share;
}

/** From dark over middle to light, as a share goes from 0 to 1. */
function tone([dark, middle, light]: Ground["tones"], share: number): void {
  const at = share < 0 ? 0 : share > 1 ? 1 : share;
  const [from, to, part] = at < 0.5 ? [dark, middle, at * 2] : [middle, light, at * 2 - 1];
  ink.r = from[0] + (to[0] - from[0]) * part;
  ink.g = from[1] + (to[1] - from[1]) * part;
  ink.b = from[2] + (to[2] - from[2]) * part;
}

/** How steep a cloud rises to the top left, where the light comes from. */
const slope = (x: number, y: number, wide: number): number =>
  cloudy((x + 3) / wide, (y + 3) / wide) - cloudy((x - 3) / wide, (y - 3) / wide);

const turf: Draw = (tones, x, y) => {
  const blades = smooth(x / 1.6, y / 3.2) - 0.5;
  const clumps = smooth(x / 5.5, y / 5) - 0.5;
  tone(tones, (cloudy(x / 38 + 9, y / 38) - 0.5) * 1.5 + 0.47 + blades * 0.34 + clumps * 0.22 - slope(x, y, 46) * 0.9);
};

const earth: Draw = (tones, x, y, bend) => {
  const dust = smooth(x / 2.2, y / 2.2) - 0.5;
  tone(tones, (cloudy(x / 40, y / 40 + 5) - 0.5) * 1.3 + 0.52 + dust * 0.2 - slope(x, y, 30) * 1.2);
  flags(x + bend * 9, y, 8.5);
  if (flag.tone > 0.72 && flag.edge > 1.1) blend(198, 178, 138, 0.2 + 0.22 * flag.lit * -1);
  const rut = Math.abs(smooth(x / 84, y / 21) - 0.5);
  if (rut < 0.06) blend(46, 34, 22, (1 - step(0, 0.06, rut)) * 0.28);
};

/** Stone that is laid in pieces: joints, bevels that catch the light, a tone for each piece, moss. */
function laid(tones: Ground["tones"], x: number, y: number, wear: number, moss: number): void {
  const stain = cloudy(x / 44 + 9, y / 44) - 0.5;
  const grit = smooth(x / 2.1, y / 2.1) - 0.5;
  tone(tones, 0.22 + flag.tone * 0.5 + stain * 0.8 + grit * 0.2);
  if (flag.edge < 2.4) blend(26, 23, 20, 0.74 * (1 - flag.edge / 3.4));
  else if (flag.edge < 6.2) {
    const rim = (1 - (flag.edge - 2.4) / 3.8) * flag.lit;
    if (rim > 0) blend(238, 224, 192, rim * 0.2);
    else blend(20, 17, 14, rim * -0.26);
  }
  const grown = step(moss, moss + 0.13, cloudy(x / 58 + 33, y / 58 + 11) + (flag.edge < 3 ? 0.06 : 0));
  if (grown > 0) blend(76, 88, 46, grown * wear);
}

const flagged: Draw = (tones, x, y, bend, bow) => {
  flags(x + bend * 7, y + bow * 7, 28);
  laid(tones, x, y, 0.6, 0.55);
};

const slabbed: Draw = (tones, x, y, bend, bow) => {
  slabs(x + bend * 6, y + bow * 6, 62, 41);
  laid(tones, x, y, 0.34, 0.62);
  const damp = step(0.6, 0.72, cloudy(x / 70 + 71, y / 70 + 13));
  if (damp > 0) blend(24, 28, 32, damp * 0.34);
};

const rock: Draw = (tones, x, y, bend, bow) => {
  const ridge = 1 - Math.abs(cloudy(x / 52 + bend, y / 52 + bow) - 0.5) * 5;
  const rise = slope(x, y, 40) * 2.6 + slope(x, y, 15) * 0.8;
  tone(
    tones,
    0.46 +
      (cloudy(x / 26, y / 26) - 0.5) * 0.9 -
      rise +
      (smooth(x / 2.4, y / 2.4) - 0.5) * 0.16 +
      (ridge > 0 ? ridge * 0.08 : 0),
  );
  const crack = Math.abs(cloudy(x / 74 + 17, y / 74 + 3) - 0.5);
  if (crack < 0.012) blend(14, 12, 12, 0.55 * (1 - crack / 0.012));
  else if (crack < 0.022) blend(220, 205, 178, 0.09);
};

const water: Draw = (tones, x, y, bend, bow) => {
  const flow = x + (cloudy(x / 62, y / 62) - 0.5) * 76;
  const wave = Math.sin((y + flow * 0.5) / 6.4 + bend * 9);
  const depth = cloudy(x / 52 + 4, y / 88) * 1.3 - 0.12;
  tone(tones, depth * 0.5);
  blend(tones[2][0], tones[2][1], tones[2][2], step(0.6, 1, wave) * 0.36 * step(-0.15, 0.1, bow));
  const caustic = Math.abs(cloudy(x / 19 + bend * 2, y / 19) - 0.5);
  if (caustic < 0.03) blend(176, 220, 218, (1 - step(0, 0.03, caustic)) * 0.32);
};

const mire: Draw = (tones, x, y, bend, bow) => {
  const pool = cloudy(x / 48 + 70, y / 66 + 3);
  if (pool < 0.53) {
    turf(tones, x, y, bend, bow);
    if (pool > 0.5) blend(30, 30, 18, step(0.5, 0.53, pool) * 0.6);
    return;
  }
  const deep = step(0.53, 0.59, pool);
  set([58, 74, 60]);
  blend(30, 44, 42, deep * 0.85);
  const wave = Math.sin((y + x * 0.3) / 5 + bend * 9);
  blend(118, 138, 118, step(0.7, 1, wave) * 0.16 * deep);
  if (pool < 0.538) blend(170, 180, 140, 0.42);
};

const snow: Draw = (tones, x, y, bend, bow) => {
  tone(tones, 0.62 + (cloudy(x / 44, y / 44) - 0.5) * 1.5 - slope(x, y, 52) * 2.6 + (smooth(x / 2, y / 2) - 0.5) * 0.1);
  const glaze = step(0.57, 0.62, cloudy(x / 58 + 21, y / 58 + 40));
  if (glaze > 0) blend(112, 156, 184, glaze * 0.6);
  const crack = Math.abs(cloudy(x / 66 + bend, y / 66 + bow + 9) - 0.5);
  if (crack < 0.009) blend(74, 108, 136, 0.6);
  else if (crack < 0.018) blend(255, 255, 255, 0.3);
};

const embers: Draw = (tones, x, y, bend, bow) => {
  rock(tones, x, y, bend, bow);
  const vein = Math.abs(cloudy(x / 60 + 5, y / 60 + 51) - 0.5);
  const heat = step(0.42, 0.6, cloudy(x / 88 + 3, y / 88 + 77)) * (tones[2][0] > 140 ? 1 : 0.55);
  if (vein < 0.05) blend(196, 62, 16, (1 - step(0.006, 0.05, vein)) * 0.75 * heat);
  if (vein < 0.014) blend(255, 196, 92, (1 - step(0.003, 0.014, vein)) * heat);
};

const boards: Draw = (tones, x, y) => {
  const row = Math.floor(y / 15);
  const end = (((x + row * 67) % 112) + 112) % 112;
  const inside = y - row * 15;
  tone(tones, 0.3 + smooth(row * 7.3, 3) * 0.4 + (cloudy(x / 60 + row * 3, y / 4) - 0.5) * 1.1);
  if (inside < 1.4 || end < 1.3) blend(20, 12, 6, 0.7);
  else if (inside < 3) blend(236, 204, 150, 0.16);
};

const pit: Draw = (tones, x, y) => tone(tones, (cloudy(x / 30, y / 30) - 0.3) * 1.2);

/** How each texture is drawn. */
export const DRAWS: Readonly<Record<Texture, Draw>> = {
  turf,
  earth,
  flags: flagged,
  slabs: slabbed,
  rock,
  water,
  mire,
  snow,
  embers,
  boards,
  pit,
};
