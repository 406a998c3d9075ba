/** Dice as they lie: their constellation as colour and shape of the corner, the face they show. */

import type { DieId } from "../protocol.ts";
import { dieNamed } from "../core/state.ts";
import type { Glossary } from "../core/glossary.ts";
import type { Scene } from "./scene.ts";
import type { App } from "../app.ts";
import type { Offer } from "../core/offers.ts";
import { showing, SMALL, title } from "../core/names.ts";
import { T } from "../texts/en.ts";
import { choose } from "./choosing.ts";
import { h } from "./dom.ts";
import { icon, isDrawn } from "./icons.ts";

const TOKENS: Readonly<Record<string, string>> = { LF: "fatigue", OF: "fatigue", token: "token" };

/** A word for a token that fits on it. */
const shortOf = (id: string): string => T.shortTokens[id] ?? id;

/** Letters that stand for a kind of die. */
export function letters(kind: string) {
  if (kind === "LF" || kind === "OF") return kind;
  const words = kind.split("-").filter((word) => !SMALL.has(word));
  return words.length > 1
    ? words
        .map((word) => word.charAt(0).toUpperCase())
        .join("")
        .slice(0, 3)
    : title(kind).slice(0, 2);
}

/** The look of a kind: its line's constellation, "combat" for the plain one, "token" for no skill die. */
export function lookOf(glossary: Glossary, kind: string) {
  if (kind === "combat" || kind === "enemy-combat") return kind;
  return glossary.lineOf(kind)?.constellation ?? (glossary.entry("dice", kind) ? "warrior" : "token");
}

/** The sign of a kind of die or of a face; letters where a pack has added one that has none. */
const signed = (thing: string, kind: string) => (isDrawn(thing) ? icon(thing) : h("b", null, letters(kind)));

/**
 * The inside of a die: the face that it shows, or the sign of its kind.
 */
export function faceInside(glossary: Glossary, kind: string, face: number, words = "") {
  const shown = face >= 0 ? glossary.shown(kind, face) : null;
  // A face whose words are not there (yet) shows its number: more does not fit on a die.
  if (!shown) return [face >= 0 ? numbered(face, words) : signed(`dice:${kind}`, kind), levelOf(glossary, kind)];
  if (shown.icon === "tenacity") return [icon("tenacity"), h("b", { class: "value" }, "+1")];
  return [
    shown.code && shown.icon !== "combat" && h("i", { class: `code code-${shown.code}` }, shown.code),
    signed(`faces:${shown.icon}`, shown.icon),
    shown.value && h("b", { class: "value" }, shown.value),
  ];
}

const numbered = (face: number, words: string) => h("b", { title: words }, words.length > 2 ? String(face + 1) : words);

/** A die whose faces are numbers: the sign of its kind with the number, which is what counts. */
const rolled = (kind: string, shown: string) =>
  kind === "enemy-combat"
    ? [icon("dice:combat"), h("b", { class: "value" }, shown)]
    : [h("b", null, shown), isDrawn(`dice:${kind}`) && icon(`dice:${kind}`)];

function levelOf(glossary: Glossary, kind: string) {
  const level = glossary.entry("dice", kind)?.level ?? 0;
  return level > 0 && h("span", { class: "pips", "aria-hidden": "true" }, "•".repeat(level));
}

/** A fatigue or status die of a track. */
function token(scene: Scene, id: string) {
  const status = scene.glossary.entry("statuses", id);
  const words = scene.names.die(id);
  const kind = status ? "statuses" : "fatigue";
  return {
    words,
    card: `${kind}:${id}`,
    look: `token ${status ? "status" : id}`,
    inside: [icon(status ? id : (TOKENS[id] ?? "unknown")), h("small", { title: words }, status ? "" : shortOf(id))],
  };
}

/** A die of a mat, to click where it is on offer. */
export function dieChip(app: App | null, scene: Scene, id: string, key = id) {
  const { names, offers, state, glossary } = scene;
  const die = dieNamed(state, id);
  const face = die ? die.face : -1;
  const about = die
    ? {
        words: face >= 0 ? showing(names.die(id), names.face(id as DieId, face)) : names.die(id),
        card: `die:${id}`,
        look: lookOf(glossary, die.kind),
        inside: faceInside(glossary, die.kind, face, names.face(id as DieId, face)),
      }
    : token(scene, id);
  const open = (die && offers.get(id)) || [];
  const able = open.filter((offer: Offer) => !offer.reason);
  const isPicked = open.some((offer: Offer) => offer.isPicked);
  const look = [
    "die",
    about.look,
    able.length && "offered",
    open.length && !able.length && "barred",
    isPicked && "picked",
  ];
  const props = {
    key,
    class: look.filter(Boolean).join(" "),
    "data-card": about.card,
    "data-die": id,
    "aria-label": about.words,
  };
  if (!open.length) return h("span", { ...props, role: "img" }, about.inside);
  const reason = open.find((offer: Offer) => offer.reason)?.reason;
  return h(
    "button",
    {
      ...props,
      title: reason ?? null,
      "aria-pressed": String(isPicked),
      "aria-disabled": able.length ? null : "true",
      onclick: () => app && able.length && choose(app, able),
    },
    about.inside,
  );
}

/** A die by kind and face alone: in the tray, on cards. */
export function looseDie(
  scene: Pick<Scene, "glossary" | "lexicon">,
  kind: string,
  face: number,
  key: string | number,
  more: { class?: string; title?: string; style?: string } = {},
) {
  const { glossary } = scene;
  const shown = face < 0 ? "" : (glossary.entry("rolls", kind)?.[face] ?? scene.lexicon.face(kind, face));
  const words = face >= 0 ? showing(scene.lexicon.piece("dice", kind), shown) : scene.lexicon.piece("dice", kind);
  const { class: added = "", ...props } = more;
  return h(
    "span",
    {
      key,
      role: "img",
      "aria-label": words,
      "data-card": `dice:${kind}`,
      title: words,
      ...props,
      class: `die ${lookOf(glossary, kind)} ${added}`,
    },
    glossary.entry("rolls", kind) ? rolled(kind, shown) : faceInside(glossary, kind, face, shown),
  );
}
