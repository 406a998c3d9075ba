/** The attack that is being planned, on the board: a bow from who attacks to its target, and how far that is. */

import { distance } from "../core/hexes.ts";
import type { Hex } from "../core/state.ts";
import { TURN } from "../texts/en.ts";
import { h } from "./dom.ts";
import type { arc } from "./drama.ts";
import { placed } from "./placing.ts";

/** From so many hexes on the bow says how far it leads: nearer one sees it, and the plate would lie on the tokens. */
const FAR = 3;

/** A bow as attacks are shown by it (`arc`), with its head at the target. */
export function aimed(from: Hex, to: Hex, bow: typeof arc) {
  const { curve, middle, end, angle } = bow(placed(from), placed(to));
  const far = distance(from, to);
  const words = TURN.range(far);
  return h(
    "g",
    { key: "aimed", class: "aimed", "aria-hidden": "true" },
    h("path", { class: "ink", d: curve }),
    h("path", { class: "core", d: curve }),
    h(
      "g",
      { class: "head", transform: `translate(${end.x.toFixed(1)} ${end.y.toFixed(1)}) rotate(${angle.toFixed(1)})` },
      h("path", { d: "M-21-15L7 0L-21 15L-14 0Z" }),
    ),
    far >= FAR &&
      h(
        "g",
        { class: "plate shown", transform: `translate(${middle.x.toFixed(1)} ${middle.y.toFixed(1)})` },
        h("g", { style: `--letters: ${words.length}` }, h("rect", null), h("text", null, words)),
      ),
  );
}
