/** A match of the skirmish: the table seen from above, both warbands, what is asked, the story. Fetched with the first match. */

import { NO_BATTLE, NO_SEAT } from "../protocol.ts";
import type { SeatId } from "../protocol.ts";
import "../style/match.css";
import "../style/match_table.css";
import "../style/match_foreseen.css";
import type { App } from "../app.ts";
import type { MatchState } from "../core/match.ts";
import type { Child } from "../view/dom.ts";
import type { Scene } from "../view/scene.ts";
import { idsOf } from "../core/ids.ts";
import { keep } from "../core/keeping.ts";
import { isMatch, pointOf } from "../core/match.ts";
import type { Question } from "../core/messages.ts";
import { listed } from "../core/names.ts";
import { playOn } from "../core/again.ts";
import { T } from "../texts/en.ts";
import { ENDING } from "../texts/ending.ts";
import { MATCH } from "../texts/match.ts";
import { battleMenu, lookBack } from "../view/battle_menu.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { chatBox, readOut, storyBox } from "../view/log.ts";
import { questionPanel } from "../view/questions.ts";
import { replayBar } from "../view/replay.ts";
import { boardTools } from "../view/board_tools.ts";
import type { Shown } from "../core/stage.ts";
import { call, endWords, feat, outcome, routWords } from "./called.ts";
import { deskOf, SLANT } from "./desk.ts";
import { propose } from "./dragging.ts";
import { foreseen } from "./outlook.ts";
import { table } from "./table.ts";
import { worded } from "./telling.ts";
import { warbands } from "./warbands.ts";

export { SIGNS } from "./signs.ts";

/** A scene whose state is that of a match. */
export type MatchScene = Omit<Scene, "state"> & { state: MatchState };

/** An event of a match is being shown. */
export function told(app: App, shown: Shown): void {
  deskOf(app).drama.take(shown);
}

/** Forget what moves, as when another moment is looked at. */
export function calmed(app: App): void {
  deskOf(app).drama.calm();
}

/** The page of a match. */
export function matchPage(app: App, found: Scene) {
  const { state } = found;
  if (!isMatch(state)) throw new Error("a battle is no match");
  const scene: MatchScene = { ...found, state };
  propose(app, scene);
  return h(
    "main",
    {
      class: `match ${app.player ? "playback" : ""}`,
      key: "match",
      "data-version": scene.battle.version,
      "data-over": String(scene.battle.over && !app.stage.isBusy),
    },
    readOut(app),
    heading(app, scene),
    h(
      "div",
      { class: "tabletop", key: "tabletop" },
      h(
        "div",
        { class: "stage", key: "stage" },
        table(app, scene),
        call(app, scene),
        feat(app, scene),
        outcome(app, scene),
        boardTools(app),
        h("div", { class: "corner", key: "corner" }, nearness(app), slant(app)),
      ),
      app.player && replayBar(app, app.player),
    ),
    h(
      "aside",
      { class: "beside", key: "beside" },
      warbands(app, scene),
      scene.battle.over && !app.stage.isBusy ? verdict(app, scene) : !app.player && asked(app, found, scene),
      h("section", { class: "story-part", key: "told" }, storyBox(app)),
      h("section", { class: "talk", key: "talk" }, chatBox(app)),
    ),
  );
}

/** From straight above, or from a slant. */
function slant(app: App) {
  const desk = deskOf(app);
  const turn = () => {
    desk.isTilted = !desk.isTilted;
    keep(SLANT, desk.isTilted ? "1" : "");
    app.render();
  };
  const look = { key: "slant", class: "slant", "aria-pressed": String(desk.isTilted), onclick: turn };
  return h("button", look, MATCH.tilted);
}

/** The whole table or what is decided about, on a screen that has no room for both. */
function nearness(app: App) {
  const desk = deskOf(app);
  if (!desk.shot?.near || app.player) return false;
  const turn = () => {
    desk.isWhole = !desk.isWhole;
    app.render();
  };
  const look = { key: "whole", class: "slant whole", "aria-pressed": String(desk.isWhole), onclick: turn };
  return h("button", look, MATCH.whole);
}

/** How to answer what is asked by hand: by dragging, pressing, or in the list. */
function howTo(questions: readonly Question[]): string {
  if (questions.some(({ why }) => why === "match.intercept.place")) return MATCH.stepWhere;
  if (questions.some(({ why }) => why === "match.intercept")) return MATCH.stepIn;
  if (questions.some(({ shape }) => shape.kind === "place")) return MATCH.pointAtTable;
  if (questions.some(({ why }) => why === "match.move")) return MATCH.dragToGo;
  return questions.some(({ why }) => why === "match.engage") ? MATCH.dragToEngage : MATCH.pickUnits;
}

/** The place that is picked, in words; nothing where none is. */
function spotWords(app: App, { mine }: Scene): string {
  const question = mine.find(({ shape }) => shape.kind === "place");
  const at = question && pointOf(app.drafts.of(question)[0] ?? "");
  return at ? MATCH.spot(...at) : "";
}

