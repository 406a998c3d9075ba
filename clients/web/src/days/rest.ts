/** The night: everybody's items on the table, to be sorted and given away by buttons and by drag. */

import { NOBODY } from "../protocol.ts";
import type { UnitId } from "../protocol.ts";
import { entryOf } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Option, Question } from "../core/messages.ts";
import type { Card, Unit } from "../core/state.ts";
import type { Ask } from "../view/scene.ts";
import type { Days } from "./parts.ts";
import { SESSION } from "../texts/session.ts";
import { T } from "../texts/en.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { holding } from "./carrying.ts";
import { endButton, goldButton } from "./decide.ts";
import { foreseen } from "./foreseen.ts";
import { landOf } from "./town.ts";
import { openOf, partyOf, portrait, signOfItem } from "./parts.ts";
import { vignette } from "./vignette.ts";

/** Why somebody is asked to sort its items. */
export const TRADE = "together.rest.items";
const [READY, MOST] = [4, 8];

/** What an option does with a card: "ready", "pack", "discard", or "give" and to whom. */
export type Way = { key: string; how: string; to: UnitId; card: string };

/** What can be done with cards, by the question's options. */
export function waysOf(question: Question | undefined): Way[] {
  return (question?.shape.options ?? []).flatMap(({ key }) => {
    const [how = "", ...rest] = key.split(":");
    if (how === "give") return [{ key, how, to: (rest[0] ?? NOBODY) as UnitId, card: rest.slice(1).join(":") }];
    return ["ready", "pack", "discard"].includes(how) ? [{ key, how, to: NOBODY, card: rest.join(":") }] : [];
  });
}

/** The place under which a way is found: an adventurer's pack or ready row, or the heap. */
export const placeOf = (way: Way, own: string): string =>
  way.how === "give" ? `to ${way.to}` : way.how === "discard" ? "away" : `${way.how} ${own}`;

/** The camp with everybody's items. */
export function restScreen(app: App, scene: Days) {
  const question = openOf(app, scene, TRADE);
  const ways = waysOf(question);
  const picked = app.ui.picked;
  return h(
    "section",
    { class: "camp", key: "camp", "aria-label": SESSION.rest },
    h(
      "header",
      { class: "banner", key: "banner" },
      vignette(`rest ${scene.state.day}`, landOf(scene), "rest"),
      h("div", { class: "title-of" }, h("h2", null, SESSION.rest), h("p", null, SESSION.restText)),
    ),
    h(
      "div",
      { class: "bedrolls", key: "bedrolls" },
      partyOf(scene).map((unit) => bedroll(app, scene, unit, question, ways, picked)),
    ),
    question &&
      h(
        "div",
        { class: `heap ${over(app, "away")}`, key: "heap", "data-drop": "away" },
        icon("bag"),
        h("strong", null, SESSION.away),
        h("small", null, SESSION.awayText),
      ),
    held(app, scene),
  );
}

const over = (app: App, place: string): string => (app.ui.held?.over === place ? "over" : "");

/** An adventurer's items: ready ones and the pack, each a place to drop on. */
function bedroll(
  app: App,
  scene: Days,
  unit: Unit,
  question: Question | undefined,
  ways: readonly Way[],
  picked: string,
) {
  const mat = entryOf(scene.state.adventurers, unit.id);
  const isOwn = unit.id === question?.about;
  const place = (how: string) => (isOwn ? `${how} ${unit.id}` : `to ${unit.id}`);
  const row = (how: string, name: string, cards: readonly Card[], room: number) =>
    h(
      "div",
      { class: `row-of ${how} ${over(app, place(how))}`, key: how, "data-drop": question ? place(how) : null },
      h("h4", null, name),
      h(
        "div",
        { class: "items" },
        cards.map((card) => itemOf(app, scene, card, isOwn ? question : undefined, ways, picked)),
        Array.from({ length: Math.max(0, Math.min(room - cards.length, 3)) }, (_, at) =>
          h("span", { key: `free-${at}`, class: "hole", "aria-hidden": "true" }),
        ),
      ),
    );
  return h(
    "section",
    { class: `bedroll ${isOwn ? "own" : ""}`, key: unit.id, "aria-label": scene.names.unit(unit.id) },
    h(
      "header",
      null,
      portrait(scene, unit),
      h("h3", null, scene.names.unit(unit.id)),
      h("small", null, SESSION.ofAll(mat.ready.length + mat.pack.length, MOST)),
    ),
    row("ready", SESSION.readyPlace, mat.ready, READY),
    row("pack", SESSION.packPlace, mat.pack, MOST),
  );
}

