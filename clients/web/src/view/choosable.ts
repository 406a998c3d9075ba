/** What makes something on the board clickable, for mouse, finger, keys and screen readers. */

import type { App } from "../app.ts";
import type { Offer } from "../core/offers.ts";
import type { Props } from "./dom.ts";
import { TRAVEL, metWords } from "../core/waymarks.ts";
import { T } from "../texts/en.ts";
import { choose } from "./choosing.ts";

/** Handlers and words of something on the board that can be chosen. */
export function choosable(app: App, offers: readonly Offer[] | undefined, label: string): Props {
  if (!offers?.length) return {};
  const able = offers.filter((offer: Offer) => !offer.reason);
  const act = () => able.length && choose(app, able);
  return {
    role: "button",
    tabindex: "-1",
    "aria-label": label,
    "aria-pressed": String(offers.some((offer: Offer) => offer.isPicked)),
    "aria-disabled": able.length ? null : "true",
    onclick: () => app.ui.dragged || act(),
  };
}

/** What is noted at an option; of a way, what one meets on it. */
const noteWords = ({ question, note }: Offer): string =>
  note && question.shape.kind === "route" && question.why !== TRAVEL ? T.warning(metWords(note)) : note;

export function offerWords(offers: readonly Offer[]): string {
  return offers
    .map((offer: Offer) => [offer.question.text, noteWords(offer), offer.reason].filter(Boolean).join(" "))
    .join("; ");
}

export function classes(base: string, offers: readonly Offer[] | undefined, isHover: boolean): string {
  const able = (offers ?? []).filter((offer: Offer) => !offer.reason);
  const picked = offers?.some((offer: Offer) => offer.isPicked);
  return [
    base,
    able.length && "offered",
    offers?.length && !able.length && "barred",
    picked && "chosen",
    isHover && "hover",
  ]
    .filter(Boolean)
    .join(" ");
}
