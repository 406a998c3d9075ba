/** Signs in a box from -10 to 10: those of game-icons, from the sheets that `art.ts` makes, and our own. */

import { sheetOf, signOf } from "../icons/signs.ts";
import { h } from "./dom.ts";

const SHEETS = {
  icon: new URL("../../made/icon.svg", import.meta.url).href,
  pieces: new URL("../../made/pieces.svg", import.meta.url).href,
};

const OWN: Readonly<Record<string, string>> = {
  logo: "M0-9.4 L8.2-4.7 V4.7 L0 9.4 L-8.2 4.7 V-4.7Z M0-6.4 L-5.6-3.2 V3.2 L0 6.4 L5.6 3.2 V-3.2Z M0-3.6 L3.1-1.8 V1.8 L0 3.6 L-3.1 1.8 V-1.8Z",
};

/** Whether there is a sign for a thing: of a kind and an id ("chips:wolf"), or of an id that stands alone. */
export const isDrawn = (thing: string): boolean => signOf(thing) !== "" || Object.hasOwn(OWN, thing);

/** A sheet's signs are drawn from -256 to 256, our own and the board's from -10 to 10. */
const DRAWN = 25.6;

/**
 * A thing's sign, to stand in an SVG, so many times as large and so far aside; a question mark where it has none.
 * All in one transform: the browser layers what each transformed element paints by itself.
 */
export function drawing(thing: string, size = 1, aside = "") {
  if (Object.hasOwn(OWN, thing)) return ownDrawing(thing, size, aside);
  return sheetDrawing(thing, `${aside} scale(${(size / DRAWN).toFixed(5)})`);
}

const ownDrawing = (thing: string, size: number, aside = "") =>
  h("path", {
    d: OWN[thing],
    "fill-rule": "evenodd",
    transform: size === 1 && !aside ? null : `${aside} scale(${size})`,
  });

function sheetDrawing(thing: string, transform: string | null) {
  const sign = signOf(thing) || signOf("unknown");
  return h("use", { href: `${SHEETS[sheetOf(sign)]}#${sign}`, transform });
}

/** A thing's sign, to stand in a line of text; with a label, screen readers say it. */
export function icon(thing: string, label: string = "") {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const inside = Object.hasOwn(OWN, thing) ? ownDrawing(thing, DRAWN) : sheetDrawing(thing, null);
  return h("svg", { class: "icon", viewBox: "-256 -256 512 512", ...spoken }, inside);
}
