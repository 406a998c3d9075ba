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
  humanoid: "M-6 8 V-1 C-6-7 -3-9 0-9 C3-9 6-7 6-1 V8 L2.5 8 V2 H-2.5 V8Z M-4.4-2.6 H-1 V-.8 H-4.4Z M1-2.6 H4.4 V-.8 H1Z",
  beast: "M0 8 C-4 8 -6 6 -5 3.4 C-4 1 -2 0 0 0 C2 0 4 1 5 3.4 C6 6 4 8 0 8Z M-6.6 1 C-8.4 .6 -9-2.6 -7.4-3.4 C-5.8-4 -4.6 0 -6.6 1Z M6.6 1 C8.4 .6 9-2.6 7.4-3.4 C5.8-4 4.6 0 6.6 1Z M-2.6-1.4 C-4.6-1.8 -4.6-6.6 -2.8-7 C-1-7.2 -.8-1.4 -2.6-1.4Z M2.6-1.4 C4.6-1.8 4.6-6.6 2.8-7 C1-7.2 .8-1.4 2.6-1.4Z",
  daedra: "M-9-8 C-6-7 -5-5 -4.4-3.4 C-2-4.4 2-4.4 4.4-3.4 C5-5 6-7 9-8 C9-4 8-1 6 .6 C6 5 3 8 0 9 C-3 8 -6 5 -6 .6 C-8-1 -9-4 -9-8Z M-4-.4 L-1 1.4 L-3.4 2.4Z M4-.4 L1 1.4 L3.4 2.4Z",
  undead: "M0-9 C5.4-9 8-5.4 8-1.4 C8 1.4 6.6 3 5 4 V8 H2.6 V5.6 H1 V8 H-1 V5.6 H-2.6 V8 H-5 V4 C-6.6 3 -8 1.4 -8-1.4 C-8-5.4 -5.4-9 0-9Z M-4.6-2 A2 2 0 1 0 -.6-2 A2 2 0 1 0 -4.6-2Z M.6-2 A2 2 0 1 0 4.6-2 A2 2 0 1 0 .6-2Z",
  tenacity: "M0-9 C1-5 6-3 6 2.4 C6 6.4 3.4 9 0 9 C-3.4 9 -6 6.4 -6 2.4 C-6 0 -4.6-1.4 -3.6-3 C-3-1.6 -2.4-.8 -1.4-.4 C-2-3.4 -1.4-6.4 0-9Z M0 7 C1.8 7 3 5.6 3 3.8 C3 2 1.4 1 .6-.6 C0 1.4 -3 2 -3 4 C-3 5.8 -1.8 7 0 7Z",
  stamina: "M-6-8 H2 L1 0 L8 4 V8 H-7Z M-5 5.4 V6.6 H6.4 V5.4Z",
  magicka: "M0-9 L2-2 L9 0 L2 2 L0 9 L-2 2 L-9 0 L-2-2Z M0-3.4 L-.8-.8 L-3.4 0 L-.8 .8 L0 3.4 L.8 .8 L3.4 0 L.8-.8Z",
  cooldown: "M-6-9 H6 V-6.6 H5 C5-3 2.4-1.4 1.4 0 C2.4 1.4 5 3 5 6.6 H6 V9 H-6 V6.6 H-5 C-5 3 -2.4 1.4 -1.4 0 C-2.4-1.4 -5-3 -5-6.6 H-6Z M-3 6.6 H3 C3 4.4 1 3.4 0 2 C-1 3.4 -3 4.4 -3 6.6Z",
  shield: "M0-9 L8-6 V0 C8 5 4 8 0 9.6 C-4 8 -8 5 -8 0 V-6Z",
  combat: "M-8-8 L-5-8 L1-1 L7-8 H8 V-5 L2.4 1 L5 3.6 L6.4 2.2 L8 3.8 L5.6 6.2 L8 8.6 L7 9.6 L4.4 7 L2 9 L.6 7.6 L2 6.2 L-.6 3.6 L-3.2 6.2 L-1.8 7.6 L-3.2 9 L-5.4 7 L-8 9.6 L-9 8.6 L-6.6 6.2 L-9 3.8 L-7.4 2.2 L-6 3.6 L-3 1 L-8-5Z",
  range: "M0-9 A9 9 0 1 1 -.01-9Z M0-6.4 A6.4 6.4 0 1 0 .01-6.4Z M0-3 A3 3 0 1 1 -.01-3Z",
  targets: "M-1-9 H1 V-5.6 A5.6 5.6 0 0 1 5.6-1 H9 V1 H5.6 A5.6 5.6 0 0 1 1 5.6 V9 H-1 V5.6 A5.6 5.6 0 0 1-5.6 1 H-9 V-1 H-5.6 A5.6 5.6 0 0 1-1-5.6Z M0-3.6 A3.6 3.6 0 1 0 .01-3.6Z",
  exit: "M-7-8 H2 V-5 H-4 V5 H2 V8 H-7Z M0-1.6 H4 V-5 L9 0 L4 5 V1.6 H0Z",
  door: "M-6 9 V-5 C-6-8 -3-9 0-9 C3-9 6-8 6-5 V9Z M2-.6 A1.4 1.4 0 1 0 2 2.2 A1.4 1.4 0 1 0 2-.6Z",
  stone: "M-8 6 L-6-3 L-1-7 L5-5 L8 1 L7 6Z M-3-3 L-4.6 2 L-1 3Z",
  fatigue: "M-7-6 H7 V-3.6 L2 3.6 H7 V6 H-7 V3.6 L-2-3.6 H-7Z",
  book: "M-8-7 C-5-8 -2-7 0-5.6 C2-7 5-8 8-7 V6 C5 5 2 6 0 7.4 C-2 6 -5 5 -8 6Z M-.8-3.6 V4.6 H.8 V-3.6Z",
  eye: "M-9 0 C-5-6 5-6 9 0 C5 6 -5 6 -9 0Z M0-3 A3 3 0 1 0 .01-3Z",
  bag: "M-3-9 H3 L2-5 C6-3 8 1 7 5 C6.4 8 4 9 0 9 C-4 9 -6.4 8 -7 5 C-8 1 -6-3 -2-5Z",
  bolt: "M2-9 L-6 2 H-1 L-2 9 L6-2 H1Z",
  crown: "M-8 6 L-9-5 L-4-1 L0-8 L4-1 L9-5 L8 6Z",
  logo: "M0-9.4 L8.2-4.7 V4.7 L0 9.4 L-8.2 4.7 V-4.7Z M0-6.4 L-5.6-3.2 V3.2 L0 6.4 L5.6 3.2 V-3.2Z M0-3.6 L3.1-1.8 V1.8 L0 3.6 L-3.1 1.8 V-1.8Z",
  token: "M0-9 A9 9 0 1 1 -.01-9Z M0-5 L4.4 2.6 H-4.4Z",
  goal: "M-6 9 V-9 H-4 L8-4.6 L-4-.2 V9Z",
  gap: "M-9-6 L-4-8 L-1-5 L4-8 L9-5 L7-1 L9 4 L4 8 L0 5 L-4 8 L-9 4 L-7 0Z M-4-3 L-3 2 L1 1 L4 3 L4-3 L0-1Z",
  arrive: "M-2-9 H2 V-1 H6 L0 6 L-6-1 H-2Z M-8 7 H8 V9 H-8Z",
  passage: "M-9-3 H3 V-7 L9-1 L3 3 V0 H-9Z M9 4 H-3 V1 L-9 6 L-3 10 V7 H9Z",
  lever: "M-7 5 H7 V9 H-7Z M-1.4 5 L3.4-6 L5.6-5 L1.6 5Z M5-9 A2.6 2.6 0 1 1 4.99-9Z",
  shrine: "M-8 9 V6 H-5 L-4-2 H-7 L0-9 L7-2 H4 L5 6 H8 V9Z M-1.6 6 H1.6 V1 H-1.6Z",
  fire: "M0-9 C1-5 6-3 6 2.4 C6 6.4 3.4 9 0 9 C-3.4 9 -6 6.4 -6 2.4 C-6 0 -4.6-1.4 -3.6-3 C-3-1.6 -2.4-.8 -1.4-.4 C-2-3.4 -1.4-6.4 0-9Z",
  water: "M-9-5 C-6-8 -4-8 -1-5 C2-2 4-2 8-5 L9-3 C5 1 2 1 -1-2 C-4-5 -6-5 -8-2Z M-9 2 C-6-1 -4-1 -1 2 C2 5 4 5 8 2 L9 4 C5 8 2 8 -1 5 C-4 2 -6 2 -8 5Z",
  hazard: "M0-9 L9 8 H-9Z M-1.2-3 H1.2 V3 H-1.2Z M-1.2 4.4 H1.2 V6.4 H-1.2Z",
  refuge: "M-2-8 H2 V-2 H8 V2 H2 V8 H-2 V2 H-8 V-2 H-2Z",
  heart: "M0 7 L-7 0 C-9-4 -4-8 0-4 C4-8 9-4 7 0Z",
};

/** Whether there is a drawing of that name. */
export const isDrawn = (name) => Object.hasOwn(PATHS, name);

/** An icon to stand in an SVG. @param {string} name */
export const drawing = (name, props = {}) =>
  h("path", { d: PATHS[name] ?? PATHS.unknown, "fill-rule": "evenodd", ...props });

/** An icon to stand in a line of text. @param {string} name @param {string} [label] */
export function icon(name, label = "") {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: "icon", viewBox: "-10 -10 20 20", ...spoken }, drawing(name));
}
