/** Puts props on the painted ground, hex by hex from far to near, and draws the hexes' lines. */

import type { Frame, Theme } from "./paint.ts";
import type { Kind } from "./kinds.ts";
import { randomFrom, seedOf } from "./noise.ts";
import { RADIUS, type Plan, type Spot } from "./plan.ts";
import { around, between, shard, shifted, stroke, type Context, type Pen } from "./props/pen.ts";
import { deadTree, flowers, lilies, log, mushrooms, pine, reeds, tree, tuft } from "./props/plants.ts";
import {
  BLACK,
  COLD,
  GREY,
  WET,
  beams,
  bones,
  boulder,
  crystal,
  fire,
  grate,
  heap,
  plinth,
  stone,
  straw,
  wall,
  type Masonry,
  type Tones,
} from "./props/stones.ts";
import { bearing } from "./crossings.ts";
import { doorIn, plankBridge, sideWall, type Point } from "./props/wood.ts";

const CORNERS = Array.from(
  { length: 6 },
  (_, at) => [Math.cos((Math.PI / 3) * at), Math.sin((Math.PI / 3) * at)] as const,
);
const MASONRY: Masonry = { tones: GREY, high: 24, course: 8 };

/** Draw all that stands and lies on a plan's ground. */
export function furnish(plan: Plan, frame: Frame, theme: Theme, ctx: Context): void {
  ctx.save();
  ctx.setTransform(frame.scale, 0, 0, frame.scale, -frame.left * frame.scale, -frame.top * frame.scale);
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  const penFor = (spot: Spot, layer: number): Pen => ({ ctx, theme, next: randomFrom(seedOf(spot.q, spot.r, layer)) });
  const spots = [...plan.spots].sort((a, b) => a.y - b.y || a.x - b.x);
  for (const spot of spots) if (!spot.obstacle) litter(penFor(spot, 1), spot);
  for (const spot of spots) if (spot.bridge !== null) plankBridge(penFor(spot, 7), spot.x, spot.y, spot.bridge);
  lines(plan, theme, ctx);
  for (const spot of spots) if (spot.mark) marked(penFor(spot, 2), spot);
  walls(plan, penFor);
  for (const spot of spots) if (spot.obstacle && spot.obstacle !== "walls") obstacle(penFor(spot, 3), spot);
  for (const spot of spots) if (spot.doorway) doorway(penFor(spot, 8), spot);
  ctx.restore();
}

