/** What is built or broken: stones, boulders, walls in courses, crystals, timber, fire, bones and straw. */

import { around, between, blob, lit, oneOf, shadow, shard, shifted, stroke, within, type Pen } from "./pen.ts";

export type Tones = readonly [light: string, middle: string, dark: string];
export const GREY: Tones = ["#b3a995", "#786f60", "#46413a"];
export const COLD: Tones = ["#d4dee2", "#8d9ca6", "#4c5a66"];
export const WET: Tones = ["#93a09c", "#56665f", "#2b3b42"];
export const BLACK: Tones = ["#7b706a", "#453d39", "#1f1b1a"];

/** A stone, or a pebble. */
export function stone(pen: Pen, x: number, y: number, size: number, tones: Tones = GREY): void {
  const path = shard(pen, x, y, size, 8, 0.15);
  shadow(pen, path, size * 0.45, size * 0.55, 0.5);
  pen.ctx.fillStyle = lit(pen, x, y, size, ...tones);
  pen.ctx.fill(path);
  pen.ctx.strokeStyle = "rgba(255, 243, 214, .3)";
  pen.ctx.lineWidth = Math.max(0.6, size * 0.09);
  pen.ctx.beginPath();
  pen.ctx.arc(x, y, size * 0.78, 3.5, 4.9);
  pen.ctx.stroke();
}

/** A boulder as high as a man, with facets. */
export function boulder(pen: Pen, x: number, y: number, size: number, tones: Tones): void {
  const foot = shard(pen, x, y, size, 9, 0.14);
  const high = size * 0.5;
  shadow(pen, shifted(foot, 0, high * 0.4), size * 0.55, size * 0.55, 0.7);
  pen.ctx.fillStyle = tones[2];
  for (let at = 0; at <= high; at += 1) pen.ctx.fill(shifted(foot, 0, high / 2 - at * 0.5));
  const top = shifted(foot, -size * 0.04, -high * 0.35);
  pen.ctx.fillStyle = lit(pen, x - size * 0.05, y - high * 0.4, size, ...tones);
  pen.ctx.fill(top);
  within(pen, top, () => {
    pen.ctx.fillStyle = "rgba(255, 246, 220, .22)";
    pen.ctx.fill(shard(pen, x - size * 0.3, y - high * 0.35 - size * 0.3, size * 0.66, 6, 0.2));
    pen.ctx.fillStyle = "rgba(10, 8, 6, .3)";
    pen.ctx.fill(shard(pen, x + size * 0.48, y - high * 0.3 + size * 0.45, size * 0.7, 6, 0.2));
    for (let at = 0; at < 3; at += 1) {
      const from = around(pen, x, y - high * 0.35, 0, size * 0.7);
      stroke(
        pen,
        "rgba(20, 16, 12, .55)",
        1.1,
        [from.x, from.y],
        [from.x + between(pen, -6, 8), from.y + 5],
        [from.x + between(pen, -8, 12), from.y + between(pen, 6, 16)],
      );
    }
  });
}

/** A heap of broken stone: dust, a shadow, blocks that lie on each other, the far and low ones first. */
export function heap(pen: Pen, x: number, y: number, size: number, tones: Tones = GREY): void {
  const { ctx } = pen;
  const dust = ctx.createRadialGradient(x, y, size * 0.3, x, y, size * 1.5);
  dust.addColorStop(0, "rgba(176, 164, 140, .5)");
  dust.addColorStop(1, "rgba(176, 164, 140, 0)");
  ctx.fillStyle = dust;
  ctx.fillRect(x - size * 1.5, y - size * 1.5, size * 3, size * 3);
  const foot = shard(pen, x, y + size * 0.25, size, 9, 0.16);
  shadow(pen, foot, size * 0.6, size * 0.45, 0.75);
  ctx.fillStyle = tones[2];
  ctx.fill(foot);
  // Three layers: many small ones at the foot, fewer and larger ones above, a slab on top.
  for (const [many, far, up, low, high] of [
    [8, 1, -0.12, 0.2, 0.5],
    [4, 0.55, 0.14, 0.32, 0.52],
    [2, 0.3, 0.4, 0.36, 0.56],
  ] as const) {
    const laid = Array.from({ length: many }, (_, at) => {
      const angle = ((at + pen.next() * 0.9) / many) * Math.PI * 2;
      const out = size * far * between(pen, 0.55, 1.1);
      return [x + Math.cos(angle) * out, y + Math.sin(angle) * out * 0.6 - size * up] as const;
    });
    for (const [sx, sy] of laid.sort((a, b) => a[1] - b[1])) block(pen, sx, sy, size * between(pen, low, high), tones);
  }
}

