/** A session's end: how it came out, its story in pictures of what happened, what is remembered, who grew to what. */

import { entryOf } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Day } from "./chronicle.ts";
import type { Days } from "./parts.ts";
import { T } from "../texts/en.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { provinceOf } from "../view/overland.ts";
import { toBattles } from "./battles.ts";
import { pictured } from "./journal.ts";
import { partyOf, portrait } from "./parts.ts";
import { landOf } from "./town.ts";
import { linesOf } from "./told.ts";
import { vignette } from "./vignette.ts";

/** The end, in the middle of the page. */
export function endScreen(app: App, scene: Days, days: readonly Day[]) {
  const { state } = scene;
  const isWon = state.outcome === "victory";
  const quest = provinceOf(scene, state)?.quests[state.quest];
  return h(
    "section",
    { class: `the-end ${isWon ? "won" : "lost"}`, key: "the-end" },
    h(
      "header",
      { class: "banner", key: "banner" },
      vignette(`end ${state.plan.province}`, landOf(scene), isWon ? "won" : "lost"),
      h(
        "div",
        { class: "title-of" },
        h("small", null, quest?.name ?? ""),
        h("h2", null, isWon ? SESSION.won : SESSION.lostAll),
        h("p", null, state.ended_why || SESSION.inDays(state.day)),
      ),
    ),
    !app.player &&
      h(
        "div",
        { class: "row last", key: "last" },
        h(
          "button",
          { class: "gold", key: "replay", onclick: () => app.openReplay(scene.battle.battle) },
          icon("replay"),
          SESSION.replay,
        ),
        app.session.table && h("button", { key: "table", onclick: () => app.set({ showTable: true }) }, T.backToTable),
      ),
    h(
      "ol",
      { class: "plain reel", key: "reel", "aria-label": SESSION.story, tabindex: "0" },
      days.filter((day) => day.day > 0).map((day) => frame(app, scene, day)),
    ),
    h(
      "div",
      { class: "sums-of", key: "sums" },
      h(
        "section",
        { key: "grew" },
        h("h3", null, SESSION.grewTo),
        h(
          "ul",
          { class: "plain" },
          partyOf(scene).map((unit) => {
            const mat = entryOf(state.adventurers, unit.id);
            const lines = mat.lines.map((one) => scene.lexicon.piece("lines", one)).join(", ");
            return h(
              "li",
              { key: unit.id },
              portrait(scene, unit),
              h(
                "span",
                null,
                h("strong", null, scene.names.unit(unit.id)),
                h(
                  "small",
                  null,
                  [mat.cls && scene.lexicon.piece("classes", mat.cls), lines, SESSION.health(unit.hp, unit.health)]
                    .filter(Boolean)
                    .join(" · "),
                ),
              ),
            );
          }),
        ),
      ),
      h(
        "section",
        { key: "kept" },
        h("h3", null, SESSION.remembered),
        state.keywords.length
          ? h(
              "p",
              { class: "marks" },
              state.keywords.map((word) => h("span", { key: word, class: "mark" }, icon("keyword"), word)),
            )
          : h("p", { class: "faint" }, SESSION.noKeywords),
      ),
    ),
  );
}

/** A day as a picture with its words under it. */
function frame(app: App, scene: Days, day: Day) {
  const lines = linesOf(scene, day);
  return h(
    "li",
    { key: day.day, class: "frame" },
    h("div", { class: "pic" }, pictured(scene, day), h("b", null, SESSION.day(day.day))),
    lines
      .filter(({ look }) => look !== "told")
      .slice(0, 5)
      .map(({ text, look }, at) => h("p", { key: at, class: look }, text)),
    toBattles(app, scene, day),
  );
}
