/** The card of a unit: its figures, its skills in words, its statuses, and what its chip prints. */

import { unitNamed } from "../core/state.ts";
import type { EnemyTurn } from "../core/foresight.ts";
import type { ChipWords } from "../core/words.ts";
import type { CardScene } from "./scene.ts";
import type { Child } from "./dom.ts";
import type { Adventurer, Unit } from "../core/state.ts";
import { listed } from "../core/names.ts";
import { pointsOf } from "../core/points.ts";
import { reach } from "../core/geometry.ts";
import { named, T, TELLING } from "../texts/en.ts";
import type { Named } from "../core/words.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import { spanOf } from "./odds.ts";
import { portraitOf } from "./tokens.ts";

/** */
export function unitCard(scene: CardScene, id: string) {
  const unit = unitNamed(scene.state, id);
  if (!unit) return null;
  const chip = scene.glossary.entry("chips", unit.chip);
  const mat = scene.state.adventurers?.[unit.id];
  return [
    h(
      "header",
      { key: "head", class: unit.side },
      icon(portraitOf(scene, unit)),
      h("h3", null, scene.isYours ? T.own(scene.names.unit(unit.id)) : scene.names.unit(unit.id)),
      h(
        "small",
        null,
        [
          mat && scene.lexicon.piece("races", mat.race),
          unit.level > 0 && T.level(unit.level),
          chip && (T.types[chip.type] ?? chip.type),
          unit.fate ? (T.fates[unit.fate] ?? unit.fate) : unit.still && T.still,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    figures(scene, unit, chip, mat),
    chip && skills(scene, chip),
    states(scene, unit),
    mat && abilityOfRace(scene, mat),
    scene.coming && comingTurn(scene, scene.coming),
  ];
}

/** What the rules foresee of an enemy's next turn. */
function comingTurn(scene: CardScene, { courses, dealt }: EnemyTurn) {
  const ways = courses.map((course) => listed(course.targets.map((id) => scene.names.unit(id)))).filter(Boolean);
  const words = ways.length ? T.willEngage([...new Set(ways)].join(T.or), spanOf(dealt)) : T.willNotEngage;
  return h("dl", { class: "states", key: "coming" }, h("dt", null, icon("bolt"), T.nextTurn), h("dd", null, words));
}

const figure = (name: string, drawn: string, value: Child) =>
  h("div", { key: name }, h("dt", null, icon(drawn), name), h("dd", null, value));

/** A value as it is now; where that is not what is printed, how it comes about. */
function living(scene: CardScene, key: string, drawn: string, printed: number, words: Child = printed) {
  const now = scene.values?.[key];
  if (!now || now.value === printed) return figure(named(key), drawn, words);
  return h(
    "div",
    { key: named(key), class: "changed" },
    h("dt", null, icon(drawn), named(key)),
    h("dd", null, now.value, h("small", null, ` = ${now.why}`)),
  );
}

function figures(scene: CardScene, unit: Unit, chip: ChipWords | undefined, mat: Adventurer | undefined) {
  const [low, high] = reach(scene.state, unit, scene.glossary);
  const far = high < low ? T.noRange : low === high ? `${high}` : `${low}-${high}`;
  return h(
    "dl",
    { class: "figures-card", key: "figures" },
    figure(T.health, "heart", pointsOf(unit) || [unit.health, h("small", { key: "none" }, ` ${T.asleep}`)]),
    chip && living(scene, "combat", "combat", chip.combat),
    chip ? living(scene, "range", "range", chip.range, far) : figure(T.range, "range", far),
    chip
      ? living(scene, "defense", "shield", chip.defense)
      : Boolean(scene.values?.["defense"] && scene.values["defense"].value > 0) &&
          living(scene, "defense", "shield", 0),
    chip && living(scene, "targets", "targets", chip.targets, chip.targets || T.allOfThem),
    chip && figure(T.priority, "bolt", T.priorities[chip.priority] ?? chip.priority),
    chip && chip.movement > 0 && living(scene, "movement", "stamina", chip.movement),
    mat &&
      scene.values &&
      scene.values["movement"]?.value !== mat.stamina &&
      living(scene, "movement", "stamina", mat.stamina),
    mat && figure(T.stamina, "stamina", mat.stamina),
    mat && figure(T.magicka, "magicka", mat.magicka),
    mat && figure(T.cooldown, "cooldown", mat.cooldown),
    mat && figure(T.tenacity, "tenacity", mat.tenacity),
  );
}

/** Whether what a skill's one part says is its text over again, only more closely. */
export const isSaidAgain = ({ text, more }: { text: string; more: readonly { text: string }[] }): boolean =>
  more.length === 1 && more[0]?.text.split(" ", 2).join() === text.replaceAll(",", "").split(" ", 2).join();

function skills(scene: CardScene, chip: ChipWords) {
  const known = chip.skills.map(
    (written) => scene.glossary.skill(written) ?? { name: written, number: "", text: "", more: [] },
  );
  return (
    known.length > 0 &&
    h(
      "dl",
      { class: "skills", key: "skills" },
      known.map((skill) => [
        h("dt", { key: `t-${skill.name}` }, `${skill.name} ${skill.number}`),
        h(
          "dd",
          { key: `d-${skill.name}` },
          !isSaidAgain(skill) && skill.text,
          skill.more.map((one, at) => h("small", { key: at }, ` ${one.text}`)),
        ),
      ]),
    )
  );
}

function states(scene: CardScene, unit: Unit) {
  const on: [drawn: string, entry: Named | undefined, cause?: string][] = [
    ...unit.statuses.map((status): [string, Named | undefined, string?] => [
      status,
      scene.glossary.entry("statuses", status),
      scene.causes?.get(status) ?? "",
    ]),
    ...Object.values(scene.state.enchantments ?? {})
      .filter((one) => one.on === unit.id)
      .map((one): [string, Named | undefined] => ["magic", scene.glossary.entry("items", one.item)]),
  ];
  return (
    on.length > 0 &&
    h(
      "dl",
      { class: "states", key: "states" },
      on.map(
        ([drawn, entry, cause]) =>
          entry && [
            h("dt", { key: `t-${entry.name}` }, icon(drawn), entry.name),
            h("dd", { key: `d-${entry.name}` }, entry.text, cause && h("small", null, ` ${TELLING.came(cause)}`)),
          ],
      ),
    )
  );
}

function abilityOfRace(scene: CardScene, mat: Adventurer) {
  const race = scene.glossary.entry("races", mat.race);
  return (
    race &&
    h(
      "dl",
      { class: "skills", key: "race" },
      h("dt", null, race.ability.name || race.name),
      h("dd", null, race.ability.text),
    )
  );
}
