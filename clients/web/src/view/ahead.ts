/** The look-ahead of a move: for the hex under the pointer, or the one that is picked, what it would mean. */

import type { Ask } from "./scene.ts";
import { ends } from "../core/answers.ts";
import { lookAhead } from "../core/lookahead.ts";
import { listed } from "../core/names.ts";
import { AHEAD } from "../texts/en.ts";
import { h } from "./dom.ts";

/** Lines below a move; nothing where no hex is looked at. */
export function ahead({ app, scene, question, picks }: Ask) {
  const goals = ends(question.shape);
  const key = goals.has(app.ui.ahead ?? "") ? (app.ui.ahead ?? "") : (picks.at(-1) ?? "");
  const own = scene.state.units[question.about];
  if (!own) return false;
  // Where nothing is looked at its room is kept: a sheet that grew would move the board from under the pointer.
  if (!key) return h("div", { class: "ahead", key: "ahead" }, h("p", { class: "hint" }, AHEAD.none));
  const { prey, strikers } = lookAhead(scene.state, own, key, scene.glossary);
  const points = strikers.reduce((sum, one) => sum + one.points, 0);
  const names = scene.names;
  return h(
    "div",
    { class: "ahead", key: "ahead", "data-ahead": key },
    h(
      "p",
      { key: "prey" },
      h("b", null, AHEAD.attack),
      " ",
      prey.length
        ? listed(
            prey.map(({ unit, form, dice }) =>
              AHEAD.prey(names.unit(unit.id), unit.hp, scene.lexicon.piece("forms", form), dice),
            ),
          )
        : AHEAD.nobody,
    ),
    h(
      "p",
      { key: "strikers", class: strikers.length ? "danger" : "" },
      h("b", null, AHEAD.danger),
      " ",
      strikers.length
        ? AHEAD.strikers(listed(strikers.map(({ unit }) => names.unit(unit.id))), points.toFixed(1))
        : AHEAD.nobody,
    ),
  );
}
