/** A town: its picture with the features as houses to press, what each offers and costs, who has chosen what. */

import type { UnitId } from "../protocol.ts";
import { entryAt } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Question } from "../core/messages.ts";
import type { TownWords } from "../core/words.ts";
import type { Child } from "../view/dom.ts";
import type { Deed } from "./chronicle.ts";
import type { Days } from "./parts.ts";
import type { MoodName } from "./scenery.ts";
import type { Spot } from "./townscape.ts";
import type { Ware } from "./wares.ts";
import { levelOf, placesOf } from "../core/overland.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { icon, isDrawn } from "../view/icons.ts";
import { provinceOf } from "../view/overland.ts";
import { isPhone, openOf, portrait } from "./parts.ts";
import { townscape } from "./townscape.ts";
import { pickedWare, waresOf } from "./wares.ts";

/** Why somebody is asked what to do in a town. */
export const TOWN = "together.town";
/** The places that have a counter of their own; the others are small. */
const LARGE = new Set(["shop", "trainer"]);
const SKIES: readonly MoodName[] = ["dusk", "rain", "flood"];

/** The town's page, beside the panel that decides. */
export function townScreen(app: App, scene: Days, deeds: readonly Deed[]) {
  const words = townOf(scene);
  const question = openOf(app, scene, TOWN);
  const wares = question ? waresOf(question) : [];
  const picked = question ? pickedWare(wares, app.drafts.of(question)[0]) : undefined;
  const features = [
    ...(words?.has ?? []),
    ...["quest", "own"].filter((one) => wares.some(({ feature }) => feature === one)),
  ];
  const small = features.filter((feature) => !LARGE.has(feature));
  return h(
    "section",
    { class: "town", key: "town", "aria-label": words?.name ?? "" },
    h(
      "header",
      { class: "vista", key: "vista" },
      picture(app, scene, words, question, wares, picked),
      h("div", { class: "title-of" }, h("h2", null, words?.name ?? ""), h("p", null, words?.text ?? "")),
    ),
    h(
      "div",
      { class: "counters", key: "counters" },
      features
        .filter((feature) => LARGE.has(feature))
        .map((feature) => counter(app, scene, feature, words, question, wares, picked, deeds)),
      h(
        "div",
        { class: "places", key: "places" },
        small.map((feature) => place(app, scene, feature, words, question, wares, picked, deeds)),
      ),
    ),
  );
}

/** The town that the party is in, or the caravan that it has met. */
export function townOf(scene: Days): (TownWords & { id?: string }) | undefined {
  const { state } = scene;
  const province = provinceOf(scene, state);
  const town = state.visit?.town ?? "";
  return province?.towns[town] ?? (province?.caravan?.id === town ? province.caravan : undefined);
}

/** The terrain under the party. */
export function landOf(scene: Days): string {
  const province = provinceOf(scene, scene.state);
  const here = String(scene.state.party_at ?? "");
  return (province && placesOf(province).find((one) => one.key === here)?.terrain) ?? "";
}

function picture(
  app: App,
  scene: Days,
  words: TownWords | undefined,
  question: Question | undefined,
  wares: readonly Ware[],
  picked: Ware | undefined,
) {
  const province = provinceOf(scene, scene.state);
  const level = province ? levelOf(scene.state, province) : 0;
  const isWet = province?.gauge.id === "weather";
  const spots = (words?.has ?? []).map((feature): Spot => {
    const offered = wares.filter((ware) => ware.feature === feature);
    const name = SESSION.features[feature] ?? feature;
    return {
      feature,
      name,
      words: offered.length ? `${name}: ${SESSION.featureText[feature] ?? ""}` : `${name}, ${SESSION.notNow}`,
      isOpen: offered.length > 0,
      isPicked: picked?.feature === feature || (!picked && app.ui.place === feature),
      press: () => visit(app, feature, question, offered),
    };
  });
  return townscape(
    {
      id: scene.state.visit?.town ?? "",
      land: landOf(scene),
      mood: entryAt(SKIES, isWet ? Math.min(level, 2) : 0),
      isRaining: isWet && level > 0,
    },
    spots,
    isPhone(),
  );
}

