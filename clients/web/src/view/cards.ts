/** What stands on the card of each thing: of a unit, a die, an item, a class, a status, a rule. */

import { ruleLink } from "../core/address.ts";
import { dieNamed } from "../core/state.ts";
import { entryOf } from "../core/certain.ts";
import { isMatch } from "../core/match.ts";
import type { CardScene } from "./scene.ts";
import { fighterCard } from "./fighter_card.ts";
import { title } from "../core/names.ts";
import { twistsNow } from "../core/twists.ts";
import { explained, metWords } from "../core/waymarks.ts";
import { HELP, named, T, twistName, wordOf } from "../texts/en.ts";
import { looseDie } from "./dice.ts";
import type { Face } from "../core/glossary.ts";
import type { SideWords } from "../core/words.ts";
import { h } from "./dom.ts";
import type { Child, Vnode } from "./dom.ts";
import { icon, isDrawn } from "./icons.ts";
import { partsOf, thingsIn } from "./lying.ts";
import { isSaidAgain, unitCard } from "./unit_card.ts";

/**
 * The card of a reference ("items:steel-maul"), null where nothing is known.
 */
export function card(
  scene: CardScene,
  reference: string,
  more: Readonly<Record<string, string | undefined>> = {},
): Vnode | null {
  const at = reference.indexOf(":");
  const [kind, id] = [reference.slice(0, at), reference.slice(at + 1)];
  const inside = CARDS[kind]?.(scene, id, more);
  return inside ? h("article", { class: `info info-${kind}`, key: reference }, inside) : null;
}

/** What draws the inside of a card; nothing where nothing is known. */
type Draw = (scene: CardScene, id: string, more: Readonly<Record<string, string | undefined>>) => Child;

const head = (name: Child, note = "", drawn = "") =>
  h("header", { key: "head" }, drawn && icon(drawn), h("h3", null, name), note && h("small", null, note));

const text = (words: string, key = "text") => words && h("p", { key }, words);

/** A short list of names and texts. */
export const lines = (entries: readonly (readonly [name: Child, words: Child])[], key: string): Child =>
  entries.length > 0 &&
  h(
    "dl",
    { key },
    entries.map(([name, words]) => [h("dt", { key: `t-${name}` }, name), h("dd", { key: `d-${name}` }, words)]),
  );

/** A word of the game: a status, a form, a code. */
const term = (kind: "statuses" | "fatigue" | "forms" | "codes") => (scene: CardScene, id: string) => {
  const entry = scene.glossary.entry(kind, id);
  return (
    entry && [head(entry.name, "", isDrawn(id) ? id : ""), text(entry.text), entry.rule && ruleLine(scene, entry.rule)]
  );
};

/** The sentence of a rule; what the rulebook calls it stands behind the §. */
function ruleLine(scene: CardScene, id: string) {
  const rule = scene.glossary.entry("rules", id);
  return rule && h("p", { class: "source", key: `rule-${id}` }, rule.text, " ", toGlossary(id));
}

/** Where the rulebook's number and page of a rule are told. */
const toGlossary = (id: string, words: Child = "§") =>
  h(
    "a",
    { class: "to-glossary", key: "glossary", href: ruleLink(id), title: HELP.inRules, "aria-label": HELP.inRules },
    words,
  );

function faces(scene: CardScene, kind: string, shown = -1) {
  const rolls = scene.glossary.entry("rolls", kind);
  if (rolls)
    return h(
      "p",
      { class: "faces", key: "faces" },
      rolls.map((_, at) => looseDie(scene, kind, at, at)),
    );
  const told = new Map<string, Face & { at: number; count: number; isUp: boolean }>();
  scene.glossary.faces(kind).forEach((face, at) => {
    const key = `${face.icon}:${face.value}`;
    const known = told.get(key) ?? { ...face, at, count: 0, isUp: false };
    told.set(key, { ...known, count: known.count + 1, isUp: known.isUp || at === shown });
  });
  return h(
    "ul",
    { class: "plain faces", key: "faces" },
    [...told.values()].map((face) =>
      h(
        "li",
        { key: face.at, class: face.isUp ? "up" : "" },
        h("b", null, `${face.count}×`),
        looseDie(scene, kind, face.at, "die"),
        h(
          "span",
          null,
          face.icon === "tenacity" ? T.tenacityFace : face.text,
          face.code && h("small", null, ` ${scene.glossary.name("codes", face.code)}`),
          face.forms.map((form: string) => icon(form, scene.lexicon.piece("forms", form))),
        ),
      ),
    ),
  );
}

