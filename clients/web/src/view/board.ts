/** The map: tiles, what lies on them, units, and on top of them what can be chosen or is threatened. */

import type { Hex, State, Tile, Unit } from "../core/state.ts";
import type { App } from "../app.ts";
import type { Cell, Scene } from "./scene.ts";
import type { Child, Vnode } from "./dom.ts";
import { letterOf } from "../core/offers.ts";
import type { Offer } from "../core/offers.ts";
import { corners, hexOf, keyOf } from "../core/hexes.ts";
import { PLACE, waysOf } from "../core/laying.ts";
import type { Question } from "../core/messages.ts";
import { isSession } from "../core/overland.ts";
import { unitNamed } from "../core/state.ts";
import { arrowOf } from "../core/thinking.ts";
import { T } from "../texts/en.ts";
import { isNear, showGround } from "../board/backdrop.ts";
import type { Laid } from "../board/ground/plan.ts";
import { boardTools } from "./board_tools.ts";
import { cameraBox, cameraProps, cameraView, zoomButtons } from "./camera.ts";
import { choosable, classes, offerWords } from "./choosable.ts";
import { lookAt } from "./ahead.ts";
import { h, memo } from "./dom.ts";
import { arc, over, under } from "./drama.ts";
import { drawing } from "./icons.ts";
import { labels } from "./labels.ts";
import { lens } from "./lens.ts";
import { caches, coin, lying, marks, thingsIn } from "./lying.ts";
import { arrows, floats, overlay, pings, routeLine } from "./overlay.ts";
import { overlandPrinted, overlandProposals, overlandTokens } from "./overland.ts";
import { moved, placed, SIZE } from "./placing.ts";
import { isMouse } from "./pointed.ts";
import { priceOf } from "./prices.ts";
import { TRAVEL, metWords } from "../core/waymarks.ts";
import { isNamed, namePlate, unitToken } from "./tokens.ts";
import { openMode } from "./turn_modes.ts";

const FLOOR = corners(SIZE - 3);
const RING = corners(SIZE - 4);

/** Every hex of the map; the same list while the same tiles lie. */
const laidOut = new WeakMap<object, Cell[]>();

function hexesOf(tiles: State["tiles"]): Cell[] {
  const known = laidOut.get(tiles);
  if (known) return known;
  const all = Object.values(tiles).flatMap((tile, number) => tile.hexes.map((at) => ({ at, key: keyOf(at), number })));
  laidOut.set(tiles, all);
  return all;
}

/** Every hex in which a tile that is to be laid can lie. */
const hexesWanted = (laying: Question | undefined) =>
  (laying ? waysOf(laying) : []).flatMap(({ tile }) => (tile["hexes"] ?? []).map((at) => ({ at, key: keyOf(at) })));

/**
 * The floor, what lies on it, the tokens, and what moves above them are drawn apart, so that each stays as it was
 * painted while something happens in another.
 */
export function board(app: App, scene: Scene) {
  const { state } = scene;
  const hexes = hexesOf(state.tiles ?? {});
  if (!hexes.length) return h("div", { class: "map empty", key: "map" });
  const ground = new Map(hexes.map((hex) => [hex.key, hex]));
  const laying = scene.mine.find(({ why }) => why === PLACE);
  const box = cameraBox(app, scene, [...hexes, ...hexesWanted(laying)]);
  const seen = cameraView(app);
  const changed = () => app.render();
  if (seen) showGround(laidOf(state), scene.battle.opening?.encounter ?? "", seen.whole, seen.part, changed);
  const layer = (name: string, kids: Child) =>
    h("svg", { key: name, class: `layer ${name}`, viewBox: box, preserveAspectRatio: "xMidYMid meet" }, kids);
  return h(
    "div",
    { class: "map", key: "map" },
    h(
      "div",
      { ...lens(app), key: "lens" },
      boardIn(app, scene, ground, layer("floor", floor(app, scene, hexes)), [
        layer("above", above(app, scene, ground, laying)),
        tokens(app, scene),
        layer("over", overTokens(app, scene, ground)),
      ]),
    ),
    h("p", { id: "map-help", class: "unseen" }, T.mapHelp),
    zoomButtons(app),
    boardTools(app),
  );
}

/** The board itself: table and ground as they were painted, what lies on them, what moves above. */
function boardIn(app: App, scene: Scene, ground: Map<string, Cell>, below: Vnode, upper: Child) {
  return h(
    "div",
    {
      class: `board ${app.stage.isBusy ? "busy" : ""}`,
      tabindex: "0",
      role: "application",
      "aria-label": T.mapLabel,
      "aria-describedby": "map-help",
      ...cameraProps(app, scene, ground),
    },
    h("canvas", { key: "table", class: "table", "aria-hidden": "true" }),
    h("canvas", { key: "terrain", class: "terrain", "aria-hidden": "true" }),
    below,
    h("div", { key: "dusk", class: "dusk" }),
    upper,
  );
}

