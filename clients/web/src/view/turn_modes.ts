/** A turn, one thing at a time: move, attack, or anything else. The one that is open shows its question. */

import type { DieId, UnitId } from "../protocol.ts";
import { isMatch } from "../core/match.ts";
import type { App } from "../app.ts";
import type { Question } from "../core/messages.ts";
import type { State } from "../core/state.ts";
import type { Mode } from "../ui.ts";
import type { Ask, Scene } from "./scene.ts";
import { ends, refuse } from "../core/answers.ts";
import { attackable, attackOn, canAttack, diceIn, formsFor, hasDice, targetsOf, whyNoDie } from "../core/plans.ts";
import { TURN } from "../texts/en.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import { outcomeOf } from "./odds.ts";

const MODES: readonly Mode[] = ["move", "attack", "other"];
const SIGNS: Readonly<Record<Mode, string>> = { move: "stamina", attack: "warrior", other: "bag" };
const TARGET = "target:";
/** The question that stands open as long as a turn does. */
const ACT = "turn.act";
/** The status that lets one either move or roll. */
const DAZE = "daze";

/** The part of a turn that a question belongs to, null where it belongs to none. */
export function modeOf({ why }: Question): Mode | null {
  if (why === "turn.move") return "move";
  if (why === "turn.engage") return "attack";
  return why.startsWith("turn.") ? "other" : null;
}

/** Whether a move is the second of its turn: whoever takes it gives the turn's attacks away (MOV-2). */
export const isSecondMove = ({ why }: Question, { turn }: State): boolean =>
  why === "turn.move" && (turn?.moves ?? 0) > 0 && !turn?.engages;

/** The mode that is open: what was chosen, else an attack where somebody is in reach, else a move. */
export function openMode(app: App, mine: readonly Question[]): Mode | null {
  const offered = new Set(mine.map(modeOf));
  if (offered.has(null) || !mine.some(({ why }) => why === ACT)) return null;
  const { mode } = app.ui;
  if (mode && offered.has(mode)) return mode;
  if (mine.some((one) => modeOf(one) === "attack" && canAttack(one.shape))) return "attack";
  return offered.has("move") ? "move" : offered.has("attack") ? "attack" : "other";
}

/** Whether nothing sensible is left in a turn: no way to go, nobody to attack with the dice that are left, nothing to explore. */
export const isSpent = ({ mine }: Scene): boolean =>
  mine.some(({ why }) => why === ACT) &&
  !mine.some(({ why, shape }) => why === "turn.explore" || (why === "turn.move" && ends(shape).size > 0)) &&
  !mine.some((one) => modeOf(one) === "attack" && canAttack(one.shape));

/** The three modes as one bar; what cannot be done now says why. */
export function modeBar(app: App, scene: Scene, open: Mode) {
  return h(
    "div",
    { class: "modes", key: "modes", role: "group", "aria-label": TURN.modes },
    MODES.map((mode) => {
      const question = scene.mine.find((one) => modeOf(one) === mode);
      return h(
        "button",
        {
          key: mode,
          type: "button",
          "data-mode": mode,
          "aria-pressed": String(mode === open),
          disabled: !question,
          onclick: () => {
            app.turnTo(mode);
            app.render();
          },
        },
        icon(SIGNS[mode]),
        h("span", null, TURN[mode], h("small", null, offer(mode, question, scene))),
      );
    }),
  );
}

/** What a mode offers, in a word or two. */
function offer(mode: Mode, question: Question | undefined, { state }: Scene): string {
  switch (mode) {
    case "move":
      if (!question) return noMove(state);
      if (!ends(question.shape).size) return TURN.nowhere;
      return (isSecondMove(question, state) ? TURN.upToAgain : TURN.upTo)(question.shape.budget);
    case "attack": {
      if (!question) return noAttack(state);
      const count = attackable(question.shape).length;
      if (count) return TURN.inReach(count);
      if (!targetsOf(question.shape).length) return TURN.noneInReach;
      return hasDice(question.shape) ? TURN.noDiceFor : TURN.noDice;
    }
    case "other":
      return question?.why === "turn.explore" ? TURN.explore : TURN.abilities;
  }
}

