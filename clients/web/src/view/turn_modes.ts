/** A turn, one thing at a time: move, attack, or anything else. The one that is open shows its question. */

import { isMatch } from "../core/match.ts";
import type { App } from "../app.ts";
import type { Question } from "../core/messages.ts";
import type { Mode } from "../ui.ts";
import type { Ask, Scene } from "./scene.ts";
import { ends } from "../core/answers.ts";
import { attackOn, diceIn, targetsOf } from "../core/plans.ts";
import { TURN } from "../texts/en.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import { percent } from "./odds.ts";

const MODES: readonly Mode[] = ["move", "attack", "other"];
const SIGNS: Readonly<Record<Mode, string>> = { move: "stamina", attack: "warrior", other: "bag" };
const TARGET = "target:";

/** The part of a turn that a question belongs to, null where it belongs to none. */
export function modeOf({ why }: Question): Mode | null {
  if (why === "turn.move") return "move";
  if (why === "turn.engage") return "attack";
  return why.startsWith("turn.") ? "other" : null;
}

/** The mode that is open: what was chosen, else an attack where somebody is in reach, else a move. */
export function openMode(app: App, mine: readonly Question[]): Mode | null {
  const offered = new Set(mine.map(modeOf));
  if (mine.length < 2 || offered.has(null) || !offered.has("other")) return null;
  const { mode } = app.ui;
  if (mode && offered.has(mode)) return mode;
  if (mine.some((one) => modeOf(one) === "attack" && targetsOf(one.shape).length)) return "attack";
  return offered.has("move") ? "move" : offered.has("attack") ? "attack" : "other";
}

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
      if (!question) return state.turn?.moves ? TURN.moved : TURN.nowhere;
      if (!ends(question.shape).size) return TURN.nowhere;
      return TURN.upTo(question.shape.budget);
    case "attack": {
      const count = question ? targetsOf(question.shape).length : 0;
      return count ? TURN.inReach(count) : TURN.noneInReach;
    }
    case "other":
      return question?.why === "turn.explore" ? TURN.explore : TURN.abilities;
  }
}

/** Aim a plan at an enemy: form, weapon and dice are chosen along. @returns whether that was a target to aim at */
export function aim(app: App, question: Question, key: string): boolean {
  if (modeOf(question) !== "attack" || !key.startsWith(TARGET)) return false;
  const { drafts } = app;
  const picks = drafts.of(question);
  app.turnTo("attack");
  if (picks.includes(key)) return true;
  const dice = app.battle?.state.dice ?? {};
  const plan = attackOn(question, picks, key, (die) => Number(dice[thing(die)]?.kind === "combat"));
  if (!plan) return false;
  drafts.set(question, plan);
  return true;
}

const thing = (key: string) => key.slice(key.lastIndexOf(":") + 1);

/** What the button of an attack says: whom, with how many dice, and how likely they fall. "" without a target. */
export function attackLabel({ app, scene, question, picks }: Ask): string {
  const target = picks.find((pick) => pick.startsWith(TARGET))?.slice(TARGET.length);
  if (!target || isMatch(scene.state)) return "";
  const odds = app.foresight.engage(question.about, picks);
  const defeated = odds ? percent(odds.defeats, odds.lost.of) : "";
  return TURN.attackWho(scene.names.unit(target), diceIn(question.shape, picks), defeated);
}
