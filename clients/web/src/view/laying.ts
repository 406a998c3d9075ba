/**
 * Laying a tile of a delve: the whole tile as it would lie, drawn on the board, where a tap turns it or takes it to
 * another doorway; and the same beside it for keys. Part of what comes later (`later.ts`).
 */

import type { App } from "../app.ts";
import type { Hex } from "../core/state.ts";
import type { Question } from "../core/messages.ts";
import { hexOf, keyOf, neighbours, parse, withoutHexes, corners } from "../core/hexes.ts";
import { degreesTo, doorwaysOf, movedTo, turnedOn, wayOf, waysBeside } from "../core/laying.ts";
import type { Lying, Way } from "../core/laying.ts";
import { LAYING } from "../texts/laying.ts";
import { h } from "./dom.ts";
import { drawing, icon } from "./icons.ts";
import { moved, placed, SIZE } from "./placing.ts";
import type { Ask } from "./scene.ts";

const CELL = corners(SIZE);
/** What is printed on a tile, by its signs; what is worth knowing first. */
const PRINTED = [
  ["doors", "door"],
  ["hearts", "enemy"],
  ["caches", "cache"],
] as const;
/** The key of "Turn". */
const TURN_KEY = "t";

/** By how many degrees the tile came to lie as it does: it is seen to turn. */
const turned = { way: "", by: 0 };

/** The way that is shown: what would be laid. */
const shownOf = (app: App, question: Question) => wayOf(question, app.drafts.of(question)[0]);

function show(app: App, question: Question, from: Way, way: Way): void {
  if (app.session.isSent(question)) return;
  Object.assign(turned, { way: way.key, by: degreesTo(from, way) });
  app.drafts.set(question, [way.key]);
  app.render();
}

const turn = (app: App, question: Question, way: Way) => show(app, question, way, turnedOn(question, way));

// On the board

/** The tile as it would lie, over the map, and the doorways where it could lie instead. */
export function ghost(app: App, question: Question) {
  const way = shownOf(app, question);
  if (!way) return [];
  const { tile, doorway } = way;
  const hexes = tile["hexes"] ?? [];
  const { x, y } = placed(parse(doorway) ?? hexes[0] ?? [0, 0]);
  const by = turned.way === way.key ? turned.by : 0;
  const others = doorwaysOf(question);
  return [
    h(
      "g",
      {
        key: `way ${way.key}`,
        class: `tile-ghost ${by ? "turning" : ""}`,
        "data-way": way.key,
        style: `transform-origin: ${x.toFixed(1)}px ${y.toFixed(1)}px; --by: ${-by}deg`,
        onclick: () => app.ui.dragged || turn(app, question, way),
      },
      h("title", null, LAYING.tapTurns),
      hexes.map((at) => h("polygon", { key: keyOf(at), class: "cell", points: CELL, style: moved(at) })),
      h("path", { class: "rim-back", d: rimOf(hexes) }),
      h("path", { class: "rim", d: rimOf(hexes) }),
      hexes.map((at) => printsAt(tile, at)),
    ),
    h("path", { key: "joint", class: "joint", d: jointOf(question.about, doorway) }),
    others.length > 1 && others.map((at, nth) => doorwayAt(app, question, way, at, nth)),
  ];
}

/** Corners of a hex in the drawing; side 0 of a hex is its upper one. */
const corner = (at: Hex, nth: number) => {
  const { x, y } = placed(at);
  const angle = (nth * Math.PI) / 3;
  return `${(x + SIZE * Math.cos(angle)).toFixed(1)} ${(y + SIZE * Math.sin(angle)).toFixed(1)}`;
};
const edge = (at: Hex, side: number) => `M${corner(at, side + 4)}L${corner(at, side + 5)}`;

/** The outer edges of some hexes. */
function rimOf(hexes: readonly Hex[]): string {
  const own = new Set(hexes.map(keyOf));
  return hexes
    .flatMap((at) => neighbours(at).map((next, side) => (own.has(keyOf(next)) ? "" : edge(at, side))))
    .join("");
}

/** The edge between the explored door and the tile's own. */
function jointOf(door: string, doorway: string): string {
  const at = parse(door);
  const side = at ? neighbours(at).findIndex((next) => keyOf(next) === doorway) : -1;
  return at && side >= 0 ? edge(at, side) : "";
}

/** What is printed on a hex of the tile, side by side. */
function printsAt(tile: Lying, at: Hex) {
  const key = keyOf(at);
  const here = PRINTED.filter(([kind]) => (tile[kind] ?? []).some((one) => keyOf(one) === key));
  return here.map(([kind, sign], nth) =>
    h(
      "g",
      { key: `${kind} ${key}`, class: `print ${kind}`, style: moved(at) },
      h(
        "g",
        { transform: `translate(${(nth - (here.length - 1) / 2) * 42} 0) scale(1.45)` },
        h("circle", { class: "coin", r: 13 }),
        drawing(sign),
      ),
    ),
  );
}

/** A doorway with its number. */
function doorwayAt(app: App, question: Question, way: Way, at: string, nth: number) {
  const isHere = at === way.doorway;
  return h(
    "g",
    {
      key: `doorway ${at}`,
      class: `doorway ${isHere ? "here" : ""}`,
      style: moved(hexOf(at)),
      role: "button",
      tabindex: "-1",
      "aria-label": LAYING.doorway(nth + 1),
      "aria-pressed": String(isHere),
      "data-doorway": at,
      onclick: () =>
        app.ui.dragged || show(app, question, way, isHere ? turnedOn(question, way) : movedTo(question, way, at)),
    },
    h("polygon", { points: CELL }),
    h("g", { transform: "translate(0 34)" }, h("circle", { class: "coin", r: 17 }), h("text", null, String(nth + 1))),
  );
}

// Beside it

/** Which way is shown, in words, and the doorways as buttons. */
export function wayWords({ app, question, isSent }: Ask) {
  const way = shownOf(app, question);
  if (!way) return false;
  const [here, others] = [waysBeside(question, way), doorwaysOf(question)];
  return h(
    "div",
    { class: "laying", key: "laying" },
    h(
      "p",
      { class: "way-words", role: "status" },
      here.length > 1 && [h("b", null, LAYING.nth(here.indexOf(way) + 1, here.length)), " "],
      withoutHexes(way.text),
    ),
    others.length > 1 &&
      h(
        "div",
        { class: "doorways", role: "group", "aria-label": LAYING.doorways },
        h("span", { "aria-hidden": "true" }, LAYING.doorways),
        others.map((at, nth) =>
          h(
            "button",
            {
              key: at,
              type: "button",
              class: `option ${at === way.doorway ? "picked" : ""}`,
              "aria-label": LAYING.doorway(nth + 1),
              "aria-pressed": String(at === way.doorway),
              "data-number": String(nth + 1),
              disabled: isSent,
              onclick: () => show(app, question, way, movedTo(question, way, at)),
            },
            String(nth + 1),
          ),
        ),
      ),
  );
}

/** The button that turns the tile to its next way. */
export function turnButton({ app, question, isSent }: Ask) {
  const way = shownOf(app, question);
  if (!way || waysBeside(question, way).length < 2) return false;
  return h(
    "button",
    {
      key: "turn",
      type: "button",
      class: "turn-tile",
      "data-number": TURN_KEY,
      disabled: isSent,
      onclick: () => turn(app, question, way),
    },
    icon("turn"),
    LAYING.turn,
    " ",
    h("kbd", { "aria-hidden": "true" }, TURN_KEY),
  );
}
