/**
 * Has the ground painted and keeps what was painted: by map, theme and size. A worker paints where
 * the browser has one that can; else the page does it, a few milliseconds at a time.
 */

import type { Job } from "./job.ts";
import type { Frame } from "./paint.ts";

/** A painted map or table, and where it lies on the board. */
export interface Painting {
  picture: ImageBitmap | HTMLCanvasElement;
  frame: Frame;
}

/** Paintings that are kept: the themes and sizes of a map or two, about 9 MB each. */
const KEPT = 5;

const kept = new Map<string, Painting>();
const waiting = new Map<number, { key: string; done: (painting: Painting) => void }>();
let worker: Worker | null = null;
let number = 0;
let isWithout = false;

function helper(): Worker | null {
  if (isWithout || typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return null;
  if (worker) return worker;
  try {
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    isWithout = true;
    return null;
  }
  worker.onmessage = ({ data }: MessageEvent<{ number: number; frame: Frame; bitmap: ImageBitmap }>) =>
    finish(data.number, { picture: data.bitmap, frame: data.frame });
  worker.onerror = () => withoutWorker();
  return worker;
}

/** Where no worker can be had, what was asked of it is asked again of the page. */
function withoutWorker(): void {
  isWithout = true;
  worker?.terminate();
  worker = null;
  // Over a copy: what is asked anew waits there, too, and would be asked anew without an end.
  for (const [asked, { key, done }] of [...waiting]) {
    waiting.delete(asked);
    const job = jobs.get(key);
    if (job) paint(key, job, done);
  }
}

const jobs = new Map<string, Job>();

function finish(asked: number, painting: Painting): void {
  const entry = waiting.get(asked);
  if (!entry) return;
  waiting.delete(asked);
  jobs.delete(entry.key);
  kept.set(entry.key, painting);
  const oldest = kept.size > KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  entry.done(painting);
}

/** What was painted under a key before. */
export function paintingOf(key: string): Painting | undefined {
  const found = kept.get(key);
  if (found) {
    kept.delete(key);
    kept.set(key, found);
  }
  return found;
}

/** Have a job painted; `done` hears of it unless a newer job of its kind has come. */
export function paint(key: string, job: Job, done: (painting: Painting) => void): void {
  for (const [asked, entry] of waiting) if (jobs.get(entry.key)?.what === job.what) waiting.delete(asked);
  number += 1;
  waiting.set(number, { key, done });
  jobs.set(key, job);
  const by = helper();
  const asked = number;
  if (by) by.postMessage({ number: asked, job });
  // Without its code, as the line is down, the board stays flat until it is asked for again.
  else paintHere(asked, job).catch(() => waiting.delete(asked));
}

/** Paint without a worker: what that takes is fetched only where there is none. */
async function paintHere(asked: number, job: Job): Promise<void> {
  const { paintJob } = await import("./job.ts");
  const canvas = document.createElement("canvas");
  const made = (width: number, height: number) => {
    Object.assign(canvas, { width, height });
    return { width, height, context: canvas.getContext("2d") as CanvasRenderingContext2D };
  };
  const rest = (): Promise<boolean> => new Promise((done) => setTimeout(() => done(waiting.has(asked)), 16));
  const painted = await paintJob(job, made, rest);
  if (painted) finish(asked, { picture: canvas, frame: painted.frame });
}
