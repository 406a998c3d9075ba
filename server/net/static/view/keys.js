/** Keys: a number takes the option that shows it; Escape dismisses a notice. */

export function onKey(app, event) {
  const { target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  if (event.key === "Escape") {
    app.session.notice = null;
    app.render();
  } else if (/^[0-9]$/.test(event.key)) {
    const button = document.querySelector(`.questions [data-number="${event.key}"]`);
    if (button instanceof HTMLElement) {
      event.preventDefault();
      button.click();
    }
  }
}
