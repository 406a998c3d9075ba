/** Paints the table of a match, pixel by pixel: its ground with what lies on it, roofs by their height, shadows, a frame. */

import { isWet, GROUNDS, type Kind } from "./kinds.ts";
import { cloudy, grain, smooth, step } from "./noise.ts";
import type { Frame, Theme } from "./paint.ts";
import { cover } from "./roofs.ts";
import { DRAWS, blend, ink } from "./textures.ts";
import { roofOf, yardOf, type Roof, type YardScene } from "./yards.ts";

/** A table as a match tells it, in thousandths of an inch, turned as it is drawn. */
export interface Yard {
  board: string;
  width: number;
  depth: number;
  pieces: readonly YardPiece[];
}

/** A piece of terrain: corners that go round once and bulge nowhere inwards. */
export interface YardPiece {
  id: string;
  name: string;
  corners: readonly (readonly [number, number])[];
  high: number;
  footing: string;
}

/** Units of the painter in an inch, and in a thousandth of it. */
export const INCH = 40;
export const UNIT = INCH / 1000;
/** How wide the wooden frame is, and how far its shadow falls, in units. */
const RIM = 13;
const SHADE = 26;
/** Textures are as fine as bases ask for, which are smaller than the tokens of a battle. */
const FINE = 1.3;
/** How far a shadow falls to the right and down, of the height that throws it. */
const CAST = { x: 0.52, y: 0.6 };

/** An edge as a line: how far outside of it a point lies. */
type Edge = readonly [nx: number, ny: number, far: number];

/** A piece that is ready to be painted, in units. */
export interface Solid extends Pick<YardPiece, "id" | "name"> {
  edges: readonly Edge[];
  high: number;
  kind: Kind | null;
  roof: Roof;
  /** From its edge to its middle. */
  deep: number;
  box: { left: number; top: number; right: number; bottom: number };
}

export interface YardPlan {
  scene: YardScene;
  width: number;
  depth: number;
  raised: readonly Solid[];
  flat: readonly Solid[];
}

const FLAT: Readonly<Record<string, Kind>> = { deep: "deep", shallow: "water", difficult: "path" };

/** What is to be painted of a table. */
export function yardPlanOf(yard: Yard): YardPlan {
  const solids = yard.pieces.map(solidOf).sort((a, b) => a.high - b.high);
  return {
    scene: yardOf(yard.board),
    width: yard.width * UNIT,
    depth: yard.depth * UNIT,
    raised: solids.filter(({ high }) => high > 0),
    flat: solids.filter(({ high }) => high === 0),
  };
}

function solidOf({ id, name, corners, high, footing }: YardPiece): Solid {
  const at = corners.map(([x, y]) => [x * UNIT, y * UNIT] as const);
  const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  const [mx, my] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const edges = at.map(([x, y], nth): Edge => {
    const [ox, oy] = at[(nth + 1) % at.length] as readonly [number, number];
    const long = Math.hypot(ox - x, oy - y) || 1;
    const [nx, ny] = [(oy - y) / long, (x - ox) / long];
    const far = nx * x + ny * y;
    // Whichever way round the corners go, outside is where the middle is not.
    return nx * mx + ny * my > far ? [-nx, -ny, -far] : [nx, ny, far];
  });
  const deep = Math.min(...edges.map(([nx, ny, far]) => far - nx * mx - ny * my));
  return { id, name, edges, high, kind: high > 0 ? null : (FLAT[footing] ?? null), roof: roofOf(name), deep, box };
}

/** How far outside of a piece a point lies; below 0 within. */
export function outside({ edges }: Solid, x: number, y: number): number {
  let far = -1e9;
  for (const [nx, ny, from] of edges) far = Math.max(far, nx * x + ny * y - from);
  return far;
}

/** The frame of pixels that holds a table and the shadow of its wooden rim. */
export function yardFrameOf(plan: YardPlan, scale: number): Frame {
  const edge = RIM + SHADE;
  const [width, height] = [plan.width + 2 * edge, plan.depth + 2 * edge].map((one) => Math.round(one * scale));
  return { left: -edge, top: -edge, scale, width: width as number, height: height as number };
}

/** Paint a table into pixels; yields after every row, so that it can be done in slices. */
export function* paintedYard(plan: YardPlan, frame: Frame, theme: Theme, into: Uint8ClampedArray): Generator<number> {
  const isLight = theme === "light";
  for (let row = 0; row < frame.height; row += 1) {
    const y = frame.top + (row + 0.5) / frame.scale;
    for (let column = 0; column < frame.width; column += 1) {
      const x = frame.left + (column + 0.5) / frame.scale;
      const at = (row * frame.width + column) * 4;
      const beyond = Math.max(-x, x - plan.width, -y, y - plan.depth);
      if (beyond > RIM + SHADE) continue;
      const dust = (grain(column * 7 + row * 3, row * 5 + column) - 0.5) * 5;
      into[at + 3] = beyond > RIM ? dark(isLight, beyond - RIM) : 255;
      if (beyond > RIM) continue;
      if (beyond > 0) rim(plan, isLight, x, y, beyond);
      else inside(plan, isLight, x, y);
      into[at] = ink.r + dust;
      into[at + 1] = ink.g + dust;
      into[at + 2] = ink.b + dust;
    }
    yield row;
  }
}

