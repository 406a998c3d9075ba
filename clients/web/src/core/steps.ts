/** A move of several steps as one line of the story: the events tell each step, a reader wants to know where it ended. */

import { TELLING } from "../texts/en.ts";
import type { Told } from "./story.ts";

/** The line of a whole move, by that of its last step and the number of its steps: the same object while it stays so. */
const whole = new WeakMap<Told, Map<number, Told>>();

function wholeOf<L extends Told>(last: L, steps: number): L {
  const { step } = last;
  if (!step || steps < 2) return last;
  const known = whole.get(last) ?? new Map<number, Told>();
  whole.set(last, known);
  const line = known.get(steps) ?? { ...last, text: TELLING.moves(step.who, steps, step.to) };
  known.set(steps, line);
  return line as L;
}

/** Lines with each move as one: steps of a unit that follow each other, with nothing told between them. */
export function inWholeMoves<L extends Told>(lines: readonly L[]): L[] {
  const told: L[] = [];
  let steps = 0;
  for (const [at, line] of lines.entries()) {
    steps = line.step ? steps + 1 : 0;
    if (line.step && line.step.unit === lines[at + 1]?.step?.unit) continue;
    told.push(wholeOf(line, steps));
    steps = 0;
  }
  return told;
}
