/** The attack that is being planned, on the board: a bow from who attacks to its target, and how far that is. */

import type { App } from "../app.ts";
import type { Question } from "../core/messages.ts";
import { arrowOf } from "../core/thinking.ts";
import { distance } from "../core/hexes.ts";
import { unitNamed } from "../core/state.ts";
import { TURN } from "../texts/en.ts";
import { h } from "./dom.ts";
import { arc } from "./drama.ts";
import { placed } from "./placing.ts";
import type { Scene } from "./scene.ts";
import { openMode } from "./turn_modes.ts";

/** From so many hexes on the bow says how far it leads. */
const FAR = 3;

const isAttack = ({ why }: Question) => why === "turn.engage";

export function aimed(app: App, { mine, state }: Scene) {
  if (openMode(app, mine) !== "attack") return false;
  const [from, to] = (arrowOf(mine.filter(isAttack), app.drafts, state) ?? []).map((id) => unitNamed(state, id)?.at);
  if (!from || !to) return false;
  const { curve, middle, end, angle } = arc(placed(from), placed(to));
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
    // Nearer one sees how far it is, and the plate would lie on the tokens.
    far >= FAR &&
      h(
        "g",
        {
          class: "plate shown",
          transform: `translate(${middle.x.toFixed(1)} ${middle.y.toFixed(1)})`,
        },
        h("g", { style: `--letters: ${words.length}` }, h("rect", null), h("text", null, words)),
      ),
  );
}
