/** The table of a match, drawn: terrain by height, ladders, zones, treasure, units on their bases, pairs, places on offer. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Fighter, MatchState, Point } from "../core/match.ts";
import type { Question } from "../core/messages.ts";
import type { MatchScene } from "./match.ts";
import { MILS, pointOf, radiusOf } from "../core/match.ts";
import { depthOf, isHidden, solidOf } from "../core/match_depth.ts";
import type { Solid } from "../core/match_depth.ts";
import { whereabouts } from "../core/match_places.ts";
import { title } from "../core/names.ts";
import { MATCH } from "../texts/match.ts";
import { choose } from "../view/choosing.ts";
import { h, memo } from "../view/dom.ts";
import { drawing } from "../view/icons.ts";
import { base, baseFills } from "./bases.ts";
import { deskOf } from "./desk.ts";
import { over, under, walking } from "./drama.ts";
import { dragging, grip, tap } from "./dragging.ts";
import { scaleOf, seenOf, viewBoxOf } from "./framing.ts";
import { ghosts, planned, reachOf } from "./ghosts.ts";
import { paintedTable, pictureAt } from "./ground.ts";
import type { Painted } from "./ground.ts";
import { lookOf } from "./looking.ts";
import type { Look } from "./looking.ts";
import { lookAt, looked, sightLines, sightSigns } from "./outlook.ts";
import { pointing } from "./pointing.ts";
import { tags } from "./tags.ts";
import { pointsOf, rungs, terrain, wallFills } from "./terrain.ts";

/** Room around the table, for the frame and for the numbers in it. */
const MARGIN = 600;
/** From the table's edge to the middle of the numbers on its frame. */
const RIM = 300;
/** Half a foot: enough to guess by, too coarse to measure by. */
const STEP = 6000;
const TOKEN = 420;
/** How many places on offer are marked: more than these hide the table. */
const MOST_MARKS = 60;
/** Seen from above, nothing hides a ladder. */
const TOPMOST = 1_000_000;
const NOWHERE: Point = [0, 0, 0];

export function table(app: App, scene: MatchScene) {
  const { state } = scene;
  const { width, depth, zones, name } = state.board;
  const desk = deskOf(app);
  const look = lookOf(state, app.player ? [] : app.session.seats, desk.isTilted);
  const whole = { x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: depth + 2 * MARGIN };
  const solids = look.isTilted ? solidsOf(state, look) : [];
  const hidden = hiddenIn(state, look, solids);
  const asked = scene.mine.find((question) => question.shape.kind === "place");
  const painted = paintedTable(app, state, look);
  const seen = seenOf(app, scene, look, whole);
  const stand = standing(state, look, solids);
  return h(
    "svg",
    {
      "data-ground": painted ? "painted" : null,
      class: `table ${asked ? "pointing" : ""} ${desk.isTilted ? "tilted" : ""} ${desk.drag?.at ? "dragging" : ""}`,
      viewBox: viewBoxOf(seen),
      ...dragging(app, scene, look),
      ...(asked
        ? pointing(app, scene, look, asked)
        : { ...tap(app, scene, look), role: "group", "aria-label": MATCH.table(name) }),
    },
    memo("fills", [], () => h("defs", null, [wallFills(), baseFills()])),
    area("edge", look, [-MARGIN / 2, width + MARGIN / 2], [-MARGIN / 2, depth + MARGIN / 2]),
    area("ground", look, [0, width], [0, depth]),
    painted && pictureAt(painted, look, 0),
    h("g", { class: "inches", "aria-hidden": "true" }, grid(width, depth, look), rim(width, depth, look)),
    state.phase === "deploy" && zones.map((zone, at) => area(`zone side-${at}`, look, zone.x, zone.y)),
    standingUp(app, state, look, hidden, painted),
    h(
      "g",
      { class: "pairs" },
      Object.entries(state.pairs).map(([key, pair]) => paired(key, pair, state, look)),
    ),
    Object.entries(state.tokens).map(([key, token]) => treasure(key, token.at, scene, look)),
    under(app, scene, look),
    h("g", { class: "places" }, asked && places(app, asked, look)),
    ghosts(app, scene, look),
    sightLines(app, scene, look),
    stand.map((unit) => fighter(app, scene, unit, look, hidden.has(unit))),
    tags(app, stand, look, scaleOf(seen)),
    sightSigns(app, scene, look),
    reachOf(app, scene, look),
    planned(app, scene, look),
    over(app, scene, look, (unit) => base(state, unit)),
  );
}

/** What hides something, seen from a slant. */
const solidsOf = ({ board }: MatchState, { drawn }: Look): Solid[] =>
  board.pieces.filter(({ high }) => high > 0).map((piece) => solidOf(piece, drawn));

/** The units that something hides in part or whole. */
const hiddenIn = (state: MatchState, { drawn }: Look, solids: readonly Solid[]): ReadonlySet<Fighter> =>
  new Set(Object.values(state.units).filter((unit) => unit.at && isHidden(unit.at, radiusOf(unit), solids, drawn)));

