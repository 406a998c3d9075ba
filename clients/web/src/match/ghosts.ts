/** What is planned, drawn on the table: the base where it would stand, and the kinds of path of an attempt. No length. */

import { NOBODY } from "../protocol.ts";
import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Fighter, Point } from "../core/match.ts";
import { canRun, moveOf, runOf, slowedTo } from "../core/match_figures.ts";
import { groundAt, MILS, pointOf, radiusOf } from "../core/match.ts";
import { attemptOf, sketches } from "../core/match_ghosts.ts";
import type { Attempt, Kind, Sketch } from "../core/match_ghosts.ts";
import type { Question } from "../core/messages.ts";
import { MATCH } from "../texts/match.ts";
import { pickPath } from "../view/checks.ts";
import { h } from "../view/dom.ts";
import { base } from "./bases.ts";
import { deskOf } from "./desk.ts";
import type { Look } from "./looking.ts";
import type { MatchScene } from "./match.ts";

type Spot = readonly [number, number];

const ENGAGE = "match.engage";
/** How far a sketch bows aside, as a share of what it spans: so the three lie beside each other. */
const BOW: Readonly<Record<Kind, number>> = { 1: 0.24, 2: 0, 3: -0.24 };
const SIGNS: Readonly<Record<string, string>> = {
  climb: "M-170 120L0-160L170 120M-170 280L0 0L170 280",
  across: "M-240 130Q0-260 240 130M90 110L240 130L250-30",
  down: "M-170-120L0 160L170-120M-170-280L0 0L170-280",
};

/** The ghosts of what is planned now, or of what has been declared. */
export function ghosts(app: App, scene: MatchScene, look: Look) {
  const { declared } = deskOf(app).drama;
  const question = scene.mine.find(({ why }) => why === ENGAGE);
  if (question) return sketched(app, scene, look, attemptOf(app.drafts.of(question)), question);
  return declared ? sketched(app, scene, look, declared, null) : false;
}

function sketched(app: App, scene: MatchScene, look: Look, attempt: Attempt, question: Question | null) {
  const all = sketches(scene.state, attempt).filter(({ isPicked }) => question || isPicked);
  return h(
    "g",
    { key: "sketches", class: "sketches", "aria-hidden": "true" },
    all.map((sketch) => ghost(app, look, sketch, attempt.kind, question)),
  );
}

function ghost(app: App, look: Look, sketch: Sketch, picked: Kind | 0, question: Question | null) {
  const { kind, marks, isPicked } = sketch;
  const [from, to] = [look.drawn(...sketch.from), look.drawn(...sketch.to)];
  const over = picked && !isPicked ? [] : marks;
  const spots = over.map(({ at }) => look.drawn(...at));
  // What has been declared has no others to lie beside: a bow would look like the way itself.
  const { line, badge } = lineOf(question || kind === 3 ? BOW[kind] : 0, kind, from, to, spots);
  const pick = () => {
    if (question) pickPath({ app, question }, `path:${kind}`);
  };
  return h(
    "g",
    {
      key: kind,
      class: `sketch kind-${kind} ${isPicked ? "picked" : ""} ${question ? "open" : ""}`,
      onclick: (event: PointerEvent) => {
        event.stopPropagation();
        if (!isPicked) pick();
      },
    },
    h("title", null, MATCH.kinds[kind]),
    h("path", { class: "hem", d: line }),
    h("path", { class: "line", d: line }),
    h("path", { class: "head", d: "M-420-260L0 0L-420 260Z", transform: headOf(line, to) }),
    over.map(({ check, at }, nth) => sign(look, check, at, nth)),
    h(
      "g",
      { class: "badge", transform: `translate(${badge.join(" ")})` },
      h("circle", { r: 430 }),
      h("text", null, kind),
    ),
  );
}

const sign = (look: Look, check: string, at: Point, nth: number) =>
  h(
    "g",
    { key: `${check}-${nth}`, class: "check", transform: `translate(${look.drawn(...at).join(" ")})` },
    h("circle", { r: 460 }),
    h("path", { d: SIGNS[check] ?? "" }),
  );

/** A line from a base to another over the places of its checks, or in a bow of its own; a badge sits in its middle. */
function lineOf(bow: number, kind: Kind, from: Spot, to: Spot, over: readonly Spot[]): { line: string; badge: Spot } {
  const [first, last] = [over[0], over.at(-1)];
  if (first && last) {
    const way = over.map((spot) => `L${text(spot)}`).join("");
    const end = kind === 3 ? `Q${text(bowed(last, to, bow))} ${text(to)}` : `L${text(to)}`;
    return { line: `M${text(from)}${way}${end}`, badge: between(from, first) };
  }
  return { line: `M${text(from)}Q${text(bowed(from, to, 2 * bow))} ${text(to)}`, badge: bowed(from, to, bow) };
}

