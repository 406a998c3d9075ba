/** Our own drawings, each inside a box from -10 to 10. Shapes differ, so that colour is never needed. */

import { h } from "./dom.js";

const PATHS = {
  adventurer: "M0-7 L6-4.5 V0 C6 4 3 6.5 0 8 C-3 6.5 -6 4 -6 0 V-4.5Z",
  enemy: "M-7-8 L-3-4 H3 L7-8 L6.5-1 L4 6 L0 8 L-4 6 L-6.5-1Z",
  companion: "M-6 6 C-7-2 -5-7 0-7 C5-7 7-2 6 6 L3 3 L0 6 L-3 3Z",
  quest: "M0-8 L2.3-2.6 L8-2 L3.6 1.8 L5 7.5 L0 4.5 L-5 7.5 L-3.6 1.8 L-8-2 L-2.3-2.6Z",
  cache: "M-7-1 C-7-5 -4-6 0-6 C4-6 7-5 7-1Z M-7 0 H-1.5 V2.5 H1.5 V0 H7 V6 H-7Z",
  "light-weapon": "M-7 5 L-5 7 L-2 4 L7-5 V-7 H5 L-4 2 L-6 0 L-7 1 L-5.5 3Z",
  "heavy-weapon": "M-6 8 L-1-2 L-4-5 C-1-9 5-8 7-3 L3-2.5 L1-1 L-4 9Z",
  defensive: "M0-8 L7-5 V0 C7 5 3.5 7.5 0 9 C-3.5 7.5 -7 5 -7 0 V-5Z M0-5.5 V6.3 C2.5 5 4.6 3.2 4.6 0 V-3.5Z",
  "ranged-weapon": "M-5-8 C5-6 5 6 -5 8 L-4.5 6 C1.5 4 1.5-4 -4.5-6Z M-8-.8 H5 V-3 L9 0 L5 3 V.8 H-8Z",
  magic: "M0-9 L2-2 L9 0 L2 2 L0 9 L-2 2 L-9 0 L-2-2Z",
  bane: "M0-8 C5-8 7-5 7-1 C7 2 5 3 4 4 V8 H-4 V4 C-5 3 -7 2 -7-1 C-7-5 -5-8 0-8Z M-4-2 H-1 V1 H-4Z M1-2 H4 V1 H1Z",
  blind: "M-9 0 C-5-6 5-6 9 0 C5 6 -5 6 -9 0Z M-7-7 L8 6 L6.5 7.5 L-8.5-5.5Z",
  daze: "M0-7 A7 7 0 1 1-6.5 3 L-4 2 A4.4 4.4 0 1 0 0-4.4 A2 2 0 1 0 1.6-1 L3 .6 A4 4 0 1 1 0-7Z",
  fear: "M-6 8 V-2 C-6-9 6-9 6-2 V8 L3 5.5 L0 8 L-3 5.5Z M-3-3 H-1 V0 H-3Z M1-3 H3 V0 H1Z",
  maim: "M-2-8 H2 V-2 H8 V2 H2 V8 H-2 V2 H-8 V-2 H-2Z",
  stealth: "M0-8 C5-8 8-3 8 3 C5 1 3 1 0 4 C-3 1 -5 1 -8 3 C-8-3 -5-8 0-8Z",
  unknown: "M-6-6 H6 V6 H-6Z",
  heart: "M0 7 L-7 0 C-9-4 -4-8 0-4 C4-8 9-4 7 0Z",
};

/** An icon to stand in an SVG. @param {string} name */
export const drawing = (name, props = {}) =>
  h("path", { d: PATHS[name] ?? PATHS.unknown, "fill-rule": "evenodd", ...props });

/** An icon to stand in a line of text. @param {string} name @param {string} [label] */
export function icon(name, label = "") {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: "icon", viewBox: "-10 -10 20 20", ...spoken }, drawing(name));
}
