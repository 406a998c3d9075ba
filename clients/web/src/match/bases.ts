/** Units of a match on their bases: who by a silhouette, whose by colour and rim, which of several by a number. */

import type { Fighter, MatchState } from "../core/match.ts";
import { radiusOf } from "../core/match.ts";
import { h } from "../view/dom.ts";
import { drawing, isDrawn } from "../view/icons.ts";

/** A sign's box is 20 wide; on a base it takes so much of the base's width. */
const SIGN = 0.78;
/** Enamels of both sides as light, middle and dark. */
const ENAMELS = [
  ["#6f9dd0", "#24588a", "#102c49"],
  ["#cf6a50", "#8c2f22", "#3f110b"],
] as const;
const RIMS = [
  ["#fff0c4", "#d3a253", "#7d5520", "#c9974b"],
  ["#f3efe8", "#9a948b", "#3e3a37", "#8a837a"],
] as const;

/** The thing whose sign a unit bears: its type, or a helmet for one that nobody knows. */
export const silhouetteOf = ({ type }: Fighter): string =>
  isDrawn(`fighters:${type.id}`) ? `fighters:${type.id}` : "fighters:unknown";

/** The number of a unit of whose kind there are several, "" for the only one: "Infantry 3" is 3. */
export function numberOf({ name }: Fighter): string {
  const last = name.split(/\s+/).at(-1) ?? "";
  return /^\d+$/.test(last) ? last : "";
}

/** A base with its silhouette: the second side's has a rim of its own, so that it is told without colours. */
export function base({ sides }: Pick<MatchState, "sides">, unit: Fighter) {
  const radius = radiusOf(unit);
  const number = Object.keys(sides).indexOf(unit.side);
  const leads = unit.type.rank === "leader";
  return h(
    "g",
    { class: `body side-${number}` },
    h("circle", { class: "thick", r: radius, cx: radius * 0.1, cy: radius * 0.16 }),
    h("circle", { class: "base", r: radius }),
    h("circle", { class: "enamel", r: radius * 0.85 }),
    number === 1 && h("circle", { class: "second", r: radius * 0.78 }),
    h("g", { class: "sign-shade", transform: `translate(${radius * 0.05} ${radius * 0.09})` }, sign(unit, radius)),
    h("g", { class: "sign" }, sign(unit, radius)),
    h("ellipse", { class: "gloss", cy: -radius * 0.44, rx: radius * 0.58, ry: radius * 0.3 }),
    leads && crown(radius),
  );
}

const sign = (unit: Fighter, radius: number) =>
  h("g", { transform: `scale(${((radius * SIGN) / 10).toFixed(1)})` }, drawing(silhouetteOf(unit)));

/** Who leads: a small crown above the rim. */
const crown = (radius: number) =>
  h(
    "g",
    { class: "crown", transform: `translate(0 ${-radius * 1.02}) scale(${(radius / 21).toFixed(1)})` },
    drawing("crown"),
  );

/** What bases are made of: metals of the rims, enamels of the sides. */
export const baseFills = () => [
  ENAMELS.map((colours, side) =>
    h(
      "radialGradient",
      { id: `side-enamel-${side}`, cx: 0.36, cy: 0.26, r: 0.85 },
      colours.map((colour, at) => h("stop", { offset: at / 2, "stop-color": colour })),
    ),
  ),
  RIMS.map((colours, side) =>
    h(
      "linearGradient",
      { id: `side-rim-${side}`, x1: 0, y1: 0, x2: 0.7, y2: 1 },
      colours.map((colour, at) => h("stop", { offset: at / 3, "stop-color": colour })),
    ),
  ),
];
