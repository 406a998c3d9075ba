/** The card of a unit of a match: its figures, what it carries with weapons' ranges, its skills, and what ails it, in words. */

import type { UnitId } from "../protocol.ts";
import type { Fighter, MatchState } from "../core/match.ts";
import { inches } from "../core/match.ts";
import { defenceOf, moveOf, runOf } from "../core/match_figures.ts";
import { listed, title } from "../core/names.ts";
import { FIGHTERS } from "../texts/fighters.ts";
import { MATCH } from "../texts/match.ts";
import type { CardScene } from "./scene.ts";
import type { Child } from "./dom.ts";
import { h } from "./dom.ts";
import { icon, isDrawn } from "./icons.ts";

export function fighterCard(scene: CardScene, state: MatchState, id: string) {
  const unit = state.units[id as UnitId];
  if (!unit) return null;
  const sign = `fighters:${unit.type.id}`;
  const about = [scene.names.seat(unit.side), unit.type.name, FIGHTERS.ranks[unit.type.rank] ?? title(unit.type.rank)];
  return [
    h(
      "header",
      { key: "head" },
      isDrawn(sign) && icon(sign),
      h("h3", null, scene.names.unit(unit.id)),
      h("small", null, about.join(" · ")),
    ),
    figures(unit),
    list("weapons", weapons(unit)),
    list("states", states(scene, state, unit)),
    list(
      "skills",
      unit.type.skills.map((skill) => [title(skill), FIGHTERS.skills[skill] ?? ""]),
    ),
  ];
}

const figure = (name: string, value: Child) => h("div", { key: name }, h("dt", null, name), h("dd", null, value));

function figures(unit: Fighter) {
  const { type } = unit;
  const words = FIGHTERS.figures;
  const roll = (number: number | null) => (number === null ? "–" : FIGHTERS.from(number));
  return h(
    "dl",
    { class: "figures-card", key: "figures" },
    figure(words.move, inches(moveOf(unit))),
    figure(words.run, inches(runOf(unit))),
    figure(words.attacks, type.attacks),
    figure(words.melee, roll(type.melee)),
    figure(words.ranged, roll(type.ranged)),
    figure(words.defence, roll(defenceOf(unit))),
    figure(words.agility, roll(type.agility)),
    figure(words.morale, roll(type.morale)),
    figure(words.wounds, unit.wounds),
  );
}

type Line = readonly [name: string, words: string];

/** What a unit carries, and what each of it does. */
function weapons({ melee, ranged, armour, type }: Fighter): Line[] {
  return [
    ...melee.map((one): Line => [
      one.name,
      one.defence > 0
        ? FIGHTERS.defends(one.defence)
        : listed([FIGHTERS.hits(type.melee - one.melee), ...harm(one.injury, one.pierce)]),
    ]),
    ...ranged.map((one): Line => [
      one.name,
      listed([
        FIGHTERS.reaches(inches(one.range)),
        ...(type.ranged === null ? [] : [FIGHTERS.hits(type.ranged)]),
        ...harm(one.injury, one.pierce),
        ...one.tags.map((tag) => FIGHTERS.tags[tag] ?? title(tag)),
      ]),
    ]),
    ...(armour ? [[armour.name, FIGHTERS.defends(armour.defence)] as const] : []),
  ];
}

const harm = (injury: number, pierce: number): string[] => [
  ...(injury ? [FIGHTERS.injury(injury)] : []),
  ...(pierce ? [FIGHTERS.pierce(pierce)] : []),
];

/** What ails a unit, what it has done this turn, what it carries, whom it fights. */
function states(scene: CardScene, { pairs }: MatchState, unit: Fighter): Line[] {
  const foes = Object.values(pairs).flatMap(([one, other]) =>
    one === unit.id ? [other] : other === unit.id ? [one] : [],
  );
  const lines: Line[] = [];
  if (unit.fell >= 0) lines.push([FIGHTERS.gone, FIGHTERS.goneText]);
  if (unit.injury) lines.push([title(unit.injury), FIGHTERS.injuries[unit.injury] ?? ""]);
  if (foes.length) lines.push([FIGHTERS.engaged, listed(foes.map((foe) => scene.names.unit(foe)))]);
  if (unit.token) lines.push([MATCH.treasure, FIGHTERS.carries]);
  const marks = unit.marks.flatMap((mark) => FIGHTERS.marks[mark] ?? []);
  if (marks.length) lines.push([FIGHTERS.thisTurn, `${listed(marks)}.`]);
  return lines;
}

const list = (key: string, lines: readonly Line[]): Child =>
  lines.length > 0 &&
  h(
    "dl",
    { class: key === "weapons" ? "skills" : key, key },
    lines.map(([name, words], at) => [h("dt", { key: `t-${at}` }, name), h("dd", { key: `d-${at}` }, words)]),
  );
