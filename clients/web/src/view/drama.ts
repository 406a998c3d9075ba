/** What happens, drawn on the board: the attack's line, dice that land, blows, and pieces of who falls. */

import { entryAt } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Blow, Cast, Fallen, Strike } from "../core/drama.ts";
import { APART } from "../core/pacing.ts";
import type { Scene } from "./scene.ts";
import { boardDie, diceFills, HALF } from "./board_dice.ts";
import { boardSize } from "../board/backdrop.ts";
import { cameraView } from "./camera.ts";
import { h, memo } from "./dom.ts";
import { drawing } from "./icons.ts";
import { moved, placed } from "./placing.ts";
import { enamel } from "./tokens.ts";

type Point = { x: number; y: number };

/** Dice in a row, from middle to middle, as a share of their size; more than so many take a second row. */
const [NEXT, IN_ROW] = [1.28, 5];
/** From a target's middle to the lower edge of the dice over it, in units of the board. */
const ABOVE = 96;
/** A die is at least so large on the screen (pixels), and on the board so many times its own size. */
const [SEEN, LARGER] = [46, 1.15];
const RAYS = 12;
const SPLINTERS = 9;
/** Turned by this from one splinter to the next, none lies opposite another: the golden angle. */
const GOLDEN = 137.5;

/** Shards of a token, as clip paths of its outline, and where each drifts. */
export const SHARDS = [
  { cut: "M0-60L-60-60V20L-8 6Z", x: -13, y: -5, turn: -9 },
  { cut: "M0-60L60-60V12L-8 6Z", x: 14, y: -8, turn: 8 },
  { cut: "M-60 20L-8 6L60 12V60H-60Z", x: 2, y: 15, turn: 4 },
] as const;

/** The layer below the tokens: where an attack goes. */
export const under = (app: App) => [line(app.drama.strike)];

/** The layer above them: pieces, blows, dice. */
export function over(app: App, scene: Scene) {
  const { cast, blows, fallen } = app.drama;
  return [
    shardsOf(),
    diceFills(),
    ...fallen.map((one) => broken(scene, one)),
    ...blows.map(blowAt),
    cast && memo(`cast-${cast.id}`, [cast], () => diceOf(app, scene, cast)),
  ];
}

/** What tokens break along, once for the page. */
export const shardsOf = () =>
  memo("shards", [], () =>
    h(
      "defs",
      null,
      SHARDS.map(({ cut }, at) => h("clipPath", { id: `shard-${at}` }, h("path", { d: cut }))),
    ),
  );

// The line

function line(strike: Strike | null) {
  if (!strike) return false;
  return memo(`strike-${strike.id}`, [strike], () =>
    strikeFrom(placed(strike.from), placed(strike.to), strike.side, strike.ms),
  );
}

/** The line of an attack from a token to another: drawn in a while, with a head at its end. */
export function strikeFrom(from: Point, to: Point, side: string, ms: number) {
  const { curve, end, angle } = arc(from, to);
  const pen = { d: curve, pathLength: 1 };
  return h(
    "g",
    { class: `strike ${side}`, style: `--ms: ${ms.toFixed(0)}ms` },
    h("path", { ...pen, class: "glow" }),
    h("path", { ...pen, class: "ink" }),
    h("path", { ...pen, class: "core" }),
    h(
      "g",
      { class: "head", transform: `translate(${end.x.toFixed(1)} ${end.y.toFixed(1)}) rotate(${angle.toFixed(1)})` },
      h("path", { d: "M-21-15L7 0L-21 15L-14 0Z" }),
    ),
  );
}

/** A bow from one token's rim to another's, the higher the farther they are apart; its middle and end. */
export function arc(a: Point, b: Point) {
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const top = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 0.42 * far - 26 };
  const [from, to] = [Math.min(0.3, 34 / far), 1 - Math.min(0.34, 46 / far)];
  const at = (s: number, t: number): Point => ({
    x: (1 - s) * (1 - t) * a.x + (s * (1 - t) + t * (1 - s)) * top.x + s * t * b.x,
    y: (1 - s) * (1 - t) * a.y + (s * (1 - t) + t * (1 - s)) * top.y + s * t * b.y,
  });
  const [start, bend, end] = [at(from, from), at(from, to), at(to, to)];
  const text = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return {
    curve: `M${text(start)}Q${text(bend)} ${text(end)}`,
    middle: at(0.5, 0.5),
    end,
    angle: (Math.atan2(end.y - bend.y, end.x - bend.x) * 180) / Math.PI,
  };
}

// Dice

/** How large dice are drawn, as they are seen from where the camera is. */
function sizeOf(app: App): number {
  const view = cameraView(app)?.part;
  const { width, height } = boardSize();
  const pixels = view && width ? Math.min(width / view.width, height / view.height) : 1;
  return Math.max(LARGER, Math.min(SEEN, width / IN_ROW / NEXT) / (2 * HALF * pixels));
}

