/** The open questions that are one's own to answer, those that have to be answered first. */

import { unitNamed } from "../core/state.ts";
import type { Shape } from "../core/messages.ts";
import type { Child } from "./dom.ts";
import type { App } from "../app.ts";
import type { Ask, Scene } from "./scene.ts";
import type { Question, Table } from "../core/messages.ts";
import { refuse } from "../core/answers.ts";
import { isChained } from "../core/chain.ts";
import { withoutHexes } from "../core/hexes.ts";
import { PLACE } from "../core/laying.ts";
import { partedWords } from "../core/making.ts";
import { Keyring } from "../core/option_keys.ts";
import { CONFIRM, FOLLOWS, PASS, REASONS, RESOLVE_ALL, T, TURN } from "../texts/en.ts";
import { h } from "./dom.ts";
import { isWonSoon } from "./goal.ts";
import { lentSeats } from "./lent.ts";
import { ruleOf } from "./log.ts";
import { oddsOf } from "./odds.ts";
import { lockFollows, lockHeading, lockPicture, turnsDice } from "./lock.ts";
import { making } from "./making.ts";
import { isOnBoard } from "./option.ts";
import { meaningOf } from "./pieces.ts";
import { enamel } from "./tokens.ts";
import { whenAsked } from "./when_asked.ts";
import type { Mode } from "../ui.ts";
import { attackLabel, bareWords, isSecondMove, modeBar, modeOf, openMode, whyNoAttack } from "./turn_modes.ts";
import { rowsShape, takesRows } from "./rows.ts";
import {
  afterwards,
  foldedShape,
  oneShape,
  orderShape,
  planShape,
  routeShape,
  someShape,
  splitShape,
  tileShape,
} from "./shapes.ts";

const SHAPES: Readonly<Record<Shape["kind"], (ask: Ask) => Child>> = {
  one: oneShape,
  some: someShape,
  order: orderShape,
  split: splitShape,
  route: routeShape,
  plan: planShape,
  place: oneShape,
};

export function questionPanel(app: App, scene: Scene) {
  const { session } = app;
  const clock = clockOf(app);
  const open = openMode(app, scene.mine);
  const keys = keyringOf(scene, open);
  if (scene.battle.over && !app.stage.isBusy)
    return (
      app.later.want()?.ending(app, scene, enamel) ?? h("section", { class: "questions ending", key: "questions" })
    );
  return h(
    "section",
    {
      class: `questions ${scene.mine.length ? "" : "idle"}`,
      key: `questions ${subjectOf(scene.mine)}`,
      tabindex: "-1",
      "aria-label": scene.mine.length ? T.youDecide : T.decisions,
      "data-mode": open,
    },
    !session.seats.length &&
      h(
        "p",
        { class: "faint", key: "watching" },
        T.watching,
        session.table && session.table.spectators > 0 && ` ${T.spectators(session.table.spectators)}.`,
        behind(session.table),
      ),
    lentSeats(app),
    clock,
    isWonSoon(app, scene) && h("p", { class: "hint won", key: "won", role: "status" }, TURN.allFallen),
    open && modeBar(app, scene, open),
    scene.mine.map((question) => questionCard(app, scene, question, keys, open)),
    session.seats.length > 0 && !scene.mine.length && h("p", { class: "faint calm" }, calmWords(app)),
  );
}

/** What is said while nothing is asked. */
function calmWords({ isBeginning, stage }: App): string {
  if (isBeginning) return T.beginning;
  return stage.isBusy ? T.happening : T.nothingToDo;
}

/** What is asked about: another subject is read from its top, however far down the last one was. */
export function subjectOf([first]: readonly Question[]): string {
  if (!first) return "";
  return first.why.startsWith("turn.") ? "turn" : `${first.why} ${partedWords(first.text)[0].replace(/\d+/g, "")}`;
}

/** How late spectators of a table are. */
function behind(table: Table | null) {
  const { delay = 0, delayRounds = 0 } = table?.settings ?? {};
  return (delay > 0 || delayRounds > 0) && ` ${T.behind(delay, delayRounds)}`;
}

/** A calm countdown where the table has a clock: a bar that empties. */
export function clockOf(app: App) {
  const own = app.session.seats.map((seat) => app.session.clocks[seat]).find((one) => one?.clock === "turn");
  if (!own) return false;
  const left = Math.max(0, own.until - Date.now());
  const share = Math.min(1, left / Math.max(own.whole, 1));
  return h(
    "div",
    { class: "countdown", key: "countdown", role: "timer", "aria-label": T.secondsLeft(Math.round(left / 1000)) },
    h("i", { style: `transform: scaleX(${share.toFixed(3)})` }),
    h("span", null, T.secondsLeft(Math.round(left / 1000))),
  );
}

