/** A town as a picture: its land, its houses, and each feature as a place to press. */

import type { Child } from "../view/dom.ts";
import type { Style } from "./houses.ts";
import type { MoodName } from "./scenery.ts";
import { h, memo } from "../view/dom.ts";
import { drawing } from "../view/icons.ts";
import { featureHouse, house } from "./houses.ts";
import { chanceOf, growth, MOODS, peaks, rainfall, ridge, sky } from "./scenery.ts";

/** A place of the picture: a feature, what it is called, whether it can be used now, who is there. */
export type Spot = {
  feature: string;
  words: string;
  name: string;
  isOpen: boolean;
  isPicked: boolean;
  press: () => void;
};

/** What a picture shows of a town. */
export type View = { id: string; land: string; mood: MoodName; isRaining: boolean };

const HEIGHT = 240;
const GROUND = 198;
/** A picture for a wide screen, and one for a phone, in its own units. */
const BREADTHS = { wide: 900, narrow: 520 };

/** Lands whose towns stand on stilts. */
const WET = new Set(["marsh", "river", "coast", "jungle", "lake", "swamp"]);
export const styleOf = (land: string): Style => (WET.has(land) ? "stilts" : "stone");

/** The town. Without spots it is a picture alone, of the features that it is told. */
export function townscape(
  view: View,
  spots: readonly Spot[],
  isNarrow: boolean,
  features: readonly string[] = spots.map((spot) => spot.feature),
) {
  const width = isNarrow ? BREADTHS.narrow : BREADTHS.wide;
  return h(
    "svg",
    {
      class: `townscape ${isNarrow ? "narrow" : ""}`,
      key: "townscape",
      viewBox: `0 0 ${width} ${HEIGHT}`,
      preserveAspectRatio: "xMidYMax slice",
      ...(spots.length ? { role: "group" } : { "aria-hidden": "true" }),
    },
    memo("behind", [view.id, view.mood, view.land, width], () => behind(view, width)),
    memo("houses", [view.id, view.mood, width, features.join()], () => houses(view, features, width)),
    memo("front", [view.id, view.mood, width], () => front(view, width)),
    spots.map((spot, at) => sign(spot, middleOf(at, spots.length, width), isNarrow)),
  );
}

const middleOf = (at: number, of: number, width: number): number => (width * (at + 0.5)) / of;

function behind({ id, land, mood }: View, width: number) {
  const light = MOODS[mood];
  const chance = chanceOf(`${id} behind`);
  return h(
    "g",
    null,
    sky(`town-${id}-${mood}`, chance, width, HEIGHT, light),
    styleOf(land) === "stone" && peaks(chance, width, HEIGHT, 118, light),
    h("g", { opacity: 0.75 }, ridge(chance, width, HEIGHT, 120, 26, light.far)),
    ridge(chance, width, HEIGHT, 142, 20, light.mid),
    h("g", { opacity: 0.9 }, growth(chance, land, Math.round(width / 46), width, 150, 40, light.mid)),
  );
}

function houses({ id, land, mood }: View, features: readonly string[], width: number) {
  const light = MOODS[mood];
  const chance = chanceOf(`${id} houses`);
  const style = styleOf(land);
  const small = Math.round(width / 74);
  return h(
    "g",
    null,
    Array.from({ length: small }, (_, at) =>
      h(
        "g",
        { key: `far-${at}`, opacity: 0.9 },
        house(
          `town-${id}-${mood}`,
          style,
          chance,
          { x: (width * (at + chance())) / small, y: 180, w: 22 + chance() * 16 },
          light,
          light.mid,
          chance() > 0.4,
        ),
      ),
    ),
    style === "stilts" && h("path", { key: "quay", d: `M0 ${GROUND - 21} H${width} v4 H0Z`, fill: light.near }),
    features.map((feature, at) =>
      h(
        "g",
        { key: feature },
        featureHouse(
          feature,
          `town-${id}-${mood}`,
          style,
          chance,
          { x: middleOf(at, features.length, width), y: GROUND, w: Math.min(76, width / features.length / 1.7) },
          light,
        ),
      ),
    ),
  );
}

/** What lies before the houses: water with their lights in it, or the street. */
function front({ id, land, mood, isRaining }: View, width: number) {
  const light = MOODS[mood];
  const chance = chanceOf(`${id} front`);
  const isWet = styleOf(land) === "stilts";
  return h(
    "g",
    null,
    h("rect", { y: GROUND, width, height: HEIGHT - GROUND, fill: light.near, opacity: isWet ? 0.78 : 1 }),
    isWet &&
      Array.from({ length: 34 }, (_, at) =>
        h("rect", {
          key: at,
          x: (chance() * width).toFixed(1),
          y: (GROUND + 5 + chance() * 40).toFixed(1),
          width: (10 + chance() * 46).toFixed(1),
          height: 1.4,
          rx: 0.7,
          fill: at % 3 ? light.sky[3] : light.lamp,
          opacity: (0.16 + chance() * 0.3).toFixed(2),
        }),
      ),
    h("g", { opacity: 0.95 }, growth(chance, land, Math.round(width / 210), width, HEIGHT + 2, 62, light.near)),
    isRaining && rainfall(chance, width, HEIGHT),
  );
}

/** The sign over a feature's house, to press. */
function sign(spot: Spot, x: number, isNarrow: boolean): Child {
  const y = isNarrow ? 84 : 102;
  const size = isNarrow ? 27 : 18;
  return h(
    "g",
    {
      key: `sign-${spot.feature}`,
      class: `sign ${spot.isOpen ? "open" : "shut"} ${spot.isPicked ? "picked" : ""}`,
      role: "button",
      tabindex: 0,
      "data-feature": spot.feature,
      "aria-label": spot.words,
      "aria-pressed": String(spot.isPicked),
      transform: `translate(${x.toFixed(1)} ${y})`,
      onclick: spot.press,
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        spot.press();
      },
    },
    h("title", null, spot.words),
    h("rect", { class: "touch", x: -size - 14, y: -size - 8, width: 2 * size + 28, height: HEIGHT - y, rx: 10 }),
    h("path", { class: "stem", d: `M0 ${size} V${size + 12}` }),
    h("circle", { class: "disc", r: size }),
    h("g", { class: "glyph", transform: `scale(${size / 15})` }, drawing(spot.feature)),
    !isNarrow && h("text", { class: "name", y: HEIGHT - y - 13 }, spot.name),
  );
}