/** Where each die lands: in rows over the target, or below it where the picture ends above. */
function landings(app: App, target: Point, count: number, edge: number): Point[] {
  const view = cameraView(app)?.part;
  const [rows, next] = [Math.ceil(count / IN_ROW), NEXT * edge];
  const wide = Math.min(count, IN_ROW) * next;
  const first = ABOVE + edge / 2;
  const high = first + (rows - 1) * next;
  const isBelow = view !== undefined && target.y - high - edge / 2 < view.y;
  const left = view ? view.x + wide / 2 : -Infinity;
  const right = view ? view.x + view.width - wide / 2 : Infinity;
  const middle = Math.max(left, Math.min(right, target.x));
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / IN_ROW);
    const inRow = Math.min(IN_ROW, count - row * IN_ROW);
    return {
      x: middle + ((at % IN_ROW) - (inRow - 1) / 2) * next,
      y: isBelow ? target.y + first + row * next : target.y - high + row * next,
    };
  });
}

function diceOf(app: App, scene: Scene, { from, at, dice, ms }: Cast) {
  const size = sizeOf(app);
  const [start, places] = [placed(from), landings(app, placed(at), dice.length, 2 * HALF * size)];

  return h(
    "g",
    { class: "cast", style: `--ms: ${ms.toFixed(0)}ms` },
    dice.map(({ die, kind, face }, n) => {
      const { x, y } = entryAt(places, n);
      const style = `--x: ${((start.x - x) / size).toFixed(0)}px; --y: ${((start.y - y) / size).toFixed(0)}px; --wait: ${n * APART}ms; --lean: ${lean(n)}deg`;
      return h(
        "g",
        { key: die, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size.toFixed(2)})` },
        h(
          "g",
          { class: "lands", style },
          h("ellipse", { class: "die-shade", cx: 6, cy: HALF + 5, rx: HALF + 4, ry: 10 }),
          h("g", { class: "tumbles" }, boardDie(scene, kind, face)),
        ),
      );
    }),
  );
}

/** Dice do not lie straight. */
const lean = (nth: number) => [-6, 4, -2, 7, -4][nth % 5];

// Blows

const blowAt = (blow: Blow) =>
  memo(`blow-${blow.id}`, [blow], () =>
    h(
      "g",
      { class: `blow ${blow.kind}`, style: `${moved(blow.at)}; --ms: ${blow.ms.toFixed(0)}ms` },
      blow.kind === "hit" ? struck() : risen(blow),
    ),
  );

/** A ray from near a token to far from it, turned by an angle (degrees). */
function ray(near: number, half: number, far: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  const turned = (x: number, y: number) =>
    [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
      .map((one) => one.toFixed(1))
      .join(" ");
  return `M${turned(near, -half)}L${turned(far, 0)}L${turned(near, half)}Z`;
}

/** All rays of a blow as one path: turned by a `transform` each, every one of them would be layered by itself. */
const BEAMS = Array.from({ length: RAYS }, (_, at) => {
  const degrees = (at * 360) / RAYS + 8;
  return at % 2 ? ray(34, 2.4, 74, degrees) : ray(36, 3.4, 96, degrees);
}).join("");

/** A flash, rays, and splinters that fly off. */
export function struck() {
  return [
    h("circle", { class: "flash", r: 58, fill: "url(#blast)" }),
    h("path", { class: "rays", d: BEAMS }),
    h("circle", { class: "ring", r: 50 }),
    Array.from({ length: SPLINTERS }, (_, at) =>
      h("path", {
        class: "splinter",
        d: "M30-5L43 0L31 5Z",
        style: `--far: ${40 + ((at * 23) % 37)}px; --turned: ${(at * GOLDEN) % 360}deg`,
      }),
    ),
  ];
}

/** A ring and a sign: what protects, heals or ails. */
export function risen({ kind, sign }: Pick<Blow, "kind" | "sign">) {
  return [
    h("circle", { class: "ring", r: 44 }),
    h(
      "g",
      { class: "sign" },
      h("circle", { r: 25 }),
      h("g", { transform: "scale(1.7)" }, drawing(kind === "block" ? "shield" : sign)),
    ),
  ];
}

// Who falls

const broken = (scene: Scene, { id, unit, at, ms }: Fallen) =>
  memo(`fallen-${id}`, [id], () =>
    h(
      "g",
      { class: "broken", style: `${moved(at)}; --ms: ${ms.toFixed(0)}ms` },
      SHARDS.map((shard, n) =>
        h(
          "g",
          { key: n, class: "shard", style: `--x: ${shard.x}px; --y: ${shard.y}px; --turn: ${shard.turn}deg` },
          h("g", { "clip-path": `url(#shard-${n})` }, enamel(scene, unit)),
        ),
      ),
      h("path", { class: "crack", pathLength: 1, d: "M0-40L5-18-8 6L-38 18M-8 6L14 9 38 13" }),
    ),
  );
