/** An encounter's map in small: its real hexes, and what lies there before anybody comes. */

import { centre, corners } from "../core/hexes.ts";
import { h } from "./dom.ts";
import { groundImage } from "./small_ground.ts";
import type { SmallGround } from "./small_ground.ts";

/** A hex as the catalogue tells it: where it lies, and what it shows. */
export type MapHex = readonly [q: number, r: number, word: string];

const MARGIN = 1.3; // hex radii around the outermost centres, so that no corner is cut
const SHAPE = corners(0.96); // a little smaller than the hex, so that neighbours stay apart
/** The painter's units in a hex's radius. */
const RADIUS = 60;
const GROUND: Readonly<Record<string, string>> = {
  blocked: "wall",
  water: "water",
  fire: "fire",
  entrance: "entrance",
  exit: "goal",
  goal: "goal",
};

/** The map as a picture without words; null where an encounter has no hexes before it is explored. */
export function minimap(hexes: readonly MapHex[], ground: SmallGround | null = null) {
  if (!hexes.length) return null;
  const placed = hexes.map(([q, r, word]) => ({ ...centre([q, r]), word }));
  const [left, top] = [Math.min(...placed.map(({ x }) => x)), Math.min(...placed.map(({ y }) => y))];
  const [right, low] = [Math.max(...placed.map(({ x }) => x)), Math.max(...placed.map(({ y }) => y))];
  const box = [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, low - top + 2 * MARGIN];
  return h(
    "svg",
    {
      class: `minimap ${ground ? "painted" : ""}`,
      viewBox: box.map((one) => one.toFixed(2)).join(" "),
      "aria-hidden": "true",
    },
    ground && groundImage(ground, RADIUS),
    placed.map(({ x, y, word }) =>
      h(
        "g",
        { key: `${x} ${y}`, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` },
        h("polygon", { points: SHAPE, class: `mini-hex ${GROUND[word] ?? ""}` }),
        mark(word),
      ),
    ),
  );
}

/** What stands in a hex: shapes say what it is, colour repeats it. */
function mark(word: string) {
  if (word === "enemy") return h("path", { class: "mini-enemy", d: "M0-.5 .5 0 0 .5-.5 0Z" });
  if (word === "cache") return h("rect", { class: "mini-cache", x: -0.38, y: -0.3, width: 0.76, height: 0.6, rx: 0.1 });
  if (word === "entrance") return h("circle", { class: "mini-hero", r: 0.3 });
  return false;
}