const text = ([x, y]: Spot): string => `${x.toFixed(0)} ${y.toFixed(0)}`;
const between = (a: Spot, b: Spot): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Beside the middle of two spots, by a share of what lies between them. */
const bowed = (a: Spot, b: Spot, share: number): Spot => {
  const [x, y] = between(a, b);
  return [x - (b[1] - a[1]) * share, y + (b[0] - a[0]) * share];
};

/** The head of a line points where its last piece leads. */
function headOf(line: string, to: Spot): string {
  const numbers = line.match(/-?\d+/g)?.map(Number) ?? [];
  const [x = 0, y = 0] = numbers.slice(-4, -2);
  const angle = Math.atan2(to[1] - y, to[0] - x);
  const rim = 560; // Short of the middle: on the rim of the base.
  const tip: Spot = [to[0] - rim * Math.cos(angle), to[1] - rim * Math.sin(angle)];
  return `translate(${text(tip)}) rotate(${((angle * 180) / Math.PI).toFixed(1)})`;
}

/** Who goes somewhere in the Move Phase: the unit that is dragged, named, or asked about. */
function goer(app: App, { mine, state }: MatchScene): Fighter | null {
  const { drag } = deskOf(app);
  const going = mine.find(({ why }) => why === "match.move" || why === "match.go");
  if (!going || state.phase !== "move") return null;
  const named = app.drafts.of(going).find((pick) => /^(?:move|run):/.test(pick));
  const unit = (drag?.at ? drag.unit : going.about || named?.slice(named.indexOf(":") + 1)) as UnitId;
  return state.units[unit] ?? null;
}

/**
 * How far a unit's middle comes as the crow flies, by a move and by a run: its own figures around where
 * it stands. Only while it moves (SK-19): nobody measures an engage by it.
 */
export function reachOf(app: App, scene: MatchScene, look: Look) {
  const unit = goer(app, scene);
  if (!unit?.at) return false;
  const [cx, cy] = look.drawn(...unit.at);
  const [x, y] = look.drawn(unit.at[0], unit.at[1] + MILS, unit.at[2]);
  const deep = Math.hypot(x - cx, y - cy) / MILS;
  const ring = (kind: "move" | "run", far: number) =>
    h("ellipse", { key: kind, class: kind, cx, cy, rx: far, ry: far * deep });
  return h(
    "g",
    { key: "reach", class: "goes", "aria-hidden": "true" },
    ring("move", moveOf(unit)),
    canRun(scene.state, unit) && ring("run", runOf(unit)),
  );
}

/** What a planned way comes to, as the crow flies: moves, runs, or too far, with no length beyond that. */
function farWords({ state }: MatchScene, unit: Fighter, at: Point): string {
  if (!unit.at) return "";
  const far = Math.hypot(at[0] - unit.at[0], at[1] - unit.at[1]);
  const slowed = slowedTo(state, unit, at[0], at[1]);
  const told = (words: string): string => (slowed ? MATCH.slowed(words) : words);
  if (far > (canRun(state, unit) ? runOf(unit) : moveOf(unit)) - slowed) return told(MATCH.tooFar);
  return told(far > moveOf(unit) - slowed ? MATCH.runsFar(far) : MATCH.movesFar(far));
}

/** The base where it would stand: under the finger, or where a place is picked. */
export function planned(app: App, scene: MatchScene, look: Look) {
  const { drag } = deskOf(app);
  const asked = scene.mine.find(({ shape }) => shape.kind === "place");
  const picked = asked && pointOf(app.drafts.of(asked)[0] ?? "");
  const unit = drag?.at ? drag.unit : ((asked?.about ?? NOBODY) as UnitId);
  const { pieces } = scene.state.board;
  const at: Point | null = drag?.at ? [...drag.at, groundAt(pieces, ...drag.at)] : (picked ?? null);
  const fighter = scene.state.units[unit];
  if (!at || !fighter) return false;
  const spot = look.drawn(...at);
  const from = fighter.at && look.drawn(...fighter.at);
  const number = Object.keys(scene.state.sides).indexOf(fighter.side);
  const radius = radiusOf(fighter);
  return h(
    "g",
    { key: "planned", class: `planned side-${number} ${drag?.at ? "held" : ""}`, "aria-hidden": "true" },
    from && h("line", { x1: from[0], y1: from[1], x2: spot[0], y2: spot[1] }),
    goer(app, scene) === fighter &&
      h("text", { class: "far", x: spot[0], y: spot[1] - radius - 480 }, farWords(scene, fighter, at)),
    h(
      "g",
      { transform: `translate(${spot.join(" ")})` },
      drag?.at && h("circle", { class: "grip", r: radius + 700 }),
      base(scene.state, fighter),
    ),
  );
}