/** Terrain, ladders, and what is seen of units behind: those that hide others after them. */
function standingUp(app: App, state: MatchState, look: Look, hidden: ReadonlySet<Fighter>, painted: Painted | null) {
  const { pieces, ladders } = state.board;
  const solids = solidsOf(state, look);
  const all = [
    ...pieces.map((piece) => ({
      depth: behind(look, piece),
      shown: terrain(state.board, piece, look, painted, app.ui.hover),
    })),
    ...ladders.map((ladder) => ({
      depth: look.isTilted ? look.drawn(ladder.foot.x, ladder.foot.y)[1] : TOPMOST,
      shown: rungs(ladder, look),
    })),
    ...[...hidden].map((unit) => ({
      depth: depthOf(unit.at ?? NOWHERE, solids, look.drawn),
      shown: standingBehind(state, unit, look),
    })),
  ];
  return all.sort((a, b) => a.depth - b.depth).map(({ shown }) => shown);
}

/** A base where something hides a part of it: the rest of it is seen here, the whole of it through what hides it. */
function standingBehind(state: MatchState, unit: Fighter, { drawn }: Look) {
  const transform = `translate(${drawn(...(unit.at ?? NOWHERE)).join(" ")})`;
  return h("g", { key: `behind-${unit.id}`, class: "half", transform, "aria-hidden": "true" }, base(state, unit));
}

/** What is higher hides what is lower; from a slant, what stands in front hides what stands behind. */
const behind = ({ drawn, isTilted }: Look, { corners, high }: MatchState["board"]["pieces"][number]): number =>
  isTilted && high > 0 ? Math.max(...corners.map(({ x, y }) => drawn(x, y)[1])) : high;

/** What is higher hides what is lower; from a slant, who stands in front hides who stands behind. */
function standing(state: MatchState, { isTilted, drawn }: Look, solids: readonly Solid[]): Fighter[] {
  const depth = ({ at }: Fighter) => (isTilted ? depthOf(at ?? NOWHERE, solids, drawn) : (at?.[2] ?? 0));
  return Object.values(state.units)
    .filter((unit) => unit.at !== null)
    .sort((a, b) => depth(a) - depth(b));
}

function grid(width: number, depth: number, { drawn }: Look) {
  const lines = [];
  for (let x = STEP; x < width; x += STEP) lines.push(line(`x${x}`, drawn(x, 0), drawn(x, depth)));
  for (let y = STEP; y < depth; y += STEP) lines.push(line(`y${y}`, drawn(0, y), drawn(width, y)));
  return lines;
}

/** Numbers at the rim, by which the places of lists and stories are found: along the near edge and the left one. */
function rim(width: number, depth: number, { drawn, turned }: Look) {
  const isNear = turned(0, 0)[1] > turned(0, depth)[1];
  const isLeft = turned(0, 0)[0] < turned(width, 0)[0];
  const [y, x] = [isNear ? -RIM : depth + RIM, isLeft ? -RIM : width + RIM];
  const number = (key: string, mils: number, at: Spot) =>
    h("text", { key, class: "rim", x: at[0], y: at[1] }, mils / MILS);
  const numbers = [];
  for (let mils = STEP; mils < width; mils += STEP) numbers.push(number(`nx${mils}`, mils, drawn(mils, y)));
  for (let mils = STEP; mils < depth; mils += STEP) numbers.push(number(`ny${mils}`, mils, drawn(x, mils)));
  return numbers;
}

const line = (key: string, [x1, y1]: Spot, [x2, y2]: Spot) => h("line", { key, x1, y1, x2, y2 });

type Spot = readonly [number, number];
type Span = readonly [from: number, to: number];

/** A part of the table with straight edges. */
function area(name: string, { drawn }: Look, [left, right]: Span, [near, far]: Span) {
  const corners = [drawn(left, near), drawn(right, near), drawn(right, far), drawn(left, far)];
  return h("polygon", { key: name, class: name, points: pointsOf(corners) });
}

function paired(key: string, [one, other]: readonly [UnitId, UnitId], state: MatchState, look: Look) {
  const [a, b] = [state.units[one]?.at, state.units[other]?.at];
  if (!a || !b) return false;
  return line(key, look.drawn(...a), look.drawn(...b));
}

function treasure(key: string, at: Point, { state, mine }: MatchScene, look: Look) {
  if (state.tokens[key]?.kept || Object.values(state.units).some((unit) => unit.token === key)) return false;
  const [x, y] = look.drawn(...at);
  const isAsked = mine.some(({ about }) => about === key);
  const words = [
    MATCH.treasure,
    MATCH.at(at[0], at[1]),
    whereabouts(state, at),
    isAsked ? MATCH.treasureAsked : MATCH.treasureHow,
  ]
    .filter(Boolean)
    .join(", ");
  return h(
    "g",
    { key, class: "treasure", transform: `translate(${x} ${y})`, role: "img", "aria-label": words },
    h("title", null, words),
    isAsked && h("circle", { class: "asked", r: TOKEN * 1.8 }),
    h("ellipse", { class: "under", cx: TOKEN * 0.14, cy: TOKEN * 0.3, rx: TOKEN * 1.05, ry: TOKEN * 0.95 }),
    h("circle", { class: "disc", r: TOKEN }),
    h("g", { class: "chest", transform: `scale(${TOKEN / 14})` }, drawing("cache")),
  );
}

