/** Dice as they lie: their constellation as colour and shape of the corner, the face they show. */

import { showing, SMALL, title } from "../core/names.js";
import { T } from "../texts/en.js";
import { choose } from "./choosing.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

const TOKENS = { LF: "fatigue", OF: "fatigue", token: "token" };

/** Letters that stand for a kind of die. @param {string} kind */
export function letters(kind) {
  if (kind === "LF" || kind === "OF") return kind;
  const words = kind.split("-").filter((word) => !SMALL.has(word));
  return words.length > 1 ? words.map((word) => word[0].toUpperCase()).join("").slice(0, 3) : title(kind).slice(0, 2);
}

/** The look of a kind: its line's constellation, "combat" for the plain one, "token" for no skill die. */
export function lookOf(glossary, kind) {
  if (kind === "combat" || kind === "enemy-combat") return kind;
  return glossary.lineOf(kind)?.constellation ?? (glossary.entry("dice", kind) ? "warrior" : "token");
}

/**
 * The inside of a die: a shown face, or the kind's letters.
 * @param {any} glossary @param {string} kind @param {number} face -1: none shows
 */
export function faceInside(glossary, kind, face, words = "") {
  const shown = face >= 0 ? glossary.shown(kind, face) : null;
  if (!shown) return [h("b", null, face >= 0 ? words : letters(kind)), levelOf(glossary, kind)];
  if (shown.icon === "tenacity") return [icon("tenacity"), h("small", null, "+1")];
  const plain = shown.icon === "combat" || shown.icon === kind;
  const many = letters(shown.icon).replace(/\d$/, "");
  const variant = /-(\d)$/.exec(shown.icon)?.[1];
  return [
    shown.code && shown.icon !== "combat" && h("i", { class: `code code-${shown.code}` }, shown.code),
    h("b", null, shown.value || (plain ? letters(kind) : many), !shown.value && variant && h("sub", null, variant)),
    shown.value && kind !== "combat" && h("small", null, many),
  ];
}

function levelOf(glossary, kind) {
  const level = glossary.entry("dice", kind)?.level;
  return level > 0 && h("span", { class: "pips", "aria-hidden": "true" }, "•".repeat(level));
}

/** A fatigue or status die of a track. */
function token(scene, id) {
  const status = scene.glossary.entry("statuses", id);
  const words = scene.names.die(id);
  const kind = status ? "statuses" : "fatigue";
  return {
    words, card: `${kind}:${id}`, look: `token ${status ? "status" : id}`,
    inside: [icon(status ? id : TOKENS[id] ?? "unknown"), h("small", null, status ? "" : id)],
  };
}

/** A die of a mat, to click where it is on offer. */
export function dieChip(app, scene, id, key = id) {
  const { names, offers, state, glossary } = scene;
  const die = state.dice?.[id];
  const face = die ? die.face : -1;
  const about = die
    ? {
        words: face >= 0 ? showing(names.die(id), names.face(id, face)) : names.die(id), card: `die:${id}`,
        look: lookOf(glossary, die.kind), inside: faceInside(glossary, die.kind, face, names.face(id, face)),
      }
    : token(scene, id);
  const open = (die && offers.get(id)) || [];
  const able = open.filter((offer) => !offer.reason);
  const isPicked = open.some((offer) => offer.isPicked);
  const look = ["die", about.look, able.length && "offered", open.length && !able.length && "barred", isPicked && "picked"];
  const props = { key, class: look.filter(Boolean).join(" "), "data-card": about.card, "data-die": id, "aria-label": about.words };
  if (!open.length) return h("span", { ...props, role: "img" }, about.inside);
  const reason = open.find((offer) => offer.reason)?.reason;
  return h("button", {
    ...props, title: reason ?? null, "aria-pressed": String(isPicked), "aria-disabled": able.length ? null : "true",
    onclick: () => able.length && choose(app, able),
  }, about.inside);
}

/** A die by kind and face alone: in the tray, on cards. */
export function looseDie(scene, kind, face, key, more = {}) {
  const { glossary } = scene;
  const shown = face < 0 ? "" : glossary.entry("rolls", kind)?.[face] ?? scene.lexicon.face(kind, face);
  const words = face >= 0 ? showing(scene.lexicon.piece("dice", kind), shown) : scene.lexicon.piece("dice", kind);
  const { class: added = "", ...props } = more;
  return h("span", {
    key, role: "img", "aria-label": words, "data-card": `dice:${kind}`, ...props,
    class: `die ${lookOf(glossary, kind)} ${added}`,
  }, glossary.entry("rolls", kind) ? [h("b", null, shown), h("small", null, letters(kind))] : faceInside(glossary, kind, face, shown));
}
