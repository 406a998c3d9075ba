/** What is written at bases: numbers, what ails a unit, what it carries. Above all bases, so that none hides it. */

import type { App } from "../app.ts";
import type { Fighter } from "../core/match.ts";
import { radiusOf } from "../core/match.ts";
import { CORNERS, ENDS, placeAt, writing } from "../core/match_tags.ts";
import type { Spot } from "../core/match_tags.ts";
import { title } from "../core/names.ts";
import { MATCH } from "../texts/match.ts";
import { h } from "../view/dom.ts";
import { numberOf } from "./bases.ts";
import { walking } from "./drama.ts";
import type { Look } from "./looking.ts";

/** The tags of some units, on a drawing of which a thousandth of an inch is so many pixels. */
export function tags(app: App, units: readonly Fighter[], look: Look, scale: number) {
  const spots = units.map((unit) => look.drawn(...(unit.at ?? [0, 0, 0])));
  return units.map((unit, nth) => {
    const at = spots[nth] ?? [0, 0];
    const others = spots.filter((_, one) => one !== nth);
    const way = walking(app, unit.id, look);
    const style = way ?? `transform: translate(${at[0].toFixed(0)}px, ${at[1].toFixed(0)}px)`;
    const looks = { key: `tags-${unit.id}`, class: `tags ${way ? "walking" : ""}`, style, "data-of": unit.id };
    return h(
      "g",
      { ...looks, "aria-hidden": "true" },
      carried(unit),
      ails(unit, at, others, scale),
      plate(unit, at, others, scale),
    );
  });
}

function carried(unit: Fighter) {
  const radius = radiusOf(unit);
  return unit.token && h("path", { class: "carried", d: `M${radius} -${radius}l260 260l-260 260l-260 -260Z` });
}

/** What ails a unit: in a word, or where that is too small in a sign on its base. */
function ails(unit: Fighter, at: Spot, others: readonly Spot[], scale: number) {
  if (!unit.injury) return false;
  const radius = radiusOf(unit);
  if (!writing(scale).hasWords)
    return h(
      "g",
      { class: `ails ${unit.injury}` },
      h("circle", { r: radius * 0.72 }),
      h("text", null, MATCH.ails[unit.injury] ?? ""),
    );
  const [, y] = placeAt(ENDS, at, radius, others);
  return h("text", { class: "injury", y: y * radius }, title(unit.injury));
}

/** The number of a unit in a disc at its rim, where there are several of its kind. */
function plate(unit: Fighter, at: Spot, others: readonly Spot[], scale: number) {
  const radius = radiusOf(unit);
  const number = numberOf(unit);
  if (number === "") return false;
  const [x, y] = placeAt(CORNERS, at, radius, others);
  const { times } = writing(scale);
  return h(
    "g",
    { class: "which", transform: `translate(${x * radius} ${y * radius}) scale(${times})` },
    h("circle", { r: 310 }),
    h("text", null, number),
  );
}
