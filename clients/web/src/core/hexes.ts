/** Axial hexes, flat-top: N is (0, -1), SE is (1, 0); a hex's key is "q,r". */

import type { Hex } from "./state.ts";

const HEX = /^(-?\d+),(-?\d+)$/;
const ROOT = Math.sqrt(3);

/** A hex as the key of a map. */
export const keyOf = (at: Hex): string => `${at[0]},${at[1]}`;

/** The hex of a key, null where it is none. */
export function parse(key: string): Hex | null {
  const found = HEX.exec(key);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** The hex of a key that is known to be one. Throws RangeError where it is none. */
export function hexOf(key: string): Hex {
  const found = parse(key);
  if (!found) throw new RangeError(`${key} is no hex`);
  return found;
}

/** The centre of a hex on a plane where a hex is two wide. */
export function centre([q, r]: Hex): { x: number; y: number } {
  return { x: 1.5 * q, y: ROOT * (r + q / 2) };
}

/** The corners of a hex around its centre, as an SVG points list. */
export function corners(size = 1, x = 0, y = 0): string {
  const points: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const angle = (Math.PI / 3) * at;
    points.push(`${(x + size * Math.cos(angle)).toFixed(3)},${(y + size * Math.sin(angle)).toFixed(3)}`);
  }
  return points.join(" ");
}

/** Hexes from a to b with nothing in between. */
export function distance(a: Hex, b: Hex): number {
  const [dq, dr] = [a[0] - b[0], a[1] - b[1]];
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
}

const AROUND: readonly Hex[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
];

/** The six hexes around one, clockwise from north. */
export const neighbours = ([q, r]: Hex): Hex[] => AROUND.map(([dq, dr]) => [q + dq, r + dr]);

/** A sentence without the numbers of its hexes, where the board shows which are meant. */
export const withoutHexes = (words: string): string =>
  words.replace(/ \((?:-?\d+,-?\d+ ?)+\)/g, "").replace(/ (?:by|to) -?\d+,-?\d+(?=[,?])/g, "");
