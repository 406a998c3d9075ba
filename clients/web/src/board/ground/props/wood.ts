/** What carpenters have built: bridges of planks with rails, and doors in frames of stone. */

import { between, oneOf, shadow, shifted, stroke, type Pen } from "./pen.ts";

/** A point of the board. */
export type Point = readonly [x: number, y: number];

const WOOD = ["#a57c4c", "#94693c", "#b58a57", "#856038"] as const;
/** A bridge, in units of the board: from middle to either end, from middle to either rail, planks, their thickness. */
const BRIDGE = { long: 66, wide: 31, planks: 13, thick: 7, rail: 15 };
/** A door, in units: how high its leaf is, how high the wall beside it, how wide its posts are. */
const DOOR = { high: 37, wall: 13, post: 4.2, swing: 25 };

const shape = (...points: readonly Point[]): Path2D => {
  const path = new Path2D();
  for (const [x, y] of points) path.lineTo(x, y);
  path.closePath();
  return path;
};

/** A bridge in the middle of a hex that leads along an angle; the deck ends on the ground that it joins. */
export function plankBridge(pen: Pen, x: number, y: number, angle: number): void {
  const { ctx } = pen;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const at = (along: number, aside: number, up = 0): Point => [
    x + cos * along - sin * aside,
    y + sin * along + cos * aside - up,
  ];
  const { long, wide, planks, thick } = BRIDGE;
  const deck = shape(at(-long, -wide), at(long, -wide), at(long, wide), at(-long, wide));
  shadow(pen, deck, 10, 20, 0.95);
  const step = (long * 2) / planks;
  for (let nth = 0; nth < planks; nth += 1) {
    const from = -long + nth * step + 0.5;
    const to = from + step - between(pen, 0.9, 1.9);
    const [left, right] = [-wide - between(pen, 0, 3.5), wide + between(pen, 0, 3.5)];
    const plank = shape(at(from, left), at(to, left), at(to, right), at(from, right));
    ctx.fillStyle = "#23180e";
    for (let down = thick; down > 0; down -= 1) ctx.fill(shifted(plank, 0, down));
    const [sx, sy] = at(from, left);
    const [ex, ey] = at(to, right);
    const fill = ctx.createLinearGradient(sx, sy, ex, ey);
    const tone = oneOf(pen, WOOD);
    fill.addColorStop(0, tone);
    fill.addColorStop(0.75, tone);
    fill.addColorStop(1, "#5d4226");
    ctx.fillStyle = fill;
    ctx.fill(plank);
    const middle = (from + to) / 2;
    const grain = between(pen, -2, 2);
    stroke(
      pen,
      "rgba(46, 28, 12, .5)",
      0.8,
      at(middle + grain, left + 4),
      at(middle - grain, 0),
      at(middle, right - 4),
    );
    stroke(pen, "rgba(255, 236, 196, .34)", 0.9, at(from + 0.5, left), at(from + 0.5, 0), at(from + 0.5, right));
    for (const aside of [-wide + 4, wide - 4]) nail(pen, at(middle, aside));
  }
  // The rail that is farther up lies behind the deck's middle, so that it comes first.
  const rails = [-wide, wide].sort((a, b) => at(0, a)[1] - at(0, b)[1]);
  for (const aside of rails) rail(pen, (along, up) => at(along, aside, up));
}

function nail(pen: Pen, [x, y]: Point): void {
  pen.ctx.fillStyle = "rgba(24, 16, 10, .8)";
  pen.ctx.beginPath();
  pen.ctx.arc(x, y, 1.1, 0, 7);
  pen.ctx.fill();
}

function rail(pen: Pen, at: (along: number, up: number) => Point): void {
  const { long, rail: high } = BRIDGE;
  for (const along of [-long + 5, 0, long - 5]) {
    const [foot, head] = [at(along, -3), at(along, high + 3)];
    stroke(pen, "#1d130b", 7.5, foot, foot, head);
    stroke(pen, "#7c5a35", 5, foot, foot, head);
    stroke(pen, "rgba(255, 232, 186, .55)", 1.3, [foot[0] - 1.5, foot[1]], foot, [head[0] - 1.5, head[1]]);
  }
  const [from, by, to] = [at(-long, high), at(0, high - 3), at(long, high)];
  stroke(pen, "#1d130b", 7, from, by, to);
  stroke(pen, "#9b7142", 4.6, from, by, to);
  stroke(pen, "rgba(255, 236, 196, .6)", 1.2, [from[0], from[1] - 1.4], [by[0], by[1] - 1.4], [to[0], to[1] - 1.4]);
}

/** What lies between two points of a line, and so far above it. */
const along =
  ([ax, ay]: Point, [bx, by]: Point) =>
  (share: number, up = 0): Point => [ax + (bx - ax) * share, ay + (by - ay) * share - up];

/** A low wall along a side of a hex: a room's end beside its door. */
export function sideWall(pen: Pen, from: Point, to: Point): void {
  const at = along(from, to);
  const face = shape(at(0), at(1), at(1, DOOR.wall), at(0, DOOR.wall));
  shadow(pen, shape(at(0), at(1), [to[0] + 9, to[1] + 6], [from[0] + 9, from[1] + 6]), 0, 0, 0.6);
  bricks(pen, face, at, DOOR.wall);
  coping(pen, at(0, DOOR.wall), at(1, DOOR.wall));
}

