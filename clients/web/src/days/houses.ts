/** The houses of a town's picture: one for each of its features, which one knows by its shape. */

import type { Child } from "../view/dom.ts";
import type { Chance, Mood } from "./scenery.ts";
import { h } from "../view/dom.ts";

/** How a town builds: on stilts above water, or in stone under gables. */
export type Style = "stilts" | "stone";

/** Where a house stands: its middle, the ground, its breadth. */
type Plot = { x: number; y: number; w: number };

const r = (value: number): string => value.toFixed(1);
const box = (x: number, y: number, w: number, tall: number): string =>
  `M${r(x)} ${r(y)} h${r(w)} v${r(tall)} h${r(-w)}Z`;

/** A lit window with its glow. */
function lit(name: string, mood: Mood, x: number, y: number, w = 6, tall = 9) {
  return h(
    "g",
    { key: `lit-${r(x)}-${r(y)}` },
    h("circle", { cx: r(x + w / 2), cy: r(y + tall / 2), r: 17, fill: `url(#lamp-${name})`, opacity: 0.55 }),
    h("path", { d: box(x, y, w, tall), fill: mood.lamp }),
    h("path", {
      d: `M${r(x + w / 2)} ${r(y)} v${r(tall)} M${r(x)} ${r(y + tall / 2)} h${r(w)}`,
      stroke: mood.near,
      "stroke-width": 1,
    }),
  );
}

/** Legs and the floor that they carry; the ground on which the house stands. */
function base(style: Style, { x, y, w }: Plot): { path: string; ground: number } {
  if (style === "stone") return { path: box(x - w * 0.52, y - 5, w * 1.04, 8), ground: y - 4 };
  const legs = [-0.42, -0.14, 0.14, 0.42].map((at) => box(x + at * w - 1.5, y - 20, 3, 34));
  return { path: box(x - w * 0.58, y - 20, w * 1.16, 4) + legs.join(""), ground: y - 20 };
}

/** A roof over walls: thatch with a spike on stilts, a gable with a chimney in stone. */
function roof(style: Style, x: number, y: number, w: number, tall: number): string {
  if (style === "stone")
    return `M${r(x - w * 0.56)} ${r(y)} L${r(x)} ${r(y - tall)} L${r(x + w * 0.56)} ${r(y)}Z${box(x + w * 0.2, y - tall * 0.86, 6, tall * 0.6)}`;
  return (
    `M${r(x - w * 0.68)} ${r(y + 3)} Q${r(x - w * 0.26)} ${r(y - tall * 0.42)} ${r(x - 3)} ${r(y - tall)} L${r(x)} ${r(y - tall - 8)} ` +
    `L${r(x + 3)} ${r(y - tall)} Q${r(x + w * 0.26)} ${r(y - tall * 0.42)} ${r(x + w * 0.68)} ${r(y + 3)}Z`
  );
}

/** A plain house. */
export function house(
  name: string,
  style: Style,
  chance: Chance,
  plot: Plot,
  mood: Mood,
  fill: string,
  isLit: boolean,
) {
  const { x, w } = plot;
  const { path, ground } = base(style, plot);
  const tall = w * (0.34 + chance() * 0.16);
  const windows = w > 40 ? [-0.24, 0.12] : [-0.06];
  return h(
    "g",
    null,
    h("path", {
      d: path + box(x - w * 0.44, ground - tall, w * 0.88, tall) + roof(style, x, ground - tall, w, w * 0.46),
      fill,
    }),
    isLit && windows.map((at) => lit(name, mood, x + at * w, ground - tall * 0.74)),
  );
}

