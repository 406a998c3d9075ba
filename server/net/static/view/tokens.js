/** Units on the map: whose side they are on by shape and colour, HP, level, statuses, dice. */

import { keyOf } from "../core/hexes.js";
import { choosable, classes, offerWords } from "./choosable.js";
import { describeUnit } from "./describing.js";
import { h } from "./dom.js";
import { drawing, isDrawn } from "./icons.js";
import { moved } from "./placing.js";

const ROUND = 2 * Math.PI * 18.4;

/** The outline behind a portrait: round for adventurers, pointed for enemies, square for companions. */
const OUTLINES = {
  adventurer: () => h("circle", { r: 18.4, class: "body" }),
  enemy: () => h("path", { d: "M0-21 L16.5-12 L18.5 4 L9 18 H-9 L-18.5 4 L-16.5-12Z", class: "body" }),
  companion: () => h("rect", { x: -16.5, y: -16.5, width: 33, height: 33, rx: 7, class: "body" }),
  quest: () => h("path", { d: "M0-21 L6-12 H17 L14-1 L20 8 L9 11 L0 20 L-9 11 L-20 8 L-14-1 L-17-12 H-6Z", class: "body" }),
};

/** What a unit is drawn with: its form, or what kind of creature it is. */
export function portraitOf(scene, unit) {
  const form = scene.state.adventurers?.[unit.id]?.form;
  if (form && isDrawn(form)) return form;
  const type = scene.glossary.entry("chips", unit.chip)?.type ?? "";
  if (isDrawn(type)) return type;
  return isDrawn(unit.kind) ? unit.kind : "enemy";
}

/** Letters that tell units apart: an adventurer's seat, an enemy's words, a number for twins. */
export function initialsOf(scene, unit) {
  if (unit.kind === "adventurer") return scene.state.adventurers?.[unit.id]?.seat ?? unit.id;
  const words = unit.name.split(" ");
  const letters = words.length > 1 ? words[0][0] + words[1][0] : unit.name.slice(0, 2);
  const hasTwins = Object.values(scene.state.units).some((other) => other.name === unit.name && other !== unit);
  return hasTwins ? unit.id : letters;
}

export function unitToken(app, scene, unit) {
  const offers = [...(scene.offers.get(unit.id) ?? []), ...(scene.offers.get(keyOf(unit.at)) ?? [])];
  const isActing = scene.state.turn?.unit === unit.id;
  const words = describeUnit(scene, unit);
  const shape = OUTLINES[unit.kind] ? unit.kind : "quest";
  const pick = () => app.ui.dragged || app.set({ picked: app.ui.picked === unit.id ? "" : unit.id });
  const handlers = offers.length
    ? choosable(app, offers, `${words}: ${offerWords(offers)}`)
    : { role: "img", "aria-label": words, onclick: pick };
  const looks = [
    classes("unit", offers, app.ui.hover === unit.id), unit.side, shape, isActing && "acting",
    app.ui.picked === unit.id && "watched", unit.statuses.includes("stealth") && "hidden-from",
  ];
  return h("g", {
    key: unit.id, class: looks.filter(Boolean).join(" "), style: moved(unit.at), "data-unit": unit.id, "data-card": `unit:${unit.id}`,
    onpointerenter: (event) => event.pointerType === "mouse" && app.set({ hover: unit.id }),
    onpointerleave: () => app.ui.hover === unit.id && app.set({ hover: "" }),
    ...handlers,
  },
  h("circle", { r: 25, class: "halo" }),
  h("g", { class: "piece" },
    h("ellipse", { class: "shade", cy: 4, rx: 19.5, ry: 18.5 }),
    OUTLINES[shape](),
    h("g", { transform: "translate(0 -3.5) scale(1.02)", class: "portrait" }, drawing(portraitOf(scene, unit))),
    h("text", { y: 13.5, class: "initial" }, initialsOf(scene, unit))),
  unit.kind === "adventurer" && hpRing(unit),
  unit.level > 0 && levelBadge(unit.level),
  hpBadge(unit), marksOf(scene, unit));
}

function levelBadge(level) {
  const width = level > 9 ? 16 : 12;
  return h("g", { key: "level", transform: "translate(15 -15)", class: "level" },
    h("rect", { x: -width / 2, y: -6.5, width, height: 13, rx: 2.5 }), h("text", { y: 3.6 }, level));
}

function hpRing(unit) {
  const share = Math.max(0, Math.min(1, unit.hp / Math.max(1, unit.health)));
  return h("circle", {
    key: "ring", r: 18.4, class: `life ${share > 0.5 ? "" : "low"}`, transform: "rotate(-90)",
    "stroke-dasharray": `${(ROUND * share).toFixed(1)} ${ROUND.toFixed(1)}`,
  });
}

function hpBadge(unit) {
  const low = unit.hp * 2 <= unit.health;
  return h("g", { key: "hp", class: `hp ${low ? "low" : ""}`, transform: "translate(15 14)" },
    h("g", { transform: unit.hp > 9 ? "scale(1.25)" : "scale(1.08)" }, drawing("heart")),
    h("text", { y: 3 }, unit.hp),
    unit.bonus > 0 && h("g", { transform: "translate(0 -14)", class: "bonus" }, h("g", { transform: "scale(.72)" }, drawing("shield")), h("text", { y: 2.6 }, unit.bonus)));
}

/** Status dice, skill dice and fatigue that lie on the chip. */
function marksOf(scene, unit) {
  const on = [
    ...unit.statuses.map((status) => ({ name: status, card: `statuses:${status}` })),
    ...unit.dice.map((die) => ({ name: "bolt", card: `die:${die}` })),
    ...unit.fatigue.map((token) => ({ name: "fatigue", card: `fatigue:${token.split("@")[0]}` })),
    ...(unit.tokens ?? []).map((owner) => ({ name: "token", card: `classes:${scene.state.adventurers?.[owner]?.cls ?? ""}` })),
    ...Object.entries(scene.state.enchantments ?? {}).filter(([, one]) => one.on === unit.id).map(([, one]) => ({ name: "magic", card: `items:${one.item}` })),
  ];
  return on.map(({ name, card }, at) =>
    h("g", { key: `${name}-${at}`, class: "status", "data-card": card, transform: `translate(${-17 + (at % 4) * 10.5} ${-19 - Math.floor(at / 4) * 10}) scale(.5)` },
      h("circle", { r: 11 }), h("g", { transform: "scale(.8)" }, drawing(name))));
}