function bricks(pen: Pen, face: Path2D, at: (share: number, up?: number) => Point, high: number): void {
  const { ctx } = pen;
  const [, foot] = at(0.5);
  const fill = ctx.createLinearGradient(0, foot - high, 0, foot + 4);
  fill.addColorStop(0, "#8b806d");
  fill.addColorStop(1, "#453d33");
  ctx.fillStyle = fill;
  ctx.fill(face);
  stroke(pen, "rgba(20, 15, 10, .75)", 1, at(0, high / 2), at(0.5, high / 2), at(1, high / 2));
  for (let nth = 0; nth < 8; nth += 1) {
    const [share, low] = [(nth + between(pen, 0.3, 0.7)) / 8, nth % 2 ? high / 2 : 0];
    stroke(pen, "rgba(20, 15, 10, .65)", 1, at(share, low), at(share, low), at(share, low + high / 2));
  }
}

function coping(pen: Pen, from: Point, to: Point): void {
  stroke(pen, "#1a140e", 8.5, from, from, to);
  stroke(pen, "#a89b84", 6, from, from, to);
  stroke(pen, "rgba(255, 244, 214, .55)", 1.3, [from[0], from[1] - 2], [from[0], from[1] - 2], [to[0], to[1] - 2]);
}

/** A door in a side of a hex: planks with iron bands if shut; open, its leaf stands in towards `inside`. */
export function doorIn(pen: Pen, from: Point, to: Point, inside: Point, isOpen: boolean): void {
  const at = along(from, to);
  const { high, post } = DOOR;
  const [left, right] = [0.16, 0.84];
  if (isOpen) {
    const [hx, hy] = at(left);
    const far = Math.hypot(inside[0] - hx, inside[1] - hy) || 1;
    const end: Point = [hx + ((inside[0] - hx) / far) * DOOR.swing, hy + ((inside[1] - hy) / far) * DOOR.swing];
    threshold(pen, at(left), at(right));
    leaf(pen, along([hx, hy], end), 0, 1, high - 3);
  } else {
    shadow(pen, shape(at(left), at(right), at(right, high), at(left, high)), 8, 7, 0.75);
    leaf(pen, at, left, right, high);
  }
  for (const [a, b] of [
    [0, left],
    [right, 1],
  ] as const)
    stones(pen, at(a), at(b), high, post);
  if (isOpen) return;
  // The lintel last: it lies on both posts.
  const [one, other] = [at(0.06, high + 2), at(0.94, high + 2)];
  stroke(pen, "#15100b", 10, one, one, other);
  stroke(pen, "#8f836f", 7, one, one, other);
  stroke(
    pen,
    "rgba(255, 244, 214, .6)",
    1.4,
    [one[0], one[1] - 2.4],
    [one[0], one[1] - 2.4],
    [other[0], other[1] - 2.4],
  );
}

/** A worn step of light wood, where a door stands open. */
function threshold(pen: Pen, from: Point, to: Point): void {
  stroke(pen, "rgba(18, 11, 5, .75)", 9, from, from, to);
  stroke(pen, "#b08b57", 5.5, from, from, to);
  stroke(pen, "rgba(255, 238, 200, .5)", 1.2, [from[0], from[1] - 1.8], [from[0], from[1] - 1.8], [to[0], to[1] - 1.8]);
}

/** A post of dressed stones. */
function stones(pen: Pen, from: Point, to: Point, high: number, post: number): void {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const body = new Path2D();
  body.rect(x - post, y - high - 3, post * 2, high + 5);
  shadow(pen, body, 6, 4, 0.6);
  const fill = pen.ctx.createLinearGradient(x - post, 0, x + post, 0);
  fill.addColorStop(0, "#bdb199");
  fill.addColorStop(0.6, "#85796a");
  fill.addColorStop(1, "#4b4238");
  pen.ctx.fillStyle = fill;
  pen.ctx.fill(body);
  for (let up = 7; up < high; up += 8)
    stroke(pen, "rgba(20, 15, 10, .6)", 1, [x - post, y - up], [x, y - up], [x + post, y - up]);
  pen.ctx.strokeStyle = "rgba(20, 14, 8, .8)";
  pen.ctx.lineWidth = 1;
  pen.ctx.stroke(body);
}

/** A door's leaf: planks, two iron bands, a ring. */
function leaf(pen: Pen, at: (share: number, up?: number) => Point, left: number, right: number, high: number): void {
  const { ctx } = pen;
  const face = shape(at(left), at(right), at(right, high), at(left, high));
  const [, foot] = at(left);
  const fill = ctx.createLinearGradient(0, foot - high, 0, foot + 14);
  fill.addColorStop(0, "#a8763f");
  fill.addColorStop(1, "#5c3d20");
  ctx.fillStyle = fill;
  ctx.fill(face);
  const share = (part: number): number => left + (right - left) * part;
  for (const part of [0.2, 0.4, 0.6, 0.8])
    stroke(pen, "rgba(34, 19, 8, .75)", 1.2, at(share(part)), at(share(part)), at(share(part), high));
  for (const up of [high * 0.24, high * 0.74]) {
    stroke(pen, "#1b1714", 4, at(left, up), at(left, up), at(right, up));
    stroke(pen, "rgba(190, 196, 200, .55)", 1, at(left, up + 1.2), at(left, up + 1.2), at(right, up + 1.2));
  }
  ctx.strokeStyle = "#1a0f06";
  ctx.lineWidth = 1.4;
  ctx.stroke(face);
  const [x, y] = at(share(0.76), high * 0.48);
  ctx.strokeStyle = "#e0b866";
  ctx.lineWidth = 1.8;
  ctx.beginPath();
  ctx.arc(x, y, 2.6, 0, 7);
  ctx.stroke();
}
