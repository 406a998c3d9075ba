/** Dice as they fall on the board: bodies of enamelled bone in the colour of their constellation, lit from the top left. */

import { entryOf } from "../core/certain.ts";
import type { Glossary } from "../core/glossary.ts";
import type { Lexicon } from "../core/names.ts";
import { letters, lookOf } from "./dice.ts";
import { h, memo } from "./dom.ts";
import { drawing, isDrawn } from "./icons.ts";

/** Half of a die's edge, in units of the board. */
export const HALF = 29;

/** Bodies as light, middle and dark. */
const BODIES: Readonly<Record<string, readonly [string, string, string]>> = {
  warrior: ["#e8725e", "#a83222", "#651a10"],
  mage: ["#84b4e8", "#386fae", "#1d3f6b"],
  thief: ["#96c47b", "#4b7a3a", "#274a1e"],
  combat: ["#cdd4dc", "#79838e", "#454d56"],
  "enemy-combat": ["#c9614f", "#7c2418", "#3c0e09"],
  token: ["#efcf82", "#99691b", "#5b3a0b"],
};

/** The fills that dice use, once for the page. */
export const diceFills = () =>
  memo("dice-fills", [], () =>
    h(
      "defs",
      null,
      Object.entries(BODIES).map(([name, [light, middle, dark]]) =>
        h(
          "linearGradient",
          { id: `die-${name}`, x1: 0, y1: 0, x2: 0.75, y2: 1 },
          h("stop", { offset: 0, "stop-color": light }),
          h("stop", { offset: 0.45, "stop-color": middle }),
          h("stop", { offset: 1, "stop-color": dark }),
        ),
      ),
    ),
  );

/** A die with a face up, around the middle of its place; while it flies it shows the sign of its kind. */
export function boardDie(scene: { glossary: Glossary; lexicon: Lexicon }, kind: string, face: number) {
  const { glossary } = scene;
  const look = lookOf(glossary, kind);
  const dark = (BODIES[look] ?? entryOf(BODIES, "token"))[2];
  const edge = { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 13 };
  return h(
    "g",
    null,
    h("rect", { ...edge, y: -HALF + 6, fill: dark }),
    h("rect", { ...edge, fill: `url(#die-${look in BODIES ? look : "token"})`, class: "bone" }),
    h("path", {
      class: "shine",
      d: `M${-HALF + 5} ${HALF - 14}V${-HALF + 14}A9 9 0 0 1 ${-HALF + 14} ${-HALF + 5}H${HALF - 14}`,
    }),
    h("g", { class: "back" }, signOf(`dice:${kind}`, kind)),
    h("g", { class: "up" }, faceUp(scene, kind, face)),
  );
}

function faceUp({ glossary, lexicon }: { glossary: Glossary; lexicon: Lexicon }, kind: string, face: number) {
  const shown = glossary.shown(kind, face);
  const printed = glossary.entry("rolls", kind)?.[face];
  if (!shown && kind === "enemy-combat") return [signOf("dice:combat", kind), valueOf(printed ?? "")];
  if (!shown)
    return h("text", { class: "letters" }, h("title", null, lexicon.face(kind, face)), printed ?? String(face + 1));
  const isTenacity = shown.icon === "tenacity";
  const value = isTenacity ? "+1" : shown.value;
  return [isTenacity ? sized(drawing("tenacity")) : signOf(`faces:${shown.icon}`, shown.icon), valueOf(value)];
}

/** The number of a face, on a coin at its corner. */
const valueOf = (value: string | number) =>
  value !== "" &&
  h(
    "g",
    { transform: `translate(${HALF - 6} ${HALF - 6})` },
    h("circle", { r: 12.5, class: "value-rim" }),
    h("circle", { r: 11, class: "value" }),
    h("text", { class: "value-text" }, value),
  );

const sized = (sign: ReturnType<typeof drawing>) => [
  h("g", { class: "sign-shade", transform: "translate(1 2) scale(1.85)" }, sign),
  h("g", { transform: "scale(1.85)" }, sign),
];

const signOf = (thing: string, kind: string) =>
  isDrawn(thing) ? sized(drawing(thing)) : h("text", { class: "letters" }, letters(kind));
