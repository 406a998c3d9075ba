/** What a table plays, as a scene: the map's real hexes, its name and goal, how long and how hard it is. */

import type { App } from "../app.ts";
import { DIFFICULTIES } from "../texts/en.ts";
import { h } from "./dom.ts";
import { encounterMap, vista } from "./encounter_map.ts";
import { measures } from "./gallery.ts";
import { icon, isDrawn } from "./icons.ts";

/** The scene of an encounter; false where the catalogue does not know it (yet). */
export function encounterScene(app: App, encounter: string, difficulty: string) {
  const words = app.glossary.entry("encounters", encounter);
  if (!words) return false;
  const sign = `encounters:${encounter}`;
  const name = DIFFICULTIES[difficulty]?.name ?? difficulty;
  return h(
    "section",
    { class: "encounter-scene", key: "scene", "aria-label": words.name },
    vista(app, encounter, words, ".encounter-scene"),
    h("span", { class: "medal", "aria-hidden": "true" }, icon(isDrawn(sign) ? sign : "goal")),
    h(
      "div",
      { class: "words" },
      h("p", { class: "name" }, h("strong", null, words.name), name && h("span", null, name)),
      h("p", { class: "wants" }, words.goal || words.objective),
      measures(words),
    ),
    encounterMap(app, encounter, words, "card", ".encounter-scene"),
  );
}
