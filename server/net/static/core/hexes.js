/** Axial hexes, flat-top: N is (0, -1), SE is (1, 0); a hex's key is "q,r". */

const HEX = /^(-?\d+),(-?\d+)$/;
const ROOT = Math.sqrt(3);

/** @param {[number, number]} at */
export const keyOf = (at) => `${at[0]},${at[1]}`;

/** The hex of a key, null where it is none. @param {string} key @returns {[number, number] | null} */
export function parse(key) {
  const found = HEX.exec(key);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** The centre of a hex on a plane where a hex is two wide. @param {[number, number]} at */
export function centre([q, r]) {
  return { x: 1.5 * q, y: ROOT * (r + q / 2) };
}

/** The corners of a hex around its centre, as an SVG points list. @param {number} size */
export function corners(size = 1) {
  const points = [];
  for (let at = 0; at < 6; at += 1) {
    const angle = (Math.PI / 3) * at;
    points.push(`${(size * Math.cos(angle)).toFixed(3)},${(size * Math.sin(angle)).toFixed(3)}`);
  }
  return points.join(" ");
}

/** Hexes from a to b with nothing in between. */
export function distance(a, b) {
  const [dq, dr] = [a[0] - b[0], a[1] - b[1]];
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
}

const AROUND = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

/** The six hexes around one, clockwise from north. @param {[number, number]} at @returns {[number, number][]} */
export const neighbours = ([q, r]) => AROUND.map(([dq, dr]) => [q + dq, r + dr]);
