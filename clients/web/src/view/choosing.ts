/** What a click on the board or on a die does: it picks, or answers where one pick is the answer. */

import { entryAt } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Offer } from "../core/offers.ts";
import { aim } from "./turn_modes.ts";

export function choose(app: App, offers: readonly Offer[]) {
  const offer = offers.find((each) => each.isPicked) ?? entryAt(offers, 0);
  const { question, key } = offer;
  const { kind } = question.shape;
  if (kind === "route") {
    if (offer.isPicked) app.answer(question, offer.picks ?? []);
    else app.drafts.set(question, offer.picks ?? []);
  } else if (kind === "one" || kind === "place") app.answer(question, [key]);
  else if (kind === "split") app.drafts.share(question, key, 1);
  else if (kind !== "order" && !aim(app, question, key)) app.drafts.toggle(question, key);
  app.render();
}
