/** What is drawn over the floor: reach and threat of the unit looked at, routes, pings, arrows. */

import { unitNamed } from "../core/state.ts";
import type { EnemyTurn } from "../core/foresight.ts";
import type { App } from "../app.ts";
import type { Scene } from "./scene.ts";
import type { State, Unit } from "../core/state.ts";
import type { Slot } from "../core/messages.ts";
import { groundOf, reach, threat } from "../core/geometry.ts";
import { corners, hexOf, keyOf, parse } from "../core/hexes.ts";
import { routeOf } from "../core/offers.ts";
import { aheadLines } from "./ahead.ts";
import { cameraView } from "./camera.ts";
import { h } from "./dom.ts";
import { moved, placed, SIZE } from "./placing.ts";
import { priceOf } from "./prices.ts";
import { region } from "./region.ts";
import { openMode } from "./turn_modes.ts";

/** Of many ways that a turn can take only some are drawn. */
const WAYS = 4;
/** Shades of threat: by one enemy, by two, by three, by more. */
const SHADES = 4;
/** What a number takes over its unit, in units of the board: nearer to the edge it stands below. */
const ROOM = 110;
const HATCHED = corners(SIZE - 5);

/** Where the unit under the pointer, or the one picked, can go and strike. */
export function overlay(app: App, scene: Scene) {
  const { state, glossary } = scene;
  const unit = unitNamed(state, app.ui.hover) ?? unitNamed(state, app.ui.picked);
  if (app.ui.threats) return allThreats(scene);
  if (!unit?.at) return planned(app, scene);
  if (unit.side === "enemy") {
    const { stands, strikes } = threat(state, unit, glossary);
    const told = app.player || app.stage.isBusy ? null : app.foresight.enemy(unit.id);
    const threatened = [...(told?.threatens.length ? told.threatens : strikes)];
    return [
      ...threatened.map((key) => hatched(key, 2)),
      ...region(threatened, "threat"),
      ...[...stands].map((key) => foot(key)),
      ...comingTurn(state, unit, told),
    ];
  }
  const [low, high] = reach(state, unit, glossary);
  return region(groundOf(state).within(keyOf(unit.at), low, high), "range");
}

/** The way that an enemy's next turn takes, and whom it engages. */
function comingTurn(state: State, unit: Unit, told: EnemyTurn | null) {
  return (told?.courses ?? []).slice(0, WAYS).flatMap(({ hexes, targets }, at) => {
    const way = [...(unit.at ? [unit.at] : []), ...hexes.map(hexOf)].map(placed);
    const points = way.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ");
    const aimed = targets.flatMap((id) => {
      const at = state.units[id]?.at;
      return at ? [placed(at)] : [];
    });
    const end = way.at(-1) ?? { x: 0, y: 0 };
    return [
      way.length > 1 && h("polyline", { key: `way-${at}`, class: "coming", points }),
      ...aimed.map((spot, n: number) =>
        h("line", { key: `aim-${at}-${n}`, class: "aim", x1: end.x, y1: end.y, x2: spot.x, y2: spot.y }),
      ),
    ].filter(Boolean);
  });
}

/** What a move to the hex that is looked at would mean, or the range of the form that an engage is being planned in. */
function planned(app: App, scene: Scene) {
  const { mine, state, glossary } = scene;
  // While one thinks of moving the gold of where one can go is enough: the range is that of where one stands.
  if (openMode(app, mine) === "move") return aheadLines(app, scene);
  for (const question of mine) {
    const unit = unitNamed(state, question.about);
    const form =
      question.shape.kind === "plan" && app.drafts.of(question).find((pick: string) => pick.startsWith("form:"));
    if (!form || !unit?.at || !question.shape.slots.some((slot: Slot) => slot.name === "target")) continue;
    const [low, high] = reach(state, unit, glossary, form.slice(5));
    return region(groundOf(state).within(keyOf(unit.at), low, high), "range");
  }
  return [];
}