/** Go to a house: what it offers alone is picked at once, of several things one looks first. */
function visit(app: App, feature: string, question: Question | undefined, offered: readonly Ware[]) {
  const [only, ...more] = offered.flatMap(({ ways }) => ways);
  if (question && offered.length === 1 && only && !more.length && !LARGE.has(feature))
    app.drafts.set(question, [only.key]);
  app.set({ place: feature });
  const counterOf = document.querySelector(`.counters [data-place="${feature}"]`);
  counterOf?.scrollIntoView({ block: "nearest" });
  counterOf?.querySelector<HTMLElement>("button:not(:disabled)")?.focus({ preventScroll: true });
}

type Parts = [
  App,
  Days,
  string,
  TownWords | undefined,
  Question | undefined,
  readonly Ware[],
  Ware | undefined,
  readonly Deed[],
];

/** The shop or the trainer: everything that lies out, each once. */
function counter(...[app, scene, feature, words, question, wares, picked, deeds]: Parts) {
  const shown = feature === "shop" ? shopCards(scene) : [...new Set(scene.state.visit?.trainer ?? [])];
  const own = wares.filter((ware) => ware.feature === feature);
  const rest = own.filter((ware) => !shown.includes(ware.id)).map((ware) => ware.id);
  return h(
    "section",
    { class: `counter ${feature} ${app.ui.place === feature ? "looked" : ""}`, key: feature, "data-place": feature },
    head(scene, feature, SESSION.features[feature] ?? "", deeds),
    feature === "shop" && words?.shop && h("p", { class: "hint" }, SESSION.shopText(words.shop[2])),
    h(
      "div",
      { class: feature === "shop" ? "cards-out" : "lines-out" },
      [...shown, ...rest].map((id) => {
        const ware = own.find((one) => one.id === id);
        const isPicked = ware !== undefined && ware === picked;
        const take = () => question && ware && pick(app, question, ware);
        return feature === "shop"
          ? itemCard(scene, id, ware, isPicked, take)
          : lineRow(scene, id, ware, isPicked, take);
      }),
      !shown.length && !rest.length && h("p", { class: "faint" }, SESSION.closedHere),
    ),
  );
}

/** What lies out for everybody: a card that waits for its place is somebody's already. */
function shopCards({ state }: Days): string[] {
  const aside: string[] = [...(state.visit?.aside ?? [])];
  const isFree = (card: string) => {
    const at = aside.indexOf(card);
    if (at >= 0) aside.splice(at, 1);
    return at < 0;
  };
  return ["common", "legendary"].flatMap((deck) => [...new Set((state.decks?.[deck]?.drawn ?? []).filter(isFree))]);
}

/** Pick a ware by its first way: the panel asks for another one. */
function pick(app: App, question: Question, ware: Ware) {
  app.drafts.set(question, [entryAt(ware.ways, 0).key]);
  app.set({ place: ware.feature });
}

/** A feature's name, who has been there, and what it costs. */
function head(scene: Days, feature: string, name: string, deeds: readonly Deed[], price = SESSION.price) {
  const there = deeds.filter((deed) => deed.said[1] === feature);
  const who = [...new Set(there.map((deed) => String(deed.said[0]) as UnitId))];
  return h(
    "header",
    { key: "head" },
    h("h3", null, h("span", { class: "crest" }, icon(feature)), name),
    who.length > 0 &&
      h(
        "span",
        { class: "been", title: who.map((unit) => scene.names.unit(unit)).join(", ") },
        who.map((unit) => scene.state.units[unit] && portrait(scene, scene.state.units[unit], "small")),
        h("span", { class: "unseen" }, who.map((unit) => scene.names.unit(unit)).join(", ")),
      ),
    h("small", { class: "price" }, icon("minutes"), price),
  );
}

