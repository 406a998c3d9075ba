/** Units on the map, as enamel tokens: side by shape and colour, the player's colour, HP, level, statuses, name. */

import { NO_SEAT } from "../protocol.ts";
import type { DieId, SeatId } from "../protocol.ts";
import type { Scene } from "./scene.ts";
import type { Unit } from "../core/state.ts";
import type { App } from "../app.ts";
import { hexOf, keyOf } from "../core/hexes.ts";
import { routeOf } from "../core/offers.ts";
import { burdenOf } from "../core/small_dice.ts";
import { FACES, LINES, OUTLINES, enamelOf } from "../board/shells.ts";
import { T } from "../texts/en.ts";
import { choosable, classes, offerWords } from "./choosable.ts";
import { describeUnit } from "./describing.ts";
import { h, memo } from "./dom.ts";
import { drawing, isDrawn, portraitDrawing } from "./icons.ts";
import { moved, placed } from "./placing.ts";
import { isMouse } from "./pointed.ts";

/**
 * A token's box around the middle of its piece, which stands higher than the middle of its hex by so much; what is drawn
 * beyond the box is seen, too. A `transform` of the piece would be one more thing that the browser layers for each unit.
 */
const [BOX, RAISED] = ["-44 -44 88 88", 4];

/** Marks on a token: this many in a row, so far apart, in units of the board. */
const MARKS = { inRow: 4, apart: 20, x: -29, y: -27 + RAISED };

/** The thing whose sign a unit bears: its race, its chip, or what kind of unit it is. */
export function portraitOf(scene: Pick<Scene, "glossary">, unit: Unit) {
  const group = unit.kind === "adventurer" ? "races" : "chips";
  const own = `${group}:${unit.chip}`;
  if (isDrawn(own)) return own;
  const type = scene.glossary.entry("chips", unit.chip)?.type ?? "";
  return isDrawn(type) ? type : isDrawn(unit.kind) ? unit.kind : "enemy";
}

const shapeOf = (unit: Unit): string => (OUTLINES[unit.kind] ? unit.kind : "quest");

/** Whether a unit is the viewer's own adventurer. */
const isOwn = (app: App, unit: Unit): boolean =>
  unit.kind === "adventurer" && app.session.seats.includes(unit.controller);

/** A token by itself, without anything that changes in a battle: for strips and panels, too. */
export const enamel = (scene: Scene, unit: Unit) =>
  tokenOf(shapeOf(unit), unit.side, scene.state.adventurers?.[unit.id]?.seat ?? NO_SEAT, portraitOf(scene, unit));

/** The token of a kind of unit, in the colour of its seat, with a sign. */
export function tokenOf(shape: string, side: string, seat: SeatId, portrait: string) {
  const outline = OUTLINES[shape];
  return [
    h("use", { href: `#base-${shape}` }),
    h("path", { class: "body", d: outline, fill: `url(#metal-${shape === "enemy" ? "iron" : "brass"})` }),
    h("path", { d: LINES[shape], fill: "#130d0a" }),
    h("path", { d: FACES[shape], fill: `url(#enamel-${enamelOf(side, seat)})` }),
    ...portraitDrawing(portrait),
    h("ellipse", { class: "gloss", cy: -17, rx: 22, ry: 11, fill: "url(#gloss)" }),
  ];
}

/**
 * A unit's token. It is a drawing by itself: one that moves or changes leaves all others as they were painted, and
 * a map that is moved leaves them all.
 */
export function unitToken(app: App, scene: Scene, unit: Unit) {
  const offers = [...(scene.offers.get(unit.id) ?? []), ...((unit.at && scene.offers.get(keyOf(unit.at))) ?? [])];
  const isActing = scene.state.turn?.unit === unit.id;
  const words = describeUnit(scene, unit);
  const handlers = offers.length
    ? choosable(app, offers, `${words}: ${offerWords(offers)}`)
    : { role: "img", "aria-label": words };
  const looks = [
    classes("unit", offers, app.ui.hover === unit.id),
    unit.side,
    shapeOf(unit),
    isActing && "acting",
    isOwn(app, unit) && "own",
    app.drama.isArriving(unit.id) && "arriving",
    app.ui.picked === unit.id && "watched",
    unit.statuses.includes("stealth") && "hidden-from",
    unit.hp > 0 || "asleep",
  ];
  const blow = app.drama.struck(unit.id);
  const isAimedAt = unit.side === "enemy" && offers.some((offer) => offer.isPicked);
  return h(
    "svg",
    {
      key: unit.id,
      class: looks.filter(Boolean).join(" "),
      viewBox: BOX,
      style: unit.at && moved(unit.at),
      "data-unit": unit.id,
      "data-card": `unit:${unit.id}`,
      onpointerenter: (event) => isMouse(event) && app.set({ hover: unit.id }),
      onpointerleave: () => app.ui.hover === unit.id && app.set({ hover: "" }),
      ...handlers,
    },
    isActing && h("circle", { key: "glow", cy: RAISED, r: 58, class: "glow", fill: "url(#acting-glow)" }),
    isAimedAt &&
      h(
        "g",
        { key: "aim", class: "target" },
        h("use", { y: RAISED, href: "#aimed" }),
        h("use", { y: RAISED, href: "#reticle" }),
      ),
    h("circle", { cy: RAISED, r: 43, class: "halo" }),
    memo(
      `piece-${blow}`,
      [unit.kind, unit.side, unit.chip, scene.state.adventurers?.[unit.id]?.seat, scene.glossary.data],
      () => h("g", { class: "piece" }, h("g", { class: blow ? "shaken" : "" }, enamel(scene, unit))),
    ),
    unit.level > 0 && badge("level", -27, 21 + RAISED, unit.level),
    unit.hp > 0 && hpBadge(unit),
    marksOf(scene, unit),
  );
}

