/** Where hexes lie in the drawing of the map. */

import { centre } from "../core/hexes.js";

/** From the middle of a hex to its corners. */
export const SIZE = 30;

/** The middle of a hex. @param {[number, number]} at */
export const placed = (at) => {
  const { x, y } = centre(at);
  return { x: x * SIZE, y: y * SIZE };
};

/** A style that puts something there. @param {[number, number]} at */
export const moved = (at) => {
  const { x, y } = placed(at);
  return `transform: translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
};