/** What one knows each feature by, beside or before its house. */
const KNOWN_BY: Readonly<Record<string, (x: number, y: number, w: number, mood: Mood) => Child>> = {
  shop: (x, y, w, mood) => [
    Array.from({ length: 6 }, (_, at) =>
      h("path", {
        key: at,
        d: `M${r(x - w * 0.5 + (at * w) / 6)} ${r(y - 21)} h${r(w / 6)} l${r((at - 2.5) * 0.8)} 9 h${r(-w / 6)}Z`,
        fill: at % 2 ? "#8d3a2b" : mood.lamp,
        opacity: 0.92,
      }),
    ),
    h("path", {
      key: "crates",
      d: box(x - w * 0.56, y - 9, 10, 9) + box(x - w * 0.56 + 11, y - 7, 8, 7) + box(x + w * 0.4, y - 10, 11, 10),
      fill: mood.near,
    }),
  ],
  trainer: (x, y, w, mood) =>
    h("path", {
      d:
        box(x + w * 0.62, y - 22, 2.4, 22) +
        box(x + w * 0.62 - 8, y - 17, 18, 2.6) +
        `M${r(x + w * 0.62 + 1)} ${r(y - 30)} m-4.4 0 a4.4 4.4 0 1 0 8.8 0 a4.4 4.4 0 1 0 -8.8 0Z` +
        box(x + w * 0.62 - 3.4, y - 22, 9, 10),
      fill: mood.near,
    }),
  inn: (x, y, w, mood) => [
    h("path", {
      key: "sign",
      d: box(x + w * 0.5, y - 38, 15, 2) + box(x + w * 0.5 + 6, y - 36, 12, 10),
      fill: mood.near,
    }),
    h("path", {
      key: "smoke",
      d: `M${r(x + w * 0.22)} ${r(y - w - 4)} q-6 -8 1 -15 q7 -7 0 -15 q-5 -7 2 -13`,
      fill: "none",
      stroke: mood.sky[3],
      "stroke-width": 4,
      "stroke-linecap": "round",
      opacity: 0.32,
    }),
  ],
  "quest-board": (x, y, _w, mood) => [
    h("path", {
      key: "posts",
      d:
        box(x - 22, y - 40, 3, 40) +
        box(x + 19, y - 40, 3, 40) +
        box(x - 25, y - 42, 50, 3) +
        box(x - 22, y - 36, 44, 24) +
        `M${r(x - 30)} ${r(y - 42)} L${r(x)} ${r(y - 56)} L${r(x + 30)} ${r(y - 42)}Z`,
      fill: mood.near,
    }),
    [-17, -5, 8].map((at, nth) =>
      h("path", {
        key: at,
        d: box(x + at, y - 33 + nth * 2, 9, 12),
        fill: "#ecd9ad",
        opacity: 0.95,
        transform: `rotate(${nth * 3 - 3} ${r(x + at)} ${r(y - 30)})`,
      }),
    ),
  ],
  "guild-kiosk": (x, y, w, mood) =>
    [-0.62, 0.52].map((at, nth) =>
      h(
        "g",
        { key: nth },
        h("path", { d: box(x + at * w + 4, y - 58, 2.4, 58), fill: mood.near }),
        h("path", { d: `M${r(x + at * w - 3)} ${r(y - 56)} h16 v26 l-8 -7 l-8 7Z`, fill: nth ? "#355f8a" : "#8d2f22" }),
      ),
    ),
  "town-square": (x, y, _w, mood) => [
    h("circle", { key: "fire", cx: x, cy: r(y - 14), r: 34, fill: mood.lamp, opacity: 0.22 }),
    h("path", {
      key: "well",
      d:
        `M${r(x - 19)} ${r(y)} h38 l-3 -14 h-32Z` +
        box(x - 15, y - 42, 3, 30) +
        box(x + 12, y - 42, 3, 30) +
        `M${r(x - 24)} ${r(y - 40)} L${r(x)} ${r(y - 58)} L${r(x + 24)} ${r(y - 40)}Z` +
        box(x - 1, y - 40, 2, 16),
      fill: mood.near,
    }),
    h("path", { key: "pail", d: box(x - 4, y - 25, 8, 7), fill: mood.lamp, opacity: 0.8 }),
  ],
  "alchemy-station": (x, y, w, mood) => [
    h("path", {
      key: "dome",
      d:
        `M${r(x - w * 0.3)} ${r(y - w * 0.6)} a${r(w * 0.3)} ${r(w * 0.3)} 0 0 1 ${r(w * 0.6)} 0Z` +
        box(x - 2, y - w * 1.02, 4, 12),
      fill: mood.near,
    }),
    h("circle", { key: "round", cx: x, cy: r(y - w * 0.36), r: 7, fill: "#9fe0a0" }),
    h("path", {
      key: "vapour",
      d: `M${r(x)} ${r(y - w * 1.02)} q-9 -7 0 -14 q9 -7 0 -14 q-8 -6 1 -12`,
      fill: "none",
      stroke: "#9fe0a0",
      "stroke-width": 4.5,
      "stroke-linecap": "round",
      opacity: 0.4,
    }),
  ],
};

/** Features that have no house of their own. */
const OPEN = new Set(["quest-board", "town-square"]);

/** A feature's house with what it is known by. */
export function featureHouse(
  feature: string,
  name: string,
  style: Style,
  chance: Chance,
  plot: Plot,
  mood: Mood,
): Child {
  const own = KNOWN_BY[feature]?.(plot.x, plot.y - (style === "stilts" && !OPEN.has(feature) ? 20 : 3), plot.w, mood);
  if (OPEN.has(feature)) return own;
  return [house(name, style, chance, plot, mood, mood.near, true), h("g", { key: "own" }, own)];
}
