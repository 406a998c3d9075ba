/** Growth: an adventurer's mat with what each advancement costs and brings, before it is bought. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import { unitNamed } from "../core/state.ts";
import { idsOf } from "../core/ids.ts";
import type { Option, Question } from "../core/messages.ts";
import type { Adventurer, Unit } from "../core/state.ts";
import type { Ask } from "../view/scene.ts";
import type { Child } from "../view/dom.ts";
import type { Deed } from "./chronicle.ts";
import type { Change, Days } from "./parts.ts";
import { wordOf } from "../texts/en.ts";
import { SESSION } from "../texts/session.ts";
import { looseDie } from "../view/dice.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { chancesOf } from "./chances.ts";
import { changes, endButton, goldButton } from "./decide.ts";
import { foreseen } from "./foreseen.ts";
import { firstWords, hasNoXp, noXp } from "./no_xp.ts";
import { openOf, portrait, shownUnit, signOfItem } from "./parts.ts";
import { grownIn } from "./told.ts";

/** Why somebody is asked how to grow. */
export const GROWTH = "together.advance";

const [SQUARES, PEGS, MOST_COOLDOWN] = [6, 5, 6];
/** Rows that count what one has, not squares of the mat. */
const VALUES = new Set(["cooldown", "tenacity"]);
const STATS = ["health", "stamina", "magicka"];
/** Keys of a question of growth that buy nothing. */
const OTHERS = new Set(["done", "use", "whole", "square", "die"]);

/** Something that can grow: how far it is, what is on offer for it, what the next square costs. */
type Row = {
  id: string;
  name: string;
  sign: string;
  now: number;
  room: number;
  price: number;
  offers: Option[];
  dice: string[];
};

const kindOf = (key: string): string => key.replace(/:.*/s, "");
const isOffer = (option: Option): boolean => !OTHERS.has(kindOf(option.key));
const signOf = (id: string): string =>
  id === "health" ? "heart" : STATS.includes(id) || id === "cooldown" || id === "tenacity" ? id : `lines:${id}`;

/** The rows of a mat, as far as they can grow. */
export function rowsOf(scene: Days, mat: Adventurer, question?: Question): Row[] {
  const offers = question?.shape.options.filter(isOffer) ?? [];
  const prices = scene.glossary.campaign.prices ?? [];
  const { state } = scene;
  const of = (id: string, name: string, now: number, room: number, price: number): Row => ({
    id,
    name,
    sign: signOf(id),
    now,
    room,
    price,
    offers: offers.filter((option) => kindOf(option.key) === id),
    dice: scene.glossary.entry("lines", id) ? diceOf(scene, mat, id) : [],
  });
  const ends = mat.mat.flatMap((row) => {
    const room = Math.max(0, SQUARES - row.left_squares - row.right_squares);
    return [[row.left, row.left_squares, room] as const, [row.right, row.right_squares, room] as const].filter(
      ([name]) => name,
    );
  });
  const named = (id: string) => scene.glossary.entry("lines", id)?.name ?? wordOf(id) ?? id;
  const rank = (id: string) => (STATS.includes(id) ? STATS.indexOf(id) : STATS.length + mat.lines.indexOf(id));
  const rows = ends
    .map(([id, count, room]) => of(id, named(id), count, room, room ? (prices[count] ?? 0) : 0))
    .sort((one, other) => rank(one.id) - rank(other.id));
  const isMost = mat.cooldown >= MOST_COOLDOWN;
  return [
    ...rows,
    of(
      "cooldown",
      wordOf("cooldown") ?? "Cooldown",
      mat.cooldown,
      isMost ? 0 : MOST_COOLDOWN - mat.cooldown,
      isMost ? 0 : mat.cooldown + 1,
    ),
    of("tenacity", wordOf("tenacity") ?? "Tenacity", mat.tenacity, PEGS - mat.tenacity, mat.tenacity < PEGS ? 1 : 0),
  ].filter((row) => state.units !== undefined && row.id);
}

