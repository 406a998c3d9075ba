/** What grows: tufts, flowers, reeds, mushrooms, trees with leaves, pines, and trees that are dead. */

import { around, between, blob, lit, oneOf, shadow, shifted, stroke, within, type Pen } from "./pen.ts";

const BLADES = ["#8d9650", "#a2a45f", "#6f7b3c", "#b3ae6b"];
const PETALS = ["#e9d9a0", "#d8b25a", "#cfcbe0", "#d98f7a"];

/** A tuft of grass, each blade with its shadow. */
export function tuft(pen: Pen, x: number, y: number, size: number, blades = BLADES): void {
  for (let at = 0; at < 6; at += 1) {
    const angle = -Math.PI / 2 + (at - 2.5) * 0.27 + between(pen, -0.1, 0.1);
    const long = between(pen, 6, 12.5) * size;
    const foot = x + at - 2.5;
    const [tipX, tipY] = [foot + Math.cos(angle) * long, y + Math.sin(angle) * long];
    stroke(
      pen,
      "rgba(18, 22, 9, .48)",
      1.5 * size,
      [foot + 1.2, y + 1],
      [foot + 1.2, y - long * 0.5],
      [tipX + 1.8, tipY + 1.4],
    );
    stroke(pen, oneOf(pen, blades), 1.2 * size, [foot, y], [foot, y - long * 0.6], [tipX, tipY]);
  }
}

/** Three or four small flowers. */
export function flowers(pen: Pen, x: number, y: number): void {
  pen.ctx.fillStyle = oneOf(pen, PETALS);
  for (let at = 0; at < 4; at += 1) {
    pen.ctx.beginPath();
    pen.ctx.arc(x + between(pen, -5, 5), y + between(pen, -4, 4), between(pen, 0.9, 1.5), 0, 7);
    pen.ctx.fill();
  }
}

/** Reeds at a pool, some with cattails. */
export function reeds(pen: Pen, x: number, y: number, size: number): void {
  for (let at = 0; at < 7; at += 1) {
    const foot = x + (at - 3) * 2.2 * size;
    const lean = between(pen, -4, 5) * size;
    const long = between(pen, 13, 23) * size;
    stroke(
      pen,
      "rgba(12, 14, 6, .45)",
      1.7,
      [foot + 2, y + 1],
      [foot + 3, y - long * 0.5],
      [foot + lean + 5, y - long + 3],
    );
    stroke(
      pen,
      oneOf(pen, ["#6d7a3c", "#8f8f4c", "#55632f"]),
      1.4,
      [foot, y],
      [foot, y - long * 0.6],
      [foot + lean, y - long],
    );
    if (at % 3 === 1)
      stroke(
        pen,
        "#6b4524",
        3.1 * size,
        [foot + lean, y - long - 1],
        [foot + lean, y - long - 4],
        [foot + lean + 0.4, y - long - 7],
      );
  }
}

/** A cluster of mushrooms. */
export function mushrooms(pen: Pen, x: number, y: number): void {
  for (let at = 0; at < 4; at += 1) {
    const spot = around(pen, x, y, 1, 9);
    const size = between(pen, 2.6, 5.2);
    const cap = blob(pen, spot.x, spot.y - size, size, 9, 0.08);
    shadow(pen, cap, 3, 5, 0.45);
    pen.ctx.fillStyle = "#d9cba6";
    pen.ctx.fillRect(spot.x - size * 0.25, spot.y - size, size * 0.5, size * 1.3);
    pen.ctx.fillStyle = lit(pen, spot.x, spot.y - size, size, "#e6b48a", "#a65b3c", "#5c2c20");
    pen.ctx.fill(cap);
  }
}

/** Leaves of a water lily. */
export function lilies(pen: Pen, x: number, y: number): void {
  for (let at = 0; at < 3; at += 1) {
    const spot = around(pen, x, y, 2, 12);
    pen.ctx.fillStyle = "rgba(0, 10, 12, .35)";
    pen.ctx.beginPath();
    pen.ctx.ellipse(spot.x + 1.6, spot.y + 2, 5.4, 4, 0, 0, 7);
    pen.ctx.fill();
    pen.ctx.fillStyle = oneOf(pen, ["#5f7b3b", "#4c6a33", "#748a44"]);
    pen.ctx.beginPath();
    pen.ctx.moveTo(spot.x, spot.y);
    pen.ctx.ellipse(spot.x, spot.y, 5.4, 4, 0, 0.5, 6);
    pen.ctx.closePath();
    pen.ctx.fill();
  }
}

const LEAVES = [
  ["#1e2b16", "#32451f", "#516829", "#7b8a40", "#a4ab5c"],
  ["#26301a", "#3f4d22", "#646f2e", "#918f46", "#b9ad62"],
  ["#2e3117", "#4d4a20", "#776d2c", "#a59345", "#cdb765"],
] as const;

