/** What a click on the board or on a die does: it picks, or answers where one pick is the answer. */

import { entryAt } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Question } from "../core/messages.ts";
import type { Offer } from "../core/offers.ts";
import { aim, modeOf, openMode } from "./turn_modes.ts";

export function choose(app: App, offers: readonly Offer[]) {
  const offer = offers.find((each) => each.isPicked) ?? entryAt(offers, 0);
  const { question, key } = offer;
  const { kind } = question.shape;
  if (kind === "route") takeWay(app, offer);
  else if (kind === "one" || kind === "place") app.answer(question, [key]);
  else if (kind === "split") app.drafts.share(question, key, 1);
  else if (kind !== "order" && !aim(app, question, key)) {
    app.drafts.toggle(question, key);
    showPlan(app, question);
  }
  app.render();
}

/**
 * A way is taken by a second tap on its end. In a turn that counts only where the first one showed what the way would
 * mean: while an attack is planned a tap turns to the move.
 */
function takeWay(app: App, { question, isPicked, picks = [] }: Offer) {
  const mode = modeOf(question);
  const isShown = !mode || openMode(app, app.mine) === mode;
  if (isPicked && isShown) return app.answer(question, picks);
  app.drafts.set(question, picks);
  // What it would mean is told of this hex, wherever a pointer has been before.
  [app.ui.ahead, app.ui.rests] = ["", ""];
  if (mode) app.turnTo(mode);
}

/** A die that is picked on the mat goes into the attack: that is shown, on a narrow page on the part with the board. */
function showPlan(app: App, question: Question): void {
  if (modeOf(question) !== "attack") return;
  app.turnTo("attack");
  app.ui.tab = "board";
}
