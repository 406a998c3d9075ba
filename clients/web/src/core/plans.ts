/** A plan ready made: what a tap on an enemy most likely means. */

import type { Question, Shape } from "./messages.ts";
import { clash, refuse, toggled } from "./answers.ts";

const slotOf = (shape: Shape, name: string) => shape.slots.find((slot) => slot.name === name);
const keysOf = (shape: Shape, name: string) => (slotOf(shape, name)?.options ?? []).map(({ key }) => key);

/**
 * The attack on a target with the most dice, in the present form where that is as good as another. Dice come in the
 * order of `rank`, the lowest first; null where nothing legal is to be had.
 */
export function attackOn(
  question: Question,
  picks: readonly string[],
  target: string,
  rank: (die: string) => number,
): readonly string[] | null {
  const { shape } = question;
  const forms = keysOf(shape, "form");
  const now = forms.filter((form) => picks.includes(form));
  const dice = keysOf(shape, "dice").sort((a, b) => rank(a) - rank(b));
  let best: readonly string[] | null = null;
  let most = -1;
  for (const form of [...now, ...forms.filter((one) => !now.includes(one)), ...(forms.length ? [] : [""])]) {
    const plan = filled(shape, form ? [form, target] : [target], dice);
    const count = dice.filter((die) => plan.includes(die)).length;
    if (count > most && !refuse(question, plan)) [best, most] = [plan, count];
  }
  return best;
}

/** A plan's beginning with what it needs besides (a weapon), and with as many of the dice as go with it. */
function filled(shape: Shape, beginning: readonly string[], dice: readonly string[]): readonly string[] {
  let plan = beginning;
  for (const { name, options, low } of shape.slots) {
    if (name === "dice" || low === 0 || options.some(({ key }) => plan.includes(key))) continue;
    const fits = options.find(({ key }) => !clash(shape, [...plan, key]));
    if (fits) plan = [...plan, fits.key];
  }
  for (const die of dice) {
    const more = toggled(shape, plan, die);
    if (!clash(shape, more) && plan.every((pick) => more.includes(pick))) plan = more;
  }
  return plan;
}

/** How many of a plan's picks are dice. */
export const diceIn = (shape: Shape, picks: readonly string[]): number =>
  keysOf(shape, "dice").filter((die) => picks.includes(die)).length;

/** The targets that a plan may aim at. */
export const targetsOf = (shape: Shape): readonly string[] => keysOf(shape, "target");

/** Whether there is somebody to attack, and a die to do it with. */
export const canAttack = (shape: Shape): boolean => targetsOf(shape).length > 0 && keysOf(shape, "dice").length > 0;