function diceCard(scene: CardScene, kind: string, shown = -1, owner = "") {
  const die = scene.glossary.entry("dice", kind);
  const line = scene.glossary.lineOf(kind);
  if (!die && !scene.glossary.entry("rolls", kind)) return null;
  const level = line && `${line.name}, ${T.level(die?.level ?? 0)}`;
  return [
    head(die?.name ?? title(kind), [owner, level].filter(Boolean).join(" · ")),
    line &&
      line.stat &&
      h(
        "p",
        { class: "needs", key: "needs" },
        icon(line.stat, named(line.stat)),
        T.limitedBy(wordOf(line.stat) ?? line.stat),
        line.forms.map((form: string) => [" ", icon(form), scene.lexicon.piece("forms", form)]),
      ),
    faces(scene, kind, shown),
  ];
}

function itemCard(scene: CardScene, id: string) {
  const item = scene.glossary.entry("items", id);
  return (
    item && [
      head(
        item.name,
        [title(item.subtype), item.trait && title(item.trait), title(item.deck)].filter(Boolean).join(" · "),
      ),
      text(item.text),
      item.forms.length > 0 &&
        h(
          "p",
          { key: "forms" },
          item.forms.map((form: string) => [icon(form), scene.lexicon.piece("forms", form), " "]),
        ),
    ]
  );
}

function sideOf(side: SideWords, key: string): Child {
  return [
    lines(
      side.innate.filter((one) => one.text).map((one) => [one.name, one.text]),
      `${key}-innate`,
    ),
    lines(
      [...side.abilities, ...side.interrupts].map((one) => [
        [one.name, h("b", { class: "price" }, one.cost, icon("tenacity", T.tenacity))],
        one.text,
      ]),
      `${key}-abilities`,
    ),
    lines(
      side.enduring.map((one) => [`${one.name} (${one.tenacity}+)`, one.text]),
      `${key}-enduring`,
    ),
    Boolean(side.elsewhere?.length) && h("p", { key: "between", class: "hint" }, T.betweenBattles),
    lines(
      (side.elsewhere ?? []).map((one) => [
        [one.name, one.cost > 0 && h("b", { class: "price" }, one.cost, icon("tenacity", T.tenacity))],
        one.text,
      ]),
      `${key}-elsewhere`,
    ),
  ];
}

function classCard(scene: CardScene, id: string) {
  const sheet = scene.glossary.entry("classes", id);
  const holder = Object.values(scene.state.adventurers ?? {}).find((mat) => mat.cls === id);
  if (!sheet) return null;
  return [
    head(
      sheet.name,
      [T.constellations[sheet.constellation] ?? sheet.constellation, holder?.master && T.master]
        .filter(Boolean)
        .join(" · "),
      "crown",
    ),
    sideOf(holder?.master ? sheet.master : sheet.novice, "side"),
    text(sheet.jailbreak && T.earnedBy(T.deed(sheet.jailbreak, title(sheet.jailbreak))), "earned"),
  ];
}

function raceCard(scene: CardScene, id: string) {
  const race = scene.glossary.entry("races", id);
  const stats = ["health", "stamina", "magicka", "combat", "cooldown"] as const;
  return (
    race && [
      head(race.name),
      h(
        "p",
        { class: "stats", key: "stats" },
        stats.map((stat) =>
          h("span", { key: stat }, icon(stat === "health" ? "heart" : stat, named(stat)), race[stat]),
        ),
      ),
      lines([[race.ability.name || T.onceBattle, race.ability.text]], "ability"),
    ]
  );
}

