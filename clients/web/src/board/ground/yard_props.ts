/** What lies and stands on the table of a match, drawn on its painted ground: graves, rubble, chimneys, hatches, grass. */

import type { Frame, Theme } from "./paint.ts";
import { randomFrom } from "./noise.ts";
import { between, shadow, type Context, type Pen } from "./props/pen.ts";
import { flowers, lilies, reeds, tuft } from "./props/plants.ts";
import { GREY, heap, stone } from "./props/stones.ts";
import { INCH, outside, type Solid, type YardPlan } from "./tabletop.ts";

/** Draw everything on a table that is painted. */
export function furnishYard(plan: YardPlan, frame: Frame, theme: Theme, ctx: Context): void {
  ctx.save();
  ctx.setTransform(frame.scale, 0, 0, frame.scale, -frame.left * frame.scale, -frame.top * frame.scale);
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  const penFor = (name: string): Pen => ({ ctx, theme, next: randomFrom(seedOf(name)) });
  if (plan.scene.isGreen) grow(plan, penFor("green"));
  for (const solid of plan.flat) (LYING[solid.name] ?? lie)(penFor(solid.id.slice(0, -1)), solid);
  for (const solid of plan.raised) STANDING[solid.name]?.(penFor(solid.id), solid);
  inches(plan, theme, ctx);
  ctx.restore();
}

const seedOf = (text: string): number => [...text].reduce((sum, one) => Math.imul(sum, 31) + one.charCodeAt(0), 7);

type Lay = (pen: Pen, solid: Solid) => void;

/** Grass and flowers where nothing else is. */
function grow(plan: YardPlan, pen: Pen): void {
  const taken = [...plan.raised, ...plan.flat];
  for (let many = 0; many < 420; many += 1) {
    const [x, y] = [between(pen, 8, plan.width - 8), between(pen, 12, plan.depth - 6)];
    if (taken.some((solid) => outside(solid, x, y) < 9)) continue;
    if (pen.next() < 0.72) tuft(pen, x, y, between(pen, 0.4, 0.75));
    else flowers(pen, x, y);
  }
}

/** So many things within a piece, in rows from the back to the front. */
function strewn(pen: Pen, { box }: Solid, many: number, edge: number, lay: (x: number, y: number) => void): void {
  const spots = Array.from(
    { length: many },
    () => [between(pen, box.left + edge, box.right - edge), between(pen, box.top + edge, box.bottom - edge)] as const,
  );
  for (const [x, y] of spots.sort((a, b) => a[1] - b[1])) lay(x, y);
}

const lie: Lay = (pen, solid) => {
  if (solid.kind === "path") strewn(pen, solid, 14, 8, (x, y) => stone(pen, x, y, between(pen, 1.6, 4)));
};

/** Rows of mounds with a stone at the head of each. */
const graves: Lay = (pen, { box }) => {
  for (let y = box.top + 30; y < box.bottom - 14; y += 46)
    for (let x = box.left + 22; x < box.right - 12; x += 36) {
      if (pen.next() < 0.12) continue;
      grave(pen, x + between(pen, -3, 3), y + between(pen, -3, 3));
    }
};

function grave(pen: Pen, x: number, y: number): void {
  const { ctx } = pen;
  const mound = new Path2D();
  mound.ellipse(x, y + 9, 7.5, 13, 0, 0, Math.PI * 2);
  shadow(pen, mound, 2.4, 2, 0.5);
  ctx.fillStyle = pen.theme === "light" ? "#8d7650" : "#5c4a30";
  ctx.fill(mound);
  const head = new Path2D();
  head.moveTo(x - 6, y - 3);
  head.lineTo(x - 6, y - 10);
  head.arc(x, y - 10, 6, Math.PI, 0);
  head.lineTo(x + 6, y - 3);
  head.closePath();
  shadow(pen, head, 5, 5, 0.7);
  const fill = ctx.createLinearGradient(x - 6, y - 16, x + 6, y - 2);
  fill.addColorStop(0, "#c9c0ac");
  fill.addColorStop(1, "#6d665a");
  ctx.fillStyle = fill;
  ctx.fill(head);
  ctx.strokeStyle = "rgba(20, 16, 12, .6)";
  ctx.lineWidth = 1;
  ctx.stroke(head);
  ctx.beginPath();
  ctx.moveTo(x, y - 13);
  ctx.lineTo(x, y - 6);
  ctx.moveTo(x - 2.6, y - 10.6);
  ctx.lineTo(x + 2.6, y - 10.6);
  ctx.stroke();
}

const rubble: Lay = (pen, solid) => {
  strewn(pen, solid, 16, 18, (x, y) => heap(pen, x, y, between(pen, 6, 12)));
  strewn(pen, solid, 60, 6, (x, y) => stone(pen, x, y, between(pen, 1.4, 4.4)));
};

const pond: Lay = (pen, solid) => {
  const { box } = solid;
  lilies(pen, (box.left + box.right) / 2 + 12, (box.top + box.bottom) / 2);
  for (let many = 0; many < 14; many += 1) {
    const isAtSide = pen.next() < 0.5;
    const x = isAtSide ? (pen.next() < 0.5 ? box.left : box.right) : between(pen, box.left, box.right);
    const y = isAtSide ? between(pen, box.top, box.bottom) : pen.next() < 0.5 ? box.top : box.bottom;
    reeds(pen, x, y, between(pen, 0.35, 0.6));
  }
};

/** Stones on which one crosses. */
const ford: Lay = (pen, { box }) => {
  for (const share of [0.22, 0.5, 0.78])
    for (let y = box.top + 10; y < box.bottom; y += 15)
      stone(pen, box.left + (box.right - box.left) * share + between(pen, -5, 5), y, between(pen, 3.4, 5.6), GREY);
};

