/** Painting a map, the table it lies on or the table of a match as a job: done in slices, given up when nobody wants it. */

import { furnish } from "./furnish.ts";
import { frameOf, painted, type Frame, type Theme } from "./paint.ts";
import { planOf, type Laid } from "./plan.ts";
import { planks } from "./table.ts";
import { paintedYard, yardFrameOf, yardPlanOf, type Yard } from "./tabletop.ts";
import { furnishYard } from "./yard_props.ts";
import type { Context } from "./props/pen.ts";

/** A map or a match's table, at `scale` pixels a unit. */
export type Large =
  | { what: "map"; laid: Laid; encounter: string; theme: Theme; scale: number }
  | { what: "yard"; yard: Yard; theme: Theme; scale: number };

/** What is to be painted. A card's picture (`small`) is given up for no board's, and a table is of so many pixels. */
export type Job =
  Large | { what: "small"; of: Large; theme: Theme } | { what: "table"; width: number; height: number; theme: Theme };

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
  const { frame, rows, furnished } = workOf(job);
  const image = new ImageData(frame.width, frame.height);
  const painting = rows(image.data);
  let began = performance.now();
  while (!painting.next().done) {
    if (performance.now() - began < SLICE) continue;
    if (!(await rest())) return null;
    began = performance.now();
  }
  const surface = makeSurface(frame.width, frame.height);
  surface.context.putImageData(image, 0, 0);
  furnished(surface.context);
  return { surface, frame };
}

interface Work {
  frame: Frame;
  rows: (into: Uint8ClampedArray) => Generator<number>;
  /** Draw what stands and lies on the ground once it is painted. */
  furnished: (context: Context) => void;
}

function workOf(job: Job): Work {
  const { theme } = job;
  switch (job.what) {
    case "map": {
      const plan = planOf(job.laid, job.encounter);
      const frame = frameOf(plan, job.scale);
      return {
        frame,
        rows: (into) => painted(plan, frame, theme, into),
        furnished: (context) => furnish(plan, frame, theme, context),
      };
    }
    case "yard": {
      const plan = yardPlanOf(job.yard);
      const frame = yardFrameOf(plan, job.scale);
      return {
        frame,
        rows: (into) => paintedYard(plan, frame, theme, into),
        furnished: (context) => furnishYard(plan, frame, theme, context),
      };
    }
    case "small":
      return workOf(job.of);
    case "table": {
      const frame = { left: 0, top: 0, scale: 1, width: job.width, height: job.height };
      return { frame, rows: (into) => planks(frame, theme, into), furnished: () => undefined };
    }
  }
}
