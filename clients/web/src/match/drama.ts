/** What happens in a match, drawn on its table: as in battles, with dice of twenty sides. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Die, Lost, Throw, Touch, Walk } from "../core/match_drama.ts";
import type { Fighter } from "../core/match.ts";
import { radiusOf } from "../core/match.ts";
import { title } from "../core/names.ts";
import { APART } from "../core/pacing.ts";
import { MATCH } from "../texts/match.ts";
import type { Child, Vnode } from "../view/dom.ts";
import { h, memo } from "../view/dom.ts";
import { SHARDS, shardsOf, strikeFrom, struck, risen } from "../view/drama.ts";
import { deskOf } from "./desk.ts";
import type { Look } from "./looking.ts";
import type { MatchScene } from "./match.ts";

/** What is drawn for a token of a battle is so much larger here: tokens have 44 units to their rim, bases 500. */
const LARGER = 11;
/** The dice themselves: readable on a table of three feet across. */
const DICE = 34;
/** From one die's middle to the next one's, and above the base that they are aimed at, in units of the drawing. */
const [NEXT, ABOVE] = [2100, 2100];
/** A die with twenty sides, seen from above: its outline, and the face that is up. */
const HULL = "M0-31L27-15.5V15.5L0 31L-27 15.5V-15.5Z";
const EDGES =
  "M0-31V-19M27-15.5L17 11M27 15.5L17 11M0 31L17 11M0 31L-17 11M-27 15.5L-17 11M-27-15.5L-17 11M27-15.5L0-19M-27-15.5L0-19";
const UP = "M0-19L17 11H-17Z";

type Spot = readonly [number, number];

const at = ([x, y]: Spot): string => `translate(${x.toFixed(0)} ${y.toFixed(0)})`;
const small = ([x, y]: Spot) => ({ x: x / LARGER, y: y / LARGER });

/** Below the units: where somebody walks, and who is aimed at. */
export function under(app: App, scene: MatchScene, look: Look) {
  const { stroke, walk } = deskOf(app).drama;
  const side = stroke && Object.keys(scene.state.sides).indexOf(stroke.side) === 1 ? "enemy" : "party";
  return h(
    "g",
    { key: "under", class: "drama", "aria-hidden": "true" },
    walk && trail(walk, look),
    stroke &&
      memo(`stroke-${stroke.id}`, [stroke, look.isTilted], () =>
        h(
          "g",
          { transform: `scale(${LARGER})` },
          strikeFrom(small(look.drawn(...stroke.from)), small(look.drawn(...stroke.to)), side, stroke.ms),
        ),
      ),
  );
}

/** Above them: who breaks, blows, dice. */
export function over(app: App, scene: MatchScene, look: Look, baseOf: (unit: Fighter) => Child) {
  const { thrown, touches, lost } = deskOf(app).drama;
  return h(
    "g",
    { key: "over", class: "drama", "aria-hidden": "true" },
    shardsOf(),
    lost.map((one) => broken(one, look, baseOf)),
    touches.map((one) => touched(one, scene, look)),
    thrown && memo(`throw-${thrown.id}`, [thrown, look.isTilted], () => diceOf(thrown, scene, look)),
  );
}

/** The way that somebody has gone: it is in the log, and may be seen. */
const trail = (walk: Walk, look: Look) =>
  h("polyline", {
    key: `walk-${walk.id}`,
    class: "trail",
    pathLength: 1,
    style: `--ms: ${walk.ms.toFixed(0)}ms`,
    points: walk.way.map((place) => look.drawn(...place).join()).join(" "),
  });

/** A style that lets a unit go along its way, corner by corner; null where it stands. */
export function walking(app: App, unit: UnitId, look: Look): string | null {
  const { walk } = deskOf(app).drama;
  if (walk?.unit !== unit) return null;
  const corners = walk.way.map((place) => look.drawn(...place));
  const way = corners.map(([x, y], nth) => `${nth ? "L" : "M"}${x.toFixed(0)} ${y.toFixed(0)}`).join("");
  return `transform: none; offset-path: path("${way}"); --ms: ${walk.ms.toFixed(0)}ms`;
}