/** Why no move is offered: it was taken, or given away, or nothing around is free. */
function noMove({ turn, adventurers }: State): string {
  if (!turn) return TURN.nowhere;
  if (turn.explores) return TURN.explored;
  if (turn.moves > 1 || (turn.moves && turn.engages)) return TURN.moved;
  const isDazed = turn.rolled && adventurers?.[turn.unit]?.track.includes(DAZE);
  return isDazed ? TURN.dazed : TURN.nowhere;
}

/** Why no attack is offered: given away for a second move, or nothing is left to roll. */
function noAttack({ turn, adventurers }: State): string {
  if (!turn) return TURN.noneInReach;
  if (turn.moves > 1) return TURN.movedTwice;
  const isDazed = turn.moved > 0 && adventurers?.[turn.unit]?.track.includes(DAZE);
  return isDazed ? TURN.dazedRoll : TURN.noDice;
}

/** Aim a plan at an enemy: form, weapon and dice are chosen along. @returns whether that was a target to aim at */
export function aim(app: App, question: Question, key: string): boolean {
  if (modeOf(question) !== "attack" || !key.startsWith(TARGET)) return false;
  const { drafts } = app;
  const picks = drafts.of(question);
  app.turnTo("attack");
  if (picks.includes(key) && !refuse(question, picks)) return true;
  const dice = app.battle?.state.dice ?? {};
  const plan = attackOn(question, picks, key, (die) => Number(dice[thing(die) as DieId]?.kind === "combat"));
  if (!plan) return false;
  drafts.set(question, plan);
  return true;
}

const thing = (key: string) => key.slice(key.lastIndexOf(":") + 1);

/** What the button of an attack says: whom, with how many dice, and what comes of it; without a target what it costs. */
export function attackLabel(ask: Ask): string {
  const { app, scene, question, picks } = ask;
  const target = picks.find((pick) => pick.startsWith(TARGET))?.slice(TARGET.length) as UnitId | undefined;
  if (isMatch(scene.state)) return "";
  if (!target) return aimsAtNobody(ask) ? TURN.ready(diceIn(question.shape, picks), fatigueOf(scene.state)) : "";
  const odds = app.foresight.engage(question.about as UnitId, picks);
  const outcome = odds ? outcomeOf(odds) : "";
  const [name, count] = [scene.names.unit(target), diceIn(question.shape, picks)];
  if (count) return TURN.attackWho(name, count, outcome);
  return refuse(question, picks) ? TURN.attackPlain(name) : TURN.attackBare(name);
}

/** Whether a turn's dice are planned to be rolled without anybody to attack. */
const aimsAtNobody = ({ question, picks }: Ask): boolean =>
  modeOf(question) === "attack" && diceIn(question.shape, picks) > 0 && !picks.some((pick) => pick.startsWith(TARGET));

/** What rolling once more in a turn costs in light fatigue (ENG-2, DIF-4). */
const fatigueOf = ({ turn, settings }: State): number =>
  turn?.engages ? (settings.difficulty === "expert" ? 2 : 1) : 0;

/** Why a target cannot be attacked with any die that is left, and what to do; "" where it can. */
export function whyNoAttack({ scene, question, picks }: Ask): string {
  const needs = whyNoDie(question, picks);
  const target = picks.find((pick) => pick.startsWith(TARGET))?.slice(TARGET.length) as UnitId | undefined;
  if (!needs || !target || !refuse(question, picks)) return "";
  const forms = formsFor(question, `${TARGET}${target}`).map((form) => scene.lexicon.piece("forms", thing(form)));
  return TURN.noneReaches(scene.names.unit(target), needs, forms);
}

/** What an attack does for which no die is picked: what its weapon says, or what else may come of it; "" with dice. */
export function bareWords(ask: Ask): string {
  const { scene, question, picks } = ask;
  if (aimsAtNobody(ask)) return TURN.readyText;
  const { slots } = question.shape;
  const isPlanned = modeOf(question) === "attack" && picks.some((pick) => pick.startsWith(TARGET));
  if (!isPlanned || isMatch(scene.state) || diceIn(question.shape, picks)) return "";
  const arms = slots.filter(({ name }) => name === "weapon" || name === "overtax").flatMap(({ options }) => options);
  const used = arms.filter(({ key }) => picks.includes(key)).map(({ text, note }) => `${text}: ${note}`);
  return used.join(" ") || TURN.bareOnly;
}
