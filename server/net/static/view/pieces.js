/** Components as options: what choosing a race, a line, a class, an item or a die means. */

import { thingOf } from "../core/offers.js";
import { T } from "../texts/en.js";
import { looseDie } from "./dice.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

const STATS = ["health", "stamina", "magicka", "combat", "cooldown"];

/** The inside of an option that is a component, null if it is none. */
export function pieceOption(scene, option) {
  const id = thingOf(option.key);
  if (id !== option.key) return null;
  for (const [kind, draw] of Object.entries(PIECES)) {
    const entry = scene.glossary.entry(kind, id);
    if (entry && option.text === entry.name) return draw(scene, entry, id);
  }
  return null;
}

const heading = (name, ...more) => h("strong", { class: "piece-name", key: "name" }, name, ...more);

/** @type {Record<string, (scene: any, entry: any, id: string) => any>} */
const PIECES = {
  races: (_scene, race) => [
    heading(race.name),
    h("span", { class: "stats", key: "stats" }, STATS.map((stat) =>
      h("span", { key: stat, title: T[stat] }, icon(stat === "health" ? "heart" : stat, T[stat]), race[stat]))),
    h("small", { key: "text" }, h("b", null, race.ability.name), race.ability.name && ": ", race.ability.text),
  ],
  lines: (scene, line) => [
    heading(line.name, h("small", { class: `constellation ${line.constellation}` }, T.constellations[line.constellation] ?? line.constellation)),
    h("small", { key: "how" }, icon(line.stat, T[line.stat]), T[line.stat], " ", line.forms.map((form) => icon(form, scene.lexicon.piece("forms", form)))),
    h("span", { class: "dice", key: "dice", "aria-hidden": "true" }, line.dice.map((kind) => looseDie(scene, kind, -1, kind, { title: scene.lexicon.piece("dice", kind) }))),
  ],
  dice: (scene, die, id) => [
    heading(die.name),
    h("span", { class: "dice small", key: "faces", "aria-hidden": "true" }, die.faces.map((_face, at) => looseDie(scene, id, at, at))),
    h("small", { key: "text" }, [...new Set(scene.glossary.faces(id).map((face) => face.text).filter(Boolean))].join(" ")),
  ],
  classes: (_scene, sheet) => [
    heading(sheet.name),
    h("small", { key: "abilities" }, [...sheet.novice.abilities, ...sheet.novice.interrupts].map((one) => `${one.name} (${one.cost})`).join(", ")),
  ],
};