function floor(app: App, scene: Scene, hexes: readonly Cell[]) {
  const { state, offers, glossary } = scene;
  return [
    memo(
      "hexes",
      [
        state.tiles,
        state.blocked,
        glossary.data,
        state.caches,
        state.marks,
        state.laid,
        state.in_hexes,
        offers.size ? offers : 0,
        app.ui.coordinates,
      ],
      () => {
        const blocked = new Set((state.blocked ?? []).map(keyOf));
        return h(
          "g",
          null,
          hexes.map((hex) => hexCell(app, scene, hex, blocked.has(hex.key))),
        );
      },
    ),
    memo("printed", [state.tiles, glossary.data], () =>
      h(
        "g",
        { class: "printed" },
        Object.values(state.tiles).map((tile) => printedOn(tile)),
      ),
    ),
    memo("marks", [state.marks, state.caches, state.tiles], () => h("g", { class: "marks" }, marks(state))),
  ];
}

/** Who is on the map. */
const present = (state: State): Unit[] => Object.values(state.units).filter((unit) => unit.at);

/** What is drawn above the floor, below the tokens. */
function above(app: App, scene: Scene, ground: Map<string, Cell>, laying: Question | undefined) {
  const { state, glossary } = scene;
  return [
    overlandPrinted(scene),
    h("g", { key: "overlay" }, overlay(app, scene)),
    ground.has(app.ui.hover) &&
      h("polygon", { key: "pointed", class: "pointed", points: FLOOR, style: moved(hexOf(app.ui.hover)) }),
    h("g", { key: "ghost" }, laying && app.later.want()?.ghost(app, laying)),
    h("g", { key: "route", class: "way" }, routeLine(app, scene)),
    memo("caches", [state.caches, state.marks], () => h("g", null, caches(state))),
    memo("lying", [state.in_hexes, state.laid, state.dice, glossary.data], () => h("g", null, lying(scene))),
    h("g", { key: "labels" }, labels(scene)),
    h("g", { key: "strike" }, under(app)),
    h("g", { key: "overland-tokens" }, overlandTokens(scene)),
  ];
}

/** The units' tokens, each a drawing in the board's units; `showGround` lays them where the camera sees them. */
function tokens(app: App, scene: Scene) {
  const count = Object.keys(scene.state.units).length;
  return h(
    "div",
    { key: "tokens", class: "layer tokens" },
    h(
      "div",
      { key: "plane", class: "plane" },
      present(scene.state).map((unit) => token(app, scene, unit, count)),
    ),
  );
}

/** What is drawn above the tokens: names, thoughts, what happens, the cursor. */
function overTokens(app: App, scene: Scene, ground: Map<string, Cell>) {
  const units = present(scene.state);
  const count = Object.keys(scene.state.units).length;
  return [
    aimOf(app, scene),
    h(
      "g",
      { key: "plates" },
      units
        .filter((unit) => isNear() || isNamed(app, scene, unit))
        .map((unit) =>
          memo(`plate-${unit.id}`, tokenLooks(app, scene, unit, count), () => namePlate(app, scene, unit)),
        ),
    ),
    h("g", { key: "arrows" }, isSession(scene.state) ? overlandProposals(app, scene) : arrows(app, units)),
    h("g", { key: "drama", class: "drama" }, over(app, scene)),
    h("g", { key: "floats" }, floats(app, units)),
    h("g", { key: "pings" }, pings(app, units)),
    app.ui.cursor &&
      ground.has(app.ui.cursor) &&
      h("g", { key: "cursor", class: "cursor", style: moved(hexOf(app.ui.cursor)) }, h("polygon", { points: RING })),
  ];
}

/** Whom the attack goes at that is being planned. */
function aimOf(app: App, { mine, state }: Scene) {
  if (openMode(app, mine) !== "attack") return false;
  const attacks = mine.filter(({ why }) => why === "turn.engage");
  const [from, to] = (arrowOf(attacks, app.drafts, state) ?? []).map((id) => unitNamed(state, id)?.at);
  return from && to && app.later.found?.aimed(from, to, arc);
}

/** What a unit's token and its name plate are drawn of. */
function tokenLooks(app: App, { state, offers, glossary }: Scene, unit: Unit, count: number) {
  const { ui } = app;
  return [
    unit,
    count,
    offers.size ? offers : 0,
    ui.hover === unit.id,
    ui.picked === unit.id,
    app.session.player,
    state.turn?.unit === unit.id,
    state.adventurers?.[unit.id]?.form,
    state.enchantments,
    glossary.data,
    app.drama.struck(unit.id),
    app.drama.isArriving(unit.id),
  ];
}

