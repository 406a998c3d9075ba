/** Plays a film: on and on, by steps, or wherever somebody looks; and says where it stands. */

import type { Commit } from "../protocol.ts";
import type { Battle } from "./battle.ts";
import type { Checked } from "./dice_check.ts";
import type { Film, Moment, StepKind } from "./film.ts";
import type { Stage } from "./stage.ts";

/** What is between two commits at normal speed, in milliseconds. */
const PAUSE = 350;

/** How far the check of a recording's dice is, or what it has found. */
export type Check = { share?: number; result?: Checked; fault?: string };

export class Player {
  film: Film;
  stage: Stage;
  heard: { changed: () => void; sought: () => void };
  moment: Moment;
  battle: Battle;
  isPlaying = false;
  /** It was played up to what there is of a battle that goes on. */
  isWaiting = false;
  isFilling = false;
  speed = 1;
  /** The version after which it pauses by itself. */
  until = Infinity;
  timer: ReturnType<typeof setTimeout> | undefined = undefined;
  check: Check | null = null;

  constructor(film: Film, stage: Stage, heard: { changed: () => void; sought: () => void }) {
    this.film = film;
    this.stage = stage;
    this.heard = heard;
    this.moment = { version: 1, event: film.commits[0]?.events.length ?? 0 };
    this.battle = film.battleAt(1);
  }

  /** Look at a moment. */
  seek(moment: Moment) {
    this.pause();
    const version = Math.max(1, Math.min(this.film.last, moment.version));
    this.moment = { version, event: Math.min(moment.event, this.film.commitOf(version).events.length) };
    this.battle = this.film.look(this.moment);
    this.stage.stand(this.battle.state, version);
    this.heard.sought();
  }

  /** The battle has gone on; whoever has watched up to here goes on watching. */
  grow(raw: Commit): boolean {
    if (!this.film.grow(raw)) return false;
    if (this.isWaiting) this.play();
    this.heard.changed();
    return true;
  }

  /** Look at the moment after a version. */
  seekVersion(version: number) {
    this.seek({ version, event: Infinity });
  }

  step(kind: StepKind, by: number) {
    this.seek(this.film.step(this.moment, kind, by));
  }

  /** Play on; of a moment only up to a version. */
  play(speed = this.speed, until = Infinity) {
    [this.speed, this.until] = [speed, until];
    this.stage.speed = speed;
    if (this.isPlaying) return;
    this.isWaiting = false;
    if (this.film.finished && this.moment.version >= this.film.last && this.isAtEnd()) this.seekVersion(1);
    this.isPlaying = true;
    if (!this.isAtEnd()) this.seekVersion(this.moment.version);
    this.isPlaying = true;
    this.goOn();
  }

  isAtEnd() {
    return this.moment.event >= this.film.commitOf(this.moment.version).events.length;
  }

  pause() {
    this.isPlaying = this.isWaiting = false;
    clearTimeout(this.timer);
    if (this.stage.isBusy) this.stage.skip();
    this.heard.changed();
  }

  /** The next commit goes on stage; when it has been shown, `shown` is called. */
  goOn() {
    if (!this.isPlaying) return;
    const isAtLast = this.moment.version >= this.film.last;
    if (isAtLast || this.moment.version >= this.until) {
      this.isPlaying = false;
      this.isWaiting = isAtLast && !this.film.finished;
      this.heard.changed();
      return;
    }
    const version = this.moment.version + 1;
    this.moment = { version, event: this.film.commitOf(version).events.length };
    const played = this.film.played(version);
    this.battle = played.battle;
    this.battle.over = this.film.finished && version === this.film.last;
    this.stage.play(played);
    this.heard.changed();
  }

  shown() {
    if (this.isPlaying && !this.stage.isBusy) this.timer = setTimeout(() => this.goOn(), PAUSE / this.speed);
  }

  end() {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }
}