/** The thin lines between hexes: a groove, and light on its lower side. */
function lines(plan: Plan, theme: Theme, ctx: Context): void {
  const isLight = theme === "light";
  for (const [radius, width, colour] of [
    [RADIUS - 0.6, 2.3, isLight ? "rgba(62, 44, 22, .42)" : "rgba(8, 6, 4, .6)"],
    [RADIUS - 2.7, 0.9, isLight ? "rgba(255, 249, 230, .5)" : "rgba(255, 230, 176, .2)"],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    for (const spot of plan.spots) {
      ctx.beginPath();
      for (const [x, y] of CORNERS) ctx.lineTo(spot.x + x * radius, spot.y + y * radius);
      ctx.closePath();
      ctx.stroke();
    }
  }
}

type Lay = (pen: Pen, spot: Spot) => void;

const some = (
  pen: Pen,
  spot: Spot,
  many: number,
  low: number,
  high: number,
  lay: (x: number, y: number) => void,
): void => {
  for (let at = 0; at < many; at += 1) {
    const { x, y } = around(pen, spot.x, spot.y, low, high);
    lay(x, y);
  }
};

const pebbles = (pen: Pen, spot: Spot, many: number, tones: Tones = GREY): void =>
  some(pen, spot, many, 30, 50, (x, y) => stone(pen, x, y, between(pen, 1.8, 4.6), tones));

const crack: Lay = (pen, spot) => {
  let { x, y } = around(pen, spot.x, spot.y, 6, 30);
  for (let at = 0; at < 5; at += 1) {
    const [nx, ny] = [x + between(pen, -4, 13), y + between(pen, -8, 9)];
    stroke(pen, "rgba(22, 18, 14, .55)", 1.2, [x, y], [(x + nx) / 2 + 2, (y + ny) / 2], [nx, ny]);
    [x, y] = [nx, ny];
  }
};

/** What lies about, by the kind of ground; nothing in the middle, where units stand. */
const LITTER: Readonly<Partial<Record<Kind, Lay>>> = {
  grass: (pen, spot) => {
    some(pen, spot, 8, 20, 49, (x, y) => tuft(pen, x, y, between(pen, 0.75, 1.25)));
    some(pen, spot, 3, 18, 46, (x, y) => flowers(pen, x, y));
    if (pen.next() < 0.6) pebbles(pen, spot, 2);
  },
  meadow: (pen, spot) => {
    some(pen, spot, 6, 20, 48, (x, y) => tuft(pen, x, y, between(pen, 0.8, 1.2)));
    some(pen, spot, 7, 14, 48, (x, y) => flowers(pen, x, y));
  },
  dry: (pen, spot) => {
    some(pen, spot, 7, 22, 49, (x, y) => tuft(pen, x, y, between(pen, 0.7, 1.1), ["#b29a55", "#94803f", "#c9b36f"]));
    pebbles(pen, spot, 3);
  },
  forest: (pen, spot) => {
    some(pen, spot, 6, 24, 49, (x, y) => tuft(pen, x, y, between(pen, 0.8, 1.2), ["#5f7246", "#7d8a56", "#475a38"]));
    if (pen.next() < 0.4) some(pen, spot, 1, 34, 46, (x, y) => mushrooms(pen, x, y));
    if (pen.next() < 0.22) some(pen, spot, 1, 34, 42, (x, y) => log(pen, x, y, between(pen, 24, 36)));
    pebbles(pen, spot, 2);
  },
  path: (pen, spot) => {
    pebbles(pen, spot, 5);
    some(pen, spot, 3, 40, 51, (x, y) => tuft(pen, x, y, between(pen, 0.6, 0.95)));
  },
  sand: (pen, spot) => pebbles(pen, spot, 3),
  ruin: (pen, spot) => {
    crack(pen, spot);
    some(pen, spot, 3, 34, 50, (x, y) =>
      pen.next() < 0.5 ? stone(pen, x, y, between(pen, 2, 5)) : tuft(pen, x, y, 0.75),
    );
  },
  gaol: (pen, spot) => {
    if (pen.next() < 0.5) crack(pen, spot);
    if (pen.next() < 0.2) some(pen, spot, 1, 34, 40, (x, y) => grate(pen, x, y));
    if (pen.next() < 0.3) some(pen, spot, 1, 34, 42, (x, y) => bones(pen, x, y));
    pebbles(pen, spot, 2);
  },
  cell: (pen, spot) => {
    some(pen, spot, 2, 22, 42, (x, y) => straw(pen, x, y));
    if (pen.next() < 0.25) some(pen, spot, 1, 34, 42, (x, y) => bones(pen, x, y));
  },
  rock: (pen, spot) => pebbles(pen, spot, 7),
  cave: (pen, spot) => {
    pebbles(pen, spot, 6, BLACK);
    if (pen.next() < 0.25) some(pen, spot, 1, 34, 44, (x, y) => bones(pen, x, y));
  },
  moss: (pen, spot) => {
    some(pen, spot, 3, 30, 48, (x, y) => mushrooms(pen, x, y));
    some(pen, spot, 4, 26, 50, (x, y) => tuft(pen, x, y, between(pen, 0.6, 0.9), ["#66743f", "#84904f"]));
    pebbles(pen, spot, 3, WET);
  },
  crystal: (pen, spot) => some(pen, spot, 5, 34, 50, (x, y) => crystal(pen, x, y, between(pen, 7, 15))),
  water: (pen, spot) => {
    some(pen, spot, 3, 26, 44, (x, y) => stone(pen, x, y, between(pen, 3, 6.5), WET));
    if (pen.next() < 0.5) some(pen, spot, 1, 20, 40, (x, y) => lilies(pen, x, y));
  },
  deep: (pen, spot) => some(pen, spot, 2, 14, 40, (x, y) => lilies(pen, x, y)),
  swamp: (pen, spot) => {
    some(pen, spot, 3, 32, 49, (x, y) => reeds(pen, x, y, between(pen, 0.7, 1)));
    some(pen, spot, 3, 24, 48, (x, y) => tuft(pen, x, y, between(pen, 0.7, 1.1), ["#7d7f48", "#5d6538", "#99955a"]));
    if (pen.next() < 0.3) some(pen, spot, 1, 34, 44, (x, y) => deadTree(pen, x, y, 26));
  },
  ice: (pen, spot) => pebbles(pen, spot, 4, COLD),
  ash: (pen, spot) => pebbles(pen, spot, 5, BLACK),
  lava: (pen, spot) => pebbles(pen, spot, 5, BLACK),
};

function litter(pen: Pen, spot: Spot): void {
  // Nothing grows on planks, and what lies in the water below them is under them.
  if (spot.bridge === null) LITTER[spot.kind]?.(pen, spot);
  if (spot.isStrewn) fallen(pen, spot);
}

/** What has come down from the roof: heaps at the hex's rim, as units stand in its middle. */
function fallen(pen: Pen, spot: Spot): void {
  const first = pen.next() * Math.PI * 2;
  for (let nth = 0; nth < 2; nth += 1) {
    const angle = first + nth * between(pen, 1.8, 2.6);
    heap(pen, spot.x + Math.cos(angle) * 42, spot.y + Math.sin(angle) * 36, between(pen, 11, 16));
  }
  pebbles(pen, spot, 6);
}

/** The ends of a side of a hex, from its left to its right as one looks out. */
function endsOf(spot: Spot, side: number): [Point, Point] {
  const corner = (turn: number): Point => [
    spot.x + Math.cos(bearing(side) + turn) * (RADIUS - 3),
    spot.y + Math.sin(bearing(side) + turn) * (RADIUS - 3),
  ];
  return [corner(-Math.PI / 6), corner(Math.PI / 6)];
}

/** A room's wall at its door, and the door; far sides first, as near ones stand before them. */
function doorway(pen: Pen, spot: Spot): void {
  const { doors, wall: sides } = spot.doorway ?? { doors: [], wall: [] };
  const all = [...new Set([...sides, ...doors.map((one) => one.side)])];
  all.sort((a, b) => Math.sin(bearing(a)) - Math.sin(bearing(b)) || a - b);
  for (const side of all) {
    const [from, to] = endsOf(spot, side);
    const door = doors.find((one) => one.side === side);
    // Two rooms share an open door: of the hexes on its sides the one whose side comes first hangs it.
    if (door?.isOpen && side >= 3) continue;
    if (door) doorIn(pen, from, to, [spot.x, spot.y], door.isOpen);
    else sideWall(pen, from, to);
  }
}

/** What an encounter's marks look like on the ground; their signs are drawn over it. */
const MARKS: Readonly<Record<string, Lay>> = {
  fire: (pen, spot) => some(pen, spot, 6, 22, 42, (x, y) => fire(pen, x, y, between(pen, 5, 10))),
  gap: (pen, spot) => {
    for (let at = 0; at < 6; at += 1) crack(pen, spot);
  },
  shrine: (pen, spot) => plinth(pen, spot.x, spot.y - 22, "rgba(150, 190, 255, .6)"),
  seal: (pen, spot) => plinth(pen, spot.x, spot.y - 22, "rgba(255, 190, 90, .5)"),
  lever: (pen, spot) => plinth(pen, spot.x, spot.y - 22, "rgba(255, 214, 140, .25)"),
  passage: (pen, spot) => plinth(pen, spot.x, spot.y - 20, "rgba(170, 130, 255, .7)"),
  refuge: (pen, spot) => some(pen, spot, 5, 20, 40, (x, y) => flowers(pen, x, y)),
};

function marked(pen: Pen, spot: Spot): void {
  MARKS[spot.mark.split(" ")[0] ?? ""]?.(pen, spot);
}

/** Walls that touch are one wall. */
function walls(plan: Plan, penFor: (spot: Spot, layer: number) => Pen): void {
  const built = plan.spots.filter((spot) => spot.obstacle === "walls").sort((a, b) => a.y - b.y);
  const first = built[0];
  if (!first) return;
  const top = new Path2D();
  for (const spot of built) {
    const pen = penFor(spot, 4);
    top.addPath(shifted(shard(pen, spot.x, spot.y - 12, 43, 9, 0.09), 0, 0));
    for (const other of built) {
      if (other.y < spot.y || other === spot || Math.hypot(other.x - spot.x, other.y - spot.y) > RADIUS * 1.8) continue;
      top.addPath(bridge(spot, other));
    }
  }
  const box = {
    left: Math.min(...built.map((spot) => spot.x)) - 60,
    right: Math.max(...built.map((spot) => spot.x)) + 60,
    top: first.y - 70,
    bottom: Math.max(...built.map((spot) => spot.y)) + 60,
  };
  wall(penFor(first, 5), top, box, MASONRY);
  for (const spot of built) {
    const pen = penFor(spot, 6);
    some(pen, spot, 6, 38, 52, (x, y) => stone(pen, x, y + 14, between(pen, 2.6, 6.4)));
  }
}

/** The stretch of wall between two hexes, wound as the hexes' outlines are. */
function bridge(a: Spot, b: Spot): Path2D {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const far = Math.hypot(dx, dy);
  const [ox, oy] = [(-dy / far) * 30, (dx / far) * 30];
  const path = new Path2D();
  path.moveTo(a.x - ox, a.y - 12 - oy);
  path.lineTo(b.x - ox, b.y - 12 - oy);
  path.lineTo(b.x + ox, b.y - 12 + oy);
  path.lineTo(a.x + ox, a.y - 12 + oy);
  path.closePath();
  return path;
}

/** Places for several things in a hex that keep clear of each other, the far ones first. */
function scattered(pen: Pen, spot: Spot, many: number, apart: number, most: number): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = [];
  for (let time = 0; time < 60 && found.length < many; time += 1) {
    const at = around(pen, spot.x, spot.y, 0, most);
    if (found.every((one) => Math.hypot(one.x - at.x, one.y - at.y) > apart)) found.push(at);
  }
  return found.sort((a, b) => a.y - b.y);
}