/** The hexes that enemies could strike in their coming turns, the darker the more of them. */
function allThreats({ state, glossary }: Scene) {
  const count = new Map<string, number>();
  for (const unit of Object.values(state.units)) {
    if (unit.side !== "enemy" || !unit.at) continue;
    for (const key of threat(state, unit, glossary).strikes) count.set(key, (count.get(key) ?? 0) + 1);
  }
  return [
    ...[...count].map(([key, by]) => hatched(key, Math.min(by, SHADES))),
    ...region(count.keys(), "threat"),
    ...[...count].map(([key, by]) =>
      h(
        "g",
        { key: `by-${key}`, class: "threat-count", style: moved(hexOf(key)) },
        h("g", { transform: "translate(0 40)" }, h("circle", { class: "coin" }), h("text", null, by)),
      ),
    ),
  ];
}

/** A hex that is threatened, the closer hatched the more. */
const hatched = (key: string, shade: number) =>
  h("polygon", {
    key: `hatch-${key}`,
    class: "hatch",
    points: HATCHED,
    fill: `url(#threat-${shade})`,
    style: moved(hexOf(key)),
  });

const foot = (key: string) =>
  h("circle", { key: `foot-${key}`, r: 6, cy: 38, class: "foot-mark", style: moved(hexOf(key)) });

/** The way that is planned; what each of its hexes costs lies over the line. */
export function routeLine(app: App, scene: Scene) {
  const keys = routeOf(scene.mine, app.drafts);
  const way = keys.map((key) => placed(hexOf(key)));
  const end = way.at(-1);
  if (!end || way.length < 2) return [];
  const points = way.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ");
  return [
    h("polyline", { key: "back", class: "back", points }),
    h("polyline", { key: "line", points }),
    h("circle", { key: "end", cx: end.x.toFixed(1), cy: end.y.toFixed(1), r: 26 }),
    ...keys.slice(1).map((key) => {
      const cost = scene.offers.get(key)?.find((offer) => offer.cost !== undefined);
      return cost && h("g", { key: `cost-${key}`, style: moved(hexOf(key)) }, priceOf(cost));
    }),
  ];
}

/** Words and numbers that rise where something has happened, from whoever was there. */
export function floats(app: App, units: readonly Unit[]) {
  const top = cameraView(app)?.part.y;
  return app.teller.floats.map((float) => {
    const at = units.find((each) => each.id === float.unit)?.at ?? float.at;
    const isHigh = top !== undefined && placed(at).y - ROOM < top;
    // Over the token are the number and the dice: how much was blocked stands below it.
    const isLow = float.kind === "guard" && float.above > 0;
    return h(
      "g",
      { key: float.id, style: moved(at), class: "float" },
      h(
        "g",
        { class: `rising ${float.kind === "hurt" ? "slams" : ""} ${isLow ? "stays" : ""}` },
        h(
          "text",
          {
            class: float.kind,
            x: isHigh && !isLow ? 92 : 0,
            y: isLow ? 66 : isHigh ? 16 : -36,
            style: `--above: ${isLow ? 0 : float.above}`,
          },
          float.count > 1 ? `${float.text} ×${float.count}` : float.text,
        ),
      ),
    );
  });
}

/** Where a ping's key lies: a hex, a unit. */
function spotOf(key: string, units: readonly Unit[]) {
  const at = parse(key) ?? units.find((unit) => unit.id === key)?.at;
  return at ? placed(at) : null;
}

export function pings(app: App, units: readonly Unit[]) {
  return app.session.pings
    .filter((ping) => !ping.to)
    .map((ping, number) => {
      const spot = spotOf(ping.key, units);
      return (
        spot &&
        h(
          "g",
          { key: `${ping.key}-${number}`, transform: `translate(${spot.x} ${spot.y})`, class: "ping" },
          h("circle", { r: 44 }),
          h("text", { y: -52 }, app.session.nameOf(ping.player)),
        )
      );
    });
}

/** What others think of doing. */
export function arrows(app: App, units: readonly Unit[]) {
  return app.session.pings
    .filter((ping) => ping.to && ping.player !== app.session.player)
    .map((ping) => {
      const [from, to] = [spotOf(ping.key, units), spotOf(ping.to, units)];
      if (!from || !to) return false;
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      return h(
        "g",
        { key: `arrow-${ping.player}`, class: "thought" },
        h("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
        h(
          "g",
          { transform: `translate(${to.x} ${to.y}) rotate(${angle}) translate(-8 0) scale(2)` },
          h("path", { d: "M-9-7 L5 0 L-9 7Z" }),
        ),
        h("text", { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 12 }, app.session.nameOf(ping.player)),
      );
    });
}
