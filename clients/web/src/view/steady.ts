/** After each drawing of the page: a panel keeps its height while one thing is decided in it, and what is needed next is in sight. */

import type { App } from "../app.ts";

let kept = { name: "", height: 0 };

/**
 * The panel of a turn says how high it has been while the same is asked in it (`--kept`). On a phone it never gets
 * lower: the board above it would move under the finger, and a second quick tap hit another hex.
 */
export function keepHeight({ mine, drafts }: App): void {
  const panel = document.querySelector<HTMLElement>(".questions[data-mode]");
  if (!panel?.offsetHeight) return;
  const asked = mine.map((question) => drafts.keyOf(question));
  const name = [panel.dataset["mode"], innerWidth, innerHeight, ...asked].join(" ");
  if (name !== kept.name) {
    kept = { name, height: 0 };
    panel.style.removeProperty("--kept");
  }
  if (panel.offsetHeight <= kept.height) return;
  kept.height = panel.offsetHeight;
  panel.style.setProperty("--kept", `${kept.height}px`);
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