const OBSTACLES: Readonly<Record<Exclude<Spot["obstacle"], "" | "walls">, Lay>> = {
  trees: (pen, spot) => scattered(pen, spot, 6, 21, 36).forEach(({ x, y }) => tree(pen, x, y, between(pen, 17, 24))),
  pines: (pen, spot) => scattered(pen, spot, 7, 19, 38).forEach(({ x, y }) => pine(pen, x, y, between(pen, 16, 23))),
  boulders: (pen, spot) => {
    const tones = spot.kind === "ice" ? COLD : spot.kind === "ash" || spot.kind === "cave" ? BLACK : GREY;
    scattered(pen, spot, 4, 30, 30).forEach(({ x, y }, at) =>
      boulder(pen, x, y, at === 1 ? between(pen, 24, 29) : between(pen, 14, 21), tones),
    );
    pebbles(pen, spot, 5, tones);
  },
  deadwood: (pen, spot) => {
    some(pen, spot, 7, 20, 46, (x, y) => reeds(pen, x, y, between(pen, 1, 1.35)));
    scattered(pen, spot, 3, 30, 28).forEach(({ x, y }) => deadTree(pen, x, y + 12, between(pen, 40, 54)));
    log(pen, spot.x + 4, spot.y + 26, 52);
  },
  crystals: (pen, spot) =>
    scattered(pen, spot, 9, 14, 34).forEach(({ x, y }) => crystal(pen, x, y + 12, between(pen, 24, 46))),
  timber: (pen, spot) => {
    beams(pen, spot.x, spot.y);
    some(pen, spot, 3, 18, 36, (x, y) => fire(pen, x, y, between(pen, 3, 5)));
  },
  water: (pen, spot) => LITTER.deep?.(pen, spot),
  rubble: (pen, spot) => {
    for (const { x, y } of scattered(pen, spot, 3, 30, 26)) heap(pen, x, y + 6, between(pen, 20, 27));
    pebbles(pen, spot, 9);
  },
  pit: (pen, spot) => some(pen, spot, 5, 44, 54, (x, y) => stone(pen, x, y, between(pen, 3, 6))),
};

function obstacle(pen: Pen, spot: Spot): void {
  if (spot.obstacle && spot.obstacle !== "walls") OBSTACLES[spot.obstacle](pen, spot);
}