/** A broken block: angular, with a lit face and a dark one. */
function block(pen: Pen, x: number, y: number, size: number, tones: Tones): void {
  const path = shard(pen, x, y, size, pen.next() < 0.5 ? 4 : 5, 0.3);
  shadow(pen, path, size * 0.4, size * 0.4, 0.6);
  pen.ctx.fillStyle = lit(pen, x, y, size, ...tones);
  pen.ctx.fill(path);
  within(pen, path, () => {
    pen.ctx.fillStyle = "rgba(255, 246, 222, .26)";
    pen.ctx.fill(shard(pen, x - size * 0.3, y - size * 0.5, size * 0.7, 4, 0.2));
  });
  pen.ctx.strokeStyle = "rgba(24, 18, 12, .6)";
  pen.ctx.lineWidth = 0.8;
  pen.ctx.stroke(path);
}

/** How walls are built: their colours, their height, how high a course is. */
export interface Masonry {
  tones: Tones;
  high: number;
  course: number;
}

/** A wall whose top has this outline: shadow, courses in front, coping stones on top. */
export function wall(
  pen: Pen,
  top: Path2D,
  box: { left: number; top: number; right: number; bottom: number },
  { tones, high, course }: Masonry,
): void {
  const { ctx } = pen;
  shadow(pen, shifted(top, 0, high), 22, 12, 0.85);
  for (let at = high; at > 0; at -= 1) {
    const share = at / high;
    const isJoint = at % course < 1.2 && at < high - 1;
    ctx.fillStyle = isJoint
      ? "#17130f"
      : `rgb(${Math.round(92 - 50 * share)}, ${Math.round(84 - 47 * share)}, ${Math.round(72 - 42 * share)})`;
    ctx.fill(shifted(top, 0, at));
  }
  ctx.fillStyle = "rgba(255, 246, 222, .9)";
  ctx.fill(top);
  within(pen, top, () => {
    ctx.fillStyle = "#39332a";
    ctx.fill(shifted(top, 1.7, 1.7));
    within(pen, shifted(top, 1.7, 1.7), () => within(pen, shifted(top, -2, -2), () => coping(pen, box, tones)));
  });
}

/** The stones on top of a wall. */
function coping(pen: Pen, box: { left: number; top: number; right: number; bottom: number }, tones: Tones): void {
  const { ctx } = pen;
  const high = 17;
  ctx.fillStyle = "#2b261f";
  ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  for (let y = box.top - 4; y < box.bottom; y += high)
    for (let x = box.left - 10 - pen.next() * 14; x < box.right;) {
      const wide = between(pen, 20, 36);
      const fill = ctx.createLinearGradient(x, y, x + wide * 0.4, y + high);
      fill.addColorStop(0, oneOf(pen, [tones[0], "#c6bba2", "#a99e87"]));
      fill.addColorStop(1, oneOf(pen, [tones[1], "#8d8371", "#6d6453"]));
      ctx.fillStyle = fill;
      ctx.beginPath();
      ctx.roundRect(x + 0.8, y + 0.8, wide - 1.6, high - 1.6, 2.4);
      ctx.fill();
      if (pen.next() < 0.16) {
        ctx.fillStyle = "rgba(84, 98, 48, .6)";
        ctx.fill(blob(pen, x + wide * pen.next(), y + high * pen.next(), between(pen, 3, 7), 8, 0.3));
      }
      x += wide;
    }
}

