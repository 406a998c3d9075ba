/** Keys: a number takes the option that shows it; space skips; Escape closes; i tells more. */

const TYPING = /^(INPUT|SELECT|TEXTAREA)$/;

export function onKey(app, event) {
  const { target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (target instanceof HTMLElement && TYPING.test(target.tagName) && target.getAttribute("type") !== "range") return;
  const isPlain = !(target instanceof HTMLElement && target.closest("button, a, summary, svg"));
  if (event.key === "Escape") {
    if (!app.inspector.close()) app.session.notice = null;
    app.ui.picked = "";
    app.render();
  } else if (/^[0-9]$/.test(event.key)) {
    const button = document.querySelector(`.questions [data-number="${event.key}"]`);
    if (button instanceof HTMLElement) {
      event.preventDefault();
      button.click();
    }
  } else if (event.key === "i") app.inspector.pin(document.activeElement);
  else if (event.key === " " && isPlain && app.stage.isBusy) {
    event.preventDefault();
    app.stage.skip();
  } else if (event.key === "t") app.set({ threats: !app.ui.threats });
  else if (app.player) onReplayKey(app, event, isPlain);
}

function onReplayKey(app, event, isPlain) {
  const { player } = app;
  const kind = app.ui.stepKind ?? "action";
  if (event.target?.id === "scrub") return;
  if (event.key === "ArrowRight") player.step(kind, 1);
  else if (event.key === "ArrowLeft") player.step(kind, -1);
  else if (event.key === " " && isPlain) player.isPlaying ? player.pause() : player.play(app.ui.speed ?? 1);
  else return;
  event.preventDefault();
}