/** A unit's token, drawn anew only when something about it has changed. */
const token = (app: App, scene: Scene, unit: Unit, count: number) =>
  memo(unit.id, tokenLooks(app, scene, unit, count), () => unitToken(app, scene, unit));

/** What the ground is painted of; the same object while the same lies there. */
function laidOf({ tiles, blocked, marks }: State): Laid {
  return { tiles, blocked: blocked ?? [], marks: marks ?? {} };
}

const PRINTED: Readonly<Record<"doors" | "hearts" | "stores", string>> = {
  doors: "door",
  hearts: "enemy",
  stores: "cache",
};

/** What is printed on a tile: doors, places of enemies and caches, side by side at a hex's lower edge. */
function printedOn(tile: Tile) {
  const all = Object.keys(PRINTED) as (keyof typeof PRINTED)[];
  const isOpen = tile.card !== "";
  const kinds = (key: string) =>
    all.filter((kind) => (kind === "doors" || !isOpen) && (tile[kind] ?? []).some((at) => keyOf(at) === key));
  return tile.hexes.flatMap((at) =>
    kinds(keyOf(at)).map((kind, nth, beside) =>
      h(
        "g",
        { key: `${kind}-${keyOf(at)}`, class: `print ${kind}`, style: moved(at) },
        h("g", { transform: `translate(${(nth - (beside.length - 1) / 2) * 25} 36)` }, coin(), drawing(PRINTED[kind])),
      ),
    ),
  );
}

/** The hex under a mouse is looked ahead from where it is offered; it is left also once it is offered no more. */
const looking = (app: App, key: string, isOffered: boolean) => ({
  ...(isOffered && {
    onpointerenter: (event: PointerEvent) => isMouse(event) && lookAt(app, key),
  }),
  onpointerleave: () => app.ui.ahead === key && lookAt(app, ""),
});

function hexCell(app: App, scene: Scene, { at, key }: Cell, isBlocked: boolean) {
  const offers = scene.offers.get(key);
  const isAble = offers?.some((offer: Offer) => !offer.reason);
  const cost = offers?.find((offer: Offer) => offer.cost !== undefined);
  const label =
    offers && `${key}${cost ? `, ${T.cost(cost.cost ?? 0, cost.question.shape.budget)}` : ""}: ${offerWords(offers)}`;
  const met = cost?.question.why === TRAVEL ? "" : (cost?.note ?? "");
  return h(
    "g",
    {
      key,
      class: `${classes("hex", offers, false)} ${isBlocked ? "blocked" : ""}`,
      "data-hex": key,
      "data-card": cardOf(scene, key, met),
      "data-met": met,
      ...looking(app, key, Boolean(offers)),
      ...choosable(app, offers, label ?? ""),
    },
    h("polygon", { points: groundOf(at), class: "ground" }),
    isBlocked || offers || app.ui.coordinates
      ? h(
          "g",
          { key: "on", style: moved(at) },
          isBlocked && h("g", { transform: "scale(3.2)", class: "rock" }, drawing("stone")),
          isAble && h("use", { key: "reach", href: "#reach", class: "reach" }),
          offers && h("polygon", { points: RING, class: "ring" }),
          app.ui.coordinates && h("text", { y: SIZE * 0.78, class: "name" }, key),
          cost ? priceOf(cost) : lettered(app, offers),
          met && h("text", { y: -22, class: "warn" }, h("title", null, T.warning(metWords(met))), T.warned),
        )
      : null,
  );
}

/**
 * The ground of a hex, in its place: whatever has a transform is a thing that the browser layers by itself in each
 * frame, and this one is there for every hex of the map.
 */
function groundOf(at: Hex): string {
  const { x, y } = placed(at);
  return corners(SIZE - 0.6, x, y);
}

/** What the card of a hex is about: over land every hex has one, in a battle where something lies. */
function cardOf({ state }: Scene, key: string, met: string): string | false {
  if (isSession(state)) return `place:${key}`;
  return (met !== "" || thingsIn(state, key).length > 0) && `hex:${key}`;
}

/** The letter of a hex that is asked for, as the panel calls it. */
function lettered(app: App, offers: readonly Offer[] | undefined) {
  const letter = app.ui.coordinates ? "" : (offers ?? []).map(({ question, key }) => letterOf(question, key)).join("");
  return (
    letter.length === 1 &&
    h("g", { key: "letter", class: "cost letter" }, h("circle", { class: "coin" }), h("text", null, letter))
  );
}
