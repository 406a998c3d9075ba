/** The dice of the last roll, as they fell. */

import { T } from "../texts/en.js";
import { h } from "./dom.js";
import { hue, letters } from "./mat.js";

export function tray(app, { names }) {
  const { roll } = app.teller;
  if (!roll) return h("div", { class: "tray", key: "tray" });
  return h("div", { class: "tray", key: "tray" },
    h("small", null, roll.who ? T.diceOf(names.unit(roll.who)) : ""),
    h("div", { class: "dice", key: roll.version }, roll.dice.map(({ die, kind, face }, at) => {
      const shown = names.lexicon.face(kind, face);
      return h("span", { key: die, class: `die fallen hue-${hue(kind)}`, style: `animation-delay: ${at * 70}ms`, title: `${names.die(kind)}: ${shown}` },
        h("b", null, letters(kind)), h("small", null, shown));
    })));
}
