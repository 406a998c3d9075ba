/** The open questions that are one's own to answer, those that have to be answered first. */

import { refuse } from "../core/answers.js";
import { identity } from "../core/drafts.js";
import { CONFIRM, T } from "../texts/en.js";
import { h } from "./dom.js";
import { oneShape, orderShape, planShape, routeShape, someShape, splitShape } from "./shapes.js";

const SHAPES = { one: oneShape, some: someShape, order: orderShape, split: splitShape, route: routeShape, plan: planShape };

export function questionPanel(app, scene) {
  const { session } = app;
  const numbers = { next: 1 };
  if (session.battle.over) {
    return h("section", { class: "questions", key: "questions" },
      h("h2", null, T[scene.state.outcome] ?? ""),
      h("button", { class: "primary", onclick: () => app.set({ showTable: true }) }, T.backToTable));
  }
  return h("section", { class: "questions", key: "questions", "aria-label": T.youDecide },
    !session.seats.length && h("p", { class: "faint" }, T.watching),
    scene.mine.map((question) => questionCard(app, scene, question, numbers)));
}

function questionCard(app, scene, question, numbers) {
  const { session, drafts } = app;
  const isSent = session.isSent(question);
  const ask = {
    app, scene, question, isSent, picks: drafts.of(question),
    /** The key that takes the next option, while there are digits left. */
    number: () => (numbers.next <= 10 ? String(numbers.next++ % 10) : ""),
    answer: (picks) => session.answer(question, picks),
    change: () => app.render(),
  };
  return h("article", { class: `question ${question.shape.kind}`, key: identity(question), "data-why": question.why },
    h("h3", null, question.text, question.rule && h("span", { class: "rule", title: T.rule(question.rule) }, question.rule)),
    SHAPES[question.shape.kind](ask),
    foot(ask));
}

function foot(ask) {
  const { question, picks, isSent, app } = ask;
  const { kind } = question.shape;
  const reason = refuse(question, picks);
  const needsConfirm = kind !== "one";
  const passNumber = question.mayPass ? ask.number() : "";
  const suggested = question.fallback.length > 0 && kind !== "one" && question.fallback.join() !== picks.join();
  const clear = () => { app.drafts.clear(question); app.render(); };
  return h("div", { class: "foot", key: "foot" },
    needsConfirm && h("button", {
      class: "primary confirm", disabled: isSent || (!picks.length && question.mayPass) || Boolean(reason),
      onclick: () => ask.answer(picks),
    }, isSent ? T.sent : CONFIRM[question.why] ?? (kind === "route" ? T.goThere : T.confirm)),
    needsConfirm && kind !== "order" && picks.length > 0 && h("button", { class: "quiet", onclick: clear }, T.clear),
    suggested && h("button", {
      class: "quiet", onclick: () => { app.drafts.set(question, question.fallback); app.render(); },
    }, T.takeDefault),
    question.mayPass && h("button", {
      class: "pass", disabled: isSent, "data-number": passNumber || null, onclick: () => ask.answer([]),
    }, passNumber && h("kbd", { "aria-hidden": "true" }, passNumber), " ", T.pass),
    needsConfirm && picks.length > 0 && reason && h("p", { class: "reason" }, reason));
}
