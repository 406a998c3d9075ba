/** Who acts when: adventurers in their order, then those who go with them, then the enemies. */

import type { SeatId } from "../protocol.ts";
import type { App } from "../app.ts";
import { BOTS, T } from "../texts/en.ts";
import type { State, Unit } from "../core/state.ts";
import { h, memo } from "./dom.ts";
import type { Scene } from "./scene.ts";
import { enamel } from "./tokens.ts";
import { nameTold } from "./yours.ts";

/** More than so many would be too small to tell apart; the rest is counted. */
const MOST = 14;

/** The units of a round, in the order in which they act. */
function inOrder(state: State): Unit[] {
  const units = Object.values(state.units ?? {});
  const heroes = (state.order ?? []).flatMap((id) => (state.units[id] ? [state.units[id]] : []));
  const ordered = new Set(heroes);
  const isThere = (unit: Unit) => unit.at !== null && unit.hp > 0 && !ordered.has(unit);
  const places = new Map((state.queue ?? []).map((id, at) => [id, at]));
  const place = (unit: Unit) => places.get(unit.id) ?? Infinity;
  const friends = units.filter((unit) => isThere(unit) && unit.side === "party");
  const foes = units.filter((unit) => isThere(unit) && unit.side === "enemy");
  return [...heroes, ...friends, ...foes.sort((a, b) => place(a) - place(b))];
}

/** The strip; who has acted is dimmed and ticked. */
export function turnStrip(app: App, scene: Scene) {
  const { state } = scene;
  if (!state.order?.length) return false;
  const all = inOrder(state);
  return h(
    "ol",
    { class: "order-strip plain", key: "order", "aria-label": T.turnOrder, "data-many": all.length > 9 || null },
    all.slice(0, MOST).map((unit) => turn(app, scene, unit)),
    all.length > MOST && h("li", { key: "more", class: "rest" }, `+${all.length - MOST}`),
  );
}

function turn(app: App, scene: Scene, unit: Unit) {
  const { state } = scene;
  const seat = state.adventurers?.[unit.id]?.seat ?? "";
  const driver = seat && driverOf(app, seat);
  const isDone = state.acted.includes(unit.id) || unit.fate !== "";
  const isNow = state.turn?.unit === unit.id;
  const name = nameTold(app, scene, unit.id);
  const looks = [isDone, isNow, driver, name, unit.hp, unit.chip, unit.side, seat, scene.glossary.data];
  return memo(`turn-${unit.id}`, looks, () =>
    h(
      "li",
      {
        key: unit.id,
        class: [isDone && "done", isNow && "now", driver && "away", unit.side].filter(Boolean).join(" "),
        "data-card": `unit:${unit.id}`,
        title: [name, driver].filter(Boolean).join(": "),
      },
      h("svg", { class: "token", viewBox: "-44 -44 88 88", role: "img", "aria-label": name }, enamel(scene, unit)),
      unit.hp > 0 && h("b", { "aria-hidden": "true" }, unit.hp),
      isDone && h("span", { class: "tick", "aria-hidden": "true" }, unit.fate ? "✕" : "✓"),
      driver && h("span", { class: "unseen" }, driver),
    ),
  );
}

/** Why nobody sits behind an adventurer at the moment, in words; "" if somebody does. */
function driverOf({ session, player }: App, seat: SeatId): string {
  const chair = session.chair(seat);
  if (player || !chair) return "";
  if (chair.bot || session.driven[seat]) return T.botPlays(BOTS[chair.bot]?.name ?? T.othersBots);
  return chair.player && !session.atTable.here.includes(chair.player) ? T.away : "";
}
