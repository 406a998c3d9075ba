/** The bar over a session: its province, the days, the gauge; and the card of the quest beside the map. */

import type { Scene } from "./scene.ts";
import type { SessionState } from "../core/overland.ts";
import type { ProvinceWords } from "../core/words.ts";
import { DAYS, levelOf } from "../core/overland.ts";
import { OVERLAND } from "../texts/overland.ts";
import { h } from "./dom.ts";
import { provinceOf } from "./overland.ts";

/** The days as cells: past ones dim, today in gold. */
export function dayTrack({ day }: SessionState) {
  const cells = Array.from({ length: DAYS }, (_, at) => at + 1).map((number) =>
    h(
      "li",
      {
        key: number,
        class: number < day ? "past" : number === day ? "today" : "ahead",
        "aria-current": number === day ? "step" : false,
      },
      number,
    ),
  );
  return h(
    "span",
    { class: "days", key: "round", title: OVERLAND.day(day) },
    h("span", { class: "unseen" }, OVERLAND.day(day)),
    h("ol", { class: "plain", "aria-label": OVERLAND.days }, cells),
  );
}

/** What the party is at, in words. */
export function dayWords(scene: Scene, state: SessionState): string {
  const province = provinceOf(scene, state);
  const town = state.visit && province?.towns[state.visit.town]?.name;
  return town || (OVERLAND.phases[state.day_phase] ?? "");
}

/** Where the province's gauge stands. */
export function gauge(scene: Scene, state: SessionState) {
  const province = provinceOf(scene, state);
  if (!province) return false;
  const now = levelOf(state, province);
  return h(
    "ol",
    { class: "gauge plain", key: "gauge", "aria-label": province.gauge.name },
    province.gauge.levels.map((level, at) =>
      h(
        "li",
        {
          key: level.name,
          class: at === now ? "now" : "",
          title: `${level.text} ${OVERLAND.freeADay(level.movement)}`,
          "aria-current": at === now && "true",
        },
        level.name,
      ),
    ),
  );
}

/** The guild's quest: what is told, what is to do, which steps are done. */
export function questCard(scene: Scene, state: SessionState) {
  const province = provinceOf(scene, state);
  const quest = province && questOf(province, state);
  if (!quest) return false;
  const step = quest.steps[state.step];
  const done = state.done.filter((name) => Object.hasOwn(quest.steps, name));
  return h(
    "section",
    { class: "quest-card", key: "quest", tabindex: "0", "aria-label": OVERLAND.quest },
    h("small", null, OVERLAND.quest, ": ", scene.glossary.campaign.guilds?.[state.quest]?.name ?? ""),
    h("h2", null, quest.name),
    step && h("p", { class: "told" }, step.text),
    h(
      "ul",
      { class: "plain" },
      done.map((name) =>
        h("li", { key: name, class: "done" }, quest.steps[name]?.name, h("span", { class: "unseen" }, OVERLAND.isDone)),
      ),
      step && h("li", { key: state.step, class: "now" }, h("strong", null, step.name), h("span", null, step.goal)),
    ),
  );
}

const questOf = (province: ProvinceWords, state: SessionState) => province.quests[state.quest];
