/** Side quests of which the party keeps one: each with its story, what it asks for and what it brings. */

import type { Option } from "../core/messages.ts";
import type { Ask } from "../view/scene.ts";
import type { Days } from "./parts.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { goldButton } from "./decide.ts";
import { prose } from "./prose.ts";

/** Why the party is asked which side quest it keeps. */
export const BOARD = "quest.side";

/** The panel of whoever reads a quest board. */
export function boardPanel(ask: Ask, scene: Days) {
  const { question, picks } = ask;
  const { options } = question.shape;
  const picked = options.find(({ key }) => key === picks[0]);
  return [
    h("h2", { key: "title" }, question.text),
    h(
      "div",
      { class: "choices", key: "choices" },
      options.map((option) => notice(ask, scene, option, option === picked)),
    ),
    picked && goldButton(ask, SESSION.accept(picked.text), picks),
    h(
      "button",
      {
        class: "pass slate option",
        key: "pass",
        "data-number": "0",
        disabled: ask.isSent,
        onclick: () => ask.answer([]),
      },
      h("kbd", { "aria-hidden": "true" }, "0"),
      SESSION.keepNone,
    ),
  ];
}

function notice(ask: Ask, scene: Days, option: Option, isPicked: boolean) {
  const words = scene.glossary.campaign.side_quests?.[option.key];
  const number = ask.number(option.key);
  const brings = [words?.xp ? `${SESSION.xp(words.xp)}.` : "", ...(words?.brings ?? [])].filter(Boolean);
  return h(
    "div",
    { class: `choice ${isPicked ? "picked" : ""}`, key: option.key },
    h(
      "button",
      {
        class: `option ${isPicked ? "picked" : ""}`,
        "data-key": option.key,
        "data-number": number || null,
        "aria-pressed": String(isPicked),
        disabled: ask.isSent,
        onclick: () => {
          ask.app.drafts.set(ask.question, isPicked ? [] : [option.key]);
          ask.change();
        },
      },
      number && h("kbd", { "aria-hidden": "true" }, number),
      h(
        "span",
        { class: "words" },
        h("strong", null, option.text),
        words && h("span", { class: "tale" }, prose(words.text)),
        h("span", { class: "term needs" }, h("b", null, `${SESSION.asks}: `), words?.goal ?? option.note),
        brings.length > 0 && h("span", { class: "term brings" }, h("b", null, `${SESSION.brings}: `), brings.join(" ")),
      ),
    ),
  );
}
