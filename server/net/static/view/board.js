/** The map: tiles, what lies on them, units, and on top of them what can be chosen or is threatened. */

import { corners, keyOf, parse } from "../core/hexes.js";
import { T } from "../texts/en.js";
import { cameraBox, cameraProps, zoomButtons } from "./camera.js";
import { choosable, classes, offerWords } from "./choosable.js";
import { h, memo } from "./dom.js";
import { ghost, placementsOf } from "./ghost.js";
import { drawing } from "./icons.js";
import { labels } from "./labels.js";
import { caches, lying, marks, thingsIn } from "./lying.js";
import { arrows, floats, overlay, pings, routeLine } from "./overlay.js";
import { moved, SIZE } from "./placing.js";
import { unitToken } from "./tokens.js";

const GROUND = corners(SIZE - 0.6);
const FLOOR = corners(SIZE - 2.6);
const RING = corners(SIZE - 4);
const SHADES = 4;

/** Every hex of the map; the same list while the same tiles lie. @type {WeakMap<object, any[]>} */
const laidOut = new WeakMap();

function hexesOf(tiles) {
  if (!laidOut.has(tiles))
    laidOut.set(tiles, Object.values(tiles).flatMap((tile, number) => tile.hexes.map((at) => ({ at, key: keyOf(at), number }))));
  return laidOut.get(tiles);
}

/** The floor and what moves above it are drawn apart, so that the floor stays as it was painted. */
export function board(app, scene) {
  const { state } = scene;
  const hexes = hexesOf(state.tiles ?? {});
  if (!hexes.length) return h("div", { class: "map empty", key: "map" });
  const ground = new Map(hexes.map((hex) => [hex.key, hex]));
  const ghosts = placementsOf(scene);
  const box = cameraBox(app, scene, [...hexes, ...ghosts.flatMap((one) => one.hexes)]);
  const layer = (name, kids) => h("svg", { key: name, class: `layer ${name}`, viewBox: box, preserveAspectRatio: "xMidYMid meet" }, kids);
  return h("div", { class: "map", key: "map" },
    h("div", {
      class: `board ${app.stage.isBusy ? "busy" : ""}`, tabindex: "0", role: "application",
      "aria-label": T.mapLabel, "aria-describedby": "map-help", ...cameraProps(app, scene, ground),
    }, layer("floor", floor(app, scene, hexes)), layer("above", above(app, scene, ground, ghosts))),
    h("p", { id: "map-help", class: "unseen" }, T.mapHelp),
    zoomButtons(app));
}

function floor(app, scene, hexes) {
  const { state, offers, glossary } = scene;
  return [
    memo("hexes", [state.tiles, state.blocked, glossary.data, state.caches, state.marks, state.laid, state.in_hexes, offers.size ? offers : 0, app.ui.coordinates], () => {
      const blocked = new Set((state.blocked ?? []).map(keyOf));
      return h("g", null, hexes.map((hex) => hexCell(app, scene, hex, blocked.has(hex.key))));
    }),
    memo("printed", [state.tiles, glossary.data], () =>
      h("g", { class: "printed" }, Object.values(state.tiles).map((tile) => printedOn(tile)))),
    memo("marks", [state.marks, state.caches], () => h("g", { class: "marks" }, marks(state))),
  ];
}

function above(app, scene, ground, ghosts) {
  const { state, glossary } = scene;
  const units = Object.values(state.units).filter((unit) => unit.at);
  const count = Object.keys(state.units).length;
  return [
    h("g", { key: "overlay" }, overlay(app, scene)),
    ground.has(app.ui.hover) && h("polygon", { key: "pointed", class: "pointed", points: FLOOR, style: moved(parse(app.ui.hover)) }),
    h("g", { key: "ghost", class: "ghost" }, ghost(app, ghosts)),
    h("g", { key: "route", class: "way" }, routeLine(app, scene)),
    memo("caches", [state.caches, state.marks], () => h("g", null, caches(state))),
    memo("lying", [state.in_hexes, state.laid, state.dice, glossary.data], () => h("g", null, lying(scene))),
    h("g", { key: "labels" }, labels(scene)),
    h("g", { key: "units" }, units.map((unit) => token(app, scene, unit, count))),
    h("g", { key: "arrows" }, arrows(app, units)),
    h("g", { key: "floats" }, floats(app, units)),
    h("g", { key: "pings" }, pings(app, units)),
    app.ui.cursor && ground.has(app.ui.cursor) && h("g", { key: "cursor", class: "cursor", style: moved(parse(app.ui.cursor)) },
      h("polygon", { points: RING })),
  ];
}

/** A unit's token, drawn anew only when something about it has changed. */
function token(app, scene, unit, count) {
  const { state, offers } = scene;
  const { ui } = app;
  return memo(unit.id, [
    unit, count, offers.size ? offers : 0, ui.hover === unit.id, ui.picked === unit.id, state.turn?.unit === unit.id,
    state.adventurers?.[unit.id]?.form, state.enchantments, scene.glossary.data,
  ], () => unitToken(app, scene, unit));
}

/** What is printed on a tile or lies beside it: doors, places of enemies and caches. */
function printedOn(tile) {
  return [["doors", "door"], ["hearts", "enemy"], ["stores", "bag"]].flatMap(([kind, name]) => (tile[kind] ?? []).map((at) =>
    h("g", { key: `${kind}-${keyOf(at)}`, class: `print ${kind}`, style: moved(at) }, h("g", { transform: "translate(0 17) scale(.55)" }, drawing(name)))));
}

/** A shade of the floor that stays with the hex. */
const shadeOf = ([q, r]) => (((q * 73856093) ^ (r * 19349663)) >>> 3) % SHADES;

function hexCell(app, scene, { at, key, number }, isBlocked) {
  const offers = scene.offers.get(key);
  const cost = offers?.find((offer) => offer.cost !== undefined);
  const label = offers && `${key}: ${offerWords(offers)}${cost ? `, ${T.cost(cost.cost, cost.question.shape.budget)}` : ""}`;
  return h("g", {
    key, class: `${classes("hex", offers, false)} tile-${number % 6} shade-${shadeOf(at)} ${isBlocked ? "blocked" : ""}`,
    style: moved(at), "data-hex": key, "data-card": thingsIn(scene.state, key).length > 0 && `hex:${key}`, ...choosable(app, offers, label ?? ""),
  },
  h("polygon", { points: GROUND, class: "edge" }),
  h("polygon", { points: FLOOR, class: "ground" }),
  isBlocked && h("g", { transform: "scale(1.9)", class: "rock" }, drawing("stone")),
  offers && h("polygon", { points: RING, class: "ring" }),
  app.ui.coordinates && h("text", { y: SIZE * 0.78, class: "name" }, key),
  cost && h("text", { y: 5.5, class: "cost" }, cost.cost),
  cost?.note && h("text", { y: -11, class: "warn" }, "!"));
}
