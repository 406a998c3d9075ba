/** What is drawn over the floor: reach and threat of the unit looked at, routes, pings, arrows. */

import { groundOf, reach, threat } from "../core/geometry.js";
import { keyOf, parse } from "../core/hexes.js";
import { routeOf } from "../core/offers.js";
import { h } from "./dom.js";
import { moved, placed } from "./placing.js";
import { region } from "./region.js";

/** Of many ways that a turn can take only some are drawn. */
const WAYS = 4;

/** Where the unit under the pointer, or the one picked, can go and strike. */
export function overlay(app, scene) {
  const { state, glossary } = scene;
  const unit = state.units[app.ui.hover] ?? state.units[app.ui.picked];
  if (app.ui.threats) return allThreats(scene);
  if (!unit?.at) return planned(app, scene);
  if (unit.side === "enemy") {
    const { stands, strikes } = threat(state, unit, glossary);
    const told = app.player || app.stage.isBusy ? null : app.foresight.enemy(unit.id);
    return [...region(told?.threatens.length ? told.threatens : strikes, "threat"), ...[...stands].map((key) => foot(key)), ...comingTurn(state, unit, told)];
  }
  const [low, high] = reach(state, unit, glossary);
  return region(groundOf(state).within(keyOf(unit.at), low, high), "range");
}

/** The way that an enemy's next turn takes, and whom it engages. */
function comingTurn(state, unit, told) {
  return (told?.courses ?? []).slice(0, WAYS).flatMap(({ hexes, targets }, at) => {
    const way = [unit.at, ...hexes.map(parse)].map(placed);
    const points = way.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ");
    const aimed = targets.map((id) => state.units[id]?.at).filter(Boolean).map(placed);
    return [
      way.length > 1 && h("polyline", { key: `way-${at}`, class: "coming", points }),
      ...aimed.map((spot, n) => h("line", { key: `aim-${at}-${n}`, class: "aim", x1: way.at(-1).x, y1: way.at(-1).y, x2: spot.x, y2: spot.y })),
    ].filter(Boolean);
  });
}

/** The range of the form that an engage is being planned in. */
function planned(app, { mine, state, glossary }) {
  for (const question of mine) {
    const unit = state.units[question.about];
    const form = question.shape.kind === "plan" && app.drafts.of(question).find((pick) => pick.startsWith("form:"));
    if (!form || !unit?.at || !question.shape.slots.some((slot) => slot.name === "target")) continue;
    const [low, high] = reach(state, unit, glossary, form.slice(5));
    return region(groundOf(state).within(keyOf(unit.at), low, high), "range");
  }
  return [];
}

/** The hexes that enemies could strike in their coming turns, the darker the more of them. */
function allThreats({ state, glossary }) {
  const count = new Map();
  for (const unit of Object.values(state.units)) {
    if (unit.side !== "enemy" || !unit.at) continue;
    for (const key of threat(state, unit, glossary).strikes) count.set(key, (count.get(key) ?? 0) + 1);
  }
  return [...region(count.keys(), "threat"), ...[...count].map(([key, by]) =>
    h("text", { key: `by-${key}`, y: 24, class: "threat-count", style: moved(parse(key)) }, by))];
}

const foot = (key) => h("circle", { key: `foot-${key}`, r: 3.2, cy: 19, class: "foot-mark", style: moved(parse(key)) });

export function routeLine(app, scene) {
  const way = routeOf(scene.mine, app.drafts).map((key) => placed(parse(key)));
  if (way.length < 2) return [];
  const points = way.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ");
  const end = way.at(-1);
  return [
    h("polyline", { key: "back", class: "back", points }), h("polyline", { key: "line", points }),
    h("circle", { key: "end", cx: end.x.toFixed(1), cy: end.y.toFixed(1), r: 7 }),
  ];
}

export function floats(app, units) {
  return app.teller.floats.map((float) => {
    const unit = units.find((each) => each.id === float.unit);
    if (!unit) return false;
    return h("g", { key: float.id, style: moved(unit.at), class: "float" },
      h("g", { class: "rising" }, h("text", { class: float.kind, y: -18 - float.above }, float.count > 1 ? `${float.text} ×${float.count}` : float.text)));
  });
}

/** Where a ping's key lies: a hex, a unit. */
function spotOf(key, units) {
  const at = parse(key) ?? units.find((unit) => unit.id === key)?.at;
  return at ? placed(at) : null;
}

export function pings(app, units) {
  return app.session.pings.filter((ping) => !ping.to).map((ping, number) => {
    const spot = spotOf(ping.key, units);
    return spot && h("g", { key: `${ping.key}-${number}`, transform: `translate(${spot.x} ${spot.y})`, class: "ping" },
      h("circle", { r: 22 }), h("text", { y: -26 }, app.session.nameOf(ping.player)));
  });
}

/** What others think of doing. */
export function arrows(app, units) {
  return app.session.pings.filter((ping) => ping.to && ping.player !== app.session.player).map((ping) => {
    const [from, to] = [spotOf(ping.key, units), spotOf(ping.to, units)];
    if (!from || !to) return false;
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return h("g", { key: `arrow-${ping.player}`, class: "thought" },
      h("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
      h("g", { transform: `translate(${to.x} ${to.y}) rotate(${angle}) translate(-4 0)` }, h("path", { d: "M-9-7 L5 0 L-9 7Z" })),
      h("text", { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 6 }, app.session.nameOf(ping.player)));
  });
}

