/** The bar on top: round, whose turn, the order of turns, who is waited for, clocks, the menu. */

import { NO_SEAT } from "../protocol.ts";
import { wordOf } from "../texts/en.ts";
import type { App } from "../app.ts";
import type { Scene } from "./scene.ts";
import { entriesOf } from "../core/ids.ts";
import type { Question } from "../core/messages.ts";
import { listed } from "../core/names.ts";
import { PHASES, T } from "../texts/en.ts";
import { battleMenu, lookBack } from "./battle_menu.ts";
import { h } from "./dom.ts";
import { isSession } from "../core/overland.ts";
import { dayTrack, dayWords, gauge } from "./days.ts";
import { followChoice } from "./following.ts";
import { goal, rounds } from "./goal.ts";
import { icon } from "./icons.ts";
import { turnStrip } from "./turn_strip.ts";

export function heading(app: App, scene: Scene) {
  const { session } = app;
  const isLaid = Object.keys(scene.state.tiles ?? {}).length > 0;
  return h(
    "header",
    { class: "bar", key: "bar" },
    isSession(scene.state) ? dayTrack(scene.state) : [isLaid && goal(app, scene), rounds(app, scene)],
    h(
      "div",
      { class: "turn-now", key: "turn-now" },
      h("h1", { class: "whose" }, isSession(scene.state) ? dayWords(scene, scene.state) : whose(app, scene)),
      h(
        "span",
        { class: `waiting ${scene.mine.length ? "me" : ""}`, role: "status", key: "waiting" },
        waiting(app, scene),
      ),
    ),
    isSession(scene.state) ? gauge(scene, scene.state) : turnStrip(app, scene),
    clocks(app, scene),
    followChoice(app, scene),
    h(
      "span",
      { class: "acts" },
      session.seats.length > 0 && !app.player && undoButton(app),
      session.seats.length === 0 && lookBack(app),
      session.table !== null &&
        session.table.spectators > 0 &&
        h(
          "small",
          { class: "watchers", key: "watchers", title: T.spectators(session.table.spectators) },
          icon("eye", T.spectators(session.table.spectators)),
          session.table.spectators,
        ),
      battleMenu(app),
    ),
  );
}

function whose(app: App, { state, names }: Scene) {
  if (state.outcome) return h("strong", { class: `outcome ${state.outcome}` }, wordOf(state.outcome) ?? state.outcome);
  const { turn } = state;
  if (!turn) return PHASES[state.phase] ?? "";
  const seat = state.adventurers?.[turn.unit]?.seat ?? NO_SEAT;
  return app.session.seats.includes(seat) && !app.player
    ? `${T.yourTurn}: ${names.unit(turn.unit)}`
    : T.turnOf(names.unit(turn.unit));
}

function waiting(app: App, { mine, names, battle }: Scene): string {
  const { stage } = app;
  if (app.player || battle.over) return "";
  if (mine.some((question: Question) => !question.mayPass)) return T.youDecide;
  if (mine.length) return T.youMay;
  if (stage.isBusy) return "";
  const seats = [...new Set(battle.questions.flatMap((question) => question.to))].sort();
  return seats.length ? T.waitingFor(listed(seats.map((seat) => names.hero(seat)))) : "";
}

function clocks(app: App, { names }: Scene) {
  const { session } = app;
  if (app.player) return false;
  return h(
    "span",
    { class: "clocks", key: "clocks" },
    entriesOf(session.clocks).map(([seat, { clock, until }]) => {
      const seconds = Math.max(0, Math.round((until - Date.now()) / 1000));
      const isLate = seconds <= 10;
      return h(
        "small",
        { key: seat, class: isLate ? "late" : "" },
        clock === "absence" ? T.awayFor(names.seat(seat), seconds) : T.timeLeft(names.hero(seat), seconds),
      );
    }),
  );
}

function undoButton(app: App) {
  const { lastOwn } = app.teller;
  if (!lastOwn || app.parting.battle || app.session.battle?.over || app.session.table?.settings.undo === "never")
    return false;
  return h("button", { class: "quiet", key: "undo", onclick: () => app.session.undo(lastOwn - 1) }, T.undo);
}
