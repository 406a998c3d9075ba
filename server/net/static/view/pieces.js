/** Components as options: what choosing a race, a line, a class, an item or a die means. */

import { thingOf } from "../core/offers.js";
import { FIGURES, LINES, MEANING, T } from "../texts/en.js";
import { looseDie } from "./dice.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

const drawnAs = (stat) => (stat === "health" ? "heart" : stat);
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
      h("span", { key: stat, title: T[stat] }, icon(drawnAs(stat), T[stat]), race[stat]))),
    h("small", { key: "text" }, h("b", null, race.ability.name || T.onceBattle), ": ", race.ability.text),
  ],
  lines: (scene, line, id) => [
    heading(line.name, h("small", { class: `constellation ${line.constellation}` }, T.constellations[line.constellation] ?? line.constellation)),
    LINES[id] && h("span", { class: "meaning", key: "meaning" }, LINES[id]),
    h("small", { key: "how" }, icon(line.stat), T.limitedBy(T[line.stat] ?? line.stat), ". ", line.forms.length ? line.forms.map((form) => [icon(form), T.inForm(scene.lexicon.piece("forms", form))]) : T.inAnyForm),
    h("span", { class: "dice", key: "dice", "aria-hidden": "true" }, line.dice.map((kind) => looseDie(scene, kind, -1, kind, { title: scene.lexicon.piece("dice", kind) }))),
  ],
  dice: (scene, die, id) => [
    heading(die.name),
    h("span", { class: "dice small", key: "faces", "aria-hidden": "true" }, die.faces.map((_face, at) => looseDie(scene, id, at, at))),
    h("small", { key: "text" }, [...new Set(scene.glossary.faces(id).map((face) => face.text).filter(Boolean))].join(" ")),
  ],
  classes: (_scene, sheet) => [
    heading(sheet.name, h("small", { class: `constellation ${sheet.constellation}` }, T.constellations[sheet.constellation] ?? sheet.constellation)),
    h("ul", { class: "plain sheet", key: "innate" }, innateOf(sheet).map(([name, text]) =>
      h("li", { key: name }, h("b", null, `${T.innate} ${name}`), h("small", null, ` ${text}`)))),
    h("ul", { class: "plain sheet", key: "abilities" }, [...sheet.novice.abilities, ...sheet.novice.interrupts].map((one) =>
      h("li", { key: one.name }, h("b", { class: "price" }, one.cost, icon("tenacity", T.tenacity)), h("b", null, one.name), h("small", null, ` ${one.text}`)))),
  ],
};

/** What a novice of a class always has, by name; what only turns its sheet over is none of it. */
function innateOf({ name, novice }) {
  const own = novice.innate.filter((one) => one.name.startsWith(`${name}: `));
  return [...new Map(own.map((one) => [one.name.slice(name.length + 2), one.text])).entries()];
}

/** What a step of creating an adventurer decides; nothing for other questions. */
export function meaningOf(why) {
  if (!MEANING[why]) return false;
  return h("div", { class: "meaning", key: "meaning" }, h("p", null, MEANING[why]),
    why === "create.race" && h("dl", { class: "legend" }, STATS.map((stat) =>
      h("div", { key: stat }, h("dt", null, icon(drawnAs(stat)), T[stat]), h("dd", null, FIGURES[stat])))));
}
