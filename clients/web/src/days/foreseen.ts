/** What an answer would cost and bring for certain, by the rules that will be played; asked of the server once picked. */

import { entriesOf, idsOf } from "../core/ids.ts";
import type { Consequences } from "../core/foresight.ts";
import type { Ask } from "../view/scene.ts";
import type { Child } from "../view/dom.ts";
import type { Days } from "./parts.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";

/** What is certain of the picked answer; nothing while that is not known, or where nothing can be told. */
export function foreseen(ask: Ask, scene: Days, picks: readonly string[] = ask.picks): Child {
  const { question, app } = ask;
  const all = idsOf(scene.state.adventurers);
  const unit = all.find((one) => one === question.about) ?? all[0];
  if (!unit || !picks.length || ask.isSent || app.player) return false;
  const told = app.foresight.answer(unit, [question.why, ...picks]);
  return told && block(told, scene);
}

function block(told: Consequences, scene: Days): Child {
  const rows = entriesOf(told.changes);
  if (!rows.length && !told.then) return false;
  return h(
    "div",
    { class: "foreseen", key: "foreseen", role: "status" },
    h("b", null, SESSION.forCertain),
    rows.length > 0 &&
      h(
        "ul",
        null,
        rows.map(([who, lines]) =>
          h("li", { key: who }, h("span", null, who ? scene.names.unit(who) : SESSION.party), `: ${lines.join(", ")}`),
        ),
      ),
    told.then && h("p", null, told.then),
  );
}