/** Places that are known to serve, and the one that is picked. */
function places(app: App, question: Question, look: Look) {
  const picked = app.drafts.of(question)[0] ?? "";
  const offered = question.shape.options.slice(0, MOST_MARKS).map(({ key, text }) => ({ key, text }));
  const all = picked && !offered.some(({ key }) => key === picked) ? [...offered, { key: picked, text: "" }] : offered;
  return all.map(({ key, text }) => {
    const at = pointOf(key);
    if (!at) return false;
    const [cx, cy] = look.drawn(...at);
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

/** A unit on its base, as large as it is: its side, what ails it, what it carries; a button where it may be named. */
function fighter(app: App, scene: MatchScene, unit: Fighter, look: Look, isBehind: boolean) {
  const { state, names } = scene;
  const at = unit.at ?? [0, 0, 0];
  const [x, y] = look.drawn(...at);
  const number = Object.keys(state.sides).indexOf(unit.side);
  const canBeDragged = grip(app, scene, unit.id) !== null;
  const offers = (scene.offers.get(unit.id) ?? []).filter((offer) => !offer.reason);
  const isPicked = offers.some((offer) => offer.isPicked);
  const label = MATCH.unit(names.unit(unit.id), names.seat(unit.side), told(scene, unit));
  const radius = radiusOf(unit);
  const isLooked = looked(app, scene)?.unit === unit.id;
  // While it is asked where a unit goes, a press on that one names a place, too: nobody else can be stood on.
  const isPlaced = scene.mine.some(({ shape, about }) => shape.kind === "place" && about === unit.id);
  const canPress = offers.length > 0 || !(app.player || scene.battle.over || isPlaced);
  const press = () => {
    if (deskOf(app).isDropped) return;
    // Who cannot be named now is looked at.
    if (offers.length) choose(app, offers);
    else lookAt(app, scene, unit.id);
  };
  const way = walking(app, unit.id, look);
  return h(
    "g",
    {
      key: unit.id,
      class: [
        "fighter",
        `side-${number}`,
        unit.injury,
        offers.length && "offered",
        isPicked && "picked",
        isLooked && "looked",
        canBeDragged && "movable",
        way && "walking",
        isBehind && "behind",
      ]
        .filter(Boolean)
        .join(" "),
      style: way ?? `transform: translate(${x.toFixed(0)}px, ${y.toFixed(0)}px)`,
      role: canPress ? "button" : "img",
      tabindex: canPress ? 0 : null,
      "aria-label": label,
      "aria-pressed": canPress ? String(offers.length ? isPicked : isLooked) : null,
      "data-unit": unit.id,
      "data-card": `unit:${unit.id}`,
      onclick: canPress ? pressed(press) : null,
      onkeydown: canPress ? (event: KeyboardEvent) => isPress(event) && press() : null,
    },
    offers.length > 0 && h("circle", { class: "hit", r: radius }),
    at[2] > 0 && !look.isTilted && h("circle", { class: "lifted", cx: at[2] / 12, cy: at[2] / 9, r: radius }),
    base(state, unit),
    offers.length > 0 && h("circle", { class: "ring", r: radius + 160 }),
    isLooked && h("circle", { class: "looked-at", r: radius + 250 }),
  );
}

/** Whether a key presses what has the focus; it must not confirm what is picked by it in the same press. */
function isPress(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" && event.key !== " ") return false;
  event.preventDefault();
  return true;
}

const pressed = (press: () => unknown) => (event: PointerEvent) => {
  event.stopPropagation();
  press();
};

/** What is to be known of a unit, in words. */
function told({ state, names }: MatchScene, unit: Fighter): string[] {
  const others = Object.values(state.pairs).flatMap(([one, other]) =>
    one === unit.id ? [other] : other === unit.id ? [one] : [],
  );
  return [
    unit.injury && title(unit.injury),
    unit.at && MATCH.at(unit.at[0], unit.at[1]),
    unit.at && unit.at[2] > 0 && MATCH.up(unit.at[2]),
    unit.at && whereabouts(state, unit.at),
    unit.token && MATCH.carries,
    others.length > 0 && MATCH.engagedWith(others.map((other) => names.unit(other))),
    [...unit.melee, ...unit.ranged, unit.armour]
      .map((each) => each?.name ?? "")
      .filter(Boolean)
      .join(", "),
  ].filter((each): each is string => Boolean(each));
}