function lineCard(scene: CardScene, id: string) {
  const line = scene.glossary.entry("lines", id);
  return (
    line && [
      head(line.name, T.constellations[line.constellation] ?? line.constellation),
      h(
        "p",
        { key: "needs" },
        icon(line.stat),
        T.limitedBy(wordOf(line.stat) ?? line.stat),
        line.forms.map((form: string) => [" ", icon(form), scene.lexicon.piece("forms", form)]),
      ),
      h(
        "ul",
        { class: "plain", key: "dice" },
        line.dice.map((kind: string) =>
          h(
            "li",
            { key: kind, class: "line-die" },
            looseDie(scene, kind, -1, kind),
            h(
              "span",
              null,
              scene.lexicon.piece("dice", kind),
              h("small", null, ` ${T.level(scene.glossary.entry("dice", kind)?.level ?? 0)}`),
            ),
          ),
        ),
      ),
    ]
  );
}

function ruleCard(scene: CardScene, id: string) {
  const rule = scene.glossary.entry("rules", id);
  return (
    rule && [
      head(rule.chapter, "", "book"),
      text(rule.text),
      h("p", { class: "source", key: "source" }, toGlossary(id, `§ ${HELP.inRules}`)),
    ]
  );
}

/** What "!" on a hex stands for. */
const warning = (met: string): Child =>
  met !== "" && [
    h("p", { class: "hint", key: "met" }, h("b", null, T.warned), ` ${T.warning(metWords(met))}`),
    lines(
      explained(met).map(({ name, text: words }) => [name, words]),
      "met-each",
    ),
  ];

const CARDS: Readonly<Record<string, Draw>> = {
  unit: (scene, id) => (isMatch(scene.state) ? fighterCard(scene, scene.state, id) : unitCard(scene, id)),
  die: (scene, id) => {
    const die = dieNamed(scene.state, id);
    return die && diceCard(scene, die.kind, die.face, scene.names.unit(die.owner));
  },
  dice: (scene, kind) => diceCard(scene, kind),
  items: itemCard,
  classes: classCard,
  races: raceCard,
  lines: lineCard,
  rule: ruleCard,
  statuses: term("statuses"),
  fatigue: term("fatigue"),
  forms: term("forms"),
  codes: term("codes"),
  skill: (scene, written) => {
    const skill = scene.glossary.skill(written);
    return (
      skill && [
        head(`${skill.name} ${skill.number}`),
        !isSaidAgain(skill) && text(skill.text),
        skill.more.map((one, at) => text(one.text, `more-${at}`)),
      ]
    );
  },
  stat: (_scene, id, { classless }) =>
    T.stats[id] && [
      head(named(id), "", id === "health" ? "heart" : id),
      text(classless ? `${T.stats[id]} ${T.noClassYet}` : T.stats[id]),
    ],
  encounters: (scene, id) => {
    const one = scene.glossary.entry("encounters", id);
    return (
      one && [
        head(one.name),
        text(one.text, "story"),
        text(one.objective),
        lines(
          one.special.map(({ name, text: words }) => [name, words]),
          "special",
        ),
        lines(
          twistsNow(scene.state, one).map(({ name, text: words }) => [twistName(name), words]),
          "twists",
        ),
      ]
    );
  },
  cards: (scene, id) => {
    const found = scene.glossary.entry("cards", id);
    return found && [head(found.name, T.delveCard), text(found.text)];
  },
  hex: (scene, key, { met = "" }) => {
    const cards = thingsIn(scene.state, key)
      .map((reference) => card(scene, reference))
      .filter(Boolean);
    return cards.length || met ? [warning(met), ...cards] : null;
  },
  door: (_scene, how) => [head(entryOf(T.doors, how), "", "door"), text(entryOf(T.doorMeans, how))],
  cache: (_scene, kind) => [head(T.cacheOf(kind), "", "cache"), text(T.cacheText)],
  mark: (scene, mark) => {
    const { kind, number } = partsOf(mark);
    const rules = scene.glossary.entry("encounters", scene.state.settings?.encounter)?.special ?? [];
    return [
      head(T.markNamed(kind, number), "", isDrawn(kind) ? kind : "goal"),
      text(T.marks[kind] ?? scene.state.objective),
      lines(
        rules.map(({ name, text: words }) => [name, words]),
        "special",
      ),
    ];
  },
};
