/** The table of a match, drawn: terrain by height, ladders, zones, treasure, units on their bases, pairs, places on offer. */

import type { App } from "../app.ts";
import type { Fighter, MatchState, Point, Terrain, Zone } from "../core/match.ts";
import type { Question } from "../core/messages.ts";
import type { MatchScene } from "./match.ts";
import { inches, pointKey, pointOf, radiusOf } from "../core/match.ts";
import { title } from "../core/names.ts";
import { MATCH } from "../texts/match.ts";
import { choose } from "../view/choosing.ts";
import { h } from "../view/dom.ts";

/** Room around the table, for the frame and for names at its edge. */
const MARGIN = 600;
const TOKEN = 420;
const RUNG = 260;
/** Of what a piece is higher, it is drawn darker no more. */
const HIGHEST = 6000;
/** How many places on offer are marked: more than these hide the table. */
const MOST_MARKS = 60;

/** Where a place is drawn: whoever sits here has their own edge below. */
type Turned = (x: number, y: number) => readonly [number, number];

export function table(app: App, scene: MatchScene) {
  const { state } = scene;
  const { width, depth, pieces, ladders, zones, name } = state.board;
  const turned = turnedFor(app, state);
  const asked = scene.mine.find((question) => question.shape.kind === "place");
  return h(
    "svg",
    {
      class: `table ${asked ? "pointing" : ""}`,
      viewBox: `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${depth + 2 * MARGIN}`,
      role: "group",
      "aria-label": MATCH.table(name),
      onclick: asked ? (event: PointerEvent) => pointed(app, state, turned, asked, event) : null,
    },
    h("rect", {
      class: "edge",
      x: -MARGIN / 2,
      y: -MARGIN / 2,
      width: width + MARGIN,
      height: depth + MARGIN,
      rx: 300,
    }),
    h("rect", { class: "ground", x: 0, y: 0, width, height: depth }),
    h("g", { class: "inches", "aria-hidden": "true" }, grid(width, depth)),
    state.phase === "deploy" && zones.map((zone, at) => zoned(zone, at, turned)),
    [...pieces].sort((a, b) => a.high - b.high).map((piece) => terrain(piece, turned)),
    ladders.map((ladder) => rungs(ladder, turned)),
    h(
      "g",
      { class: "pairs" },
      Object.entries(state.pairs).map(([key, pair]) => paired(key, pair, state, turned)),
    ),
    Object.entries(state.tokens).map(([key, token]) => treasure(key, token.at, state, turned)),
    h("g", { class: "places" }, asked && places(app, asked, turned)),
    standing(state).map((unit) => fighter(app, scene, unit, turned)),
  );
}

/** Seat by seat the same table, turned so that the own zone lies below. */
function turnedFor(app: App, { board, sides }: MatchState): Turned {
  const own = Object.values(sides).find(({ seat }) => app.session.seats.includes(seat));
  const zone = board.zones[own?.zone ?? 0];
  const isBelow = zone.y[0] + zone.y[1] >= board.depth;
  return isBelow ? (x, y) => [x, y] : (x, y) => [board.width - x, board.depth - y];
}

/** What is higher hides what is lower. */
const standing = (state: MatchState): Fighter[] =>
  Object.values(state.units)
    .filter((unit) => unit.at !== null)
    .sort((a, b) => (a.at?.[2] ?? 0) - (b.at?.[2] ?? 0));

function grid(width: number, depth: number) {
  const step = 6000; // half a foot: enough to guess by, too coarse to measure by
  const lines = [];
  for (let x = step; x < width; x += step) lines.push(h("line", { key: `x${x}`, x1: x, y1: 0, x2: x, y2: depth }));
  for (let y = step; y < depth; y += step) lines.push(h("line", { key: `y${y}`, x1: 0, y1: y, x2: width, y2: y }));
  return lines;
}

