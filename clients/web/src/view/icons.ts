/** Signs in a box from -10 to 10: those of game-icons, from the sheets that `art.ts` makes, and our own. */

import { HALF, PORTRAITS, SHADE, sheetOf, signOf } from "../icons/signs.ts";
import type { Sheet } from "../icons/signs.ts";
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

/** Our own signs, and those that stand on the board, are drawn from -10 to 10. */
const BOX = 10;

/**
 * A thing's sign, to stand in an SVG, so many times as large and so far aside; a question mark where it has none.
 * All in one transform: the browser layers what each transformed element paints by itself.
 */
export function drawing(thing: string, size = 1, aside = "") {
  if (Object.hasOwn(OWN, thing)) return ownDrawing(thing, size, aside);
  const [sheet, sign] = lyingOf(thing);
  return h("use", {
    href: `${SHEETS[sheet]}#${sign}`,
    transform: `${aside} scale(${((size * BOX) / HALF[sheet]).toFixed(5)})`,
  });
}

/** A thing's sign as a token bears it, over its shade. */
export function portraitDrawing(thing: string) {
  const sign = signOf(thing);
  if (PORTRAITS.has(sign)) {
    return [
      h("use", { class: "portrait-shade", href: `${SHEETS.pieces}#${sign}${SHADE.ending}` }),
      h("use", { class: "portrait", href: `${SHEETS.pieces}#${sign}` }),
    ];
  }
  const size = HALF.pieces / BOX;
  return [
    h("g", { class: "portrait-shade" }, drawing(thing, size, `translate(${SHADE.x} ${SHADE.y})`)),
    h("g", { class: "portrait" }, drawing(thing, size)),
  ];
}

const ownDrawing = (thing: string, size: number, aside = "") =>
  h("path", {
    d: OWN[thing],
    "fill-rule": "evenodd",
    transform: size === 1 && !aside ? null : `${aside} scale(${size})`,
  });

/** Where a thing's sign lies; a question mark's where it has none. */
function lyingOf(thing: string): [Sheet, string] {
  const sign = signOf(thing) || signOf("unknown");
  return [sheetOf(sign), sign];
}

/** A thing's sign, to stand in a line of text; with a label, screen readers say it. */
export function icon(thing: string, label: string = "") {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  if (Object.hasOwn(OWN, thing))
    return h("svg", { class: "icon", viewBox: boxOf(BOX), ...spoken }, ownDrawing(thing, 1));
  const [sheet, sign] = lyingOf(thing);
  return h(
    "svg",
    { class: "icon", viewBox: boxOf(HALF[sheet]), ...spoken },
    h("use", { href: `${SHEETS[sheet]}#${sign}` }),
  );
}

const boxOf = (half: number): string => `${-half} ${-half} ${2 * half} ${2 * half}`;