/** The keys of what can be taken now; in a turn that is the part that is open, and its end. `hasEnd`: see `Keyring`. */
export function keyringOf(scene: Scene, open: Mode | null = null, hasEnd = false): Keyring {
  const shown = scene.mine.filter((question) => !open || modeOf(question) === open || question.why === "turn.act");
  return new Keyring(
    shown,
    scene.state,
    scene.glossary.all("forms").map(([id]) => id),
    hasEnd,
  );
}

/** What answers a question; `number` gives the key that takes an option, "" where there is none left. */
export function askOf(app: App, scene: Scene, question: Question, number: (key: string) => string): Ask {
  return {
    app,
    scene,
    question,
    isSent: app.session.isSent(question),
    picks: app.drafts.of(question),
    number,
    answer: (picks: readonly string[]) => app.answer(question, picks),
    change: () => app.render(),
  };
}

/** A question as a card with its options; `open` is the part of the turn that is open, if turns have parts now. */
export function questionCard(app: App, scene: Scene, question: Question, keys: Keyring, open: Mode | null = null) {
  const mode = modeOf(question);
  const isClosed = open !== null && mode !== open;
  const { drafts } = app;
  const number = (key: string) => (isClosed ? "" : keys.of(question, key));
  const ask = askOf(app, scene, question, number);
  const { isSent } = ask;
  const shape = shapeOf(question);
  const about = unitNamed(scene.state, question.about);
  const [words, gone] = partedWords(question.text);
  const isTappedTwice = question.shape.kind === "one" && question.shape.options.some((one) => isOnBoard(scene, one));
  return h(
    "article",
    {
      class: ["question", isClosed && "closed", isSent && "sent", isTappedTwice && "twice", question.shape.kind]
        .filter(Boolean)
        .join(" "),
      key: drafts.keyOf(question),
      tabindex: "-1",
      "aria-label": question.text,
      "data-why": question.why,
    },
    making(app, scene, question),
    h("h2", null, h("span", null, lockHeading(ask) || withoutHexes(words)), ruleOf(question.rule)),
    gone && h("p", { class: "hint gone", key: "gone", role: "status" }, gone),
    meaningOf(question.why),
    about &&
      scene.mine.length > 1 &&
      !app.session.seats.includes(about.controller) &&
      h("p", { class: "hint" }, scene.names.unit(about.id)),
    lockPicture(ask),
    shape(ask),
    gravePass(ask),
    question.shape.kind === "plan"
      ? h("div", { class: "plan-end", key: "end" }, oddsOf(ask), bareHint(ask), afterwards(ask), foot(ask))
      : foot(ask),
    whenAsked(ask),
  );
}

function shapeOf(question: Question) {
  if (question.why === "turn.reform") return (ask: Ask) => foldedShape(ask);
  if (question.why === PLACE) return tileShape;
  if (turnsDice(question)) return () => false;
  return takesRows(question) ? rowsShape : SHAPES[question.shape.kind];
}

/** Whether a plan aims at nobody and rolls nothing: the rules allow it, hardly anybody means it. */
function isEmptyEngage({ shape }: Question, picks: readonly string[]) {
  const parts = shape.slots.filter(({ name }) => name === "target" || name === "dice");
  return parts.length > 1 && !parts.some(({ options }) => options.some(({ key }) => picks.includes(key)));
}

/** What the button says that sends an answer. */
const confirmLabel = (ask: Ask) =>
  attackLabel(ask) ||
  (isSecondMove(ask.question, ask.scene.state) && TURN.again) ||
  (CONFIRM[ask.question.why] ?? (ask.question.shape.kind === "route" ? T.goThere : T.confirm));

/** A price whose card says what it does. */
const TIRES = /: \d+ light fatigue/;

/** A deed, and below it what comes of it: the colon between them is read, not seen. */
function inTwoLines(label: string): Child {
  const [deed, ...outcome] = label.split(": ");
  return outcome.length
    ? [
        h("span", { class: "deed" }, deed, h("span", { class: "unseen" }, ": ")),
        h(
          "small",
          { "data-card": TIRES.test(label) ? "fatigue:LF" : null },
          outcome.join(": "),
          TIRES.test(label) && TURN.inTrack,
        ),
      ]
    : label;
}