/** The kinds of an adventurer's own dice of a line, wherever they lie. */
function diceOf(scene: Days, mat: Adventurer, line: string): string[] {
  const { state, glossary } = scene;
  const owner = idsOf(state.adventurers).find((id) => state.adventurers[id] === mat);
  return Object.values(state.dice ?? {})
    .filter((die) => die.owner === owner && glossary.entry("dice", die.kind)?.line === line)
    .map((die) => die.kind);
}

/** The mat, in the middle of the page. */
export function growthScreen(app: App, scene: Days) {
  const question = openOf(app, scene, GROWTH);
  scene.glossary.wantDrawn();
  const unit = shownUnit(app, scene, question);
  const mat = unit && scene.state.adventurers[unit.id];
  if (!unit || !mat) return false;
  const saved = scene.state.saved[unit.id] ?? 0;
  const picks = question ? app.drafts.of(question) : [];
  return h(
    "section",
    // Without a button in it the keyboard could not scroll a mat that is higher than the page.
    { class: "growth", key: "growth", tabindex: hasNoXp(scene) ? "0" : null, "aria-label": SESSION.growth },
    sheet(scene, unit, mat, saved),
    h(
      "div",
      { class: "walnut", key: "walnut" },
      hasNoXp(scene) && noXp(),
      h("h2", { key: "mat" }, SESSION.mat(scene.names.unit(unit.id))),
      rowsOf(scene, mat, question).map((row) => growthRow(app, scene, question, row, picks, saved)),
      h("p", { class: "hint", key: "hint" }, icon("locked"), SESSION.needsTrainer),
    ),
  );
}

/** Who grows, what has been saved. */
function sheet(scene: Days, unit: Unit, mat: Adventurer, saved: number) {
  const { lexicon } = scene;
  return h(
    "aside",
    { class: "sheet-of", key: unit.id },
    h("div", { class: "art", "aria-hidden": "true" }, portrait(scene, unit, "large")),
    h("h2", null, scene.names.unit(unit.id)),
    h(
      "p",
      null,
      [lexicon.piece("races", mat.race), mat.cls && lexicon.piece("classes", mat.cls)].filter(Boolean).join(", "),
    ),
    h(
      "p",
      { class: "stars", title: SESSION.saved(saved) },
      Array.from({ length: Math.min(saved, 12) }, (_, at) => h("span", { key: at, class: "star" }, icon("xp"))),
      h("b", null, SESSION.saved(saved)),
    ),
    carried(scene, mat),
    h("p", { class: "faint" }, SESSION.mayKeep(scene.glossary.campaign.saved ?? 3)),
  );
}

/** What somebody carries, with what it does. */
function carried(scene: Days, mat: Adventurer) {
  const cards = [...mat.ready, ...mat.pack];
  return h(
    "div",
    { class: "carried", key: "carried" },
    h("h3", null, SESSION.carried),
    cards.length
      ? h(
          "ul",
          { class: "plain" },
          cards.map((card) => {
            const item = scene.glossary.entry("items", card.item);
            return h(
              "li",
              { key: card.id, "data-card": `items:${card.item}` },
              h(
                "span",
                { class: `art ${item?.subtype ?? ""}`, "aria-hidden": "true" },
                icon(signOfItem(item?.subtype)),
              ),
              h("span", null, h("strong", null, item?.name ?? scene.lexicon.piece("items", card.item))),
            );
          }),
        )
      : h("p", { class: "faint" }, SESSION.carriesNothing),
  );
}

/** How far something has grown, in words. */
function stands({ id, now, room }: Row): string {
  if (VALUES.has(id)) return SESSION.now(now);
  return now ? SESSION.ofAll(now, now + room) : SESSION.notTrained;
}

