/** The map: hexes, caches, units, and on top of them what can be chosen. */

import { centre, corners, keyOf, parse } from "../core/hexes.js";
import { routeOf } from "../core/offers.js";
import { STATUSES, T } from "../texts/en.js";
import { h } from "./dom.js";
import { drawing } from "./icons.js";
import { choose } from "./choosing.js";

const SIZE = 30;
const HEX = corners(SIZE - 1);
const RING = corners(SIZE - 4);

const placed = (at) => {
  const { x, y } = centre(at);
  return { x: x * SIZE, y: y * SIZE };
};

const moved = (at) => {
  const { x, y } = placed(at);
  return `transform: translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
};

export function board(app, scene) {
  const { state } = scene;
  const tiles = Object.values(state.tiles ?? {});
  const hexes = tiles.flatMap((tile, number) => tile.hexes.map((at) => ({ at, key: keyOf(at), number })));
  if (!hexes.length) return h("div", { class: "map empty", key: "map" });
  const units = Object.values(state.units).filter((unit) => unit.at);
  return h("div", { class: "map", key: "map" },
    h("div", { class: "scroll" }, h("svg", {
      viewBox: viewBox(hexes), role: "group", "aria-label": T.mapLabel, class: "board",
      style: `width: ${app.ui.zoom * 100}%; height: ${app.ui.zoom * 100}%`,
    },
      h("g", { key: "hexes" }, hexes.map((hex) => hexCell(app, scene, hex))),
      h("g", { key: "route", class: "route" }, routeLine(app, scene)),
      h("g", { key: "caches" }, Object.entries(state.caches ?? {}).map(([key, kind]) => cache(app, scene, key, kind))),
      h("g", { key: "units" }, units.map((unit) => unitChip(app, scene, unit))),
      h("g", { key: "floats" }, floats(app, units)),
      h("g", { key: "pings" }, pings(app, units)))),
    zoomButtons(app));
}

/** All of the map; zoomed in, its box scrolls. */
function viewBox(hexes) {
  const points = hexes.map((hex) => placed(hex.at));
  const [left, right] = [Math.min(...points.map((p) => p.x)) - SIZE, Math.max(...points.map((p) => p.x)) + SIZE];
  const [top, bottom] = [Math.min(...points.map((p) => p.y)) - SIZE, Math.max(...points.map((p) => p.y)) + SIZE];
  return [left, top, right - left, bottom - top].map((n) => n.toFixed(1)).join(" ");
}

function zoomButtons(app) {
  const zoom = (by) => () => app.set({ zoom: by ? Math.min(4, Math.max(1, app.ui.zoom * by)) : 1 });
  return h("div", { class: "zoom" },
    h("button", { "aria-label": T.zoomIn, onclick: zoom(1.3) }, "+"),
    h("button", { "aria-label": T.zoomOut, onclick: zoom(1 / 1.3) }, "−"),
    h("button", { onclick: zoom(0) }, T.fit));
}

/** Handlers and words of something on the board that can be chosen. */
function choosable(app, offers, label) {
  if (!offers?.length) return {};
  const able = offers.filter((offer) => !offer.reason);
  const act = () => able.length && choose(app, able);
  return {
    role: "button", tabindex: "0", "aria-label": label,
    "aria-pressed": String(offers.some((offer) => offer.isPicked)),
    "aria-disabled": able.length ? null : "true",
    onclick: act,
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    },
  };
}

function offerWords(offers) {
  return offers.map((offer) => [offer.question.text, offer.note, offer.reason].filter(Boolean).join(" ")).join("; ");
}

function classes(base, offers, isHover) {
  const able = (offers ?? []).filter((offer) => !offer.reason);
  const picked = offers?.some((offer) => offer.isPicked);
  return [base, able.length && "offered", offers?.length && !able.length && "barred", picked && "chosen", isHover && "hover"]
    .filter(Boolean).join(" ");
}

function hexCell(app, scene, { at, key, number }) {
  const offers = scene.offers.get(key);
  const blocked = (scene.state.blocked ?? []).some((other) => keyOf(other) === key);
  const cost = offers?.find((offer) => offer.cost !== undefined);
  const label = offers && `${key}: ${offerWords(offers)}${cost ? `, ${T.cost(cost.cost, cost.question.shape.budget)}` : ""}`;
  return h("g", {
    key, class: `${classes("hex", offers, app.ui.hover === key)} tile-${number % 4} ${blocked ? "blocked" : ""}`,
    style: moved(at), "data-hex": key, ...choosable(app, offers, label),
    ondblclick: () => app.session.table && app.session.seats.length && app.session.ask("ping", key),
  },
  h("polygon", { points: HEX, class: "ground" }),
  offers && h("polygon", { points: RING, class: "ring" }),
  h("text", { y: SIZE * 0.78, class: "name" }, key),
  cost && h("text", { y: 5, class: "cost" }, cost.cost),
  cost?.note && h("text", { y: -12, class: "warn" }, "!"));
}

function routeLine(app, scene) {
  const way = routeOf(scene.mine, app.drafts).map((key) => placed(parse(key)));
  if (way.length < 2) return [];
  return h("polyline", { points: way.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ") });
}

function cache(app, scene, key, kind) {
  const offers = scene.offers.get(key);
  return h("g", { key, class: "cache", style: moved(parse(key)) },
    h("title", null, `${T.cache}: ${kind}`),
    h("g", { transform: "scale(1.5)" }, drawing("cache", { class: kind })),
    offers && h("title", null, offerWords(offers)));
}

function unitChip(app, scene, unit) {
  const offers = [...(scene.offers.get(unit.id) ?? []), ...(scene.offers.get(keyOf(unit.at)) ?? [])];
  const isActing = scene.state.turn?.unit === unit.id;
  const name = scene.names.unit(unit.id);
  const hp = `${unit.hp}/${unit.health}${unit.bonus ? ` +${unit.bonus}` : ""} ${T.hp}`;
  const words = [name, hp, ...unit.statuses.map((each) => STATUSES[each] ?? each)];
  const shape = unit.kind === "adventurer" || unit.kind === "enemy" || unit.kind === "companion" ? unit.kind : "quest";
  const handlers = offers.length
    ? choosable(app, offers, `${words.join(", ")}: ${offerWords(offers)}`)
    : { role: "img", "aria-label": words.join(", "), onclick: () => app.set({ card: unit.id }) };
  return h("g", {
    key: unit.id, class: `${classes("unit", offers, app.ui.hover === unit.id)} ${unit.side} ${isActing ? "acting" : ""}`,
    style: moved(unit.at), "data-unit": unit.id, ...handlers,
  },
  h("title", null, words.join(", ")),
  h("circle", { r: 19, class: "halo" }),
  h("g", { transform: "scale(1.95)" }, drawing(shape, { class: "chip" })),
  h("text", { y: 1, class: "initial" }, initials(unit)),
  hpBar(unit),
  unit.level > 0 && h("g", { transform: "translate(15 -14)", class: "level" }, h("rect", { x: -6, y: -6, width: 12, height: 12, rx: 2 }), h("text", { y: 4 }, unit.level)),
  [...unit.statuses, ...unit.dice.map(() => "unknown")].map((status, at) =>
    h("g", { key: `${status}-${at}`, class: "status", transform: `translate(${-17 + at * 9} -19) scale(.42)` },
      h("circle", { r: 11 }), drawing(status))));
}

/** Letters that tell units apart: an adventurer's number, an enemy's words. */
function initials(unit) {
  if (unit.kind === "adventurer") return unit.id.toUpperCase();
  const words = unit.name.split(" ");
  return words.length > 1 ? words[0][0] + words[1][0] : unit.name.slice(0, 3);
}

function hpBar(unit) {
  const width = 34;
  const share = Math.max(0, Math.min(1, unit.hp / Math.max(1, unit.health)));
  return h("g", { key: "hp", class: "hp", transform: `translate(${-width / 2} 14)` },
    h("rect", { width, height: 9, rx: 2, class: "back" }),
    h("rect", { width: (width * share).toFixed(1), height: 9, rx: 2, class: share > 0.5 ? "full" : "low" }),
    h("text", { x: width / 2, y: 7.5 }, `${unit.hp}${unit.bonus ? `+${unit.bonus}` : ""}`));
}

function floats(app, units) {
  return app.teller.floats.map((float) => {
    const unit = units.find((each) => each.id === float.unit);
    if (!unit) return false;
    return h("g", { key: float.id, style: moved(unit.at), class: "float" }, h("text", { class: float.kind, y: -16 }, float.text));
  });
}

function pings(app, units) {
  return app.session.pings.map((ping, number) => {
    const at = parse(ping.key) ?? units.find((unit) => unit.id === ping.key)?.at;
    return at && h("g", { key: `${ping.key}-${number}`, style: moved(at), class: "ping" },
      h("circle", { r: 22 }), h("text", { y: -24 }, app.session.nameOf(ping.player)));
  });
}
