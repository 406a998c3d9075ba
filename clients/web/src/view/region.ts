/** An area of the map as two shapes, whatever its size: what it covers, and the border around it. */

import { entryAt } from "../core/certain.ts";
import { hexOf, keyOf, neighbours } from "../core/hexes.ts";
import { h } from "./dom.ts";
import { placed, SIZE } from "./placing.ts";

const CORNERS = Array.from({ length: 6 }, (_, at) => ({
  x: SIZE * Math.cos((Math.PI / 3) * at),
  y: SIZE * Math.sin((Math.PI / 3) * at),
}));

/** The corners where the side towards a neighbour begins; neighbours are counted from the north. */
const sideOf = (neighbour: number) =>
  [entryAt(CORNERS, (neighbour + 4) % 6), entryAt(CORNERS, (neighbour + 5) % 6)] as const;

/** A point of the drawing. */
type Point = { x: number; y: number };

const point = (middle: Point, corner: Point) =>
  `${(middle.x + corner.x).toFixed(1)} ${(middle.y + corner.y).toFixed(1)}`;

/** The lines of an area's border. */
export function border(keys: Set<string>) {
  return [...keys].flatMap((key) => {
    const at = hexOf(key);
    const middle = placed(at);
    return neighbours(at).flatMap((next, side) => {
      if (keys.has(keyOf(next))) return [];
      const [from, to] = sideOf(side);
      return [`M${point(middle, from)}L${point(middle, to)}`];
    });
  });
}

/** An area, by the keys of its hexes. */
export function region(hexes: Iterable<string>, kind: string) {
  const keys = new Set(hexes);
  if (!keys.size) return [];
  const covered = [...keys].map((key) => {
    const middle = placed(hexOf(key));
    return `M${CORNERS.map((corner) => point(middle, corner)).join("L")}Z`;
  });
  return [
    h("path", { key: `${kind}-area`, class: `area ${kind}`, d: covered.join("") }),
    h("path", { key: `${kind}-border`, class: `border ${kind}`, d: border(keys).join("") }),
  ];
}