function growthRow(
  app: App,
  scene: Days,
  question: Question | undefined,
  row: Row,
  picks: readonly string[],
  saved: number,
) {
  const isPicked = row.offers.some((option) => picks.includes(option.key));
  const pick = (option: Option) => () => {
    if (question) app.drafts.set(question, [option.key]);
    app.render();
  };
  return h(
    "div",
    { class: `grow ${isPicked ? "picked" : ""} ${row.room ? "" : "full"}`, key: row.id, "data-row": row.id },
    h("span", { class: `crest ${scene.glossary.entry("lines", row.id)?.constellation ?? row.id}` }, icon(row.sign)),
    h(
      "span",
      { class: "words" },
      h("strong", null, row.name),
      h("small", null, isPicked ? SESSION.becomes(row.now, row.now + 1) : stands(row)),
    ),
    h("span", { class: "cells", "aria-hidden": "true" }, cells(scene, row, isPicked)),
    h(
      "span",
      { class: "buys" },
      row.offers.map((option) =>
        h(
          "button",
          {
            key: option.key,
            class: `buy ${picks.includes(option.key) ? "picked" : ""}`,
            "data-buy": option.key,
            "aria-pressed": String(picks.includes(option.key)),
            onclick: pick(option),
          },
          row.dice.length || option.key.includes(":") ? dieOf(scene, option) : false,
          `${priceOf(option)} XP`,
          h("span", { class: "unseen" }, ` ${option.text}`),
        ),
      ),
      !row.offers.length &&
        h(
          "small",
          { class: "lack" },
          !row.room ? SESSION.full : row.price > saved ? SESSION.short(row.price - saved) : "",
        ),
    ),
  );
}

const dieOf = (scene: Days, option: Option) => {
  const kind = option.key.split(":")[1];
  return kind && scene.glossary.entry("dice", kind) ? looseDie(scene, kind, -1, kind, { title: option.text }) : false;
};

const priceOf = ({ note }: Option): number => Number(/^(\d+) XP/.exec(note)?.[1] ?? 0);

/** What is owned, what comes next, what is still shut. */
function cells(scene: Days, row: Row, isPicked: boolean): Child {
  const owned = row.dice.length
    ? row.dice.map((kind, at) => looseDie(scene, kind, -1, `${kind}-${at}`, {}))
    : Array.from({ length: row.now }, (_, at) => h("i", { key: `own-${at}`, class: `cell own ${row.id}` }));
  return [
    owned,
    Array.from({ length: row.room }, (_, at) =>
      h("i", { key: `free-${at}`, class: `cell ${at ? "later" : isPicked ? "chosen" : "next"}` }),
    ),
  ];
}

/** The receipt: what the picked advancement brings, what was bought, what stays saved. */
export function growthPanel(ask: Ask, scene: Days, deeds: readonly Deed[]) {
  const { question, picks } = ask;
  const option = question.shape.options.find((one) => one.key === picks[0]);
  const about = question.about as UnitId;
  const saved = scene.state.saved[about] ?? 0;
  const most = scene.glossary.campaign.saved ?? 3;
  const canBuy = question.shape.options.some(isOffer);
  const end = canBuy
    ? endButton(ask, "done", SESSION.keep(Math.min(saved, most)))
    : endButton(ask, "done", SESSION.goOn, "", "gold");
  return [
    h("h2", { key: "title" }, h("span", null, SESSION.receipt), h("small", null, SESSION.saved(saved))),
    option
      ? brought(ask, scene, option, saved)
      : h("p", { class: "faint first", key: "first" }, firstWords(scene, saved, canBuy)),
    bought(scene, about, deeds),
    saved > most && h("p", { class: "wild", key: "overflow" }, SESSION.overflow(saved - most)),
    // What nobody comes for stands below the way on.
    canBuy ? [others(ask), end] : [end, others(ask)],
  ];
}

