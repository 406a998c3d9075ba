/** The bar on top: round, whose turn, the order of turns, who is waited for, clocks, the menu. */

import { isSounding, turnSound } from "../core/sound.js";
import { listed } from "../core/names.js";
import { BOTS, PHASES, T } from "../texts/en.js";
import { h } from "./dom.js";
import { followChoice } from "./following.js";
import { icon } from "./icons.js";
import { ownChoices } from "./own.js";
import { portraitOf } from "./tokens.js";

const ROUNDS = 5;
const PACES = [0, 0.6, 1, 2];

export function heading(app, scene) {
  const { session } = app;
  const toTable = () => app.set({ showTable: true });
  return h("header", { class: "bar", key: "bar" },
    rounds(scene.state),
    h("h1", { class: "whose" }, whose(app, scene)),
    order(app, scene),
    h("span", { class: `waiting ${scene.mine.length ? "me" : ""}`, role: "status", key: "waiting" }, waiting(app, scene)),
    clocks(app, scene),
    followChoice(app, scene),
    h("span", { class: "acts" },
      app.stage.isBusy && !app.player && h("button", { class: "quiet skip", key: "skip", onclick: () => app.stage.skip() }, T.skip, h("kbd", null, T.space)),
      session.seats.length > 0 && !app.player && undoButton(app),
      session.seats.length === 0 && lookBack(app),
      session.table?.spectators > 0 && h("small", { class: "watchers", key: "watchers", title: T.spectators(session.table.spectators) }, icon("eye", T.spectators(session.table.spectators)), session.table.spectators),
      h("details", { class: "menu", key: "menu" }, h("summary", null, T.menu), h("div", null,
        session.seats.length > 0 && !app.player && !session.battle?.over && driverButtons(app),
        h("button", { class: "quiet", onclick: () => app.set({ threats: !app.ui.threats }), "aria-pressed": String(Boolean(app.ui.threats)) }, T.allThreats),
        h("button", { class: "quiet", onclick: () => app.set({ coordinates: !app.ui.coordinates }), "aria-pressed": String(Boolean(app.ui.coordinates)) }, T.coordinates),
        paceChoice(app),
        h("button", { class: "quiet", "aria-pressed": String(isSounding()), onclick: () => { turnSound(); app.render(); } }, T.sound),
        ownChoices(app),
        session.seats.length > 0 && lookBack(app),
        !app.player && session.table && h("button", { class: "quiet", onclick: toTable }, T.backToTable)))));
}

/** To what has happened so far, while the battle goes on. */
function lookBack(app) {
  const { battle } = app.session;
  if (app.player || !battle || battle.over || battle.version < 2) return false;
  return h("button", { class: "quiet", id: "look-back", key: "look-back", onclick: () => app.openReplay(battle.battle, String(battle.version)) }, T.lookBack);
}

function rounds({ round = 0, rounds: count }) {
  if (!count) return h("span", { class: "round", key: "round" }, T.before);
  const pips = Array.from({ length: ROUNDS }, (_, at) => h("i", { key: at, class: at < round ? "on" : "" }));
  return h("span", { class: `round ${round > ROUNDS ? "late" : ""}`, key: "round", "data-card": "rule:BAT-13" },
    h("span", null, T.round(round)), h("span", { class: "pips", "aria-hidden": "true" }, pips));
}

function whose(app, { state, names }) {
  if (state.outcome) return h("strong", { class: `outcome ${state.outcome}` }, T[state.outcome] ?? state.outcome);
  const { turn } = state;
  if (!turn) return PHASES[state.phase] ?? "";
  const seat = state.adventurers?.[turn.unit]?.seat;
  return app.session.seats.includes(seat) && !app.player ? `${T.yourTurn}: ${names.unit(turn.unit)}` : T.turnOf(names.unit(turn.unit));
}

/** The adventurers in their order; who has acted is dimmed. */
function order(app, scene) {
  const { state, names } = scene;
  if (!state.order?.length) return false;
  return h("ol", { class: "order-strip plain", key: "order", "aria-label": T.turnOrder }, state.order.map((id) => {
    const unit = state.units[id];
    const isDone = state.acted.includes(id) || unit?.fate;
    const seat = state.adventurers[id]?.seat;
    const driver = driverOf(app, seat);
    return unit && h("li", {
      key: id, class: `${isDone ? "done" : ""} ${state.turn?.unit === id ? "now" : ""} ${driver ? "away" : ""}`, "data-card": `unit:${id}`, title: [names.unit(id), driver].filter(Boolean).join(": "),
    }, icon(portraitOf(scene, unit), names.unit(id)), h("b", { "aria-hidden": "true" }, seat), driver && h("span", { class: "unseen" }, driver));
  }));
}

/** Why nobody sits behind an adventurer at the moment, in words; "" if somebody does. */
function driverOf({ session, player }, seat) {
  const chair = session.chair(seat);
  if (player || !chair) return "";
  if (chair.bot || session.driven[seat]) return T.botPlays(BOTS[chair.bot]?.name ?? T.othersBots);
  return chair.player && !session.table.here.includes(chair.player) ? T.away : "";
}

function waiting(app, { mine, names }) {
  const { session, stage } = app;
  if (app.player || session.battle.over) return "";
  if (mine.some((question) => !question.mayPass)) return T.youDecide;
  if (mine.length) return T.youMay;
  if (stage.isBusy) return "";
  const seats = [...new Set(session.battle.questions.flatMap((question) => question.to))].sort();
  return seats.length ? T.waitingFor(listed(seats.map((seat) => names.seat(seat)))) : "";
}

function clocks(app, { names }) {
  const { session } = app;
  if (app.player) return false;
  return h("span", { class: "clocks", key: "clocks" }, Object.entries(session.clocks).map(([seat, { clock, until }]) => {
    const seconds = Math.max(0, Math.round((until - Date.now()) / 1000));
    const isLate = seconds <= 10;
    return h("small", { key: seat, class: isLate ? "late" : "" },
      clock === "absence" ? T.awayFor(names.seat(seat), seconds) : T.timeLeft(names.seat(seat), seconds));
  }));
}

function undoButton(app) {
  const { lastOwn } = app.teller;
  if (!lastOwn || app.session.battle?.over || app.session.table?.settings.undo === "never") return false;
  return h("button", { class: "quiet", key: "undo", onclick: () => app.session.undo(lastOwn - 1) }, T.undo);
}

function paceChoice(app) {
  return h("label", { class: "pace" }, T.pace,
    h("select", { id: "pace", value: String(app.stage.speed), onchange: (event) => app.setPace(Number(event.target.value)) },
      PACES.map((pace) => h("option", { key: pace, value: String(pace) }, T.paces[pace]))));
}

function driverButtons(app) {
  const { session } = app;
  return session.seats.map((seat) => {
    if (session.chair(seat).bot)
      return h("button", { key: `back-${seat}`, class: "primary", onclick: () => session.ask("claim", seat) }, T.takeBack);
    const on = Boolean(session.standing[seat]);
    return [
      h("button", {
        key: `auto-${seat}`, class: "quiet", "aria-pressed": String(on),
        onclick: () => session.ask("standing", on ? "off" : "my_turn", [], seat),
      }, on ? T.autoPassOn : T.autoPass),
      h("button", { key: `bot-${seat}`, class: "quiet", onclick: () => session.ask("bot", seat, "sensible") }, T.botTakes),
    ];
  });
}
