/** The part of a plan that has to be chosen next: marked, and brought into sight as it comes up. */

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

let shown = "";

/** Scroll the questions so that what is needed next is in sight, above the bar with the answer; once each. */
export function showNeeded(): void {
  const needed = document.querySelector<HTMLElement>(".question:not(.closed) [data-needed]");
  const name = needed ? `${needed.dataset["needed"]} ${innerWidth} ${innerHeight}` : "";
  if (name === shown) return;
  shown = name;
  const panel = needed?.closest(".questions");
  if (!needed || !panel || panel.scrollHeight <= panel.clientHeight) return;
  const [box, place] = [panel.getBoundingClientRect(), needed.getBoundingClientRect()];
  const bars = [...panel.querySelectorAll(".question:not(.closed) > :is(.foot, .plan-end), .always")];
  const low = Math.min(box.bottom, ...bars.map((bar) => bar.getBoundingClientRect()).map(({ top }) => top));
  if (place.bottom > low) panel.scrollTop += Math.min(place.bottom - low, place.top - box.top);
  else if (place.top < box.top) panel.scrollTop -= box.top - place.top;
}
