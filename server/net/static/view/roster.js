/** All units in a list: what the board shows, in words. */

import { title } from "../core/names.js";
import { STATUSES, T } from "../texts/en.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

export function roster(app, scene) {
  const { state, names } = scene;
  const units = Object.values(state.units ?? {}).filter((unit) => unit.kind === "adventurer" || !unit.fate);
  if (!units.length) return false;
  return h("section", { class: "roster", key: "roster" }, h("h2", null, T.roster),
    h("ul", { class: "plain" }, units.map((unit) => unitLine(app, state, names, unit))));
}

function unitLine(app, state, names, unit) {
  const more = [
    ...unit.statuses.map((each) => STATUSES[each] ?? title(each)),
    ...unit.dice.map((die) => names.die(die)),
    ...unit.fatigue.map((token) => names.die(token.split("@")[0])),
    ...Object.values(state.enchantments ?? {}).filter((each) => each.on === unit.id).map((each) => title(each.item)),
    unit.fate && title(unit.fate),
  ].filter(Boolean);
  const point = (on) => () => app.set({ hover: on ? unit.id : "" });
  return h("li", {
    key: unit.id, class: `${unit.side} ${app.ui.card === unit.id ? "picked" : ""} ${unit.fate ? "out" : ""}`,
    onmouseenter: point(true), onmouseleave: point(false),
  },
  icon(unit.kind === "adventurer" ? "adventurer" : unit.side === "enemy" ? "enemy" : "companion", unit.side === "enemy" ? T.sideEnemy : T.sideParty),
  h("span", { class: "who" }, names.unit(unit.id), unit.level > 0 && h("small", null, ` ${T.level(unit.level)}`), more.length > 0 && h("small", null, ` ${more.join(", ")}`)),
  h("span", { class: "points" }, `${unit.hp}/${unit.health}${unit.bonus ? ` +${unit.bonus}` : ""}`));
}
