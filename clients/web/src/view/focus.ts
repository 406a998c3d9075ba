/** The focus, while the page is drawn: where what had it is gone, it goes to what comes next, and is never lost. */

/** Where it goes, the first that is there: what is asked, the place of questions, how it ended, the page. */
const NEXT = [".question:not(.closed)", ".questions", ".match-end", ".ending", "main"];

/** Draw the page; then let what comes next have the focus, if what had it can have it no more. */
export function keepFocus(draw: () => void): void {
  const had = document.activeElement;
  // A line of a menu that goes leaves the focus to its menu, which would close without it.
  const summary = had?.closest("details.menu[open]")?.querySelector("summary");
  draw();
  if (!had || had === document.body || mayHave(had)) return;
  if (summary?.isConnected) return summary.focus({ preventScroll: true });
  const next = comesNext();
  if (!next) return;
  if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

const comesNext = (): HTMLElement | undefined =>
  NEXT.map((each) => document.querySelector<HTMLElement>(each)).find((each) => each !== null);

/** Whether an element is still there, and can still be pressed. The browser itself takes the focus away only with the next frame. */
const mayHave = (one: Element): boolean =>
  one.isConnected && !one.matches(":disabled") && !(one instanceof SVGElement && !one.hasAttribute("tabindex"));
