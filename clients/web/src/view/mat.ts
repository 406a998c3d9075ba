/** The mats: figures, attribute rows with their dice, active slots, cooldown track, items, abilities. */

import type { UnitId } from "../protocol.ts";
import { dieNamed } from "../core/state.ts";
import { entriesOf } from "../core/ids.ts";
import { entryOf } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Scene } from "./scene.ts";
import type { Adventurer, Card } from "../core/state.ts";
import type { Child } from "./dom.ts";
import { title } from "../core/names.ts";
import { named, T, wordOf } from "../texts/en.ts";
import { choose } from "./choosing.ts";
import { dieChip } from "./dice.ts";
import { h } from "./dom.ts";
import { followedUnit } from "./following.ts";
import { icon, isDrawn } from "./icons.ts";
import { enamel } from "./tokens.ts";
import { isYours, nameTold } from "./yours.ts";

const TRACK = 13;
const SLOTS = 4;
const PEGS = 5;
const SQUARES = 6;
const STATS = new Set(["health", "stamina", "magicka", "cooldown"]);

export function mats(app: App, scene: Scene) {
  const all = entriesOf(scene.state.adventurers ?? {});
  const [first] = all;
  if (!first) return h("section", { class: "mats none", key: "mats" });
  const own = all.find(([, mat]) => app.session.seats.includes(mat.seat))?.[0];
  const acting = scene.state.turn?.unit;
  const asked = scene.mine.map((question) => question.about as UnitId).find((unit) => scene.state.adventurers[unit]);
  const shown =
    [app.ui.mat, followedUnit(app, scene.state), asked, own, acting].find(
      (unit) => unit && scene.state.adventurers[unit],
    ) ?? first[0];
  const isFolded = app.ui.matFolded ?? Boolean(app.player);
  return h(
    "section",
    { class: `mats ${isFolded ? "folded" : ""}`, key: "mats", "aria-label": T.mat },
    h(
      "div",
      { class: "names", role: "tablist", "aria-label": T.mats },
      all.map(([unit]) =>
        h(
          "button",
          {
            key: unit,
            role: "tab",
            id: `tab-${unit}`,
            "aria-selected": String(unit === shown),
            class: unit === own ? "own" : "",
            "aria-controls": "mat",
            onclick: () => app.set({ mat: unit }),
          },
          nameTold(app, scene, unit),
          unit === acting && h("span", { class: "now", "aria-label": T.acts, role: "img" }, "●"),
        ),
      ),
    ),
    h(
      "button",
      {
        class: "quiet fold",
        "aria-expanded": String(!isFolded),
        "aria-label": T.foldMat,
        onclick: () => app.set({ matFolded: !isFolded }),
      },
      isFolded ? "▴" : "▾",
    ),
    mat(app, scene, shown),
  );
}

function mat(app: App, scene: Scene, unit: UnitId) {
  const here = entryOf(scene.state.adventurers, unit);
  const die = (id: string, at: number) => dieChip(app, scene, id, dieNamed(scene.state, id) ? id : `${id}-${at}`);
  return h(
    "div",
    { class: "mat", key: unit, id: "mat", role: "tabpanel", "aria-labelledby": `tab-${unit}` },
    h("h2", { class: "unseen" }, nameTold(app, scene, unit)),
    figures(scene, unit, here, isYours(app, scene, unit)),
    h(
      "div",
      { class: "zones" },
      rows(app, scene, here),
      h(
        "div",
        { class: "places" },
        zone(T.active, "slots", [...here.active.map(die), ...holes(SLOTS - here.active.length)], "rule:ACT-1"),
        zone(T.rolled, "rolled", here.rolled.map(die)),
        here.drained.length > 0 && zone(T.drained, "drained", here.drained.map(die), "rule:CD-15"),
        zone(T.track, "track", track(here, die), "rule:CD-1"),
      ),
      h(
        "div",
        { class: "goods" },
        cards(app, scene, T.readyItems, here.ready, unit),
        cards(app, scene, T.pack, here.pack, unit),
      ),
      abilities(scene, here),
    ),
  );
}

