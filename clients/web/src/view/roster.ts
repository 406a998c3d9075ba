/** All units in a list: what the board shows, in words. */

import type { App } from "../app.ts";
import type { Scene } from "./scene.ts";
import type { Unit } from "../core/state.ts";
import { pointsOf } from "../core/points.ts";
import { burdenOf } from "../core/small_dice.ts";
import { T } from "../texts/en.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import { pointedAt } from "./pointed.ts";
import { portraitOf } from "./tokens.ts";
import { nameTold } from "./yours.ts";

export function roster(app: App, scene: Scene) {
  const { state } = scene;
  const units = Object.values(state.units ?? {}).filter((unit) => unit.kind === "adventurer" || !unit.fate);
  const goal = state.objective && h("p", { class: "goal", key: "goal" }, icon("targets"), state.objective);
  const { delve } = state;
  return h(
    "div",
    { class: "roster", key: "roster" },
    goal,
    delve && h("p", { class: "goal", key: "delve" }, T.skyshards(delve.gained, delve.required)),
    h(
      "ul",
      { class: "plain" },
      units.map((unit) => unitLine(app, scene, unit)),
    ),
  );
}

function unitLine(app: App, scene: Scene, unit: Unit) {
  const { state, names, lexicon } = scene;
  const more = [
    ...unit.statuses.map((each) => lexicon.piece("statuses", each)),
    ...unit.dice.map((die) => names.die(die)),
    ...unit.fatigue.map((burden) => names.die(burdenOf(burden).kind)),
    ...Object.values(state.enchantments ?? {})
      .filter((each) => each.on === unit.id)
      .map((each) => lexicon.piece("items", each.item)),
    unit.fate && lexicon.piece("", unit.fate),
  ].filter(Boolean);
  const points = pointsOf(unit);
  const isPicked = app.ui.picked === unit.id;
  return h(
    "li",
    { key: unit.id, class: `${unit.side} ${unit.fate ? "out" : ""}` },
    h(
      "button",
      {
        class: `unit-line ${isPicked ? "picked" : ""}`,
        "data-card": `unit:${unit.id}`,
        "aria-pressed": String(isPicked),
        onclick: () =>
          app.set({ picked: isPicked ? "" : unit.id, mat: state.adventurers?.[unit.id] ? unit.id : app.ui.mat }),
        ...pointedAt(
          () => app.set({ hover: unit.id }),
          () => app.ui.hover === unit.id && app.set({ hover: "" }),
        ),
      },
      icon(portraitOf(scene, unit), unit.side === "enemy" ? T.sideEnemy : T.sideParty),
      h(
        "span",
        { class: "who" },
        nameTold(app, scene, unit.id),
        unit.level > 0 && h("small", null, ` ${T.level(unit.level)}`),
        more.length > 0 && h("small", null, ` ${more.join(", ")}`),
      ),
      h("span", { class: "points" }, points ? [icon("heart", T.hp), points] : h("small", null, T.asleep)),
    ),
  );
}
