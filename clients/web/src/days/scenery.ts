/** Landscapes drawn by code: sky, ridges, growth, water. Everything follows from a name, so that a place looks alike each time. */

import type { Child } from "../view/dom.ts";
import { h } from "../view/dom.ts";

/** Numbers from 0 to 1 that look like chance and follow from a word. */
export type Chance = () => number;

/** Chance that begins with a word. */
export function chanceOf(word: string): Chance {
  let seed = 2166136261;
  for (const letter of word) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The light of a scene: its sky from the top, what lies far, between and near, and its lamps. */
export type Mood = { sky: readonly string[]; far: string; mid: string; near: string; lamp: string; sun: string };

export const MOODS = {
  dusk: {
    sky: ["#1a2342", "#5a3f63", "#b7674c", "#f3b86c"],
    far: "#74505c",
    mid: "#46344a",
    near: "#17131f",
    lamp: "#ffcf7a",
    sun: "#ffe2a0",
  },
  rain: {
    sky: ["#131c2a", "#22374b", "#43596c", "#8a9b9f"],
    far: "#4b6170",
    mid: "#2b3e4d",
    near: "#0e161f",
    lamp: "#ffd48a",
    sun: "#b9c7c9",
  },
  flood: {
    sky: ["#0c181f", "#15333a", "#2b5957", "#7aa38c"],
    far: "#3f6a66",
    mid: "#20474a",
    near: "#0a1719",
    lamp: "#ffd98f",
    sun: "#bfe0c0",
  },
  day: {
    sky: ["#4f7c9f", "#8db0ba", "#d8d2ac", "#f6e6b4"],
    far: "#8d9c86",
    mid: "#56704f",
    near: "#1d2a1e",
    lamp: "#ffe0a0",
    sun: "#fff6d8",
  },
  night: {
    sky: ["#090e20", "#161c3a", "#2c2b50", "#574a6c"],
    far: "#37365a",
    mid: "#22233f",
    near: "#0a0b16",
    lamp: "#ffcf7a",
    sun: "#e6ebff",
  },
  ember: {
    sky: ["#190d12", "#47191c", "#8e3423", "#e37c3d"],
    far: "#6d2f28",
    mid: "#3b1a1c",
    near: "#12090b",
    lamp: "#ffb45c",
    sun: "#ffd08a",
  },
} as const satisfies Record<string, Mood>;

export type MoodName = keyof typeof MOODS;

const round = (value: number): string => value.toFixed(1);

/** A line of hills from edge to edge, filled down to the bottom. */
export function ridge(chance: Chance, width: number, height: number, top: number, swing: number, fill: string) {
  const parts = 4 + Math.floor(chance() * 3);
  const step = width / parts;
  let path = `M0 ${height} V${round(top + chance() * swing)}`;
  for (let at = 0; at < parts; at += 1) {
    const [from, to] = [at * step, (at + 1) * step];
    const crest = top - swing * (0.2 + chance() * 0.8);
    path += ` Q${round(from + step * (0.3 + chance() * 0.4))} ${round(crest)} ${round(to)} ${round(top + chance() * swing * 0.6)}`;
  }
  return h("path", { d: `${path} V${height}Z`, fill });
}

/** Mountains: peaks with a lit side. */
export function peaks(chance: Chance, width: number, height: number, top: number, mood: Mood) {
  return Array.from({ length: 6 }, (_, at) => {
    const x = (width * (at + chance())) / 6;
    const y = top - 26 - chance() * 46;
    const half = 60 + chance() * 80;
    return h(
      "g",
      { key: `peak-${at}` },
      h("path", {
        d: `M${round(x - half)} ${height} L${round(x)} ${round(y)} L${round(x + half)} ${height}Z`,
        fill: mood.far,
      }),
      h("path", {
        d: `M${round(x)} ${round(y)} L${round(x - half * 0.24)} ${round(y + 30)} L${round(x - 4)} ${round(y + 24)} L${round(x + half * 0.12)} ${round(y + 34)}Z`,
        fill: mood.sun,
        opacity: 0.28,
      }),
    );
  });
}

/** A bent palm. */
export function palm(x: number, y: number, size: number, fill: string, lean: number) {
  const [tx, ty] = [x + lean * size * 0.4, y - size];
  const leaves = [-1.15, -0.75, -0.3, 0.3, 0.75, 1.15].map((way) => {
    const [lx, ly] = [tx + way * size * 0.44, ty + (Math.abs(way) - 0.55) * size * 0.34];
    return `M${round(tx)} ${round(ty)} Q${round(tx + way * size * 0.24)} ${round(ty - size * 0.22)} ${round(lx)} ${round(ly)} Q${round(tx + way * size * 0.2)} ${round(ty - size * 0.06)} ${round(tx)} ${round(ty)}Z`;
  });
  const trunk = `M${round(x - 2.4)} ${round(y)} Q${round(x + lean * size * 0.05)} ${round(y - size * 0.6)} ${round(tx - 1)} ${round(ty)} L${round(tx + 1.6)} ${round(ty)} Q${round(x + lean * size * 0.14 + 3)} ${round(y - size * 0.5)} ${round(x + 3)} ${round(y)}Z`;
  return h("path", { d: trunk + leaves.join(""), fill });
}

/** A pine. */
export function pine(x: number, y: number, size: number, fill: string) {
  const tier = (low: number, half: number, high: number) =>
    `M${round(x - half * size)} ${round(y - low * size)} L${round(x)} ${round(y - high * size)} L${round(x + half * size)} ${round(y - low * size)}Z`;
  return h("path", {
    d: `M${round(x - 1.6)} ${round(y)} h3.2 v${round(-size * 0.2)} h-3.2Z${tier(0.12, 0.3, 0.6)}${tier(0.36, 0.23, 0.8)}${tier(0.58, 0.16, 1)}`,
    fill,
  });
}

/** Reeds in a clump. */
export function reeds(chance: Chance, x: number, y: number, size: number, fill: string) {
  const blades = Array.from({ length: 7 }, (_, at) => {
    const [foot, lean] = [x + (at - 3) * 3.2, (chance() - 0.5) * 12];
    const tall = size * (0.6 + chance() * 0.5);
    const head = at % 3 === 1 ? `M${round(foot + lean - 1.6)} ${round(y - tall - 9)} h3.2 v11 h-3.2Z` : "";
    return `M${round(foot - 1)} ${round(y)} Q${round(foot)} ${round(y - tall * 0.6)} ${round(foot + lean)} ${round(y - tall)} L${round(foot + 1.4)} ${round(y)}Z${head}`;
  });
  return h("path", { d: blades.join(""), fill });
}

/** A sky with its sun, and clouds in bands. `name` keeps the gradients of two pictures apart. */
export function sky(name: string, chance: Chance, width: number, height: number, mood: Mood): Child {
  const [sunX, sunY] = [width * (0.42 + chance() * 0.3), height * (0.36 + chance() * 0.16)];
  return [
    h(
      "defs",
      { key: "defs" },
      h(
        "linearGradient",
        { id: `sky-${name}`, x1: 0, y1: 0, x2: 0, y2: 1 },
        mood.sky.map((colour, at) => h("stop", { key: at, offset: [0, 0.34, 0.64, 0.86][at], "stop-color": colour })),
      ),
      h(
        "radialGradient",
        { id: `sun-${name}` },
        h("stop", { offset: 0, "stop-color": mood.sun, "stop-opacity": 0.95 }),
        h("stop", { offset: 0.16, "stop-color": mood.sun, "stop-opacity": 0.75 }),
        h("stop", { offset: 1, "stop-color": mood.sun, "stop-opacity": 0 }),
      ),
      h(
        "radialGradient",
        { id: `lamp-${name}` },
        h("stop", { offset: 0, "stop-color": mood.lamp, "stop-opacity": 0.9 }),
        h("stop", { offset: 1, "stop-color": mood.lamp, "stop-opacity": 0 }),
      ),
    ),
    h("rect", { key: "sky", width, height, fill: `url(#sky-${name})` }),
    h("circle", { key: "sun", cx: round(sunX), cy: round(sunY), r: height * 0.5, fill: `url(#sun-${name})` }),
    h("circle", { key: "disc", cx: round(sunX), cy: round(sunY), r: height * 0.075, fill: mood.sun, opacity: 0.9 }),
    Array.from({ length: 7 }, (_, at) => {
      const [x, y] = [chance() * width, height * (0.1 + chance() * 0.42)];
      return h("ellipse", {
        key: `cloud-${at}`,
        cx: round(x),
        cy: round(y),
        rx: round(60 + chance() * 120),
        ry: round(3 + chance() * 5),
        fill: at % 2 ? mood.sky[1] : mood.sky[3],
        opacity: 0.26,
      });
    }),
  ];
}

/** Growth along a line, as the land has it. */
export function growth(
  chance: Chance,
  land: string,
  count: number,
  width: number,
  y: number,
  size: number,
  fill: string,
) {
  return Array.from({ length: count }, (_, at) => {
    const x = (width * (at + chance())) / count;
    const tall = size * (0.6 + chance() * 0.7);
    const key = `grown-${at}`;
    if (land === "marsh" || land === "river") return h("g", { key }, reeds(chance, x, y, tall * 0.55, fill));
    if (land === "coast" || land === "jungle") return h("g", { key }, palm(x, y, tall, fill, chance() * 2 - 1));
    return h("g", { key }, pine(x, y, tall, fill));
  });
}

/** Rain, in slanting strokes. */
export function rainfall(chance: Chance, width: number, height: number) {
  const drops = Array.from({ length: 70 }, () => {
    const [x, y] = [chance() * width, chance() * height];
    return `M${round(x)} ${round(y)} l-3.5 13`;
  });
  return h("path", {
    key: "rain",
    class: "rainfall",
    d: drops.join(""),
    fill: "none",
    stroke: "#cfe0ea",
    "stroke-width": 0.9,
    opacity: 0.34,
  });
}