function asked(app: App, found: Scene, scene: MatchScene): Child {
  return [
    scene.mine.length > 0 && h("p", { class: "hint how", key: "how" }, howTo(scene.mine)),
    h("p", { class: "unseen", key: "spot", role: "status" }, spotWords(app, found)),
    foreseen(app, scene),
    questionPanel(app, { ...found, mine: found.mine.map((question) => worded(app, scene, question)) }),
  ];
}

function heading(app: App, scene: MatchScene) {
  const { state } = scene;
  const isMine = app.session.seats.includes(state.active) && !app.player;
  return h(
    "header",
    { class: "bar", key: "bar" },
    h(
      "div",
      { class: "turn-now", key: "turn-now" },
      h("h1", { class: "whose" }, MATCH.phases[state.phase] ?? state.phase),
      h(
        "span",
        { class: `waiting ${scene.mine.length ? "me" : ""}`, role: "status", key: "waiting" },
        [turnWords(scene, isMine), waiting(app, scene)].filter(Boolean).join(" · "),
      ),
    ),
    h("span", { class: "acts" }, app.session.seats.length === 0 && lookBack(app), resign(app, scene), battleMenu(app)),
  );
}

/** Give the match up, for whoever plays one side of it. */
function resign(app: App, { battle }: MatchScene) {
  const { session } = app;
  if (app.player || battle.over || session.seats.length !== 1) return false;
  const giveUp = () => confirm(MATCH.reallyResign) && void session.ask("resign", session.seats[0], battle.battle);
  return h("button", { class: "quiet", key: "resign", onclick: giveUp }, MATCH.resign);
}

/** Whose turn it is, and which of the match; nothing before the first. */
function turnWords({ state, names }: MatchScene, isMine: boolean): string {
  if (!state.turn || !state.active) return "";
  return isMine ? MATCH.yourTurn(state.turn) : MATCH.turnOf(names.seat(state.active), state.turn);
}

function waiting(app: App, { mine, names, battle }: MatchScene): string {
  if (app.player || battle.over) return "";
  if (mine.length) return T.youDecide;
  // What is being shown has happened already: nobody is waited for.
  if (app.stage.isBusy) return "";
  const seats = [...new Set(battle.questions.flatMap((question) => question.to))].sort();
  return seats.length ? T.waitingFor(listed(seats.map((seat) => names.seat(seat)))) : "";
}

function verdict(app: App, { state, names, battle }: MatchScene) {
  const desk = deskOf(app);
  if (desk.ended !== battle.battle) {
    desk.ended = battle.battle;
    // What was asked last may have been far down the page.
    requestAnimationFrame(() => document.querySelector(".match-end")?.scrollIntoView({ block: "nearest" }));
  }
  const isMine = app.session.seats.includes(state.winner);
  const isPlayed = app.session.seats.length > 0 && !app.player;
  const loser = idsOf(state.sides).find((seat) => seat !== state.winner) ?? NO_SEAT;
  const canRepeat = isPlayed && app.session.leads;
  const words = !isPlayed ? MATCH.won(names.seat(state.winner)) : isMine ? MATCH.youHaveWon : MATCH.youHaveLost;
  return h(
    "section",
    { class: `match-end ${isPlayed && !isMine ? "defeat" : "victory"}`, key: "end", role: "status" },
    h(
      "header",
      null,
      h("span", { class: "medal" }, icon(isPlayed && !isMine ? "defeated" : "crown")),
      h("div", null, h("h2", null, words), h("p", null, `${endWords(state.winner, state, names)}.`)),
    ),
    state.how === "routed" && cause(app, loser, names),
    app.battle?.opening?.rated && app.ladder.want()?.ratingsAfter(app),
    h(
      "div",
      { class: "row last" },
      canRepeat &&
        h(
          "button",
          { key: "again", class: "gold", "data-next": "again", onclick: () => void again(app) },
          ENDING.again,
        ),
      h("button", { key: "replay", onclick: () => app.openReplay(app.battle?.battle ?? NO_BATTLE) }, T.replay),
      h("button", { key: "table", onclick: () => app.set({ showTable: true }) }, T.backToTable),
    ),
  );
}

/** What a side has routed by: its losses and the roll, as they were seen here; else as the story has them. */
function cause(app: App, loser: SeatId, names: MatchScene["names"]) {
  const { rout } = deskOf(app).drama;
  const { lines } = app.teller;
  const roll = lines[lines.findLastIndex(({ tag }) => String(tag) === "sk.rout") - 1];
  const words =
    rout?.side === loser && !rout.stays ? `${routWords(rout, names)}.` : String(roll?.tag) === "sk.check" && roll?.text;
  return words && h("p", { key: "cause", class: "cause" }, words);
}

/** The same match once more: at once against a bot, else as soon as the other side is ready. */
async function again(app: App): Promise<void> {
  const { session } = app;
  const isOn = await playOn(session, session.atTable, session.player, {});
  app.set({ showTable: !isOn });
}
