/** Where hexes lie in the drawing of the map. */

import type { Hex } from "../core/state.ts";
import { centre } from "../core/hexes.ts";

/** From the middle of a hex to its corners. */
export const SIZE = 60;

/** The middle of a hex. */
export const placed = (at: Hex) => {
  const { x, y } = centre(at);
  return { x: x * SIZE, y: y * SIZE };
};

/** A style that puts something there. */
export const moved = (at: Hex) => {
  const { x, y } = placed(at);
  return `transform: translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
};
