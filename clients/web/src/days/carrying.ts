/** Carrying an item over the page, by mouse or finger: it is dropped where a place says so. */

import type { App } from "../app.ts";
import type { Props } from "../view/dom.ts";

/** A press that moves less than this, in CSS pixels, is a press. */
const LEAST = 7;

/** Handlers of something that can be carried; `drop` is told the `data-drop` of where it was let go. */
export function holding(app: App, card: string, drop: (place: string) => void): Props {
  return { onpointerdown: (event) => begin(app, card, event, drop) };
}

const placeUnder = (x: number, y: number): string =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]")?.dataset["drop"] ?? "";

function begin(app: App, card: string, event: PointerEvent, drop: (place: string) => void) {
  if (event.button !== 0) return;
  const from = { x: event.clientX, y: event.clientY };
  const heard = new AbortController();
  const on = { signal: heard.signal };
  const let_go = () => {
    heard.abort();
    app.set({ held: null });
  };
  addEventListener(
    "pointermove",
    ({ clientX: x, clientY: y }) => {
      if (!app.ui.held && Math.hypot(x - from.x, y - from.y) < LEAST) return;
      app.ui.held = { card, x, y, over: placeUnder(x, y) };
      app.renderLater();
    },
    on,
  );
  addEventListener(
    "pointerup",
    ({ clientX: x, clientY: y }) => {
      const wasHeld = Boolean(app.ui.held);
      let_go();
      if (!wasHeld) return;
      // The press that ends a carry is none on what lies below.
      const unheard = (click: Event) => click.stopPropagation();
      addEventListener("click", unheard, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", unheard, true), 0);
      const place = placeUnder(x, y);
      if (place) drop(place);
    },
    on,
  );
  addEventListener("pointercancel", let_go, on);
  addEventListener("keydown", (key) => key.key === "Escape" && let_go(), on);
}