function foot(ask: Ask) {
  const { question, picks, isSent, app } = ask;
  const { kind } = question.shape;
  const isEmpty = isEmptyEngage(question, picks);
  const isTile = question.why === PLACE;
  const bare = isEmpty ? "" : bareWords(ask);
  const reason = whyNoAttack(ask) || refuse(question, picks) || (isEmpty ? REASONS.engage : "");
  // As long as the picks are the suggestion, the one button takes it, and what follows from it.
  const isChain = isChained(question) && (kind === "one" ? !picks.length : picks.join() === question.fallback.join());
  const needsConfirm = !isChain && (kind !== "one" || picks.length > 0);
  const suggested = question.fallback.length > 0 && kind !== "one" && question.fallback.join() !== picks.join();
  const clear = () => {
    app.drafts.clear(question);
    app.render();
  };
  return h(
    "div",
    { class: "foot", key: "foot" },
    isTile && app.later.want()?.turnButton(ask),
    needsConfirm &&
      h(
        "button",
        {
          key: "confirm",
          class: `confirm ${bare ? "bare" : modeOf(question) || isTile ? "gold" : "primary"}`,
          disabled: isSent || (!picks.length && question.mayPass) || Boolean(reason),
          onclick: () => ask.answer(picks),
        },
        isSent ? T.sent : inTwoLines(confirmLabel(ask)),
      ),
    isEmpty &&
      picks.length > 0 &&
      !refuse(question, picks) &&
      h(
        "button",
        {
          class: "quiet nobody",
          key: "nobody",
          disabled: isSent,
          onclick: () => ask.answer(picks),
        },
        T.engageNobody,
      ),
    needsConfirm &&
      !isEmpty &&
      kind !== "order" &&
      !isTile &&
      picks.length > 0 &&
      h("button", { class: "quiet clear", key: "clear", onclick: clear }, T.clear),
    suggested &&
      h(
        "button",
        {
          class: "quiet",
          key: "default",
          onclick: () => {
            app.drafts.set(question, question.fallback);
            app.render();
          },
        },
        T.takeDefault,
      ),
    isChain && resolveAll(ask),
    question.mayPass && !FOLLOWS[question.why] && passButton(ask, ask.number("")),
    needsConfirm && (isEmpty || picks.length > 0) && reason && h("p", { class: "reason" }, reason),
  );
}

/** What an attack without dice or without a target does, in the place of its odds. */
function bareHint(ask: Ask) {
  const { question, picks } = ask;
  const bare = isEmptyEngage(question, picks) ? "" : bareWords(ask);
  return bare && !whyNoAttack(ask) && !refuse(question, picks) && h("p", { class: "hint does", key: "does" }, bare);
}

function passButton(ask: Ask, key: string) {
  const { question, isSent } = ask;
  return h(
    "button",
    { class: "pass", disabled: isSent, "data-number": key || null, onclick: () => ask.answer([]) },
    key && h("kbd", { "aria-hidden": "true" }, key),
    " ",
    PASS[question.why] ?? T.pass,
  );
}

/** A pass that gives something away for good: apart from all other answers, without a key, with what follows. */
function gravePass(ask: Ask) {
  const { question } = ask;
  const follows = FOLLOWS[question.why] && (lockFollows(ask) || FOLLOWS[question.why]);
  return (
    question.mayPass &&
    follows &&
    h("div", { class: "apart grave", key: "grave" }, passButton(ask, ""), h("small", { class: "follows" }, follows))
  );
}

/** What is not suggested stays unused: the button does not promise all of it. */
function allWords({ shape, fallback }: Question): string {
  const [some, all] = [fallback.length, shape.options.length];
  return shape.kind === "some" && some < all ? RESOLVE_ALL.some(some, all) : RESOLVE_ALL.button;
}

/** One press for what is suggested here and in the questions that follow; golden where it is all there is to press. */
function resolveAll({ app, question, isSent }: Ask) {
  const begin = () => app.presses.isFor(question) && app.chain.begin(question);
  const look = question.shape.kind === "one" ? "quiet" : "confirm gold";
  return h(
    "button",
    { class: `${look} all`, key: "all", disabled: isSent, title: RESOLVE_ALL.text, onclick: begin },
    isSent ? T.sent : allWords(question),
  );
}
