/**
 * What tokens and lit hexes are made of, defined once for the page: metals, enamels, glows, hatches
 * and the outlines that tell sides apart. Ids are used by `fill` and `use` all over the board.
 */

import type { SeatId } from "../protocol.ts";
import { corners } from "../core/hexes.ts";
import { h, memo } from "../view/dom.ts";
import { SIZE } from "../view/placing.ts";

/** From a token's middle to its rim, in units of the board. */
export const TOKEN = 36;

/** The outline of each kind of unit: round heroes, shields for enemies, squares and stars for others. */
export const OUTLINES: Readonly<Record<string, string>> = {
  adventurer: "M0-36A36 36 0 1 1-.01-36Z",
  enemy: "M0-37C12-32 24-29.6 33.4-29.6C35.4-.8 28 24 0 39C-28 24-35.4-.8-33.4-29.6C-24-29.6-12-32 0-37Z",
  companion: "M-20-33H20A13 13 0 0 1 33-20V20A13 13 0 0 1 20 33H-20A13 13 0 0 1-33 20V-20A13 13 0 0 1-20-33Z",
  quest: "M0-38L32-19V19L0 38L-32 19V-19Z",
};

/** Which numbers of a path's command lie along x (0) and y (1), and which are no lengths (null); they recur. */
const AXES: Readonly<Record<string, readonly (0 | 1 | null)[]>> = {
  M: [0, 1],
  L: [0, 1],
  C: [0, 1],
  H: [0],
  V: [1],
  A: [null, null, null, null, null, 0, 1],
};
const RADII = 2;

/**
 * An outline, so many times as large and so much lower. A `transform` on an element would give the same picture, but
 * the browser keeps, compares and layers what each transformed element paints by itself, in every frame.
 */
function shaped(outline: string, scale: number, lower = 0): string {
  return outline.replace(/([MLCHVA])([^A-Z]*)/g, (_, command: string, numbers: string) => {
    const axes = AXES[command] ?? [];
    const moved = (numbers.match(/-?\d*\.?\d+/g) ?? []).map((number, at) => {
      const axis = axes[at % axes.length];
      const isLength = axis !== null || (command === "A" && at % axes.length < RADII);
      return isLength ? +(Number(number) * scale + (axis === 1 ? lower : 0)).toFixed(3) : number;
    });
    return `${command}${moved.join(" ")}`;
  });
}

const allShaped = (scale: number, lower = 0): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(OUTLINES).map(([kind, path]) => [kind, shaped(path, scale, lower)]));

/** Within a token's metal: the dark line around its enamel, and the enamel. */
export const [LINES, FACES] = [allShaped(0.87), allShaped(0.82)];
/** Below it: its thickness. */
const THICKNESSES = allShaped(1, 4);

/** Enamels as light, middle and dark: by seat, and for those who have none. */
const ENAMELS: Readonly<Record<string, readonly [string, string, string]>> = {
  1: ["#6f9a55", "#3c6a37", "#1c3a1e"],
  2: ["#6f93bd", "#365f8f", "#172f4c"],
  3: ["#9d82c9", "#62459a", "#2d1d50"],
  4: ["#5fa8a3", "#27706f", "#0f3a3b"],
  enemy: ["#c45a42", "#8e2c1e", "#43110c"],
  friend: ["#a8935a", "#6c5a2a", "#352a10"],
};

const METALS: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  brass: [
    [0, "#fff0c4"],
    [0.35, "#d3a253"],
    [0.7, "#7d5520"],
    [1, "#c9974b"],
  ],
  iron: [
    [0, "#dcd7cf"],
    [0.35, "#8f8981"],
    [0.7, "#3e3a37"],
    [1, "#7b746d"],
  ],
  gilt: [
    [0, "#fff0bd"],
    [0.45, "#d99a3d"],
    [1, "#7a4615"],
  ],
};

/** Hatches of the four shades of threat: how far lines are apart, how wide, how strong. */
const HATCHES = [
  { apart: 19, wide: 1.6, line: 0.6, wash: 0.06, isCrossed: false },
  { apart: 11, wide: 2.6, line: 0.72, wash: 0.2, isCrossed: false },
  { apart: 15, wide: 2.6, line: 0.74, wash: 0.36, isCrossed: true },
  { apart: 9, wide: 3, line: 0.85, wash: 0.56, isCrossed: true },
];

