/** Whom of a match one looks at, and what is foreseen of it: its plan's checks and melee, what is in sight for it. */

import { NOBODY } from "../protocol.ts";
import type { UnitId } from "../protocol.ts";
import type { MatchState } from "./match.ts";
import { pointOf } from "./match.ts";
import type { Question } from "./messages.ts";

/** Who is looked at; the place that it would look from, "" for its own; what is picked that its odds hang on. */
export type Looked = { unit: UnitId; place: string; picks: readonly string[]; isPressed: boolean };

/** Picks on which a unit's odds hang: whom it engages, by which kind of path, with which checks. */
const ODDS = /^(?:target|path|climb|across|down):/;
const INTERCEPT = "match.intercept";
const OWN = /^(?:unit|move|run):/;

/** What of the open questions is named so far, under a name that changes with what is asked. */
export const askedNow = (questions: readonly Question[]): string => questions.map(({ id }) => id).join();

/** Who is looked at: who was pressed for it, else whom the open questions are about. Nobody off the board. */
export function lookedAt(
  { units }: MatchState,
  questions: readonly Question[],
  picksOf: (question: Question) => readonly string[],
  pressed: UnitId,
): Looked | null {
  const stands = (unit: string): boolean => Boolean(units[unit as UnitId]?.at);
  if (stands(pressed)) return { unit: pressed, place: "", picks: [], isPressed: true };
  for (const question of questions) {
    const picks = picksOf(question);
    const named = picks.map((pick) => pick.replace(OWN, "")).find(stands);
    const isPlan = question.shape.kind === "plan";
    const unit = (isPlan || !question.about ? (named ?? question.about) : question.about) as UnitId;
    if (unit === NOBODY || !stands(unit)) continue;
    // Who steps in is met by who comes: the odds are those of the two.
    if (question.why === INTERCEPT) return steppedIn(unit, picks);
    const place = question.shape.kind === "place" ? (picks.find((pick) => pointOf(pick)) ?? "") : "";
    return { unit, place, picks: picks.filter((pick) => ODDS.test(pick)), isPressed: false };
  }
  return null;
}

const steppedIn = (unit: UnitId, picks: readonly string[]): Looked => ({
  unit,
  place: "",
  picks: picks.map((pick) => `target:${pick}`),
  isPressed: false,
});
