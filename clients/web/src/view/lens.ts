/** The eye goes near to a fight and back again: the whole board is moved, nothing on it is drawn anew. */

import type { App } from "../app.ts";
import { boardSize } from "../board/backdrop.ts";
import { cameraView } from "./camera.ts";
import { placed } from "./placing.ts";

/** Units of the board around the fight that stay in sight: tokens, plates, and dice over the target. */
const ROOM = { x: 300, y: 420 };
const NEAREST = 1.5;
/** Nearer by less than this is not worth the movement. */
const LEAST = 1.06;

/** The lens over the board: where the fight is while one is shown, else flat. */
export function lens(app: App): { class: string; style: string } {
  const flat = { class: "lens", style: "" };
  const { focus } = app.drama;
  const view = cameraView(app)?.part;
  const { width, height } = boardSize();
  if (!focus.length || !app.stage.isBusy || !view || !width) return flat;
  const scale = Math.min(width / view.width, height / view.height);
  const spots = focus.map(placed);
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const middle = {
    x: (Math.min(...xs) + Math.max(...xs)) / 2,
    y: (Math.min(...ys) + Math.max(...ys)) / 2 - ROOM.y / 8,
  };
  const wide = (Math.max(...xs) - Math.min(...xs) + ROOM.x) * scale;
  const high = (Math.max(...ys) - Math.min(...ys) + ROOM.y) * scale;
  const near = Math.min(NEAREST, width / wide, height / high);
  const x = width / 2 + (middle.x - view.x - view.width / 2) * scale;
  const y = height / 2 + (middle.y - view.y - view.height / 2) * scale;
  const light = `--fx: ${x.toFixed(0)}px; --fy: ${y.toFixed(0)}px`;
  if (near < LEAST) return { class: "lens lit", style: light };
  const within = (length: number, at: number) => Math.max(length * (1 - near), Math.min(0, length / 2 - near * at));
  const to = `translate(${within(width, x).toFixed(1)}px, ${within(height, y).toFixed(1)}px) scale(${near.toFixed(3)})`;
  return { class: "lens lit", style: `${light}; transform: ${to}` };
}