/** Whether a unit's name is shown even where tokens are small: one's own, the one that acts, the one looked at. */
export const isNamed = (app: App, scene: Scene, unit: Unit): boolean =>
  isOwn(app, unit) || [app.ui.hover, app.ui.picked, scene.state.turn?.unit].includes(unit.id);

/**
 * A unit's name, below its token and above all tokens; its width follows its letters. One's own says "You" and lies
 * within its hex, at the lower left: ways, ranges and whoever stands below are seen.
 */
export function namePlate(app: App, scene: Scene, unit: Unit) {
  const words = isOwn(app, unit) ? T.ownToken : scene.names.unit(unit.id);
  const isLooked = isNamed(app, scene, unit);
  const looks = ["plate", unit.side, isOwn(app, unit) && "own", isLooked && "shown"];
  return h(
    "g",
    { key: unit.id, class: looks.filter(Boolean).join(" "), style: unit.at && moved(unit.at), "aria-hidden": "true" },
    h(
      "g",
      { transform: isOwn(app, unit) ? ownPlace(app, scene) : "translate(0 50)", style: `--letters: ${words.length}` },
      h("rect", null),
      h("text", null, words),
    ),
  );
}

/** Where "You" lies on a token: at its lower left, and at its upper left where a way that is planned begins there. */
function ownPlace(app: App, scene: Scene): string {
  const [from, first] = routeOf(scene.mine, app.drafts).map((key) => placed(hexOf(key)));
  const isTaken = from && first && first.x < from.x && first.y > from.y;
  return `translate(-8 ${isTaken ? -33 : 31})`;
}

/** A number in a disc at a token's rim. */
function badge(name: string, x: number, y: number, number: number) {
  return h(
    "g",
    { key: name, class: name },
    h("circle", { class: "badge-rim", cx: x, cy: y }),
    h("circle", { class: "badge", cx: x, cy: y }),
    h("text", { x, y }, number),
  );
}

function hpBadge(unit: Unit) {
  const low = unit.hp * 2 <= unit.health;
  return h(
    "g",
    { key: "hp", class: `hp ${low ? "low" : ""}` },
    badge("left", 28, 21 + RAISED, unit.hp),
    unit.bonus > 0 && badge("bonus", 31, -7 + RAISED, unit.bonus),
  );
}

/** Status dice, skill dice and fatigue that lie on the chip. */
function marksOf(scene: Scene, unit: Unit) {
  const on = [
    ...unit.statuses.map((status) => ({ name: status, card: `statuses:${status}` })),
    ...unit.dice.map((die) => ({ name: signOfDie(scene, die), card: `die:${die}` })),
    ...unit.fatigue.map((token) => ({ name: burdenOf(token).kind, card: `fatigue:${burdenOf(token).kind}` })),
    ...(unit.tokens ?? []).map((owner) => ({
      name: "token",
      card: `classes:${scene.state.adventurers?.[owner]?.cls ?? ""}`,
    })),
    ...Object.entries(scene.state.enchantments ?? {})
      .filter(([, one]) => one.on === unit.id)
      .map(([, one]) => ({ name: "magic", card: `items:${one.item}` })),
  ];
  const rest = on.length - 1;
  const marks = on.map(({ name, card }, at) =>
    h(
      "g",
      {
        key: `${name}-${at}`,
        class: "status",
        "data-card": card,
        transform: `translate(${MARKS.x + (at % MARKS.inRow) * MARKS.apart} ${MARKS.y - Math.floor(at / MARKS.inRow) * 18})`,
      },
      h("g", null, h("circle", { r: 11.5 }), drawing(name, 0.84)),
    ),
  );
  // Seen from afar the first of them has room to be read, the others are counted.
  return [...marks, rest > 0 && h("text", { key: "rest", class: "rest", x: MARKS.x + 40, y: MARKS.y - 9 }, `+${rest}`)];
}

function signOfDie(scene: Scene, die: DieId): string {
  const kind = `dice:${scene.state.dice?.[die]?.kind ?? ""}`;
  return isDrawn(kind) ? kind : "bolt";
}
