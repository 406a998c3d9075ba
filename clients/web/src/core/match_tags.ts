/** Where what is written at a base goes, so that bases around it leave it in sight, and how large it is. */

export type Spot = readonly [x: number, y: number];

/** Corners for a number, the first one where there is room everywhere; y goes down. */
export const CORNERS: readonly Spot[] = [
  [0.78, 0.74],
  [-0.78, 0.74],
  [0.78, -0.74],
  [-0.78, -0.74],
];
/** Below a base or above it, for a word. */
export const ENDS: readonly Spot[] = [
  [0, 1.66],
  [0, -1.66],
];
/** So many radii around a base others can lie on what is written at it. */
const NEAR = 3.2;
/** Pixels an inch under which words are too small to be read. */
const READABLE = 18;
/** So much larger numbers are written then. */
const LARGER = 1.4;
const MILS = 1000;

/** Which of some places at a base lies farthest from the bases around it; the first one where it has none. */
export function placeAt(places: readonly Spot[], at: Spot, radius: number, others: readonly Spot[]): Spot {
  const around = others.filter(([x, y]) => Math.hypot(x - at[0], y - at[1]) < radius * NEAR);
  const room = ([dx, dy]: Spot) =>
    Math.min(...around.map(([x, y]) => Math.hypot(x - at[0] - dx * radius, y - at[1] - dy * radius)));
  // Of places with about the same room the first one, so that it does not jump at every step.
  const [first, ...more] = places;
  return more.reduce((best, one) => (room(one) > room(best) * 1.1 ? one : best), first ?? [0, 0]);
}

/** Whether words can be read where an inch is so many pixels wide; and so many times as large numbers are. */
export function writing(scale: number): { hasWords: boolean; times: number } {
  const hasWords = scale * MILS >= READABLE;
  return { hasWords, times: hasWords ? 1 : LARGER };
}