const dark = (isLight: boolean, far: number): number => (1 - step(0, SHADE, far)) * (isLight ? 90 : 150);

/** The wooden rim: boards along each side, light on the edges to the top left. */
function rim(plan: YardPlan, isLight: boolean, x: number, y: number, beyond: number): void {
  const isAcross = -x === beyond || x - plan.width === beyond;
  const [along, across] = isAcross ? [y, beyond] : [x, beyond];
  const share = cloudy(along / 190 + (isAcross ? 9 : 3), across / 5 + 40) + (smooth(along / 30, across) - 0.5) * 0.2;
  const [from, to] = isLight
    ? ([
        [112, 80, 46],
        [168, 130, 84],
      ] as const)
    : ([
        [44, 29, 17],
        [92, 64, 38],
      ] as const);
  ink.r = from[0] + (to[0] - from[0]) * share;
  ink.g = from[1] + (to[1] - from[1]) * share;
  ink.b = from[2] + (to[2] - from[2]) * share;
  const isFar = -x === beyond || -y === beyond;
  if (beyond < 1.6) blend(12, 8, 4, 0.75);
  else if (beyond < 3.4) blend(255, 226, 170, isFar ? 0.06 : 0.26);
  else if (beyond > RIM - 2.4) blend(255, 226, 170, isFar ? 0.3 : 0.04);
}

function inside(plan: YardPlan, isLight: boolean, x: number, y: number): void {
  const bend = cloudy(x / 46, y / 46) - 0.5;
  const bow = cloudy(x / 46 + 11.3, y / 46 + 17.7) - 0.5;
  const top = highestAt(plan, x, y);
  if (top) cover(top, -outside(top, x, y), x, y, bend, bow);
  else ground(plan, x, y, bend, bow);
  const shaded = shadowAt(plan, x + bend * 4, y + bow * 4, top?.high ?? 0);
  if (shaded > 0) blend(isLight ? 46 : 6, isLight ? 32 : 5, isLight ? 26 : 8, shaded * (isLight ? 0.5 : 0.62));
  light(plan, isLight, x, y);
}

function highestAt({ raised }: YardPlan, x: number, y: number): Solid | null {
  for (let at = raised.length - 1; at >= 0; at -= 1) {
    const solid = raised[at] as Solid;
    const { left, right, top, bottom } = solid.box;
    if (x >= left && x <= right && y >= top && y <= bottom && outside(solid, x, y) <= 0) return solid;
  }
  return null;
}

/** How deep in the shadow of what is higher a point lies, 0 to 1: sharp at its foot, soft at its end. */
function shadowAt({ raised }: YardPlan, x: number, y: number, level: number): number {
  let most = 0;
  for (const solid of raised) {
    const above = (solid.high - level) * UNIT;
    if (above <= 0) continue;
    const [sx, sy] = [above * CAST.x, above * CAST.y];
    let [from, to] = [0, 1];
    for (const [nx, ny, far] of solid.edges) {
      const [now, way] = [nx * x + ny * y - far, -(nx * sx + ny * sy)];
      if (Math.abs(way) < 1e-6) {
        if (now > 0) from = 2;
      } else if (way < 0) from = Math.max(from, -now / way);
      else to = Math.min(to, -now / way);
    }
    if (from <= to) most = Math.max(most, 1 - step(0.45, 1, from) * 0.8);
    else most = Math.max(most, (1 - step(0, 9, outside(solid, x, y))) * 0.35);
  }
  return most;
}

function draw(kind: Kind, x: number, y: number, bend: number, bow: number): void {
  const { texture, tones } = GROUNDS[kind];
  DRAWS[texture](tones, x * FINE, y * FINE, bend, bow);
}

/** Let another ground into this one's, by a share. */
function into(kind: Kind, share: number, x: number, y: number, bend: number, bow: number): void {
  if (share <= 0.004) return;
  const { r, g, b } = ink;
  draw(kind, x, y, bend, bow);
  blend(r, g, b, 1 - share);
}