/** An enamel's name: of an adventurer's seat, of enemies, of whoever else is on the party's side. */
export const enamelOf = (side: string, seat: SeatId): string =>
  side === "enemy" ? "enemy" : seat in ENAMELS ? seat : "friend";

/** The middle colour of an enamel, for what is too small to be more than a dot. */
export const enamelColour = (side: string, seat: SeatId): string => ENAMELS[enamelOf(side, seat)]?.[0] ?? "";

const stops = (all: readonly (readonly [number, string])[]) =>
  all.map(([at, colour]) => h("stop", { offset: at, "stop-color": colour }));

const metal = (name: string) =>
  h("linearGradient", { id: `metal-${name}`, x1: 0, y1: 0, x2: 0.7, y2: 1 }, stops(METALS[name] ?? []));

const enamel = (name: string) =>
  h(
    "radialGradient",
    { id: `enamel-${name}`, cx: 0.36, cy: 0.26, r: 0.85 },
    stops((ENAMELS[name] ?? []).map((colour, at) => [at / 2, colour] as const)),
  );

/** A light that fades from its middle outwards. */
const glow = (id: string, colour: string, strength: number, from = 0) =>
  h("radialGradient", { id }, [
    h("stop", { offset: from, "stop-color": colour, "stop-opacity": strength }),
    h("stop", { offset: 1, "stop-color": colour, "stop-opacity": 0 }),
  ]);

const hatch = ({ apart, wide, line, wash, isCrossed }: (typeof HATCHES)[number], at: number) =>
  h(
    "pattern",
    {
      id: `threat-${at + 1}`,
      width: apart,
      height: apart,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    },
    [
      h("rect", { width: apart, height: apart, fill: "#7a160a", opacity: wash }),
      h("rect", { width: wide, height: apart, fill: "#ee5a32", opacity: line }),
      isCrossed && h("rect", { width: apart, height: wide, fill: "#ee5a32", opacity: line }),
    ],
  );

/** Light that lies along a hex's edges, strongest at the edge. */
const rim = (id: string, colour: string, strokes: readonly number[]) =>
  h(
    "g",
    { id, fill: "none", stroke: colour, "stroke-width": 2.6 },
    strokes.map((strength, at) => h("polygon", { points: corners(SIZE - 3.4 - at * 2.3), "stroke-opacity": strength })),
  );

/** The brackets around a target. */
function reticle() {
  const point = (angle: number, far: number) =>
    `${(Math.cos(angle) * far).toFixed(1)} ${(Math.sin(angle) * far).toFixed(1)}`;
  const brackets = Array.from({ length: 6 }, (_, at) => {
    const angle = (at * Math.PI) / 3;
    return `M${point(angle - 0.28, SIZE - 4)}L${point(angle, SIZE + 3)}L${point(angle + 0.28, SIZE - 4)}`;
  }).join("");
  return h("g", { id: "reticle", fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round" }, [
    h("path", { d: brackets, stroke: "#180503", "stroke-width": 8.5 }),
    h("path", { d: brackets, stroke: "#ff7a4d", "stroke-width": 4.6 }),
  ]);
}

/** What lies below a token's metal: its shadow and its thickness. */
const base = (kind: string) =>
  h("g", { id: `base-${kind}` }, [
    h("ellipse", { cx: 7, cy: 12, rx: 46, ry: 43, fill: "url(#token-shade)" }),
    h("path", { d: THICKNESSES[kind], fill: "#1d130c" }),
  ]);

/** All definitions, as the children of one `defs`. */
export function definitions() {
  return memo("defs", [], () =>
    h("defs", null, [
      Object.keys(METALS).map(metal),
      Object.keys(ENAMELS).map(enamel),
      glow("token-shade", "#000", 0.66, 0.55),
      glow("acting-glow", "#ffc55a", 0.95, 0.5),
      glow("blast", "#ffb765", 1, 0.1),
      glow("coin-shade", "#000", 0.6, 0.5),
      h("linearGradient", { id: "gloss", x1: 0, y1: 0, x2: 0, y2: 1 }, [
        h("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.36 }),
        h("stop", { offset: 1, "stop-color": "#fff", "stop-opacity": 0.02 }),
      ]),
      HATCHES.map(hatch),
      Object.keys(OUTLINES).map(base),
      rim("reach", "#ffc75a", [0.62, 0.42, 0.28, 0.19, 0.13, 0.08]),
      rim("aimed", "#ff5a33", [0.6, 0.42, 0.28, 0.18, 0.1]),
      reticle(),
    ]),
  );
}
