/** What one may use before the party goes on: folded away beside the question that the party answers. */

import type { Ask } from "../view/scene.ts";
import type { Days } from "./parts.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { goldButton } from "./decide.ts";
import { foreseen } from "./foreseen.ts";

/** Why an adventurer is offered what serves at any time. */
export const ROAD = "together.road";
const NOTHING = "done";

/** The panel of the road: each thing to use, and what it does once it is picked. */
export function roadPanel(ask: Ask, scene: Days) {
  const { app, question, picks } = ask;
  const offers = question.shape.options.filter((option) => option.key !== NOTHING);
  const picked = offers.find((option) => option.key === picks[0]);
  return h(
    "details",
    { class: "more road", key: "road" },
    h("summary", null, SESSION.useFirst(offers.length)),
    h(
      "div",
      { class: "choices" },
      offers.map((option) =>
        h(
          "button",
          {
            key: option.key,
            class: `option ${option === picked ? "picked" : ""}`,
            "data-key": option.key,
            "aria-pressed": String(option === picked),
            disabled: ask.isSent,
            onclick: () => {
              app.drafts.set(question, option === picked ? [] : [option.key]);
              ask.change();
            },
          },
          h("span", { class: "words" }, option.text, option.note && h("small", null, option.note)),
        ),
      ),
    ),
    picked && foreseen(ask, scene),
    picked && goldButton(ask, picked.text, picks),
  );
}