function figures(scene: Scene, unit: UnitId, here: Adventurer, isOwn: boolean) {
  const chip = scene.state.units[unit];
  const figure = (name: string, value: Child, more: Child = "") =>
    h(
      "span",
      { key: name, class: `figure ${name}`, "data-card": `stat:${name}` },
      icon(name === "health" ? "heart" : name, named(name)),
      h("b", null, value),
      more,
    );
  return h(
    "p",
    { class: "figures" },
    chip &&
      h(
        "svg",
        { class: "mat-token", viewBox: "-44 -44 88 88", "aria-hidden": "true", key: "token" },
        enamel(scene, chip),
      ),
    chip &&
      figure("health", `${chip.hp}/${chip.health}`, chip.bonus > 0 && h("i", { class: "extra" }, ` +${chip.bonus}`)),
    figure("stamina", here.stamina),
    figure("magicka", here.magicka),
    figure("cooldown", here.cooldown),
    h(
      "span",
      {
        class: "figure pegs",
        "data-card": "stat:tenacity",
        "data-classless": isOwn && !here.cls && "true",
        "aria-label": `${T.tenacity} ${here.tenacity}`,
        role: "img",
      },
      Array.from({ length: PEGS }, (_, at) =>
        h("span", { key: at, class: at < here.tenacity ? "on" : "" }, icon("tenacity")),
      ),
    ),
    here.form &&
      h(
        "span",
        { class: "figure form", "data-card": `forms:${here.form}` },
        icon(here.form),
        scene.lexicon.piece("forms", here.form),
      ),
    h("span", { class: "figure", "data-card": `races:${here.race}` }, scene.lexicon.piece("races", here.race)),
    here.cls &&
      h(
        "span",
        { class: "figure class", "data-card": `classes:${here.cls}` },
        icon("crown"),
        scene.lexicon.piece("classes", here.cls),
        here.master && " ★",
      ),
    here.tokens > 0 &&
      h(
        "span",
        {
          class: "figure tokens",
          "data-card": `classes:${here.cls}`,
          "aria-label": T.classTokens(here.tokens),
          role: "img",
        },
        icon("token"),
        h("b", null, here.tokens),
      ),
    !isOwn && h("span", { class: "figure seat" }, scene.names.seat(here.seat)),
  );
}

/** The four rows of six squares; dice lie on the squares of their attribute while they are available. */
function rows(app: App, scene: Scene, here: Adventurer) {
  const left = new Map(here.row.map((die) => [die, true]));
  const take = (attribute: string) => {
    for (const die of left.keys()) {
      const kind = scene.state.dice[die]?.kind ?? "";
      if (scene.glossary.entry("dice", kind)?.line !== attribute) continue;
      left.delete(die);
      return die;
    }
    return null;
  };
  const lines = here.mat.map((row, at) => {
    const [first, second] = [
      squares(app, scene, take, row.left, row.left_squares),
      squares(app, scene, take, row.right, row.right_squares),
    ];
    if (!row.left && !row.right) return false;
    const free = Math.max(0, SQUARES - row.left_squares - row.right_squares);
    return h(
      "li",
      { key: at },
      end(scene, row.left),
      h("span", { class: "squares" }, first, gaps(free, at), second),
      end(scene, row.right),
    );
  });
  const rest = [...left.keys()];
  return h(
    "div",
    { class: "zone rows", key: "rows" },
    h("h3", null, T.rows),
    h(
      "ol",
      { class: "plain" },
      lines,
      rest.length > 0 &&
        h(
          "li",
          { key: "rest" },
          h(
            "span",
            { class: "dice" },
            rest.map((die) => dieChip(app, scene, die)),
          ),
        ),
    ),
  );
}

const gaps = (count: number, row: number) =>
  Array.from({ length: count }, (_, at) =>
    h("span", { key: `free-${row}-${at}`, class: "square free", "aria-hidden": "true" }),
  );

function end(scene: Scene, attribute: string) {
  if (!attribute) return h("span", { class: "end", key: "none" });
  const isLine = !STATS.has(attribute);
  return h(
    "span",
    { key: attribute, class: "end", "data-card": isLine ? `lines:${attribute}` : `stat:${attribute}` },
    isLine
      ? scene.lexicon.piece("lines", attribute)
      : [icon(attribute === "health" ? "heart" : attribute), wordOf(attribute) ?? title(attribute)],
  );
}

