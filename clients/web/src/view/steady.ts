/** A panel keeps its height while one thing is decided in it. */

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
