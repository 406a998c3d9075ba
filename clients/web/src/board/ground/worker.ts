/** Paints beside the page: jobs come as messages, bitmaps go back. */

import { paintJob, type Job, type Surface } from "./job.ts";
import type { Context } from "./props/pen.ts";

/** The newest number asked for of each kind; older jobs are given up. */
const newest: Record<string, number> = {};

function offscreen(width: number, height: number): Surface & { canvas: OffscreenCanvas } {
  const canvas = new OffscreenCanvas(width, height);
  return { canvas, width, height, context: canvas.getContext("2d") as Context };
}

const breath = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

addEventListener("message", async ({ data }: MessageEvent<{ number: number; job: Job }>) => {
  const { number, job } = data;
  newest[job.what] = number;
  const canvases: OffscreenCanvas[] = [];
  const made = (width: number, height: number): Surface => {
    const surface = offscreen(width, height);
    canvases.push(surface.canvas);
    return surface;
  };
  const isWanted = async (): Promise<boolean> => {
    await breath();
    return newest[job.what] === number;
  };
  const done = await paintJob(job, made, isWanted);
  const bitmap = done && canvases[0]?.transferToImageBitmap();
  if (done && bitmap) (self as unknown as Worker).postMessage({ number, frame: done.frame, bitmap }, [bitmap]);
});
