/** What a click on the board or on a die does: it picks, or answers where one pick is the answer. */

/** @param {any} app @param {import("../core/offers.js").Offer[]} offers */
export function choose(app, offers) {
  const offer = offers.find((each) => each.isPicked) ?? offers[0];
  const { question, key } = offer;
  const { kind } = question.shape;
  if (kind === "route") {
    if (offer.isPicked) app.answer(question, offer.picks);
    else app.drafts.set(question, offer.picks);
  } else if (kind === "one") app.answer(question, [key]);
  else if (kind === "split") app.drafts.share(question, key, 1);
  else if (kind !== "order") app.drafts.toggle(question, key);
  app.render();
}
