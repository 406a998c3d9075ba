/** Grounds in small, for cards and scenes: painted one after the other once the page is at rest, what is in sight first. */

import type { App } from "../app.ts";
import { isPlain, themeNow, whenColoursChange } from "../board/colours.ts";
import type { Large } from "../board/ground/job.ts";
import { paint } from "../board/ground/painter.ts";
import type { Frame } from "../board/ground/paint.ts";
import { pictureAddress } from "../board/picture.ts";
import { h } from "./dom.ts";

/** A painted ground, and where it lies on its map. */
export interface SmallGround {
  href: string;
  frame: Frame;
}

/** What is asked for: whose ground, how large, and where on the page it is shown ("" is in sight). */
export interface Wish {
  id: string;
  job: Large;
  seat: string;
}

/** The first page has been there for so long (ms): what it needed has come. */
const LATER = 3000;
/** So far below the window (CSS pixels) something is as good as in sight. */
const NEAR = 200;
/** Between two paintings, in milliseconds: the page comes first. */
const PAUSE = 40;

const painted = new Map<string, SmallGround>();
const wishes = new Map<string, Wish>();
let isBusy = false;
let isListening = false;
let isLate = false;

/** Whether somebody may like pictures that the page can do without: data need not be saved, colours not be plain. */
function areWelcome(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !isPlain() && !connection?.saveData;
}

/** A ground in small, null until it is painted. */
export function smallGround(app: App, wish: Wish): SmallGround | null {
  listen(app);
  if (!areWelcome()) return null;
  const key = `${wish.id} ${themeNow()} ${wish.job.scale}`;
  const found = painted.get(key);
  if (found) return found;
  wishes.set(key, { ...wish, job: { ...wish.job, theme: themeNow() } });
  if (isLate) setTimeout(() => next(app), PAUSE);
  return null;
}

function listen(app: App): void {
  if (isListening) return;
  isListening = true;
  whenColoursChange(() => app.renderLater());
  setTimeout(() => {
    isLate = true;
    addEventListener("scroll", () => next(app), { passive: true, capture: true });
    next(app);
  }, LATER);
}

/** Paint the next one that is in sight; what was wished for by a page that is gone is forgotten. */
function next(app: App): void {
  if (isBusy || document.hidden) return;
  const [key, wish] = [...wishes].find(([, one]) => isInSight(one)) ?? [];
  if (!key || !wish) return;
  isBusy = true;
  wishes.delete(key);
  paint(`small ${key}`, { what: "small", of: wish.job, theme: wish.job.theme }, (painting) => {
    void pictureAddress(painting).then((href) => {
      if (href !== null) painted.set(key, { href, frame: painting.frame });
      isBusy = false;
      app.renderLater();
      setTimeout(() => next(app), PAUSE);
    });
  });
}

function isInSight({ seat }: Wish): boolean {
  const place = document.querySelector(seat)?.getBoundingClientRect();
  return Boolean(place && place.width && place.top < innerHeight + NEAR && place.bottom > -NEAR);
}

/** The ground as it lies on a drawing whose units are so many of the painter's. */
export function groundImage({ href, frame }: SmallGround, unit: number) {
  return h("image", {
    key: "ground",
    class: "ground",
    href,
    x: frame.left / unit,
    y: frame.top / unit,
    width: frame.width / frame.scale / unit,
    height: frame.height / frame.scale / unit,
    preserveAspectRatio: "none",
  });
}
