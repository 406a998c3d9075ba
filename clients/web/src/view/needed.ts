/** The part of a plan that has to be chosen next. */

import type { Question } from "../core/messages.ts";

/** Plans that aim at somebody rightly aim: the rules let them do without, hardly anybody means it. */
const AIMED = "target";

/** The name of the slot that a plan lacks first, whom it aims at before anything else; "" where it lacks nothing. */
export function neededSlot({ shape }: Question, picks: readonly string[]): string {
  const slots = [...shape.slots].sort((a, b) => Number(b.name === AIMED) - Number(a.name === AIMED));
  const lacks = slots.find(({ name, options, low }) => {
    const count = options.filter(({ key }) => picks.includes(key)).length;
    return options.length > 0 && count < (name === AIMED ? Math.max(1, low) : low);
  });
  return lacks?.name ?? "";
}