function zoned(zone: Zone, at: number, turned: Turned) {
  const [a, b] = [turned(zone.x[0], zone.y[0]), turned(zone.x[1], zone.y[1])];
  return h("rect", {
    key: `zone-${at}`,
    class: `zone side-${at}`,
    x: Math.min(a[0], b[0]),
    y: Math.min(a[1], b[1]),
    width: Math.abs(a[0] - b[0]),
    height: Math.abs(a[1] - b[1]),
  });
}

function terrain(piece: Terrain, turned: Turned) {
  const corners = piece.corners.map(({ x, y }) => turned(x, y));
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, each) => sum + each[axis], 0) / corners.length);
  const words = [
    piece.name || title(piece.id),
    piece.high > 0 && inches(piece.high),
    MATCH.footing[piece.footing],
  ].filter(Boolean);
  return h(
    "g",
    {
      key: piece.id,
      class: `piece ${piece.footing} ${piece.high ? "raised" : ""} ${piece.impassable ? "impassable" : ""}`,
      style: `--height: ${Math.min(1, piece.high / HIGHEST).toFixed(2)}`,
    },
    h("title", null, words.join(", ")),
    piece.high > 0 &&
      h("polygon", {
        class: "shadow",
        points: corners.map(([left, down]) => `${left + piece.high / 9},${down + piece.high / 7}`).join(" "),
      }),
    h("polygon", { class: "top", points: corners.map((each) => each.join()).join(" ") }),
    piece.high > 0 && h("text", { x, y, class: "high", "aria-hidden": "true" }, MATCH.height(piece.high)),
  );
}

function rungs({ id, foot, height }: { id: string; foot: { x: number; y: number }; height: number }, turned: Turned) {
  const [x, y] = turned(foot.x, foot.y);
  return h(
    "g",
    { key: id, class: "ladder", transform: `translate(${x} ${y})` },
    h("title", null, MATCH.ladder(height)),
    h("path", {
      d: `M-${RUNG} -500V500M${RUNG} -500V500M-${RUNG} -300H${RUNG}M-${RUNG} 0H${RUNG}M-${RUNG} 300H${RUNG}`,
    }),
  );
}

function paired(key: string, [one, other]: readonly [string, string], state: MatchState, turned: Turned) {
  const [a, b] = [state.units[one]?.at, state.units[other]?.at];
  if (!a || !b) return false;
  const [[x1, y1], [x2, y2]] = [turned(a[0], a[1]), turned(b[0], b[1])];
  return h("line", { key, x1, y1, x2, y2 });
}

function treasure(key: string, at: Point, state: MatchState, turned: Turned) {
  if (state.tokens[key].kept || Object.values(state.units).some((unit) => unit.token === key)) return false;
  const [x, y] = turned(at[0], at[1]);
  return h(
    "g",
    { key, class: "treasure", transform: `translate(${x} ${y})` },
    h("title", null, [MATCH.treasure, at[2] > 0 && MATCH.up(at[2])].filter(Boolean).join(", ")),
    h("path", { d: `M0 -${TOKEN}L${TOKEN} 0L0 ${TOKEN}L-${TOKEN} 0Z` }),
  );
}

/** Places that are known to serve, and the one that is picked. */
function places(app: App, question: Question, turned: Turned) {
  const picked = app.drafts.of(question)[0] ?? "";
  const offered = question.shape.options.slice(0, MOST_MARKS).map(({ key, text }) => ({ key, text }));
  const all = picked && !offered.some(({ key }) => key === picked) ? [...offered, { key: picked, text: "" }] : offered;
  return all.map(({ key, text }) => {
    const at = pointOf(key);
    if (!at) return false;
    const [cx, cy] = turned(at[0], at[1]);
    return h(
      "circle",
      {
        key,
        class: key === picked ? "picked" : "",
        cx,
        cy,
        r: key === picked ? 500 : 240,
        onclick: (event: PointerEvent) => {
          event.stopPropagation();
          app.drafts.set(question, [key]);
          app.render();
        },
      },
      h("title", null, text),
    );
  });
}

