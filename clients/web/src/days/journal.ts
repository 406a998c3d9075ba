/** The journal: the quest with its steps, what is counted and remembered, a line for each day with its battles. */

import { entryOf } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { TrackerWords } from "../core/words.ts";
import type { Child } from "../view/dom.ts";
import type { Day } from "./chronicle.ts";
import type { Days } from "./parts.ts";
import { calledIn } from "../core/overland.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { provinceOf } from "../view/overland.ts";
import { toBattles } from "./battles.ts";
import { prose } from "./prose.ts";
import { linesOf, pictureOf } from "./told.ts";
import { landOf } from "./town.ts";
import { vignette } from "./vignette.ts";

/** Both leaves of the journal. */
export function journalScreen(app: App, scene: Days, days: readonly Day[]) {
  return h(
    "section",
    { class: "journal", key: "journal", "aria-label": SESSION.parts["journal"] },
    h(
      "div",
      { class: "leaf", key: "quest" },
      quest(scene),
      counted(scene),
      sideQuests(scene),
      keywords(scene),
      h(
        "div",
        { class: "engraved", key: "engraved", "aria-hidden": "true" },
        vignette(`journal ${scene.state.quest}`, landOf(scene), "road", "dusk"),
      ),
    ),
    h("div", { class: "leaf", key: "days" }, h("h2", null, SESSION.days), dayList(app, scene, days)),
  );
}

function quest(scene: Days) {
  const { state, glossary } = scene;
  const found = provinceOf(scene, state)?.quests[state.quest];
  if (!found) return false;
  const steps = Object.entries(found.steps).filter(([id]) => state.done.includes(id) || id === state.step);
  const done = steps.filter(([id]) => state.done.includes(id)).length;
  return h(
    "section",
    { class: "of-quest", key: "quest" },
    h(
      "small",
      null,
      icon("quest"),
      SESSION.quest,
      ": ",
      glossary.campaign.guilds?.[state.quest]?.name ?? "",
      h("b", null, SESSION.stepsDone(done, Object.keys(found.steps).length)),
    ),
    h("h2", null, found.name),
    found.text && h("p", { class: "tale" }, prose(found.text)),
    h(
      "ol",
      { class: "plain steps" },
      steps.map(([id, step]) => {
        const isDone = state.done.includes(id);
        return h(
          "li",
          { key: id, class: isDone ? "done" : "now" },
          h(
            "details",
            { open: !isDone },
            h(
              "summary",
              null,
              h("span", { class: "tick", "aria-hidden": "true" }, isDone ? "✓" : ""),
              h("strong", null, step.name),
              !isDone && (step.day ?? 0) > 0 && h("small", null, SESSION.until(step.day ?? 0)),
            ),
            h("p", { class: "tale" }, prose(step.text)),
            h("p", { class: "goal-of" }, step.goal),
            !isDone &&
              (step.rules ?? []).length > 0 &&
              h(
                "ul",
                { class: "plain brings", "aria-label": SESSION.rules },
                (step.rules ?? []).map((rule) => h("li", { key: rule }, rule)),
              ),
          ),
        );
      }),
    ),
  );
}

/** Every counter that players see, by its name, with where it leads to. */
function counted(scene: Days) {
  const { state, glossary } = scene;
  const province = provinceOf(scene, state);
  const steps = Object.values(province?.quests[state.quest]?.steps ?? {});
  const sides = (state.side_quests ?? []).map((id) => glossary.campaign.side_quests?.[id]);
  const known = Object.assign(
    {},
    ...steps.map((step) => step.trackers ?? {}),
    ...sides.map((side) => side?.trackers ?? {}),
    province?.endgame?.trackers ?? {},
  ) as Record<string, TrackerWords>;
  // Of what only keeps what the party did, nothing is told before it has done it.
  const shown = Object.entries(state.trackers ?? {}).filter(
    ([id, value]) => Object.hasOwn(known, id) && (value > 0 || entryOf(known, id)[1]),
  );
  if (!shown.length) return false;
  return h(
    "section",
    { key: "trackers" },
    h("h3", null, SESSION.trackers),
    h(
      "ul",
      { class: "plain trackers" },
      shown.map(([id, value]) => {
        const [name, goal, ...says] = entryOf(known, id);
        const most = Number(goal) || 0;
        const meant = says[value - 1];
        return h(
          "li",
          { key: id },
          h("span", null, name),
          most > 0 && most <= 12
            ? h(
                "span",
                { class: "beads", "aria-hidden": "true" },
                Array.from({ length: most }, (_, at) => h("i", { key: at, class: at < value ? "on" : "" })),
              )
            : false,
          h("b", null, meant ?? (most ? SESSION.ofAll(Math.min(value, most), most) : value)),
        );
      }),
    ),
  );
}

function sideQuests(scene: Days) {
  const { state, glossary } = scene;
  const told = (id: string, isDone: boolean): Child => {
    const side = glossary.campaign.side_quests?.[id];
    return h(
      "li",
      { key: id, class: isDone ? "done" : "" },
      h("strong", null, isDone && "✓ ", side?.name ?? calledIn(glossary.campaign, id)),
      !isDone && side && [h("p", { key: "text" }, side.text), h("p", { key: "goal", class: "goal-of" }, side.goal)],
    );
  };
  const [open, done] = [state.side_quests ?? [], state.finished ?? []];
  return h(
    "section",
    { key: "sides" },
    h("h3", null, SESSION.sideQuests),
    open.length + done.length
      ? h(
          "ul",
          { class: "plain sides" },
          open.map((id) => told(id, false)),
          done.map((id) => told(id, true)),
        )
      : h("p", { class: "faint" }, SESSION.noSideQuests),
  );
}

function keywords({ state }: Days) {
  return h(
    "section",
    { key: "keywords" },
    h("h3", null, SESSION.keywords),
    state.keywords.length
      ? h(
          "p",
          { class: "marks" },
          state.keywords.map((word) => h("span", { key: word, class: "mark" }, icon("keyword"), word)),
        )
      : h("p", { class: "faint" }, SESSION.noKeywords),
  );
}

/** A line for each day, the newest first: a picture, what happened, its battles. */
export function dayList(app: App, scene: Days, days: readonly Day[]) {
  if (!days.length) return h("p", { class: "faint" }, SESSION.loading);
  return h(
    "ol",
    { class: "plain day-list" },
    [...days].reverse().map((day) => {
      const lines = linesOf(scene, day);
      return (
        (day.day > 0 || lines.length > 0) &&
        h(
          "li",
          { key: day.day },
          h("div", { class: "thumb", "aria-hidden": "true" }, pictured(scene, day)),
          h(
            "div",
            { class: "words" },
            h("h3", null, day.day ? SESSION.day(day.day) : SESSION.before),
            lines.map((line, at) => h("p", { key: at, class: line.look }, prose(line.text))),
            toBattles(app, scene, day),
          ),
        )
      );
    }),
  );
}

/** The picture of a day. */
export function pictured(scene: Days, day: Day) {
  const { name, land, motif, mood } = pictureOf(scene, day);
  return vignette(name, land, motif, mood);
}
