/** Components as options: what choosing a race, a line, a class, an item or a die means. */

import { named, wordOf } from "../texts/en.ts";
import type { Scene } from "./scene.ts";
import type { Option } from "../core/messages.ts";
import { thingOf } from "../core/offers.ts";
import { EASE, EASE_WORDS, FIGURES, LINES, MEANING, T, WEIGHED } from "../texts/en.ts";
import { looseDie } from "./dice.ts";
import type { ClassWords, Kinds, LineWords, RaceWords } from "../core/words.ts";
import { h } from "./dom.ts";
import type { Child } from "./dom.ts";
import { icon } from "./icons.ts";

const drawnAs = (stat: string) => (stat === "health" ? "heart" : stat);
const STATS = ["health", "stamina", "magicka", "combat", "cooldown"] as const;

/** The inside of an option that is a component, null if it is none. */
export function pieceOption(scene: Scene, option: Option): Child {
  const id = thingOf(option.key);
  if (option.key === `${READY}${id}`) return readyOption(scene, id);
  if (id !== option.key) return null;
  for (const draw of PIECES) {
    const drawn = draw(scene, id, option.text);
    if (drawn) return drawn;
  }
  return null;
}

const READY = "ready:";

/** Somebody who stands ready: what they do, their line, their class, the race's figures. */
function readyOption(scene: Scene, id: string): Child {
  const { glossary, lexicon } = scene;
  const one = glossary.entry("ready", id);
  const race = one && glossary.entry("races", one.race);
  if (!one || !race) return null;
  return [
    heading(one.name),
    h("span", { class: "meaning", key: "meaning" }, one.text),
    h(
      "span",
      { class: "made-of", key: "made-of" },
      icon(`lines:${one.line}`, lexicon.piece("lines", one.line)),
      icon(`classes:${one.class}`, lexicon.piece("classes", one.class)),
      ease(EASE[id] ?? 0),
    ),
    weighed(glossary.entry("lines", one.line), race),
  ];
}

/** How much practice somebody takes who stands ready, in three steps. */
const ease = (steps: number) =>
  steps > 0 &&
  h(
    "span",
    { class: "ease", key: "ease" },
    h("span", { "aria-hidden": "true" }, "★".repeat(steps), h("i", null, "★".repeat(3 - steps))),
    ` ${EASE_WORDS[steps] ?? ""}`,
  );

/** What one can weigh against others: how much they take, how far they walk and reach, what they roll in a turn. */
function weighed(line: LineWords | undefined, race: RaceWords): Child {
  const dice = line?.stat === "magicka" ? race.magicka : race.stamina;
  const all = [
    ["health", race.health],
    ["walk", race.stamina],
    ["reach", reachOf(line, race)],
    ["dice", dice],
    ["back", race.cooldown],
  ] as const;
  return h(
    "span",
    { class: "weighed", key: "weighed" },
    all.map(([name, value]) =>
      h("span", { key: name, title: WEIGHED[name].means }, h("b", null, value), ` ${WEIGHED[name].word}`),
    ),
  );
}

/** How far the form reaches in which a line's dice hit: as `reach` of the geometry says it of somebody on the board. */
function reachOf(line: LineWords | undefined, { stamina, magicka }: RaceWords): string {
  const [form] = line?.forms ?? [];
  if (form === "ranged-weapon") return stamina > 2 ? `2-${stamina}` : "2";
  if (form === "magic") return magicka > 1 ? `1-${magicka}` : "1";
  return "1";
}

/** A race's five figures. */
const figures = (race: RaceWords) =>
  h(
    "span",
    { class: "stats", key: "stats" },
    STATS.map((stat) => h("span", { key: stat, title: named(stat) }, icon(drawnAs(stat), named(stat)), race[stat])),
  );

type Named = { name: string };
type NamedKind = { [K in keyof Kinds]: Kinds[K] extends Named ? K : never }[keyof Kinds];

