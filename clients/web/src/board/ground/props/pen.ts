/** What all props are drawn with: shapes that are never quite round, and shadows to the lower right. */

import type { Theme } from "../paint.ts";

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A canvas, the theme, and the numbers of the hex that is being furnished. */
export interface Pen {
  ctx: Context;
  theme: Theme;
  next: () => number;
}

const TURN = Math.PI * 2;

/** A number between two. */
export const between = (pen: Pen, low: number, high: number): number => low + pen.next() * (high - low);

/** One of several. */
export const oneOf = <T>(pen: Pen, all: readonly T[]): T => all[Math.floor(pen.next() * all.length) % all.length] as T;

/** A place in a ring around a point, a little flat as seen from above. */
export function around(pen: Pen, x: number, y: number, low: number, high: number): { x: number; y: number } {
  const angle = pen.next() * TURN;
  const far = between(pen, low, high);
  return { x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far * 0.9 };
}

/** The outline of something rough and round. */
export function blob(pen: Pen, x: number, y: number, radius: number, points = 11, rough = 0.2): Path2D {
  const path = new Path2D();
  const corners = Array.from({ length: points }, (_, at) => {
    const angle = (at / points) * TURN;
    const far = radius * (1 - rough + pen.next() * rough * 2);
    return { x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far * 0.94 };
  });
  const middle = (at: number): { x: number; y: number } => {
    const [a, b] = [corners[at % points], corners[(at + 1) % points]] as [
      { x: number; y: number },
      { x: number; y: number },
    ];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const start = middle(0);
  path.moveTo(start.x, start.y);
  for (let at = 1; at <= points; at += 1) {
    const corner = corners[at % points] as { x: number; y: number };
    const end = middle(at);
    path.quadraticCurveTo(corner.x, corner.y, end.x, end.y);
  }
  path.closePath();
  return path;
}

/** A stone's or a block's polygon, with corners. */
export function shard(pen: Pen, x: number, y: number, radius: number, points = 7, rough = 0.2): Path2D {
  const path = new Path2D();
  for (let at = 0; at < points; at += 1) {
    const angle = ((at + pen.next() * 0.5) / points) * TURN;
    const far = radius * (1 - rough + pen.next() * rough * 2);
    path.lineTo(x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.88);
  }
  path.closePath();
  return path;
}

/** A path, moved. */
export function shifted(path: Path2D, x: number, y: number): Path2D {
  const moved = new Path2D();
  moved.addPath(path, { a: 1, b: 0, c: 0, d: 1, e: x, f: y });
  return moved;
}

/** The shadow that something throws: dense where it stands, softer at its end. */
export function shadow(pen: Pen, path: Path2D, x: number, y: number, dark = 0.5): void {
  const { ctx, theme } = pen;
  const tone = theme === "light" ? "40, 26, 8" : "6, 5, 3";
  const strength = theme === "light" ? dark * 0.62 : dark;
  for (const [share, part] of [
    [1, 0.3],
    [0.8, 0.3],
    [0.55, 0.4],
  ] as const) {
    ctx.fillStyle = `rgba(${tone}, ${strength * part})`;
    ctx.fill(shifted(path, x * share, y * share));
  }
}

/** A fill that is light at the top left and dark at the lower right. */
export function lit(
  pen: Pen,
  x: number,
  y: number,
  radius: number,
  light: string,
  middle: string,
  dark: string,
): CanvasGradient {
  const fill = pen.ctx.createRadialGradient(x - radius * 0.45, y - radius * 0.5, radius * 0.1, x, y, radius * 1.25);
  fill.addColorStop(0, light);
  fill.addColorStop(0.5, middle);
  fill.addColorStop(1, dark);
  return fill;
}

/** Draw within a path only. */
export function within(pen: Pen, path: Path2D, draw: () => void): void {
  pen.ctx.save();
  pen.ctx.clip(path);
  draw();
  pen.ctx.restore();
}

/** A line that bends once. */
export function stroke(
  pen: Pen,
  colour: string,
  width: number,
  from: readonly [number, number],
  by: readonly [number, number],
  to: readonly [number, number],
): void {
  const { ctx } = pen;
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.moveTo(from[0], from[1]);
  ctx.quadraticCurveTo(by[0], by[1], to[0], to[1]);
  ctx.stroke();
}