/** An item: one's own can be pressed for its ways, and carried to a place. */
function itemOf(
  app: App,
  scene: Days,
  card: Card,
  question: Question | undefined,
  ways: readonly Way[],
  picked: string,
) {
  const item = scene.glossary.entry("items", card.item);
  const inside = [
    h("span", { class: `art ${item?.subtype ?? ""}`, key: "art" }, icon(signOfItem(item?.subtype))),
    h(
      "span",
      { class: "name", key: "name" },
      item?.name ?? scene.lexicon.piece("items", card.item),
      card.expended && h("small", null, ` (${T.used})`),
    ),
    item && h("span", { class: "text-of", key: "text" }, item.text),
  ];
  const props = { key: card.id, "data-card": `items:${card.item}` };
  const own = ways.filter((way) => way.card === card.id);
  if (!question || !own.length) return h("span", { ...props, class: `item ${card.expended ? "spent" : ""}` }, inside);
  return h(
    "button",
    {
      ...props,
      class: `item own ${picked === card.id ? "picked" : ""} ${app.ui.held?.card === card.id ? "lifted" : ""}`,
      "data-item": card.id,
      "aria-pressed": String(picked === card.id),
      onclick: () => app.set({ picked: picked === card.id ? "" : card.id }),
      ...holding(app, card.id, (place) => {
        const way = own.find((one) => placeOf(one, question.about) === place);
        if (way) app.answer(question, [way.key]);
      }),
    },
    inside,
  );
}

/** The item under the finger. */
function held(app: App, scene: Days) {
  const { held: now } = app.ui;
  if (!now) return false;
  const card = partyOf(scene)
    .map((unit) => entryOf(scene.state.adventurers, unit.id))
    .flatMap(({ ready, pack }) => [...ready, ...pack])
    .find((one) => one.id === now.card);
  return (
    card &&
    h(
      "span",
      {
        class: "in-hand",
        key: "in-hand",
        "aria-hidden": "true",
        style: `transform: translate(${now.x}px, ${now.y}px)`,
      },
      scene.lexicon.piece("items", card.item),
    )
  );
}

/** The panel: what can become of the item that was pressed; what can be used; sleep. */
export function restPanel(ask: Ask, scene: Days) {
  const { question, app } = ask;
  const ways = waysOf(question);
  const own = ways.filter((way) => way.card === app.ui.picked);
  const chosen = own.find((way) => way.key === ask.picks[0]);
  const mat = scene.state.adventurers[question.about as UnitId];
  const card = [...(mat?.ready ?? []), ...(mat?.pack ?? [])].find((one) => one.id === app.ui.picked);
  const item = card && scene.glossary.entry("items", card.item);
  const rest = question.shape.options.filter(({ key }) => key !== "done" && !ways.some((way) => way.key === key));
  return [
    h("h2", { key: "title" }, SESSION.rest),
    card && own.length
      ? h(
          "div",
          { class: "chosen", key: card.id },
          h("h3", null, SESSION.ways(item?.name ?? "")),
          item && h("p", null, item.text),
          h(
            "div",
            { class: "offers" },
            own.map((way) => wayButton(ask, scene, way)),
          ),
          chosen && [foreseen(ask, scene), goldButton(ask, wayWords(scene, chosen), ask.picks)],
        )
      : h("p", { class: "faint first", key: "first" }, SESSION.restText),
    rest.length > 0 &&
      h(
        "div",
        { class: "offers", key: "uses" },
        rest.map((option) => use(ask, scene, option)),
      ),
    endButton(ask, "done", SESSION.sleep),
  ];
}

/** What becomes of an item, in words. */
function wayWords(scene: Days, { how, to }: Way): string {
  if (how === "give") return SESSION.giveTo(scene.names.unit(to));
  return how === "ready" ? SESSION.makeReady : how === "pack" ? SESSION.stow : SESSION.discard;
}

/** Picked first, so that what it changes is told before it is done. */
function wayButton(ask: Ask, scene: Days, way: Way) {
  const receiver = way.how === "give" ? scene.state.units[way.to] : undefined;
  const isPicked = ask.picks[0] === way.key;
  return h(
    "button",
    {
      key: way.key,
      class: `offer ${way.how === "discard" ? "ember" : ""} ${isPicked ? "picked" : ""}`,
      "data-key": way.key,
      "aria-pressed": String(isPicked),
      disabled: ask.isSent,
      onclick: () => pick(ask, way.key),
    },
    receiver && portrait(scene, receiver, "small"),
    wayWords(scene, way),
  );
}

function pick(ask: Ask, key: string) {
  ask.app.drafts.set(ask.question, [key]);
  ask.change();
}

function use(ask: Ask, scene: Days, option: Option) {
  const isPicked = ask.picks[0] === option.key;
  return [
    h(
      "button",
      {
        key: option.key,
        class: `offer ${isPicked ? "picked" : ""}`,
        "data-key": option.key,
        "aria-pressed": String(isPicked),
        onclick: () => pick(ask, option.key),
      },
      option.text,
      option.note && h("small", null, option.note),
    ),
    isPicked && foreseen(ask, scene),
    isPicked && goldButton(ask, option.text, [option.key], `gold-${option.key}`),
  ];
}
