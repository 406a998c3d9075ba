/** What of the table is seen where the whole of it is too small for a finger: what is decided about now. */

import type { App } from "../app.ts";
import { boxAround, framed } from "../core/framing.ts";
import type { Box, Size } from "../core/framing.ts";
import { decidedAt } from "../core/match_framing.ts";
import { deskOf } from "./desk.ts";
import type { Look } from "./looking.ts";
import type { MatchScene } from "./match.ts";

/** Thousandths of an inch that are as wide as a finger and an eye need them: a base, whose sign is to be read. */
const FINGER = 1000;
/** So far around what is decided about one sees, in thousandths of an inch. */
const AROUND = 2500;
/** Never nearer than so many times the whole. */
const MOST = 4;
/** How long the view moves, in milliseconds. */
const GLIDE = 320;
const STILL = "(prefers-reduced-motion: reduce)";

/** A part of the drawing, as an SVG says it. */
export const viewBoxOf = ({ x, y, width, height }: Box): string =>
  [x, y, width, height].map((each) => each.toFixed(0)).join(" ");

/** How many pixels a unit of the drawing is wide where this part of it is seen; as on a large screen before it is shown. */
export function scaleOf({ width, height }: Box): number {
  const size = document.querySelector(".match .table")?.getBoundingClientRect();
  return size?.width ? Math.min(size.width / width, size.height / height) : 1;
}

/** The part of the table that is seen. `whole` is all of it. */
export function seenOf(app: App, scene: MatchScene, look: Look, whole: Box): Box {
  const desk = deskOf(app);
  const drawn = document.querySelector(".match .table");
  const size = drawn?.getBoundingClientRect();
  if (!drawn || !size?.width || !size.height || app.player) return whole;
  const { name, points } = decidedAt(scene.state, scene.mine, (question) => app.drafts.of(question));
  // Between two decisions of one's own turn the view stays where it is.
  const isOwn = app.session.seats.includes(scene.state.active) && !scene.battle.over;
  const shot = name || (isOwn ? (desk.shot?.name ?? "") : "");
  const asked = `${shot} ${desk.isTilted} ${Math.round(size.width)} ${Math.round(size.height)}`;
  if (desk.shot?.asked !== asked) {
    const spots = points.map((point) => look.drawn(...point)).map(([x, y]) => ({ x, y }));
    const before = desk.shot?.near ?? null;
    const near = spots.length ? nearTo(spots, size, whole) : shot ? before : null;
    desk.shot = { name: shot, asked, near };
    glide(drawn, before && !desk.isWhole ? before : whole, near && !desk.isWhole ? near : whole);
  }
  return desk.isWhole ? whole : (desk.shot.near ?? whole);
}

/** The part of the table around some spots; null where the whole is large enough, or has to be seen. */
function nearTo(spots: readonly { x: number; y: number }[], size: Size, whole: Box): Box | null {
  const { x, y, zoom } = framed(whole, [boxAround(spots, AROUND)], size, FINGER, MOST);
  if (zoom <= 1) return null;
  const scale = Math.min(size.width / whole.width, size.height / whole.height) * zoom;
  const [width, height] = [size.width / scale, size.height / scale];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Move the view there in a moment, where movement is welcome. */
function glide(table: Element, from: Box, to: Box): void {
  if (viewBoxOf(from) === viewBoxOf(to) || matchMedia(STILL).matches) return;
  const began = performance.now();
  const step = (): void => {
    const share = Math.min(1, (performance.now() - began) / GLIDE);
    const eased = 1 - (1 - share) ** 3;
    const mix = (one: number, other: number) => one + (other - one) * eased;
    const [x, y] = [mix(from.x, to.x), mix(from.y, to.y)];
    const [width, height] = [mix(from.width, to.width), mix(from.height, to.height)];
    table.setAttribute("viewBox", viewBoxOf({ x, y, width, height }));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
