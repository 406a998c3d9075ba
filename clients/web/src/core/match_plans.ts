/** What dragging a unit over the table of a match plans: a place to go to, somebody to engage. It answers as presses would. */

import type { UnitId } from "../protocol.ts";
import { entryOf } from "./certain.ts";
import type { Fighter, MatchState, Point } from "./match.ts";
import { MILS, pointKey, radiusOf } from "./match.ts";
import { canRun, moveOf, runOf, slowedTo } from "./match_figures.ts";
import type { Question } from "./messages.ts";

/** What a unit can be dragged for: the question, and the option that names the unit in it ("" where it is about the unit). */
export type Grip = { question: Question; key: string };

/** What a drop comes to: picks to be seen before they are sent, or sent at once with a place to propose next. */
export type Drop =
  | { kind: "draft"; question: Question; picks: readonly string[] }
  | { kind: "answer"; question: Question; picks: readonly string[]; wish: Wish };

/** A place that is to be proposed as soon as it is asked where a unit goes; `names` is what names the unit before that. */
export type Wish = { unit: UnitId; key: string; names: string };

/** Who intercepts, and where to: two questions, one drag. */
const INTERCEPT = "match.intercept";
const [MOVE, GO] = ["match.move", "match.go"];
const GOING = ["move", "run", "unit"];

/** What a unit can be dragged for now, null for nothing. */
export function gripOf(questions: readonly Question[], unit: UnitId, picks: readonly string[] = []): Grip | null {
  for (const question of questions) {
    const { shape, about, why } = question;
    if (shape.kind === "place" && about === unit) return { question, key: "" };
    if (why === INTERCEPT && shape.options.some(({ key }) => key === unit)) return { question, key: unit };
    const keys = shape.slots.flatMap(({ options }) => options.map(({ key }) => key));
    const named = keys.filter((key) => GOING.some((kind) => key === `${kind}:${unit}`));
    const key = named.find((one) => picks.includes(one)) ?? named[0];
    if (key) return { question, key };
  }
  return null;
}

/** What a unit comes to that is dropped at a place of the table; null where that says nothing. */
export function dropped(
  state: MatchState,
  { question, key }: Grip,
  unit: UnitId,
  picks: readonly string[],
  x: number,
  y: number,
): Drop | null {
  const { width, depth, pieces } = state.board;
  const foe = foeAt(state, unit, x, y);
  const target = foe && `target:${foe.id}`;
  const slots = question.shape.slots;
  if (slots.some(({ options }) => options.some((option) => option.key.startsWith("target:")))) {
    if (!target || !slots.some(({ options }) => options.some((option) => option.key === target))) return null;
    const kept = picks.filter((pick) => !/^(?:unit|target):/.test(pick));
    return { kind: "draft", question, picks: [key, target, ...kept] };
  }
  if (x < 0 || y < 0 || x > width || y > depth) return null;
  const place = pointKey(pieces, x, y);
  if (!key) {
    // Too far for the move that was named: taken back, to run there instead.
    if (isAsRun(state, question, unit, x, y))
      return { kind: "answer", question, picks: [], wish: { unit, key: place, names: `run:${unit}` } };
    return { kind: "draft", question, picks: [place] };
  }
  const checks = picks.filter((pick) => /^(?:climb|across|down):/.test(pick));
  const run = `run:${unit}`;
  const mayRun = slots.some(({ options }) => options.some((option) => option.key === run));
  const goes = mayRun && isFar(state, unit, x, y) ? run : key;
  return { kind: "answer", question, picks: [goes, ...checks], wish: { unit, key: place, names: "" } };
}

/** Whether a place is farther off than a unit moves, even as the crow flies. */
function isFar(state: MatchState, unit: UnitId, x: number, y: number): boolean {
  const fighter = entryOf(state.units, unit);
  return (
    fighter.at !== null &&
    Math.hypot(fighter.at[0] - x, fighter.at[1] - y) > moveOf(fighter) - slowedTo(state, fighter, x, y)
  );
}

/** How far the unit may come that is asked where it goes, as the question says: that depends on whether a run was named. */
export function budgetOf({ why, text }: Question): number | null {
  const said = why === GO && /([\d.]+) inches/.exec(text);
  return said ? Number(said[1]) * MILS : null;
}

/** Whether a move that was named falls short of a place where a run may come: it can be taken back before it is made. */
function isAsRun(state: MatchState, question: Question, unit: UnitId, x: number, y: number): boolean {
  const fighter = entryOf(state.units, unit);
  if (state.phase !== "move" || budgetOf(question) !== moveOf(fighter)) return false;
  return canRun(state, fighter) && isFar(state, unit, x, y) && !isFarther(state, fighter, x, y);
}

/** Whether even a run comes short of a place. */
const isFarther = (state: MatchState, fighter: Fighter, x: number, y: number): boolean =>
  fighter.at !== null &&
  Math.hypot(fighter.at[0] - x, fighter.at[1] - y) > runOf(fighter) - slowedTo(state, fighter, x, y);

/** What a tap on the table means for the unit that is named to move or run: as if it were dragged there; null where none is. */
export function tapped(
  state: MatchState,
  questions: readonly Question[],
  picksOf: (question: Question) => readonly string[],
  x: number,
  y: number,
): Drop | null {
  const question = questions.find(({ why }) => why === MOVE);
  const picks = question ? picksOf(question) : [];
  const key = picks.find((pick) => /^(?:move|run):/.test(pick));
  if (!question || !key) return null;
  return dropped(state, { question, key }, key.slice(key.indexOf(":") + 1) as UnitId, picks, x, y);
}

/** The enemy of a unit whose base is at a place, the highest of several. */
function foeAt(state: MatchState, unit: UnitId, x: number, y: number): Fighter | undefined {
  const own = entryOf(state.units, unit).side;
  return Object.values(state.units)
    .filter(({ at, side }) => at && side !== own)
    .filter((one) => one.at && Math.hypot(one.at[0] - x, one.at[1] - y) <= radiusOf(one))
    .sort((a, b) => (b.at?.[2] ?? 0) - (a.at?.[2] ?? 0))[0];
}

/** By how much the arrow keys move a place: half an inch, with Shift as finely as places are read. */
const [STEP, FINE_STEP] = [500, 50];
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A table as it is drawn: where a place is, and which place is seen at a spot of the drawing. */
type Shown = {
  drawn: (x: number, y: number, z?: number) => readonly [number, number];
  seen: (left: number, down: number) => readonly [x: number, y: number];
};

/** Where a key moves a place to, in the direction in which it is seen; null for other keys. */
export function steered(
  key: string,
  isFine: boolean,
  at: Point,
  { drawn, seen }: Shown,
): readonly [number, number] | null {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const [left, down] = drawn(...at);
  const step = isFine ? FINE_STEP : STEP;
  return seen(left + arrow[0] * step, down + arrow[1] * step);
}