/** A tree as seen from above: crowns upon crowns, lighter towards the light. */
export function tree(pen: Pen, x: number, y: number, size: number): void {
  const leaves = LEAVES[pen.next() < 0.62 ? 0 : pen.next() < 0.7 ? 1 : 2] as (typeof LEAVES)[number];
  const crown = blob(pen, x, y, size, 13, 0.13);
  shadow(pen, crown, size * 0.5, size * 0.6, 0.6);
  pen.ctx.fillStyle = leaves[0];
  pen.ctx.fill(crown);
  for (let ring = 1; ring < 5; ring += 1) {
    const many = ring === 4 ? 5 : 11 - ring * 2;
    const wide = size * (0.72 - ring * 0.13);
    for (let at = 0; at < many; at += 1) {
      const angle = (at / many) * Math.PI * 2 + pen.next();
      const [cx, cy] = [
        x - ring * size * 0.085 + Math.cos(angle) * wide,
        y - ring * size * 0.115 + Math.sin(angle) * wide * 0.92,
      ];
      pen.ctx.fillStyle = leaves[ring] as string;
      pen.ctx.globalAlpha = 0.8;
      pen.ctx.fill(blob(pen, cx, cy, size * between(pen, 0.2, 0.33) * (1.16 - ring * 0.13), 8, 0.22));
    }
  }
  pen.ctx.globalAlpha = 1;
  pen.ctx.strokeStyle = "rgba(255, 236, 176, .2)";
  pen.ctx.lineWidth = 1.2;
  pen.ctx.beginPath();
  pen.ctx.arc(x - size * 0.1, y - size * 0.12, size * 0.8, 3.4, 4.8);
  pen.ctx.stroke();
}

/** A pine: skirts of needles around a stem, the highest one lightest. */
export function pine(pen: Pen, x: number, y: number, size: number): void {
  const skirts = ["#14231f", "#1f352c", "#2f4c3b", "#4a6a4d", "#6f8a63"];
  const whole = star(pen, x, y, size);
  shadow(pen, whole, size * 0.55, size * 0.66, 0.6);
  skirts.forEach((colour, at) => {
    const share = 1 - at * 0.2;
    pen.ctx.fillStyle = colour;
    pen.ctx.fill(star(pen, x - at * size * 0.05, y - at * size * 0.08, size * share));
  });
}

function star(pen: Pen, x: number, y: number, size: number): Path2D {
  const path = new Path2D();
  const points = 22;
  const turn = pen.next();
  for (let at = 0; at < points; at += 1) {
    const angle = (at / points) * Math.PI * 2 + turn;
    const far = size * (at % 2 ? 0.68 : 1) * between(pen, 0.9, 1.08);
    path.lineTo(x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.95);
  }
  path.closePath();
  return path;
}

/** A tree without leaves. */
export function deadTree(pen: Pen, x: number, y: number, size: number): void {
  pen.ctx.lineCap = "round";
  const bough = (fx: number, fy: number, angle: number, long: number, width: number, isShadow: boolean): void => {
    const [tx, ty] = isShadow
      ? [fx + Math.cos(angle * 0.5 + 0.2) * long, fy + Math.sin(angle * 0.3 + 0.5) * long * 0.5]
      : [fx + Math.cos(angle) * long, fy + Math.sin(angle) * long];
    stroke(
      pen,
      isShadow ? "rgba(8, 7, 4, .4)" : "#2a211a",
      width,
      [fx, fy],
      [(fx + tx) / 2 + 1, (fy + ty) / 2],
      [tx, ty],
    );
    if (!isShadow)
      stroke(
        pen,
        "rgba(196, 170, 130, .5)",
        width * 0.34,
        [fx - width * 0.22, fy],
        [(fx + tx) / 2 - width * 0.2, (fy + ty) / 2],
        [tx, ty],
      );
    if (width < 1.7) return;
    bough(tx, ty, angle - between(pen, 0.35, 0.8), long * 0.7, width * 0.58, isShadow);
    bough(tx, ty, angle + between(pen, 0.3, 0.85), long * 0.66, width * 0.58, isShadow);
  };
  bough(x + 2, y + 2, -0.2, size * 0.5, size * 0.2, true);
  bough(x, y, -Math.PI / 2 + between(pen, -0.2, 0.2), size * 0.55, size * 0.22, false);
  const roots = blob(pen, x, y, size * 0.2, 8, 0.3);
  pen.ctx.fillStyle = "#2a211a";
  pen.ctx.fill(roots);
}

/** A fallen trunk with its rings. */
export function log(pen: Pen, x: number, y: number, long: number): void {
  const path = new Path2D();
  path.roundRect(x - long / 2, y - 6, long, 12, 5);
  shadow(pen, path, 6, 8, 0.55);
  pen.ctx.fillStyle = "#54402c";
  pen.ctx.fill(path);
  within(pen, path, () => {
    pen.ctx.fillStyle = "rgba(232, 204, 156, .3)";
    pen.ctx.fill(shifted(path, -2, -7));
    for (let at = 0; at < 5; at += 1)
      stroke(
        pen,
        "rgba(30, 18, 8, .5)",
        0.9,
        [x - long / 2, y + between(pen, -4, 5)],
        [x, y + between(pen, -4, 5)],
        [x + long / 2, y + between(pen, -4, 5)],
      );
  });
  pen.ctx.fillStyle = "#c7a873";
  pen.ctx.beginPath();
  pen.ctx.ellipse(x - long / 2 + 3, y, 4, 6, 0, 0, 7);
  pen.ctx.fill();
}
