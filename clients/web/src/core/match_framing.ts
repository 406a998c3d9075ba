/** What a question of a match is about, as places of the table: a small screen shows those. */

import type { UnitId } from "../protocol.ts";
import { pointOf } from "./match.ts";
import type { MatchState, Point } from "./match.ts";
import type { Question } from "./messages.ts";

/** Under a name that changes with what is decided about; "" while nothing is. */
export type Decided = { name: string; points: Point[] };

/** Where on the table the first open question can be answered, as far as it is not answered yet. */
export function decidedAt(
  state: MatchState,
  questions: readonly Question[],
  picksOf: (question: Question) => readonly string[],
): Decided {
  const question = questions.at(0);
  if (!question) return { name: "", points: [] };
  const picks = picksOf(question).filter((pick) => placeOf(state, pick));
  const keys = [question.about, ...choices(question, picks)];
  return {
    name: `${question.why} ${question.about} ${question.id} ${question.shape.kind === "place" ? "" : picks.join()}`,
    points: keys.map((key) => placeOf(state, key)).filter((point) => point !== null),
  };
}

/** What can still be chosen; of a part that has its choice, that. */
function choices({ shape }: Question, picks: readonly string[]): string[] {
  const slots = shape.slots.flatMap(({ options }) => {
    const all = options.map(({ key }) => key);
    const chosen = all.filter((key) => picks.includes(key));
    return chosen.length ? chosen : all;
  });
  return [...shape.options.map(({ key }) => key), ...slots];
}

/** Where a key leads: a unit's place, or the place that it names. */
function placeOf(state: MatchState, key: string): Point | null {
  const unit = key.slice(key.indexOf(":") + 1) as UnitId;
  return state.units[unit]?.at ?? pointOf(key);
}
