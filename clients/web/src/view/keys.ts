/** Keys: a digit or a letter takes the option that shows it; space skips; Escape closes; i tells more; ? tells all. */

import type { Player } from "../core/player.ts";
import type { App } from "../app.ts";
import { RETREAT_KEY } from "../core/option_keys.ts";
import { closeMenu } from "./menus.ts";

/** What the keys of a turn press: its three parts. */
const PRESSED: Readonly<Record<string, string>> = {
  m: ".modes [data-mode=move]",
  a: ".modes [data-mode=attack]",
  o: ".modes [data-mode=other]",
};
const RETREAT = ".questions :is([data-key=retreat], [data-why='round.retreat'] [data-key=yes])";
const CONFIRM = ".question:not(.closed) .confirm, [data-next=session]";
/** What turns a tile that is to be laid. */
const TURN = ".questions [data-number=t]";
const TYPING = /^(INPUT|SELECT|TEXTAREA)$/;

export function onKey(app: App, event: KeyboardEvent) {
  const { target } = event;
  // What the map or a list has taken is done: Enter there picks, and must not confirm in the same press.
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (target instanceof HTMLElement && TYPING.test(target.tagName) && target.getAttribute("type") !== "range") return;
  const isPlain = !(target instanceof HTMLElement && target.closest("button, a, summary, svg"));
  // Who has clicked an option and presses Enter means the golden button, not the option once more.
  const isClicked =
    target instanceof Element &&
    target.matches(".questions :is(.option, .modes button)") &&
    app.presses.hasPointed(target);
  const confirms = isPlain || isClicked;
  if (event.key === "Escape") {
    if (!closeMenu() && !app.inspector?.close()) app.session.notice = null;
    app.ui.picked = "";
    app.render();
  } else if (event.key === RETREAT_KEY) retreat(app, event);
  else if (/^[0-9]$/.test(event.key)) take(event);
  else if (event.key === "?") app.set({ page: app.ui.page === "keys" ? "" : "keys" });
  else if (PRESSED[event.key]) press(PRESSED[event.key] ?? "", event);
  else if (event.key === "Enter" && confirms) press(CONFIRM, event);
  else if (event.key === "i") app.inspector?.pin(lookedAt(app));
  else if (event.key === " " && isPlain && app.stage.isBusy) {
    event.preventDefault();
    app.stage.skip();
  } else if (event.key === "t" && !document.querySelector(TURN)) app.set({ threats: !app.ui.threats });
  else if (/^[a-z]$/.test(event.key)) take(event);
  else if (app.player) onReplayKey(app, app.player, event, isPlain);
}

/** What has the focus; on the board that is what its cursor is on. */
function lookedAt({ ui }: App): Element | null {
  const active = document.activeElement;
  if (!ui.cursor || !active?.matches(".board")) return active;
  return active.querySelector(`[data-unit="${ui.hover}"]`) ?? active.querySelector(`[data-hex="${ui.cursor}"]`);
}

/** Take the option that shows the key. */
const take = (event: KeyboardEvent) => press(`.questions [data-number="${event.key}"]`, event);

/** The first press shows the retreat with what follows, wherever it lies; only one more takes it. */
function retreat(app: App, event: KeyboardEvent) {
  const button = document.querySelector<HTMLButtonElement>(RETREAT);
  if (!button || event.repeat) return;
  if (button === document.activeElement) return press(RETREAT, event);
  event.preventDefault();
  if (!button.checkVisibility()) {
    app.turnTo("other");
    app.render();
  }
  queueMicrotask(() => {
    const shown = document.querySelector<HTMLButtonElement>(RETREAT);
    shown?.closest("details")?.setAttribute("open", "");
    shown?.focus();
  });
}

/** Press a button that is there and can be pressed. */
function press(selector: string, event: KeyboardEvent) {
  const button = document.querySelector<HTMLButtonElement>(selector);
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
}

function onReplayKey(app: App, player: Player, event: KeyboardEvent, isPlain: boolean) {
  const kind = app.ui.stepKind ?? "action";
  if (event.target instanceof Element && event.target.id === "scrub") return;
  if (event.key === "ArrowRight") player.step(kind, 1);
  else if (event.key === "ArrowLeft") player.step(kind, -1);
  else if (event.key === " " && isPlain) {
    if (player.isPlaying) player.pause();
    else player.play(app.ui.speed ?? 1);
  } else return;
  event.preventDefault();
}
