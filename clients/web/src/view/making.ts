/** The way through creating an adventurer: what for, which step of how many, and what was chosen so far. */

import { NO_SEAT } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Question } from "../core/messages.ts";
import type { Scene } from "./scene.ts";
import { chosenAt, stepsOf } from "../core/making.ts";
import { isSession } from "../core/overland.ts";
import type { Step } from "../core/making.ts";
import { CREATION } from "../texts/en.ts";
import { calling } from "./calling.ts";
import { encounterScene } from "./encounter_scene.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import { portraitOption } from "./portraits.ts";

const SIGNS: Readonly<Record<Step, string>> = {
  race: "adventurer",
  line: "warrior",
  dice: "play",
  rows: "mat",
  class: "book",
  growth: "experience",
};

/** The head of every step; nothing for questions that are no part of creation. */
export function making(app: App, scene: Scene, question: Question) {
  if (!question.why.startsWith("create.")) return false;
  const encounter = scene.battle.opening?.encounter ?? app.session.table?.settings.encounter ?? "";
  const steps = stepsOf(scene.state.settings?.xp ?? 0);
  const now = steps.findIndex(({ whys }) => whys.includes(question.why));
  return h(
    "div",
    { class: "making", key: "making" },
    // Beside a session's map there is no room for its picture, and the map says more.
    !isSession(scene.state) && encounterScene(app, encounter, scene.state.settings?.difficulty ?? ""),
    calling(app, scene, question),
    now >= 0 &&
      h(
        "ol",
        { class: "steps plain", "aria-label": CREATION.step(now + 1, steps.length) },
        h("li", { class: "count", key: "count", "aria-hidden": "true" }, CREATION.step(now + 1, steps.length)),
        steps.map(({ step, whys }, at) => {
          const chosen = at < now ? chosenAt(app.teller.lines, question.to[0] ?? NO_SEAT, whys[0] ?? "") : "";
          return stepOf(app, scene, question, step, chosen, at === now ? "now" : at < now ? "done" : "coming");
        }),
      ),
  );
}

/** A step as a peg: its sign, or what was chosen in it. */
function stepOf(app: App, scene: Scene, question: Question, step: Step, chosen: string, when: string) {
  const option = { key: chosen, text: chosen, note: "" };
  const name = chosen && nameOf(app, chosen);
  return h(
    "li",
    { key: step, class: `step ${when}`, "aria-current": when === "now" ? "step" : null },
    (chosen && portraitOption(scene, option, question.to[0] ?? NO_SEAT)) ||
      h("span", { class: "peg", "aria-hidden": "true" }, icon(when === "done" ? "chosen" : SIGNS[step])),
    h("span", { class: "words" }, h("small", null, CREATION.steps[step]), name && h("b", null, name)),
  );
}

const nameOf = ({ glossary }: App, id: string): string =>
  (glossary.entry("races", id) ?? glossary.entry("lines", id) ?? glossary.entry("classes", id))?.name ?? "";
