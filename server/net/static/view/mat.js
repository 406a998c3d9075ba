/** The mats: dice by row, rolled, active slots, cooldown track, tenacity, items. */

import { title } from "../core/names.js";
import { T } from "../texts/en.js";
import { choose } from "./choosing.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

const TRACK = 13;
const SLOTS = 4;
const PEGS = 5;
const HUES = 6;

export function mats(app, scene) {
  const all = Object.entries(scene.state.adventurers ?? {});
  if (!all.length) return false;
  const own = all.find(([, mat]) => app.session.seats.includes(mat.seat))?.[0];
  const acting = scene.state.turn?.unit;
  const shown = [app.ui.mat, own, acting, all[0][0]].find((unit) => scene.state.adventurers[unit]);
  return h("section", { class: "mats", key: "mats" },
    h("div", { class: "names", role: "tablist" }, all.map(([unit]) =>
      h("button", {
        key: unit, role: "tab", "aria-selected": String(unit === shown), class: unit === own ? "own" : "",
        onclick: () => app.set({ mat: unit }),
      }, scene.names.unit(unit), unit === acting && " ●"))),
    mat(app, scene, shown));
}

function mat(app, scene, unit) {
  const { state } = scene;
  const here = state.adventurers[unit];
  const chip = state.units[unit];
  const die = (id) => dieChip(app, scene, id);
  return h("div", { class: "mat", key: unit, role: "tabpanel" },
    h("p", { class: "figures" },
      h("strong", null, scene.names.seat(here.seat)),
      h("span", null, icon("heart", T.hp), `${chip?.hp ?? 0}/${chip?.health ?? 0}`, chip?.bonus > 0 && ` +${chip.bonus}`),
      h("span", null, icon(here.form, T.form), here.form ? title(here.form) : ""),
      h("span", null, `${T.stamina} ${here.stamina}`), h("span", null, `${T.magicka} ${here.magicka}`),
      h("span", null, `${T.cooldown} ${here.cooldown}`),
      h("span", { "aria-label": `${T.tenacity} ${here.tenacity}` }, `${T.tenacity} `,
        h("span", { class: "pegs", "aria-hidden": "true" }, "●".repeat(here.tenacity) + "○".repeat(Math.max(0, PEGS - here.tenacity)))),
      here.cls && h("strong", null, title(here.cls), here.master && " ★")),
    rows(here),
    zone(T.available, "row", here.row.map(die)),
    here.rolled.length > 0 && zone(T.rolled, "rolled", here.rolled.map(die)),
    zone(T.active, "slots", [...here.active.map(die), ...holes(SLOTS - here.active.length)]),
    zone(T.track, "track", [...here.track.map(die), ...holes(TRACK - here.track.length)]),
    here.drained.length > 0 && zone(T.drained, "drained", here.drained.map(die)),
    zoneOfCards(app, scene, T.readyItems, here.ready), zoneOfCards(app, scene, T.pack, here.pack));
}

function rows(here) {
  const ends = here.mat.flatMap((row, at) => ["left", "right"].map((end) => ({ name: row[end], squares: row[`${end}_squares`], at })));
  const held = ends.filter((end) => end.name);
  if (!held.length) return false;
  return h("p", { class: "ends", key: "ends" }, h("small", null, `${T.rows}: `), held.map((end) =>
    h("span", { key: end.name, class: "end" }, `${end.at + 1} ${title(end.name)} ${"■".repeat(end.squares)}`)));
}

const holes = (count) => Array.from({ length: Math.max(0, count) }, (_, at) => h("span", { key: `hole-${at}`, class: "die hole", "aria-hidden": "true" }));

function zone(name, kind, kids) {
  return h("div", { class: `zone ${kind}`, key: kind }, h("h4", null, name), h("div", { class: "dice" }, kids.length ? kids : h("small", { class: "faint" }, T.empty)));
}

function zoneOfCards(app, scene, name, cards) {
  if (!cards.length) return false;
  return h("div", { class: "zone cards", key: name }, h("h4", null, name), h("div", { class: "dice" }, cards.map((card) => {
    const offers = scene.offers.get(card.id);
    const words = [title(card.item), card.expended && `(${T.used})`, card.chips > 0 && `${card.chips} ${T.hp}`].filter(Boolean).join(" ");
    return offers
      ? h("button", { key: card.id, class: "card-chip offered", onclick: () => choose(app, offers) }, words)
      : h("span", { key: card.id, class: `card-chip ${card.expended ? "spent" : ""}` }, words);
  })));
}

/** A die of the mat: its kind's letters, and the face that it shows. */
export function dieChip(app, scene, id) {
  const { names, offers, state } = scene;
  const die = state.dice?.[id];
  const kind = die?.kind ?? id;
  const words = names.die(id) + (die && die.face >= 0 ? `: ${names.face(id, die.face)}` : "");
  const open = offers.get(id) ?? [];
  const able = open.filter((offer) => !offer.reason);
  const isPicked = open.some((offer) => offer.isPicked);
  const look = `die hue-${hue(kind)} ${die ? "" : "token"} ${able.length ? "offered" : ""} ${open.length && !able.length ? "barred" : ""} ${isPicked ? "picked" : ""}`;
  const inside = [h("b", null, letters(kind)), die && die.face >= 0 && h("small", null, names.face(id, die.face))];
  const reason = open.find((offer) => offer.reason)?.reason;
  if (!open.length) return h("span", { key: id, class: look, title: words, role: "img", "aria-label": words }, inside);
  return h("button", {
    key: id, class: look, title: reason ? `${words}. ${reason}` : words, "aria-label": words, "aria-pressed": String(isPicked),
    "aria-disabled": able.length ? null : "true", onclick: () => able.length && choose(app, able),
  }, inside);
}

export function letters(kind) {
  if (kind === "LF" || kind === "OF") return kind;
  const words = kind.split("-");
  return words.length > 1 ? words.map((word) => word[0].toUpperCase()).join("").slice(0, 3) : kind.slice(0, 2).toUpperCase();
}

export function hue(kind) {
  if (kind === "combat" || kind === "enemy-combat") return 0;
  let sum = 0;
  for (const char of kind) sum = (sum * 31 + char.charCodeAt(0)) % 9973;
  return 1 + (sum % (HUES - 1));
}
