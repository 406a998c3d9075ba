/** A plan ready made: what a tap on an enemy most likely means. */

import type { Question, Shape } from "./messages.ts";
import { clash, refuse, remedied, toggled } from "./answers.ts";

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

/**
 * Picks with an option that others stand in the way of, as little changed along as can be: its form; for a die also
 * other dice, and last the target; for a target the dice. Null where nothing legal is to be had with it.
 */
export const bent = (question: Question, picks: readonly string[], key: string): readonly string[] | null =>
  remedied(question.shape, picks, key) ?? attackWith(question, picks, key) ?? attackAt(question, picks, key);

/** The attack on a target of a turn's attack, null for anything else. */
const attackAt = (question: Question, picks: readonly string[], key: string): readonly string[] | null =>
  targetsOf(question.shape).includes(key) ? attackOn(question, picks, key, () => 0) : null;

/** An attack with a die, on the target that is picked or else on one that the die's form reaches. */
function attackWith(question: Question, picks: readonly string[], die: string): readonly string[] | null {
  const { shape } = question;
  const [dice, targets] = [keysOf(shape, "dice"), targetsOf(shape)];
  if (!dice.includes(die)) return null;
  const forms = shape.needs.find(({ key }) => key === die)?.others ?? keysOf(shape, "form");
  const aimed = targets.filter((target) => picks.includes(target));
  const wanted = [die, ...dice.filter((one) => one !== die && picks.includes(one))];
  for (const target of [...aimed, ...targets.filter((one) => !aimed.includes(one))]) {
    for (const form of forms) {
      const plan = filled(shape, [form, target], wanted);
      if (plan.includes(die) && !refuse(question, plan)) return plan;
    }
  }
  return null;
}

/** Whether a die can be rolled in an attack on a target in one of the forms. */
const reaches = (shape: Shape, forms: readonly string[], target: string, die: string): boolean =>
  forms.some((form) => !clash(shape, [form, target, die])) || (!forms.length && !clash(shape, [target, die]));

/** The targets that some die reaches, in these forms. */
function reachable(shape: Shape, forms: readonly string[]): readonly string[] {
  const dice = keysOf(shape, "dice");
  return targetsOf(shape).filter((target) => dice.some((die) => reaches(shape, forms, target, die)));
}

/** The targets that can be attacked with the dice that are left. */
export const attackable = (shape: Shape): readonly string[] => reachable(shape, keysOf(shape, "form"));

/**
 * The form that a plan begins with: the present one where its dice reach somebody, else one whose dice do; where no
 * dice reach anybody, one that they can be rolled in at all.
 */
export function usableForm(shape: Shape, now: string): string {
  const forms = keysOf(shape, "form");
  const order = [...forms.filter((form) => form === now), ...forms.filter((form) => form !== now)];
  const rolls = (form: string) => keysOf(shape, "dice").some((die) => !clash(shape, [form, die]));
  return order.find((form) => reachable(shape, [form]).length) ?? order.find(rolls) ?? now;
}

/** Why no die goes with a target, in the sentences of what the dice need; "" where one does, or nothing is aimed at. */
export function whyNoDie({ shape }: Question, picks: readonly string[]): string {
  const target = targetsOf(shape).find((one) => picks.includes(one));
  const dice = keysOf(shape, "dice");
  const forms = keysOf(shape, "form");
  if (!target || !dice.length || dice.some((die) => reaches(shape, forms, target, die))) return "";
  return [...new Set(shape.needs.filter(({ key }) => dice.includes(key)).map(({ text }) => text))].join(" ");
}

/** The forms in which a target is in reach, by their keys; none where a plan has no forms. */
export const formsFor = ({ shape }: Question, target: string): readonly string[] =>
  keysOf(shape, "form").filter((form) => !clash(shape, [form, target]));

/** How many of a plan's picks are dice. */
export const diceIn = (shape: Shape, picks: readonly string[]): number =>
  keysOf(shape, "dice").filter((die) => picks.includes(die)).length;

/** Whether a plan has any dice to be rolled. */
export const hasDice = (shape: Shape): boolean => keysOf(shape, "dice").length > 0;

/** The targets that a plan may aim at. */
export const targetsOf = (shape: Shape): readonly string[] => keysOf(shape, "target");

/** Whether there is somebody to attack, and a die that reaches them. */
export const canAttack = (shape: Shape): boolean => attackable(shape).length > 0;
