/** Small pictures of what happens on a day: the land under its sky, and who is there. */

import type { Chance, Mood, MoodName } from "./scenery.ts";
import { h } from "../view/dom.ts";
import { chanceOf, growth, MOODS, peaks, rainfall, ridge, sky } from "./scenery.ts";
import { styleOf, townscape } from "./townscape.ts";

/** What a picture shows: a walk, a talk by the fire, a fight, a town, a door into the deep, a night's rest. */
export type Motif = "road" | "talk" | "battle" | "town" | "deep" | "rest" | "won" | "lost";

const [WIDTH, HEIGHT, GROUND] = [520, 200, 166];
/** What stands in the picture of any town. */
const HOUSES = ["shop", "inn", "guild-kiosk", "town-square"];
const SKIES: Readonly<Record<Motif, MoodName>> = {
  road: "day",
  talk: "dusk",
  battle: "ember",
  town: "dusk",
  deep: "night",
  rest: "night",
  won: "day",
  lost: "ember",
};

/** A picture that follows from a name, a land and a motif. */
export function vignette(name: string, land: string, motif: Motif, mood: MoodName = SKIES[motif]) {
  if (motif === "town") return townscape({ id: name, land, mood, isRaining: mood === "rain" }, [], true, HOUSES);
  const light = MOODS[mood];
  const chance = chanceOf(`${name} ${motif}`);
  const id = `v-${name.replace(/\W/g, "-")}-${motif}`;
  return h(
    "svg",
    {
      class: "vignette",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "xMidYMax slice",
      "aria-hidden": "true",
      key: id,
    },
    sky(id, chance, WIDTH, HEIGHT, light),
    styleOf(land) === "stone" && peaks(chance, WIDTH, HEIGHT, 104, light),
    h("g", { opacity: 0.8 }, ridge(chance, WIDTH, HEIGHT, 112, 24, light.far)),
    ridge(chance, WIDTH, HEIGHT, 136, 16, light.mid),
    h("g", { opacity: 0.9 }, growth(chance, land, 12, WIDTH, 146, 38, light.mid)),
    h("path", {
      d: `M0 ${GROUND} Q130 ${GROUND - 10} 260 ${GROUND} T${WIDTH} ${GROUND - 4} V${HEIGHT} H0Z`,
      fill: light.near,
    }),
    actors(motif, chance, light, id),
    h("g", { opacity: 0.95 }, framing(motif, growth(chance, land, 4, WIDTH, HEIGHT + 4, 54, light.near))),
    mood === "rain" && rainfall(chance, WIDTH, HEIGHT),
  );
}

/** What grows in front: at both sides only, where somebody stands in the middle. */
const framing = <Plant>(motif: Motif, plants: Plant[]): Plant[] =>
  motif === "road" ? plants : [...plants.slice(0, 1), ...plants.slice(-1)];

/** Somebody in a cloak, with a staff, a blade or nothing in hand. */
function figure(x: number, y: number, size: number, fill: string, way: number, hand: "staff" | "blade" | "") {
  const held =
    hand === "staff"
      ? `M${x + way * size * 0.34} ${y + 1} L${x + way * size * 0.4} ${y - size * 1.12} l2 0 L${x + way * size * 0.38 + 1} ${y + 1}Z`
      : hand === "blade"
        ? `M${x + way * size * 0.2} ${y - size * 0.6} L${x + way * size * 0.78} ${y - size * 1.06} l1.6 2.4 L${x + way * size * 0.24} ${y - size * 0.5}Z`
        : "";
  return h("path", {
    key: `${x}`,
    d:
      `M${x - size * 0.3} ${y} Q${x - size * 0.26} ${y - size * 0.62} ${x - size * 0.1} ${y - size * 0.72} ` +
      `L${x + size * 0.1} ${y - size * 0.72} Q${x + size * 0.26} ${y - size * 0.6} ${x + size * 0.28} ${y}Z` +
      `M${x - size * 0.15} ${y - size * 0.8} a${size * 0.15} ${size * 0.17} 0 1 0 ${size * 0.3} 0 a${size * 0.15} ${size * 0.17} 0 1 0 ${-size * 0.3} 0Z${held}`,
    fill,
  });
}

const glow = (id: string, x: number, y: number, r: number) =>
  h("circle", { key: `glow-${x}`, cx: x, cy: y, r, fill: `url(#lamp-${id})` });

/** A fire on its logs. */
const fire = (x: number, y: number, mood: Mood) =>
  h(
    "g",
    { key: "fire" },
    h("path", {
      d: `M${x - 9} ${y - 2} Q${x - 13} ${y - 16} ${x - 2} ${y - 26} Q${x - 3} ${y - 15} ${x + 5} ${y - 20} Q${x + 14} ${y - 10} ${x + 8} ${y - 2}Z`,
      fill: mood.lamp,
    }),
    h("path", { d: `M${x - 16} ${y} h32 v3 h-32Z`, fill: mood.near }),
  );

function actors(motif: Motif, chance: Chance, mood: Mood, id: string) {
  const dark = "#0a0808";
  const at = 150 + chance() * 60;
  switch (motif) {
    case "battle":
      return [
        glow(id, 268, 120, 96),
        [0, 1, 2].map((nth) => figure(150 + nth * 34, GROUND + 6 + nth * 3, 46, dark, 1, nth % 2 ? "staff" : "blade")),
        [0, 1, 2].map((nth) => figure(330 + nth * 36, GROUND + 9 - nth * 2, 50, dark, -1, "blade")),
        h("path", {
          key: "clash",
          d: "M262 96 l6 14 14 -6 -9 12 13 9 -16 0 -2 15 -8 -14 -13 7 7 -13 -13 -8 15 -1Z",
          fill: mood.lamp,
        }),
      ];
    case "talk":
    case "rest":
      return [
        glow(id, 262, GROUND - 6, 74),
        fire(262, GROUND + 6, mood),
        figure(206, GROUND + 8, 42, dark, 1, "staff"),
        figure(322, GROUND + 8, motif === "rest" ? 34 : 44, dark, -1, ""),
        motif === "rest" &&
          h("path", { key: "tent", d: `M358 ${GROUND + 8} L396 ${GROUND - 44} L436 ${GROUND + 8}Z`, fill: dark }),
      ];
    case "deep":
      return [
        h("path", { key: "hill", d: `M170 ${GROUND + 8} Q262 ${GROUND - 118} 366 ${GROUND + 8}Z`, fill: mood.near }),
        glow(id, 268, GROUND - 12, 58),
        h("path", { key: "door", d: `M248 ${GROUND + 8} v-34 a20 20 0 0 1 40 0 v34Z`, fill: mood.lamp }),
        figure(222, GROUND + 12, 38, dark, 1, "staff"),
      ];
    default:
      return [
        motif === "won" && glow(id, 262, 96, 120),
        [0, 1, 2].map((nth) =>
          figure(at + nth * 40, GROUND + 8 - nth, 44 - nth * 2, dark, 1, nth === 1 ? "" : "staff"),
        ),
        motif === "won" &&
          h("path", { key: "flag", d: `M330 ${GROUND + 6} v-96 h3 v4 h44 l-12 15 12 15 h-44 v62Z`, fill: dark }),
        motif === "lost" &&
          h("path", {
            key: "cairn",
            d: `M330 ${GROUND + 8} l18 -20 20 20Z M346 ${GROUND - 12} v-46 h4 v14 h14 v4 h-14 v28Z`,
            fill: dark,
          }),
      ];
  }
}
