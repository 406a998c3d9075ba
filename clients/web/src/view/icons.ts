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

/** A thing's sign, to stand in an SVG; a question mark where it has none. */
export function drawing(thing: string, props: Record<string, unknown> = {}) {
  if (Object.hasOwn(OWN, thing)) return h("path", { d: OWN[thing], "fill-rule": "evenodd", ...props });
  const sign = signOf(thing) || signOf("unknown");
  return h("use", { href: `${SHEETS[sheetOf(sign)]}#${sign}`, x: -10, y: -10, width: 20, height: 20, ...props });
}

/** A thing's sign so many times as large, somewhere else than in the middle. */
export function drawingAt(thing: string, size: number, x = 0, y = 0) {
  if (Object.hasOwn(OWN, thing)) return h("g", { transform: `translate(${x} ${y}) scale(${size})` }, drawing(thing));
  const at = { x: x - 10 * size, y: y - 10 * size, width: 20 * size, height: 20 * size };
  return drawing(thing, at);
}

/** A thing's sign, to stand in a line of text; with a label, screen readers say it. */
export function icon(thing: string, label: string = "") {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: "icon", viewBox: "-10 -10 20 20", ...spoken }, drawing(thing));
}
