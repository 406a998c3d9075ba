/** Questions of a match in the words of who sees the table: places as seen from who goes, targets by what is in sight. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import { pointOf } from "../core/match.ts";
import { seenFrom } from "../core/match_places.ts";
import { reachTold } from "../core/match_sight.ts";
import type { Question } from "../core/messages.ts";
import { MATCH } from "../texts/match.ts";
import { lookOf } from "./looking.ts";
import type { MatchScene } from "./match.ts";

/** A question as this page tells it. */
export function worded(app: App, scene: MatchScene, question: Question): Question {
  if (question.why === "match.engage") return sighted(app, question);
  if (question.why === "match.melee.split" && question.shape.points === 1)
    return { ...question, text: MATCH.strikesWhom(scene.names.unit(question.about as UnitId)) };
  return question.why === "match.deploy" ? deployed(app, scene, question) : placed(app, scene, question);
}

/** Where a unit begins is told as its player sees the table, and how many of the warband stand already. */
function deployed(app: App, { state }: MatchScene, question: Question): Question {
  const own = Object.values(state.units).filter(({ side }) => app.session.seats.includes(side));
  const { turned } = lookOf(state, app.session.seats, false);
  const options = question.shape.options.map((option) => {
    const at = pointOf(option.key);
    if (!at) return option;
    const [left, down] = turned(at[0], at[1]);
    return { ...option, text: MATCH.inZone(left, state.board.depth - down) };
  });
  const text = MATCH.nth(question.text, own.filter(({ at }) => at !== null).length + 1, own.length);
  return { ...question, text, shape: { ...question.shape, options } };
}

/** Where a unit goes is told as seen from it: numbers of the table say little to anybody. */
function placed(app: App, { state }: MatchScene, question: Question): Question {
  const from = state.units[question.about as UnitId]?.at;
  if (question.shape.kind !== "place" || !from) return question;
  const { turned } = lookOf(state, app.session.seats, false);
  const options = question.shape.options.map((option) => {
    const at = pointOf(option.key);
    return at ? { ...option, text: seenFrom(state, from, at, turned) } : option;
  });
  return { ...question, shape: { ...question.shape, options } };
}

/** Who is to engage has its targets in sight first, each with the rule for how far it comes; no length (SK-19). */
function sighted(app: App, question: Question): Question {
  const unit = app.drafts.of(question).find((pick) => pick.startsWith("unit:"));
  const seen = unit ? app.foresight.sight(unit.slice("unit:".length) as UnitId) : null;
  if (!seen) return question;
  const slots = question.shape.slots.map((slot) => (slot.name === "targets" ? reachTold(slot, seen) : slot));
  return { ...question, shape: { ...question.shape, slots } };
}
