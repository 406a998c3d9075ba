/**
 * The battle as the eye follows it: commits are shown event by event, faster when more of them
 * wait, at once when nobody wants to wait. `state` is what the board and the mats draw.
 */

import { entryAt } from "./certain.ts";
import { kept } from "./keeping.ts";
import type { State } from "./state.ts";
import type { Played } from "./messages.ts";
import { lookAt } from "./pacing.ts";
import { staged } from "./staging.ts";
import { NOTHING } from "./state.ts";

/** More than this (ms at normal speed) waiting: the rest is shown faster. About two turns with two attacks each. */
const PATIENCE = 14_000;
/** What the chosen speed is taken times: newcomers could not follow what bots did at the times of `pacing.ts` alone. */
const EASE = 0.8;
const QUICKEST = 12;

/** An event as it is shown: the states around it, and how long it is looked at (ms; 0 where it is skipped). */
export type Shown = { played: Played; at: number; before: State; state: State; wait: number };

/** What hears of what the stage shows. */
export type StageHeard = {
  changed: () => void;
  told: (shown: Shown) => void;
  done: (played: Played) => void;
};

/** How fast commits are shown: what is kept, else as the system wants its motion. */
export function chosenPace(): number {
  if (kept("pace")) return Number(kept("pace"));
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1;
}

export class Stage {
  heard: StageHeard;
  state: State = NOTHING;
  version = 0;
  queue: { played: Played; at: number }[] = [];
  timer: ReturnType<typeof setTimeout> | undefined = undefined;
  /** 1 is normal, 0 shows everything at once. */
  speed = 1;

  constructor(heard: StageHeard) {
    this.heard = heard;
  }

  get isBusy() {
    return this.queue.length > 0;
  }

  /** Show a state as it stands; whatever was on its way is dropped. */
  stand(state: State, version: number) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.state = state;
    this.version = version;
  }

  /** Show a commit, after those that wait. */
  play(played: Played) {
    this.queue.push({ played, at: 0 });
    if (!this.speed || document.hidden) this.skip();
    else if (!this.timer) this.next();
  }

  /** Show all that waits at once. */
  skip() {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (let [first] = this.queue; first; [first] = this.queue) {
      const { played, at } = first;
      for (let event = at; event < played.commit.events.length; event += 1) {
        this.show(played, event, 0);
      }
      this.finish(played);
    }
    this.heard.changed();
  }

  /** Show the next event, and come back when it has been looked at. */
  next() {
    this.timer = undefined;
    for (let [entry] = this.queue; entry; [entry] = this.queue) {
      const event = entry.played.commit.events[entry.at];
      if (!event) {
        this.finish(entry.played);
        continue;
      }
      const look = lookAt(event, entry.played.after);
      // Who falls, and how it ends, is not hurried past however much waits.
      const isGrave = event[0] === "defeat" || event[0] === "end";
      const wait = look && Math.max(QUICKEST, look / (isGrave ? this.speed * EASE : this.pace()));
      this.show(entry.played, entry.at, wait);
      entry.at += 1;
      if (wait) {
        this.timer = setTimeout(() => this.next(), wait);
        break;
      }
    }
    this.heard.changed();
  }

  /** Bring an event on stage. */
  show(played: Played, at: number, wait: number) {
    const before = this.state;
    this.state = staged(before, entryAt(played.commit.events, at));
    this.heard.told({ played, at, before, state: this.state, wait });
  }

  /** How fast it goes now: the chosen speed, and more the more there is to be shown. */
  pace() {
    let left = 0;
    for (const { played, at } of this.queue) {
      for (const event of played.commit.events.slice(at)) left += lookAt(event, played.after);
    }
    return this.speed * EASE * Math.max(1, left / PATIENCE);
  }

  finish(played: Played) {
    this.queue.shift();
    this.state = played.after;
    this.version = played.commit.version;
    this.heard.done(played);
  }
}