const LYING: Readonly<Record<string, Lay>> = { Graves: graves, Rubble: rubble, Pond: pond, Ford: ford };

/** A box that stands on a roof, with its shadow: chimneys, hatches. */
function boxed(pen: Pen, x: number, y: number, wide: number, high: number, tones: readonly [string, string]): void {
  const { ctx } = pen;
  const path = new Path2D();
  path.rect(x - wide / 2, y - high / 2, wide, high);
  shadow(pen, path, 6, 7, 0.7);
  const fill = ctx.createLinearGradient(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2);
  fill.addColorStop(0, tones[0]);
  fill.addColorStop(1, tones[1]);
  ctx.fillStyle = fill;
  ctx.fill(path);
  ctx.strokeStyle = "rgba(14, 10, 7, .75)";
  ctx.lineWidth = 1.2;
  ctx.stroke(path);
}

const chimney: Lay = (pen, { box }) => {
  const x = box.left + (box.right - box.left) * (pen.next() < 0.5 ? 0.2 : 0.8);
  const y = box.top + (box.bottom - box.top) * 0.25;
  boxed(pen, x, y, 17, 15, ["#a5765c", "#5b3a2b"]);
  boxed(pen, x, y, 8, 7, ["#1b1210", "#0c0807"]);
};

/** A trapdoor of planks with a ring. */
const hatch: Lay = (pen, { box }) => {
  const { ctx } = pen;
  const [x, y] = [box.left + (box.right - box.left) * 0.3, box.top + (box.bottom - box.top) * 0.76];
  boxed(pen, x, y, 24, 22, ["#9a7446", "#5d4225"]);
  ctx.lineWidth = 1;
  for (let at = -6; at <= 6; at += 6) {
    ctx.beginPath();
    ctx.moveTo(x + at, y - 10);
    ctx.lineTo(x + at, y + 10);
    ctx.stroke();
  }
  ctx.strokeStyle = "#d9c7a0";
  ctx.beginPath();
  ctx.arc(x, y + 4, 3, 0, Math.PI * 2);
  ctx.stroke();
};

/** A cross of bronze on the lid. */
const cross: Lay = (pen, { box }) => {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  boxed(pen, x, y, 9, 62, ["#d8b878", "#7c5a28"]);
  boxed(pen, x, y - 11, 34, 9, ["#d8b878", "#7c5a28"]);
};

/** The jib of a crane, from its middle over its edge, with the rope. */
const jib: Lay = (pen, { box }) => {
  const { ctx } = pen;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(between(pen, 0.5, 0.9));
  boxed(pen, 16, 0, 58, 7, ["#b98e57", "#5f4324"]);
  boxed(pen, 0, 0, 18, 18, ["#8d6a3e", "#432d17"]);
  ctx.restore();
};

/** Beams of a roof that has fallen in. */
const beams: Lay = (pen, { box }) => {
  for (let many = 0; many < 3; many += 1) {
    const y = box.top + (box.bottom - box.top) * (0.25 + many * 0.25);
    pen.ctx.save();
    pen.ctx.translate((box.left + box.right) / 2, y);
    pen.ctx.rotate(between(pen, -0.16, 0.16));
    boxed(pen, 0, 0, (box.right - box.left) * between(pen, 0.45, 0.6), 6, ["#84633c", "#3a2613"]);
    pen.ctx.restore();
  }
};

/** The bell, seen from above in its frame. */
const bell: Lay = (pen, { box }) => {
  const { ctx } = pen;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  boxed(pen, x, y, 8, 78, ["#8d6a3e", "#432d17"]);
  boxed(pen, x, y, 78, 8, ["#8d6a3e", "#432d17"]);
  const rim = new Path2D();
  rim.arc(x, y, 23, 0, Math.PI * 2);
  shadow(pen, rim, 6, 7, 0.7);
  const fill = ctx.createRadialGradient(x - 8, y - 9, 2, x, y, 24);
  fill.addColorStop(0, "#f7dd9a");
  fill.addColorStop(0.5, "#b5832f");
  fill.addColorStop(1, "#5a3a10");
  ctx.fillStyle = fill;
  ctx.fill(rim);
  ctx.strokeStyle = "rgba(20, 12, 4, .8)";
  ctx.lineWidth = 1.4;
  for (const radius of [23, 15, 6]) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, Math.PI * 2);
    ctx.stroke();
  }
};

const STANDING: Readonly<Record<string, Lay>> = {
  House: chimney,
  Block: hatch,
  Crypt: cross,
  Crane: jib,
  Nave: beams,
  "Bell Tower": bell,
};

/** Half feet along the edges, as on a carpenter's rule: enough to guess by, too coarse to measure by. */
function inches(plan: YardPlan, theme: Theme, ctx: Context): void {
  ctx.strokeStyle = theme === "light" ? "rgba(60, 42, 20, .8)" : "rgba(236, 210, 160, .6)";
  ctx.lineWidth = 1.3;
  const tick = (x: number, y: number, dx: number, dy: number): void => {
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + dx, y + dy);
    ctx.stroke();
  };
  for (let at = 6 * INCH; at < plan.width; at += 6 * INCH) {
    tick(at, -3.5, 0, -6);
    tick(at, plan.depth + 3.5, 0, 6);
  }
  for (let at = 6 * INCH; at < plan.depth; at += 6 * INCH) {
    tick(-3.5, at, -6, 0);
    tick(plan.width + 3.5, at, 6, 0);
  }
}
