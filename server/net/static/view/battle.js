/** The battle: who acts and who is waited for, board, questions, mats, story, and the replay's bar. */

import { listed, Names } from "../core/names.js";
import { offersOf } from "../core/offers.js";
import { PHASES, T } from "../texts/en.js";
import { board } from "./board.js";
import { h } from "./dom.js";
import { chatBox, storyBox } from "./log.js";
import { mats } from "./mat.js";
import { questionPanel } from "./questions.js";
import { replayBar } from "./replay.js";
import { roster } from "./roster.js";
import { turnTheme } from "./theme.js";
import { tray } from "./tray.js";

const TABS = ["board", "mat", "log"];

export function battlePage(app) {
  const { session, ui } = app;
  const { battle } = session;
  const names = new Names(battle.state, null, app.lexicon, battle.opening);
  const mine = session.mine;
  const scene = { names, mine, state: battle.state, offers: offersOf(mine, app.drafts, battle.state) };
  const bare = Object.keys(battle.state.tiles ?? {}).length ? "" : "bare";
  return h("main", { class: `battle ${bare}`, key: "battle", "data-tab": ui.tab, "data-over": String(battle.over), "data-version": battle.version },
    heading(app, scene),
    h("div", { class: "stage", key: "stage" },
      board(app, scene), tray(app, scene)),
    h("div", { class: "desk", key: "desk" },
      session.replay ? false : questionPanel(app, scene), mats(app, scene)),
    h("div", { class: "side", key: "side" }, roster(app, scene), storyBox(app),
      h("section", { class: "talk", key: "talk" }, h("h2", null, T.chat), chatBox(app))),
    h("nav", { class: "tabs", key: "tabs" }, TABS.map((tab) =>
      h("button", { key: tab, "aria-pressed": String(ui.tab === tab), onclick: () => app.set({ tab }) }, T[tab]))));
}

function heading(app, scene) {
  const { session } = app;
  const { state } = scene;
  const toTable = () => app.set({ showTable: true });
  return h("header", { class: "bar", key: "bar" },
    h("span", { class: "round" }, state.rounds ? T.round(state.round) : T.before),
    h("span", { class: "whose" }, whose(app, scene)),
    h("span", { class: `waiting ${scene.mine.length ? "me" : ""}`, role: "status" }, waiting(app, scene)),
    h("span", { class: "clocks" }, clocks(session)),
    h("span", { class: "acts" },
      session.seats.length > 0 && !session.replay && undoButton(app),
      session.table?.spectators > 0 && h("small", null, T.spectators(session.table.spectators)),
      h("details", { class: "menu" }, h("summary", null, T.menu), h("div", null,
        session.seats.length > 0 && !session.replay && !session.battle.over && driverButtons(app),
        h("button", { class: "quiet", onclick: () => turnTheme(app) }, T.theme),
        h("button", { class: "quiet", onclick: toTable }, T.backToTable)))),
    session.replay && replayBar(app));
}

function whose(app, { state, names }) {
  if (state.outcome) return h("strong", { class: `outcome ${state.outcome}` }, T[state.outcome] ?? state.outcome);
  const { turn } = state;
  if (!turn) return PHASES[state.phase] ?? "";
  const seat = state.adventurers?.[turn.unit]?.seat;
  return app.session.seats.includes(seat) ? `${T.yourTurn}: ${names.unit(turn.unit)}` : T.turnOf(names.unit(turn.unit));
}

function waiting(app, { mine, names }) {
  const { session } = app;
  if (session.battle.over || session.replay) return "";
  if (mine.some((question) => !question.mayPass)) return T.youDecide;
  if (mine.length) return T.youMay;
  const seats = [...new Set(session.battle.questions.flatMap((question) => question.to))].sort();
  return seats.length ? T.waitingFor(listed(seats.map((seat) => names.seat(seat)))) : "";
}

function clocks(session) {
  return Object.entries(session.clocks).map(([seat, { clock, until }]) => {
    const seconds = Math.max(0, Math.round((until - Date.now()) / 1000));
    return h("small", { key: seat }, clock === "absence" ? T.away2(seat, seconds) : T.timeLeft(seat, seconds));
  });
}

function undoButton(app) {
  const { lastOwn } = app.teller;
  if (!lastOwn || app.session.battle.over) return false;
  return h("button", { class: "quiet", key: "undo", onclick: () => app.session.undo(lastOwn - 1) }, T.undo);
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
