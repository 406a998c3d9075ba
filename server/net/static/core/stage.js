/**
 * The battle as the eye follows it: commits are shown event by event, faster when more of them
 * wait, at once when nobody wants to wait. `state` is what the board and the mats draw.
 */

import { lookAt, staged } from "./staging.js";

/** More than this (ms at normal speed) waiting: the rest is shown faster. */
const PATIENCE = 2600;
const QUICKEST = 12;

export class Stage {
  /**
   * @param {{changed: () => void, told: (played: any, at: number, state: any) => void, done: (played: any) => void}} heard
   */
  constructor(heard) {
    this.heard = heard;
    this.state = {};
    this.version = 0;
    /** @type {{played: any, at: number}[]} */
    this.queue = [];
    this.timer = 0;
    /** 1 is normal, 0 shows everything at once. */
    this.speed = 1;
  }

  get isBusy() {
    return this.queue.length > 0;
  }

  /** Show a state as it stands; whatever was on its way is dropped. */
  stand(state, version) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
    this.state = state;
    this.version = version;
  }

  /** Show a commit, after those that wait. @param {{commit: any, before: any, after: any, asked: any[]}} played */
  play(played) {
    this.queue.push({ played, at: 0 });
    if (!this.speed || document.hidden) this.skip();
    else if (!this.timer) this.next();
  }

  /** Show all that waits at once. */
  skip() {
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.queue.length) {
      const [{ played, at }] = this.queue;
      for (let event = at; event < played.commit.events.length; event += 1) {
        this.state = staged(this.state, played.commit.events[event]);
        this.heard.told(played, event, this.state);
      }
      this.finish(played);
    }
    this.heard.changed();
  }

  /** Show the next event, and come back when it has been looked at. */
  next() {
    this.timer = 0;
    while (this.queue.length) {
      const entry = this.queue[0];
      const { events } = entry.played.commit;
      if (entry.at >= events.length) {
        this.finish(entry.played);
        continue;
      }
      const event = events[entry.at];
      this.state = staged(this.state, event);
      this.heard.told(entry.played, entry.at, this.state);
      entry.at += 1;
      const look = lookAt(event);
      if (look) {
        const wait = Math.max(QUICKEST, look / this.pace());
        this.timer = setTimeout(() => this.next(), wait);
        break;
      }
    }
    this.heard.changed();
  }

  /** How fast it goes now: the chosen speed, and more the more there is to be shown. */
  pace() {
    let left = 0;
    for (const { played, at } of this.queue) {
      for (let event = at; event < played.commit.events.length; event += 1) left += lookAt(played.commit.events[event]);
    }
    return this.speed * Math.max(1, left / PATIENCE);
  }

  finish(played) {
    this.queue.shift();
    this.state = played.after;
    this.version = played.commit.version;
    this.heard.done(played);
  }
}
