/** Painting a map or the table it lies on as a job: done in slices, given up when nobody wants it. */

import { furnish } from "./furnish.ts";
import { frameOf, painted, type Frame, type Theme } from "./paint.ts";
import { planOf, type Laid } from "./plan.ts";
import { planks } from "./table.ts";
import type { Context } from "./props/pen.ts";

/** What is to be painted. A map at `scale` pixels a unit, or a table of so many pixels. */
export type Job =
  | { what: "map"; laid: Laid; encounter: string; theme: Theme; scale: number }
  | { what: "table"; width: number; height: number; theme: Theme };

/** Somewhere to paint: a canvas of the page, or one that no page has. */
export interface Surface {
  width: number;
  height: number;
  context: Context;
}

/** Milliseconds of painting after which others have their turn. */
const SLICE = 5;

/**
 * Paint a job.
 * @param makeSurface gives a canvas of a size
 * @param rest waits until painting may go on; false gives the job up
 * @returns the surface and where it lies on the board, null for a job that was given up
 */
export async function paintJob(
  job: Job,
  makeSurface: (width: number, height: number) => Surface,
  rest: () => Promise<boolean>,
): Promise<{ surface: Surface; frame: Frame } | null> {
  const plan = job.what === "map" ? planOf(job.laid, job.encounter) : null;
  const frame = job.what === "map" && plan ? frameOf(plan, job.scale) : flat(job);
  const image = new ImageData(frame.width, frame.height);
  const rows = plan ? painted(plan, frame, job.theme, image.data) : planks(frame, job.theme, image.data);
  let began = performance.now();
  while (!rows.next().done) {
    if (performance.now() - began < SLICE) continue;
    if (!(await rest())) return null;
    began = performance.now();
  }
  const surface = makeSurface(frame.width, frame.height);
  surface.context.putImageData(image, 0, 0);
  if (plan) furnish(plan, frame, job.theme, surface.context);
  return { surface, frame };
}

function flat(job: Job): Frame {
  const [width, height] = job.what === "table" ? [job.width, job.height] : [1, 1];
  return { left: 0, top: 0, scale: 1, width, height };
}