/** A crystal that stands up out of the ground, lit from within. */
export function crystal(pen: Pen, x: number, y: number, size: number): void {
  const lean = between(pen, -0.4, 0.4) * size;
  const wide = size * between(pen, 0.2, 0.3);
  const path = new Path2D(
    `M${x - wide} ${y} L${x - wide * 0.9 + lean * 0.7} ${y - size * 0.7} L${x + lean} ${y - size} L${x + wide * 0.9 + lean * 0.7} ${y - size * 0.62} L${x + wide} ${y} Z`,
  );
  const glow = pen.ctx.createRadialGradient(x, y - size * 0.3, 1, x, y - size * 0.3, size * 1.1);
  glow.addColorStop(0, "rgba(150, 190, 255, .34)");
  glow.addColorStop(1, "rgba(150, 190, 255, 0)");
  pen.ctx.fillStyle = glow;
  pen.ctx.fillRect(x - size * 1.2, y - size * 1.5, size * 2.4, size * 2.4);
  shadow(pen, path, size * 0.3, size * 0.14, 0.5);
  const fill = pen.ctx.createLinearGradient(x - wide, y - size, x + wide, y);
  fill.addColorStop(0, "#eef6ff");
  fill.addColorStop(0.45, oneOf(pen, ["#8fb6ea", "#a99ae2", "#82cfd6"]));
  fill.addColorStop(1, "#2c3a72");
  pen.ctx.fillStyle = fill;
  pen.ctx.fill(path);
  stroke(
    pen,
    "rgba(255, 255, 255, .6)",
    0.9,
    [x - wide * 0.2, y],
    [x - wide * 0.1 + lean * 0.4, y - size * 0.4],
    [x + lean, y - size],
  );
}

/** A fire on the ground with its light. */
export function fire(pen: Pen, x: number, y: number, size: number): void {
  const { ctx } = pen;
  const glow = ctx.createRadialGradient(x, y, 1, x, y, size * 2.6);
  glow.addColorStop(0, "rgba(255, 168, 62, .62)");
  glow.addColorStop(0.5, "rgba(240, 96, 24, .2)");
  glow.addColorStop(1, "rgba(240, 90, 20, 0)");
  ctx.fillStyle = glow;
  ctx.fillRect(x - size * 2.6, y - size * 2.6, size * 5.2, size * 5.2);
  for (const [colour, share] of [
    ["#b8330f", 1],
    ["#ea7a1c", 0.72],
    ["#ffc14d", 0.48],
    ["#fff0b8", 0.24],
  ] as const) {
    const k = size * share;
    ctx.fillStyle = colour;
    ctx.fill(
      new Path2D(
        `M${x} ${y - k * 1.5} C${x + k * 0.2} ${y - k * 0.7} ${x + k} ${y - k * 0.5} ${x + k * 0.7} ${y + k * 0.2} C${x + k * 0.5} ${y + k * 0.7} ${x - k * 0.5} ${y + k * 0.7} ${x - k * 0.7} ${y + k * 0.2} C${x - k * 0.95} ${y - k * 0.4} ${x - k * 0.3} ${y - k * 0.5} ${x} ${y - k * 1.5}Z`,
      ),
    );
  }
}

/** Charred beams, one over the other. */
export function beams(pen: Pen, x: number, y: number): void {
  for (let at = 0; at < 4; at += 1) {
    const { ctx } = pen;
    ctx.save();
    ctx.translate(x + between(pen, -10, 10), y + (at - 1.5) * 13);
    ctx.rotate(between(pen, -0.7, 0.7));
    const path = new Path2D();
    path.rect(-36, -5, 72, 10);
    shadow(pen, path, 5, 8, 0.6);
    const fill = ctx.createLinearGradient(0, -5, 0, 6);
    fill.addColorStop(0, "#6d5339");
    fill.addColorStop(0.3, "#3b2c20");
    fill.addColorStop(1, "#17110d");
    ctx.fillStyle = fill;
    ctx.fill(path);
    ctx.restore();
  }
}