/** What draws an option that bears the name of a piece of some kind. */
const ofKind =
  <K extends NamedKind>(kind: K, draw: (scene: Scene, entry: Kinds[K], id: string) => Child) =>
  (scene: Scene, id: string, text: string): Child => {
    const entry = scene.glossary.entry(kind, id);
    return entry && text === (entry as Named).name ? draw(scene, entry, id) : null;
  };

const heading = (name: string, ...more: Child[]) => h("strong", { class: "piece-name", key: "name" }, name, ...more);

/** What a piece of each kind looks like as an option. */
const PIECES = [
  ofKind("races", (_scene, race) => [
    heading(race.name),
    figures(race),
    h("small", { key: "text" }, h("b", null, race.ability.name || T.onceBattle), ": ", race.ability.text),
  ]),
  ofKind("lines", (scene, line, id) => [
    heading(
      line.name,
      h(
        "small",
        { class: `constellation ${line.constellation}` },
        T.constellations[line.constellation] ?? line.constellation,
      ),
    ),
    LINES[id] && h("span", { class: "meaning", key: "meaning" }, LINES[id]),
    h(
      "small",
      { key: "how" },
      icon(line.stat),
      T.limitedBy(wordOf(line.stat) ?? line.stat),
      ". ",
      line.forms.length
        ? line.forms.map((form: string) => [icon(form), T.inForm(scene.lexicon.piece("forms", form))])
        : T.inAnyForm,
    ),
    h(
      "span",
      { class: "dice", key: "dice", "aria-hidden": "true" },
      line.dice.map((kind: string) => looseDie(scene, kind, -1, kind, { title: scene.lexicon.piece("dice", kind) })),
    ),
  ]),
  ofKind("dice", (scene, die, id) => [
    heading(die.name),
    h(
      "span",
      { class: "dice small", key: "faces", "aria-hidden": "true" },
      die.faces.map((_face, at) => looseDie(scene, id, at, at)),
    ),
    h(
      "small",
      { key: "text" },
      [
        ...new Set(
          scene.glossary
            .faces(id)
            .map((face) => face.text)
            .filter(Boolean),
        ),
      ].join(" "),
    ),
  ]),
  ofKind("classes", (_scene, sheet) => [
    heading(
      sheet.name,
      h(
        "small",
        { class: `constellation ${sheet.constellation}` },
        T.constellations[sheet.constellation] ?? sheet.constellation,
      ),
    ),
    h(
      "ul",
      { class: "plain sheet", key: "innate" },
      innateOf(sheet).map(([name, text]) =>
        h("li", { key: name }, h("b", null, `${T.innate} ${name}`), h("small", null, ` ${text}`)),
      ),
    ),
    h(
      "ul",
      { class: "plain sheet", key: "abilities" },
      [...sheet.novice.abilities, ...sheet.novice.interrupts].map((one) =>
        h(
          "li",
          { key: one.name },
          h("b", { class: "price" }, one.cost, icon("tenacity", T.tenacity)),
          h("b", null, one.name),
          h("small", null, ` ${one.text}`),
        ),
      ),
    ),
  ]),
];

/** What a novice of a class always has, by name; what only turns its sheet over is none of it. */
function innateOf({ name, novice }: ClassWords) {
  const own = novice.innate.filter((one) => one.name.startsWith(`${name}: `));
  return [...new Map(own.map((one) => [one.name.slice(name.length + 2), one.text])).entries()];
}

/** What a step of creating an adventurer decides; nothing for other questions. */
export function meaningOf(why: string) {
  if (!MEANING[why]) return false;
  return h(
    "div",
    { class: "meaning", key: "meaning" },
    h("p", null, MEANING[why]),
    why === "create.race" &&
      h(
        "dl",
        { class: "legend" },
        STATS.map((stat) =>
          h("div", { key: stat }, h("dt", null, icon(drawnAs(stat)), named(stat)), h("dd", null, FIGURES[stat])),
        ),
      ),
  );
}