function broken({ id, fighter, at: place, ms }: Lost, look: Look, baseOf: (unit: Fighter) => Child): Vnode {
  const scale = radiusOf(fighter) / 44;
  return h(
    "g",
    { key: `lost-${id}`, transform: at(look.drawn(...place)) },
    h(
      "g",
      { class: "broken", style: `--ms: ${ms.toFixed(0)}ms` },
      h(
        "g",
        { transform: `scale(${scale})` },
        SHARDS.map(({ x, y, turn }, nth) =>
          h(
            "g",
            { key: nth, class: "shard", style: `--x: ${x}px; --y: ${y}px; --turn: ${turn}deg` },
            h(
              "g",
              { "clip-path": `url(#shard-${nth})` },
              h("g", { transform: `scale(${1 / scale})` }, baseOf(fighter)),
            ),
          ),
        ),
        h("path", { class: "crack", pathLength: 1, d: "M0-40L5-18-8 6L-38 18M-8 6L14 9 38 13" }),
      ),
    ),
  );
}

function touched({ id, kind, text, ms, at: place }: Touch, scene: MatchScene, look: Look): Vnode {
  const words = text in MATCH.harms ? MATCH.harms[text] : title(text);
  return h(
    "g",
    { key: `touch-${id}`, transform: at(look.drawn(...place)) },
    h(
      "g",
      { transform: `scale(${LARGER})` },
      h(
        "g",
        { class: `blow ${kind}`, style: `--ms: ${ms.toFixed(0)}ms` },
        kind === "hit" ? struck() : risen({ kind, sign: kind === "heal" ? "heart" : "shield" }),
      ),
    ),
    words && h("g", { class: "rising" }, h("text", { class: "suffered", y: -900 }, words)),
  );
}

function diceOf({ from, at: aim, dice, ms, passed }: Throw, { state }: MatchScene, look: Look): Vnode {
  const [start, [x, y]] = [look.drawn(...from), look.drawn(...aim)];
  const { width } = state.board;
  // Dice lie above whom they are aimed at; at the far edge of the table below.
  const down = y < 2 * ABOVE ? y + ABOVE : y - ABOVE;
  const half = ((dice.length - 1) * NEXT) / 2;
  const middle = Math.max(half + NEXT / 2, Math.min(width - half - NEXT / 2, x));
  return h(
    "g",
    { class: `cast d20 ${passed ? "passed" : "failed"}`, style: `--ms: ${ms.toFixed(0)}ms` },
    dice.map((die, nth) => {
      const spot: Spot = [middle - half + nth * NEXT, down];
      const [dx, dy] = [(start[0] - spot[0]) / DICE, (start[1] - spot[1]) / DICE];
      const style = `--x: ${dx.toFixed(0)}px; --y: ${dy.toFixed(0)}px; --wait: ${nth * APART}ms; --lean: ${nth ? 5 : -6}deg`;
      return h(
        "g",
        { key: nth, transform: `${at(spot)} scale(${DICE})` },
        h(
          "g",
          { class: "lands", style },
          h("ellipse", { class: "die-shade", cx: 5, cy: 33, rx: 27, ry: 8 }),
          h("g", { class: "tumbles" }, icosahedron(die)),
        ),
      );
    }),
  );
}

/** A die with twenty sides, the face up in its middle. */
export const icosahedron = ({ face, counts }: Die): Vnode =>
  h(
    "g",
    { class: `ico ${counts ? "counts" : "idle"}` },
    h("path", { class: "bone", d: HULL }),
    h("path", { class: "facet", d: UP }),
    h("path", { class: "edges", d: EDGES }),
    h("text", { class: "face up", y: 2 }, face),
  );