/** Straw on a prison's floor. */
export function straw(pen: Pen, x: number, y: number): void {
  for (let at = 0; at < 26; at += 1) {
    const spot = around(pen, x, y, 0, 17);
    const angle = pen.next() * Math.PI;
    const long = between(pen, 5, 11);
    const end: [number, number] = [spot.x + Math.cos(angle) * long, spot.y + Math.sin(angle) * long * 0.7];
    stroke(
      pen,
      "rgba(20, 14, 6, .34)",
      1.3,
      [spot.x + 1, spot.y + 1],
      [spot.x + 2, spot.y + 1],
      [end[0] + 1, end[1] + 1.2],
    );
    stroke(pen, oneOf(pen, ["#c4a45c", "#a98744", "#dcc27c"]), 1, [spot.x, spot.y], [spot.x + 1, spot.y], end);
  }
}

/** A few bones and, at times, a skull. */
export function bones(pen: Pen, x: number, y: number): void {
  pen.ctx.lineCap = "round";
  for (let at = 0; at < 4; at += 1) {
    const spot = around(pen, x, y, 2, 13);
    const angle = pen.next() * Math.PI;
    const [dx, dy] = [Math.cos(angle) * 7, Math.sin(angle) * 5];
    stroke(
      pen,
      "rgba(8, 6, 4, .5)",
      3,
      [spot.x - dx + 1.6, spot.y - dy + 1.8],
      [spot.x + 1.6, spot.y + 1.8],
      [spot.x + dx + 1.6, spot.y + dy + 1.8],
    );
    stroke(pen, "#cfc4a6", 2.2, [spot.x - dx, spot.y - dy], [spot.x, spot.y + 1], [spot.x + dx, spot.y + dy]);
  }
  if (pen.next() < 0.6) {
    stone(pen, x, y, 4.6, ["#efe6cc", "#c6ba98", "#7c7159"]);
    pen.ctx.fillStyle = "#2a221a";
    for (const side of [-1.6, 1.6]) {
      pen.ctx.beginPath();
      pen.ctx.arc(x + side, y + 0.6, 1.15, 0, 7);
      pen.ctx.fill();
    }
  }
}

/** A grating in the floor. */
export function grate(pen: Pen, x: number, y: number): void {
  const { ctx } = pen;
  ctx.fillStyle = "#0b0908";
  ctx.beginPath();
  ctx.roundRect(x - 13, y - 10, 26, 20, 2);
  ctx.fill();
  for (let at = -2; at <= 2; at += 1)
    stroke(pen, "#6f665a", 2.2, [x + at * 5, y - 10], [x + at * 5, y], [x + at * 5, y + 10]);
  ctx.strokeStyle = "#8d8271";
  ctx.lineWidth = 1.8;
  ctx.strokeRect(x - 13, y - 10, 26, 20);
}

/** A plinth with a bowl of light: a shrine; with a lock: a seal. */
export function plinth(pen: Pen, x: number, y: number, glow: string): void {
  const { ctx } = pen;
  for (const [size, high] of [
    [25, 6],
    [17, 9],
  ] as const) {
    const path = new Path2D();
    path.ellipse(x, y - high, size, size * 0.74, 0, 0, 7);
    shadow(pen, path, 8, 9, 0.5);
    ctx.fillStyle = GREY[2];
    for (let at = 0; at < 6; at += 1) ctx.fill(shifted(path, 0, 5 - at));
    ctx.fillStyle = lit(pen, x, y - high, size, "#d6cbb2", "#978c78", "#5b5346");
    ctx.fill(path);
  }
  const light = ctx.createRadialGradient(x, y - 9, 1, x, y - 9, 40);
  light.addColorStop(0, glow);
  light.addColorStop(1, "rgba(0, 0, 0, 0)");
  ctx.fillStyle = light;
  ctx.fillRect(x - 40, y - 49, 80, 80);
}
