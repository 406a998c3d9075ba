/** The open questions that are one's own to answer, those that have to be answered first. */

import { refuse } from "../core/answers.js";
import { CONFIRM, PASS, REASONS, T } from "../texts/en.js";
import { h } from "./dom.js";
import { ruleOf } from "./log.js";
import { oddsOf } from "./odds.js";
import { meaningOf } from "./pieces.js";
import { rowsShape, takesRows } from "./rows.js";
import { foldedShape, oneShape, orderShape, planShape, routeShape, someShape, splitShape } from "./shapes.js";

const SHAPES = { one: oneShape, some: someShape, order: orderShape, split: splitShape, route: routeShape, plan: planShape };
const DIGITS = 10;

export function questionPanel(app, scene) {
  const { session } = app;
  const numbers = { next: 1 };
  const clock = clockOf(app);
  if (session.battle.over && !app.stage.isBusy) return ending(app, scene);
  return h("section", { class: `questions ${scene.mine.length ? "" : "idle"}`, key: `questions ${subjectOf(scene.mine)}`, "aria-label": T.youDecide },
    !session.seats.length && h("p", { class: "faint", key: "watching" }, T.watching, session.table?.spectators > 0 && ` ${T.spectators(session.table.spectators)}.`, behind(session.table)),
    clock,
    scene.mine.map((question) => questionCard(app, scene, question, numbers)),
    session.seats.length > 0 && !scene.mine.length && h("p", { class: "faint calm" }, app.stage.isBusy ? T.happening : T.nothingToDo));
}

/** What is asked about: another subject is read from its top, however far down the last one was. */
function subjectOf([first]) {
  if (!first) return "";
  return first.why.startsWith("turn.") ? "turn" : `${first.why} ${first.text.replace(/\d+/g, "")}`;
}

/** How late spectators of a table are. */
function behind(table) {
  const { delay = 0, delayRounds = 0 } = table?.settings ?? {};
  return (delay > 0 || delayRounds > 0) && ` ${T.behind(delay, delayRounds)}`;
}

function ending(app, scene) {
  const { outcome, achievements = {} } = scene.state;
  const earned = Object.entries(achievements);
  return h("section", { class: `questions ending ${outcome}`, key: "questions" },
    h("h2", null, T[outcome] || outcome || T.stopped),
    earned.length > 0 && h("ul", { class: "plain" }, earned.map(([what, unit]) =>
      h("li", { key: what }, `${T.deed(what, scene.lexicon.piece("", what))}: ${scene.names.unit(unit)}`))),
    h("div", { class: "row" },
      h("button", { class: "primary", onclick: () => app.openReplay(app.session.battle.battle) }, T.replay),
      h("button", { onclick: () => app.set({ showTable: true }) }, T.backToTable)));
}

/** A calm countdown where the table has a clock: a bar that empties. */
function clockOf(app) {
  const own = app.session.seats.map((seat) => app.session.clocks[seat]).find((one) => one?.clock === "turn");
  if (!own) return false;
  const left = Math.max(0, own.until - Date.now());
  const share = Math.min(1, left / Math.max(own.whole, 1));
  return h("div", { class: "countdown", key: "countdown", role: "timer", "aria-label": T.secondsLeft(Math.round(left / 1000)) },
    h("i", { style: `transform: scaleX(${share.toFixed(3)})` }), h("span", null, T.secondsLeft(Math.round(left / 1000))));
}

function questionCard(app, scene, question, numbers) {
  const { session, drafts } = app;
  const isSent = session.isSent(question);
  const ask = {
    app, scene, question, isSent, picks: drafts.of(question),
    /** The key that takes the next option, while there are digits left. */
    number: () => (numbers.next <= DIGITS ? String(numbers.next++ % DIGITS) : ""),
    answer: (picks) => app.answer(question, picks),
    change: () => app.render(),
  };
  const shape = shapeOf(question);
  const about = scene.state.units?.[question.about];
  return h("article", { class: `question ${isSent ? "sent " : ""}${question.shape.kind}`, key: drafts.keyOf(question), "data-why": question.why },
    h("h2", null, h("span", null, question.text), ruleOf(question.rule)),
    meaningOf(question.why),
    about && scene.mine.length > 1 && !app.session.seats.includes(about.controller) && h("p", { class: "hint" }, scene.names.unit(question.about)),
    shape(ask),
    question.shape.kind === "plan" ? h("div", { class: "plan-end", key: "end" }, oddsOf(ask), foot(ask)) : foot(ask));
}

function shapeOf(question) {
  if (question.why === "turn.reform") return foldedShape;
  return takesRows(question) ? rowsShape : SHAPES[question.shape.kind];
}

/** Whether a plan aims at nobody and rolls nothing: the rules allow it, hardly anybody means it. */
function isEmptyEngage({ shape }, picks) {
  const parts = shape.slots.filter(({ name }) => name === "target" || name === "dice");
  return parts.length > 1 && !parts.some(({ options }) => options.some(({ key }) => picks.includes(key)));
}

function foot(ask) {
  const { question, picks, isSent, app } = ask;
  const { kind } = question.shape;
  const isEmpty = isEmptyEngage(question, picks);
  const reason = refuse(question, picks) || (isEmpty ? REASONS.engage : "");
  const needsConfirm = kind !== "one" || picks.length > 0;
  const passNumber = question.mayPass ? ask.number() : "";
  const suggested = question.fallback.length > 0 && kind !== "one" && question.fallback.join() !== picks.join();
  const clear = () => { app.drafts.clear(question); app.render(); };
  return h("div", { class: "foot", key: "foot" },
    needsConfirm && h("button", {
      class: "primary confirm", disabled: isSent || (!picks.length && question.mayPass) || Boolean(reason),
      onclick: () => ask.answer(picks),
    }, isSent ? T.sent : CONFIRM[question.why] ?? (kind === "route" ? T.goThere : T.confirm)),
    isEmpty && picks.length > 0 && !refuse(question, picks) && h("button", {
      class: "quiet nobody", key: "nobody", disabled: isSent, onclick: () => ask.answer(picks),
    }, T.engageNobody),
    needsConfirm && !isEmpty && kind !== "order" && picks.length > 0 && h("button", { class: "quiet", onclick: clear }, T.clear),
    suggested && h("button", {
      class: "quiet", onclick: () => { app.drafts.set(question, question.fallback); app.render(); },
    }, T.takeDefault),
    question.mayPass && h("button", {
      class: "pass", disabled: isSent, "data-number": passNumber || null, onclick: () => ask.answer([]),
    }, passNumber && h("kbd", { "aria-hidden": "true" }, passNumber), " ", PASS[question.why] ?? T.pass),
    needsConfirm && (isEmpty || picks.length > 0) && reason && h("p", { class: "reason" }, reason));
}