function squares(app: App, scene: Scene, take: (attribute: string) => string | null, attribute: string, count: number) {
  return Array.from({ length: count }, (_, at) => {
    if (STATS.has(attribute))
      return h("span", { key: `${attribute}-${at}`, class: "square pip", "aria-hidden": "true" }, icon(attribute));
    const die = take(attribute);
    return die
      ? dieChip(app, scene, die)
      : h("span", { key: `${attribute}-${at}`, class: "square", "aria-hidden": "true" });
  });
}

const holes = (count: number, from = 0) =>
  Array.from({ length: Math.max(0, count) }, (_, at) =>
    h("span", { key: `hole-${at}`, class: "die hole", "aria-hidden": "true" }, from ? h("small", null, from + at) : ""),
  );

/** The track: the places that the next recovery empties are marked. */
function track(here: Adventurer, die: (id: string, at: number) => Child) {
  return [
    ...here.track.map((id, at) =>
      h("span", { key: `${id}-${at}`, class: `place ${at < here.cooldown ? "next" : ""}` }, die(id, at)),
    ),
    ...holes(TRACK - here.track.length, here.track.length + 1),
  ];
}

function zone(name: string, kind: string, kids: Child, card = "") {
  return h(
    "div",
    { class: `zone ${kind}`, key: kind },
    h("h3", { "data-card": card || null }, name),
    h("div", { class: "dice" }, kids),
  );
}

function cards(app: App, scene: Scene, name: string, held: readonly Card[], unit: UnitId) {
  if (!held.length) return false;
  return h(
    "div",
    { class: "zone cards", key: name },
    h("h3", null, name),
    h(
      "div",
      { class: "dice" },
      held.map((card) => {
        const offers = scene.offers.get(card.id);
        const spells = Object.values(scene.state.enchantments ?? {}).filter((spell) => spell.on === card.id);
        const words = [
          scene.lexicon.piece("items", card.item),
          ...spells.map((spell) => `+ ${scene.lexicon.piece("items", spell.item)}`),
          card.expended && `(${T.used})`,
          card.chips > 0 && `${card.chips} ${T.hp}`,
        ]
          .filter(Boolean)
          .join(" ");
        const subtype = `subtypes:${scene.glossary.entry("items", card.item)?.subtype ?? ""}`;
        const inside = [h("span", { class: "art" }, icon(isDrawn(subtype) ? subtype : "bag")), words];
        const props = { key: card.id, "data-card": `items:${card.item}`, "data-owner": unit };
        const look = `card-chip ${card.expended ? "spent" : ""}`;
        return offers
          ? h("button", { ...props, class: `${look} offered`, onclick: () => choose(app, offers) }, inside)
          : h("span", { ...props, class: look }, inside);
      }),
    ),
  );
}

/** The race's ability, and the class's with what they cost; what one has enough tenacity for is lit. */
function abilities(scene: Scene, here: Adventurer) {
  const sheet = here.cls && scene.glossary.entry("classes", here.cls);
  const side = sheet && (here.master ? sheet.master : sheet.novice);
  const race = scene.glossary.entry("races", here.race);
  const all = side
    ? [...side.abilities, ...side.interrupts].map((one) => ({ ...one, isOpen: here.tenacity >= one.cost }))
    : [];
  return h(
    "div",
    { class: "zone abilities", key: "abilities" },
    race?.ability.name &&
      h(
        "p",
        { class: "of-race", "data-card": `races:${here.race}`, key: "race" },
        h("b", null, race.ability.name),
        h("small", null, ` ${race.name}. ${T.onceBattle}`),
      ),
    side && h("h3", { "data-card": `classes:${here.cls}` }, sheet.name),
    h(
      "ul",
      { class: "plain" },
      all.map((one) =>
        h(
          "li",
          { key: one.name, class: one.isOpen ? "open" : "", "data-card": `classes:${here.cls}` },
          h("b", { class: "price" }, one.cost),
          icon("tenacity", T.tenacity),
          one.name,
        ),
      ),
    ),
  );
}