/** The table was pressed while a place is asked for: that place is picked, and stands until it is confirmed. */
function pointed(app: App, state: MatchState, turned: Turned, question: Question, event: PointerEvent) {
  const drawn = (event.currentTarget as SVGSVGElement).getScreenCTM();
  if (!drawn) return;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.inverse());
  const [left, down] = turned(x, y);
  const { width, depth, pieces } = state.board;
  if (left < 0 || down < 0 || left > width || down > depth) return;
  app.drafts.set(question, [pointKey(pieces, left, down)]);
  app.render();
}

/** A unit on its base, as large as it is: its side, what ails it, what it carries; a button where it may be named. */
function fighter(app: App, scene: MatchScene, unit: Fighter, turned: Turned) {
  const { state, names } = scene;
  const at = unit.at ?? [0, 0, 0];
  const [x, y] = turned(at[0], at[1]);
  const number = Object.keys(state.sides).indexOf(unit.side);
  const offers = (scene.offers.get(unit.id) ?? []).filter((offer) => !offer.reason);
  const isPicked = offers.some((offer) => offer.isPicked);
  const label = MATCH.unit(names.unit(unit.id), names.seat(unit.side), told(scene, unit));
  const radius = radiusOf(unit);
  const press = () => choose(app, offers);
  return h(
    "g",
    {
      key: unit.id,
      class: ["fighter", `side-${number}`, unit.injury, offers.length && "offered", isPicked && "picked"]
        .filter(Boolean)
        .join(" "),
      transform: `translate(${x} ${y})`,
      role: offers.length ? "button" : "img",
      tabindex: offers.length ? 0 : null,
      "aria-label": label,
      "aria-pressed": offers.length ? String(isPicked) : null,
      "data-unit": unit.id,
      onclick: offers.length ? pressed(press) : null,
      onkeydown: offers.length ? (event: KeyboardEvent) => event.key === "Enter" && press() : null,
    },
    h("title", null, label),
    at[2] > 0 && h("circle", { class: "lifted", cx: at[2] / 12, cy: at[2] / 9, r: radius }),
    h("circle", { class: "base", r: radius }),
    number === 1 && h("circle", { class: "second", r: radius * 0.8 }),
    h("text", { class: "letters", "aria-hidden": "true" }, letters(unit)),
    unit.injury && h("text", { class: "injury", y: radius + 330, "aria-hidden": "true" }, title(unit.injury)),
    unit.token && h("path", { class: "carried", d: `M${radius} -${radius}l260 260l-260 260l-260 -260Z` }),
    offers.length > 0 && h("circle", { class: "ring", r: radius + 160 }),
  );
}

const pressed = (press: () => void) => (event: PointerEvent) => {
  event.stopPropagation();
  press();
};

/** The first letters of a unit's name, and its number where several have that name. */
function letters({ name }: Fighter): string {
  const words = name.split(/[\s-]+/).filter(Boolean);
  const number = /^\d+$/.test(words.at(-1) ?? "") ? words.at(-1) : "";
  const named = number ? words.slice(0, -1) : words;
  const short = named.length > 1 ? named.map((word) => word[0]).join("") : (named[0] ?? "").slice(0, 2);
  return `${short.slice(0, 2)}${number ?? ""}`;
}

/** What is to be known of a unit, in words. */
function told({ state, names }: MatchScene, unit: Fighter): string[] {
  const others = Object.values(state.pairs).flatMap(([one, other]) =>
    one === unit.id ? [other] : other === unit.id ? [one] : [],
  );
  return [
    unit.injury && title(unit.injury),
    unit.at && unit.at[2] > 0 && MATCH.up(unit.at[2]),
    unit.token && MATCH.carries,
    others.length > 0 && MATCH.engagedWith(others.map((other) => names.unit(other))),
    [...unit.melee, ...unit.ranged, unit.armour]
      .map((each) => each?.name ?? "")
      .filter(Boolean)
      .join(", "),
  ].filter((each): each is string => Boolean(each));
}