function ground(plan: YardPlan, x: number, y: number, bend: number, bow: number): void {
  const { scene } = plan;
  draw(scene.base, x, y, bend, bow);
  const cloud = cloudy(x / 210 + 3.7, y / 210 + 8.1) + bend * 0.1;
  into(scene.patch, step(0.53, 0.6, cloud), x, y, bend, bow);
  for (const way of scene.ways) into(way.kind, trodden(way, x, y, bend, bow), x, y, bend, bow);
  let near = 1e9;
  for (const solid of plan.raised) near = Math.min(near, outside(solid, x, y));
  into(scene.worn, (1 - step(3, 24, near + bend * 26)) * 0.8, x, y, bend, bow);
  for (const { kind, x: across, y: down } of scene.decks) {
    const far = Math.max(across[0] * INCH - x, x - across[1] * INCH, down[0] * INCH - y, y - down[1] * INCH);
    if (far < 0) into(kind, 1, y, x, bend, bow);
    if (Math.abs(far) < 1.4) blend(18, 11, 6, 0.7);
  }
  plots(plan, x, y, bend, bow);
  water(plan, x, y, bend, bow);
}

/** How much of a way is seen at a point: all of it in its middle, nothing beyond an edge that wanders. */
function trodden({ along, wide }: YardScene["ways"][number], x: number, y: number, bend: number, bow: number): number {
  let near = 1e9;
  for (let at = 1; at < along.length; at += 1) {
    const [ax, ay] = along[at - 1] as readonly [number, number];
    const [bx, by] = along[at] as readonly [number, number];
    const [dx, dy] = [(bx - ax) * INCH, (by - ay) * INCH];
    const [px, py] = [x - ax * INCH, y - ay * INCH];
    const share = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy)));
    near = Math.min(near, Math.hypot(px - share * dx, py - share * dy));
  }
  const half = (wide * INCH) / 2;
  return 1 - step(half - 7, half + 7, near + bend * 22 + bow * 12);
}

/** Ground that is hard to cross: turned earth, darker towards its middle. */
function plots({ flat }: YardPlan, x: number, y: number, bend: number, bow: number): void {
  for (const solid of flat) {
    if (solid.kind === null || isWet(solid.kind)) continue;
    const far = outside(solid, x, y) + bend * 16;
    into(solid.kind, 1 - step(-9, 5, far), x, y, bend, bow);
    blend(34, 26, 16, (1 - step(-26, 4, far)) * 0.34);
  }
}

/** Ponds and canals: one water where they meet, a bank of earth or of cut stone around them all. */
function water({ flat, scene }: YardPlan, x: number, y: number, bend: number, bow: number): void {
  let far = 1e9;
  let [deep, shallow] = [1e9, 1e9];
  for (const solid of flat) {
    if (solid.kind === null || !isWet(solid.kind)) continue;
    const here = outside(solid, x, y);
    far = Math.min(far, here);
    if (solid.kind === "deep") deep = Math.min(deep, here);
    else shallow = Math.min(shallow, here);
  }
  if (far > 30) return;
  const shore = far + (scene.hasQuays ? 0 : (bend + bow) * 15 + 3);
  if (shore > 0) return bank(scene.hasQuays, shore, x, y);
  draw("water", x, y, bend, bow);
  into("deep", deep < shallow ? step(-2, 10, shallow - deep) : 1 - step(0, 14, deep + bend * 10), x, y, bend, bow);
  if (scene.hasQuays) return blend(4, 10, 16, (1 - step(0, 12, -shore)) * 0.55);
  blend(202, 194, 156, (1 - step(1, 8, -shore)) * 0.5);
  blend(200, 232, 228, (1 - step(1, 2.6, Math.abs(-shore - 10))) * 0.45);
}

function bank(isCut: boolean, shore: number, x: number, y: number): void {
  if (!isCut) return blend(54, 42, 27, (1 - step(0, 14, shore)) * 0.6);
  if (shore > 11) return blend(20, 16, 12, (1 - step(11, 15, shore)) * 0.5);
  draw("ruin", x, y, 0, 0);
  blend(226, 214, 186, 0.24);
  const joint = Math.abs(((x / 34) % 1) - 0.5);
  if (shore < 1.6 || joint > 0.475) blend(14, 11, 8, 0.6);
  else if (shore < 3.4) blend(255, 246, 220, 0.3);
}

/** The lamp over the table: bright in the middle, dusk at the edges; by day nearly the same all over. */
function light(plan: YardPlan, isLight: boolean, x: number, y: number): void {
  const far = Math.hypot((x / plan.width - 0.46) / 0.62, (y / plan.depth - 0.44) / 0.66);
  if (isLight) blend(244, 230, 198, 0.26);
  const strength = isLight ? 1.2 - 0.12 * far * far : 1.36 - 0.6 * step(0, 1.25, far);
  ink.r *= strength * (isLight ? 1.02 : 1.04);
  ink.g *= strength * 0.99;
  ink.b *= strength * (isLight ? 0.96 : 0.91);
}
