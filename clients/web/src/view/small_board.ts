/** A battle's board in small: its hexes, who stands where, how far it is. */

import { NO_SEAT } from "../protocol.ts";
import { enamelColour } from "../board/shells.ts";
import { centre, corners, keyOf } from "../core/hexes.ts";
import type { State, Unit } from "../core/state.ts";
import { h } from "./dom.ts";

const SHAPE = corners(0.96); // a little smaller than the hex, so that neighbours stay apart
const MARGIN = 1.3; // hex radii around the outermost centres, so that no corner is cut

/** The board as a picture without words; false where none is laid yet. */
export function smallBoard(state: State) {
  const hexes = Object.values(state.tiles ?? {}).flatMap((tile) => tile.hexes);
  if (!hexes.length) return false;
  const shut = new Set((state.blocked ?? []).map(keyOf));
  const spots = hexes.map((at) => ({ ...centre(at), key: keyOf(at) }));
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const box = [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
  return h(
    "svg",
    { class: "minimap", viewBox: box.map((one) => one.toFixed(2)).join(" "), "aria-hidden": "true" },
    spots.map(({ x, y, key }) =>
      h("polygon", {
        key,
        points: SHAPE,
        class: `mini-hex ${shut.has(key) ? "wall" : kindOf(state.marks?.[key] ?? "")}`,
        transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`,
      }),
    ),
    Object.values(state.units ?? {}).map((unit) => unit.at && piece(state, unit)),
  );
}

const KINDS: Readonly<Record<string, string>> = { water: "water", fire: "fire", exit: "goal", goal: "goal" };
const kindOf = (mark: string) => KINDS[mark.replace(/ .*/s, "")] ?? "";

/** Heroes are round and in their colour, enemies are diamonds: as on the large board, shape tells sides apart. */
function piece(state: State, unit: Unit) {
  if (!unit.at) return false;
  const { x, y } = centre(unit.at);
  const seat = state.adventurers?.[unit.id]?.seat ?? NO_SEAT;
  const place = { key: unit.id, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` };
  if (unit.side === "enemy") return h("path", { ...place, class: "mini-enemy", d: "M0-.62 .62 0 0 .62-.62 0Z" });
  return h("circle", { ...place, class: "mini-unit", r: 0.55, style: `fill: ${enamelColour(unit.side, seat)}` });
}