/** A card that lies out in the shop. */
function itemCard(scene: Days, id: string, ware: Ware | undefined, isPicked: boolean, take: () => unknown) {
  const item = scene.glossary.entry("items", id);
  const sign = `subtypes:${item?.subtype ?? ""}`;
  return h(
    "button",
    {
      key: id,
      class: `ware ${item?.deck ?? ""} ${isPicked ? "picked" : ""}`,
      "data-ware": id,
      "data-card": `items:${id}`,
      "aria-pressed": String(isPicked),
      "aria-disabled": ware ? null : "true",
      onclick: take,
    },
    h("span", { class: `art ${item?.subtype ?? ""}` }, icon(isDrawn(sign) ? sign : "bag")),
    h(
      "span",
      { class: "foot-of" },
      h("strong", null, item?.name ?? scene.lexicon.piece("items", id)),
      h("span", { class: "text-of" }, item?.text ?? ""),
      h("em", null, isPicked ? SESSION.chosen : item?.deck === "legendary" ? "★" : ""),
    ),
  );
}

/** A line whose token lies at the trainer's. */
function lineRow(scene: Days, id: string, ware: Ware | undefined, isPicked: boolean, take: () => unknown) {
  const line = scene.glossary.entry("lines", id);
  return h(
    "button",
    {
      key: id,
      class: `line-row ${line?.constellation ?? ""} ${isPicked ? "picked" : ""}`,
      "data-ware": id,
      "data-card": line ? `lines:${id}` : null,
      "aria-pressed": String(isPicked),
      "aria-disabled": ware ? null : "true",
      onclick: take,
    },
    h("span", { class: "die-like" }, icon(line ? `lines:${id}` : id)),
    h(
      "span",
      { class: "words" },
      h("strong", null, line?.name ?? scene.lexicon.piece("", id)),
      h(
        "small",
        null,
        line?.dice
          .map((kind) => scene.lexicon.piece("dice", kind))
          .slice(0, 3)
          .join(", ") ?? "",
      ),
    ),
  );
}

/** A small place: what it brings, in words, and who has been there. */
function place(...[app, scene, feature, words, question, wares, picked, deeds]: Parts) {
  const own = wares.filter((ware) => ware.feature === feature);
  const told = placeWords(scene, feature, words, own);
  const isFree = feature === "own";
  return h(
    "section",
    {
      class: `place ${feature} ${own.length ? "" : "shut"} ${picked?.feature === feature ? "picked" : ""}`,
      key: feature,
      "data-place": feature,
    },
    h(
      "div",
      { class: "band", "aria-hidden": "true" },
      icon(feature === "quest" ? "quest" : feature === "own" ? "bag" : feature),
    ),
    head(
      scene,
      feature,
      told.name,
      deeds,
      isFree ? SESSION.priceFree : told.isGroup ? SESSION.priceAll : SESSION.price,
    ),
    told.text && h("p", { class: "told" }, told.text),
    told.brings.length > 0 &&
      h(
        "ul",
        { class: "plain brings" },
        told.brings.map((one) => h("li", { key: one }, one)),
      ),
    h(
      "div",
      { class: "offers" },
      own.map((ware) => wareButton(app, question, ware, ware === picked)),
    ),
    !own.length && h("small", { class: "faint" }, SESSION.notNow),
  );
}

function wareButton(app: App, question: Question | undefined, ware: Ware, isPicked: boolean): Child {
  return h(
    "button",
    {
      key: ware.id,
      class: `offer ${isPicked ? "picked" : ""}`,
      "data-ware": ware.id,
      "aria-pressed": String(isPicked),
      onclick: () => question && pick(app, question, ware),
    },
    ware.text,
  );
}

/** What a small place is called, and what it brings. */
export function placeWords(scene: Days, feature: string, words: TownWords | undefined, own: readonly Ware[]) {
  const base = {
    name: SESSION.features[feature] ?? feature,
    text: SESSION.featureText[feature] ?? "",
    brings: [] as readonly string[],
    isGroup: false,
  };
  if (feature === "town-square" && words?.square)
    return {
      ...base,
      name: words.square.name,
      text: words.square.text,
      brings: words.square.brings,
      isGroup: words.square.group,
    };
  if (feature === "guild-kiosk") {
    const guild = scene.glossary.campaign.guilds?.[scene.state.guild];
    return guild ? { ...base, name: guild.name, text: "", brings: guild.brings ?? [guild.kiosk[1]] } : base;
  }
  if (feature === "quest") return { ...base, brings: own.map((ware) => ware.note).filter(Boolean) };
  return base;
}