function brought(ask: Ask, scene: Days, option: Option, saved: number) {
  const [id = "", kind = ""] = option.key.split(":");
  const cost = priceOf(option);
  const die = kind ? scene.glossary.entry("dice", kind) : undefined;
  const isOffered = isOffer(option);
  const unit = unitNamed(scene.state, ask.question.about);
  const rows: Change[] = isOffered ? [{ sign: "xp", word: SESSION.leftAfter, now: saved, then: saved - cost }] : [];
  if (id === "health" && unit)
    rows.unshift({ sign: "heart", word: SESSION.figures.hp, now: unit.health, then: unit.health + 1 });
  return h(
    "div",
    { class: "chosen", key: option.key },
    h("h3", null, option.text),
    die
      ? [
          h("p", { key: "faces-are" }, SESSION.newDie, die.level ? `, ${SESSION.level(die.level)}` : ""),
          chances(scene, kind, die.faces),
        ]
      : h(
          "p",
          null,
          isOffered ? (SESSION.grows[id] ?? "") : OTHERS.has(id) && id !== "use" ? SESSION.untrainText : option.note,
        ),
    changes(rows),
    foreseen(ask, scene),
    goldButton(ask, isOffered ? SESSION.buy(option.text, cost) : option.text, ask.picks),
  );
}

/** Each face of a die: on how many sides it stands, as a number and a bar, and what it does. */
function chances(scene: Days, kind: string, faces: readonly string[]) {
  return h(
    "ul",
    { class: "chances plain", key: "chances" },
    chancesOf(faces).map(({ face, at, sides }) =>
      h(
        "li",
        { key: face },
        h("span", { "aria-hidden": "true" }, looseDie(scene, kind, at, at)),
        h("b", null, SESSION.sides(sides, faces.length)),
        h("i", { class: "likely", style: `--sides: ${sides}`, "aria-hidden": "true" }),
        h("small", null, scene.glossary.face(face).text),
      ),
    ),
  );
}

/** What was bought this evening. */
function bought(scene: Days, unit: UnitId, deeds: readonly Deed[]) {
  const own = deeds.filter((deed) => (deed.tag === "advance" || deed.tag === "untrain") && deed.said[0] === unit);
  return (
    own.length > 0 &&
    h(
      "div",
      { class: "bought", key: "bought" },
      h("h3", null, SESSION.boughtToday),
      h(
        "ul",
        { class: "plain" },
        own.map(({ said, tag, version }, at) => {
          const [, name = "", kind] = said.map(String);
          const words = grownIn(scene, name, tag === "advance" ? (kind ?? "") : "");
          return h(
            "li",
            { key: `${version}-${at}` },
            icon(signOf(name)),
            tag === "untrain" ? `${SESSION.untrain}: ${words}` : words,
            tag === "advance" && h("b", null, SESSION.xp(Number(said[3] ?? 0))),
          );
        }),
      ),
    )
  );
}

/** What else can be done in the evening: items, abilities, giving something up. */
function others(ask: Ask) {
  const rest = ask.question.shape.options.filter((option) => !isOffer(option) && option.key !== "done");
  const lost = rest.filter((option) => kindOf(option.key) !== "use");
  const list = (all: readonly Option[]) =>
    all.map((option) =>
      h(
        "button",
        {
          key: option.key,
          class: `offer ${ask.picks.includes(option.key) ? "picked" : ""}`,
          "data-key": option.key,
          "aria-pressed": String(ask.picks.includes(option.key)),
          onclick: () => {
            ask.app.drafts.set(ask.question, [option.key]);
            ask.change();
          },
        },
        option.text,
      ),
    );
  return [
    h("div", { class: "offers", key: "uses" }, list(rest.filter((option) => kindOf(option.key) === "use"))),
    lost.length > 0 &&
      h(
        "details",
        { class: "more", key: "untrain" },
        h("summary", null, SESSION.untrain),
        h("small", null, SESSION.untrainText),
        h("div", { class: "offers" }, list(lost)),
      ),
  ];
}
