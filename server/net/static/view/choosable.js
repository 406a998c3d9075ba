/** What makes something on the board clickable, for mouse, finger, keys and screen readers. */

import { choose } from "./choosing.js";

/** Handlers and words of something on the board that can be chosen. */
export function choosable(app, offers, label) {
  if (!offers?.length) return {};
  const able = offers.filter((offer) => !offer.reason);
  const act = () => able.length && choose(app, able);
  return {
    role: "button", tabindex: "-1", "aria-label": label,
    "aria-pressed": String(offers.some((offer) => offer.isPicked)),
    "aria-disabled": able.length ? null : "true",
    onclick: () => app.ui.dragged || act(),
  };
}

export function offerWords(offers) {
  return offers.map((offer) => [offer.question.text, offer.note, offer.reason].filter(Boolean).join(" ")).join("; ");
}

export function classes(base, offers, isHover) {
  const able = (offers ?? []).filter((offer) => !offer.reason);
  const picked = offers?.some((offer) => offer.isPicked);
  return [base, able.length && "offered", offers?.length && !able.length && "barred", picked && "chosen", isHover && "hover"]
    .filter(Boolean).join(" ");
}
