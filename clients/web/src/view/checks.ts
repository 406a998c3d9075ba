/** The checks that somebody is ready to make on a way: short choices by what is done, of which most ways need none. */

import { toggled } from "../core/answers.ts";
import { checkGroups } from "../core/checks.ts";
import type { Option, Slot } from "../core/messages.ts";
import { MATCH } from "../texts/match.ts";
import type { Child } from "./dom.ts";
import { h } from "./dom.ts";
import type { Ask } from "./scene.ts";

/** How a part of a plan is called that names checks. */
export const CHECKS = "checks";
/** How a part of a plan is called that says what kind of path it is; its checks may be named after it. */
export const PATH = "path";
/** The kinds of path that ask for checks. */
const WITH_CHECKS = ["path:2", "path:3"];

/** The checks of a part in groups; `button` makes the button of an option with such words. */
export function checkChoices(slot: Slot, picks: readonly string[], button: (option: Option, words: Child) => Child) {
  const groups = checkGroups(slot.options, picks);
  const named = picks.flatMap((pick) => slot.options.find(({ key }) => key === pick)?.text ?? []);
  return h(
    "details",
    { class: "checks", key: "checks", open: named.length > 0 || picks.some((pick) => WITH_CHECKS.includes(pick)) },
    h("summary", null, named.length ? MATCH.inThisOrder(named) : MATCH.noChecks),
    groups.map(({ kind, choices }) =>
      h(
        "div",
        { key: kind, class: "check-group", role: "group", "aria-label": MATCH.checkKinds[kind] ?? kind },
        h("span", { class: "kind", "aria-hidden": "true" }, MATCH.checkKinds[kind] ?? kind),
        h(
          "div",
          { class: "options dense" },
          choices.map(({ option, words }) => button(option, words)),
        ),
      ),
    ),
  );
}

/** Picks a kind of path and leaves its checks to be named: nobody else can know which are meant. */
export function pickPath({ app, question }: Pick<Ask, "app" | "question">, key: string): void {
  // One of the kinds it always is: the one that is picked is not taken away.
  if (app.drafts.of(question).includes(key)) return;
  app.drafts.set(question, toggled(question.shape, app.drafts.of(question), key));
  app.render();
}
