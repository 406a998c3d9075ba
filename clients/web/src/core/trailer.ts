/**
 * A real battle that plays behind the first page's sentence: a recording of bots, shown by the same
 * stage as any other. It comes after the page, and only where data are welcome; where movement is not, a moment of it
 * stands still.
 */

import type { Battle } from "./battle.ts";
import type { Drama } from "./drama.ts";
import { Film } from "./film.ts";
import { lookAt } from "./pacing.ts";
import { readFile } from "./replay_file.ts";
import type { Shown, Stage } from "./stage.ts";
import { NOTHING } from "./state.ts";

const RECORDING = new URL("../film/black_ford.hwr", import.meta.url).href;
/** The first page has been there for so long (ms): what it needed has come. */
const LATER = 2500;
/** Between two commits, and before it begins again. */
const [PAUSE, REST] = [350, 5000];
/** The moment that stands still: both sides have met, by the share of the recording's commits. */
const MET = 0.4;
/** Narrower than this (CSS pixels) the sentence takes the room. */
const WIDE = 736;

/** Whether somebody may like a film: room, and data that need not be saved. */
function isWelcome(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return innerWidth > WIDE && !connection?.saveData;
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

type Told = (shown: Shown) => void;

export class Trailer {
  stage: Stage;
  drama: Drama;
  told: Told;
  changed: () => void;
  battle: Battle | null = null;
  film: Film | null = null;
  version = 0;
  isWished = false;
  timer: ReturnType<typeof setTimeout> | undefined = undefined;

  constructor(stage: Stage, drama: Drama, told: Told, changed: () => void) {
    this.stage = stage;
    this.drama = drama;
    this.told = told;
    this.changed = changed;
  }

  /** Whether the film is on. */
  get isOn(): boolean {
    return this.battle !== null;
  }

  /** The first page is there: the film may come. */
  wish(): void {
    if (this.isWished) return;
    this.isWished = true;
    this.later(LATER, () => void this.begin());
  }

  /** The page shows something else. */
  end(): void {
    this.isWished = false;
    clearTimeout(this.timer);
    if (!this.battle) return;
    this.battle = null;
    this.drama.calm();
    this.stage.stand(NOTHING, 0);
  }

  async begin(): Promise<void> {
    if (!isWelcome()) return;
    try {
      const reply = await fetch(RECORDING);
      if (!reply.ok) return;
      this.film ??= new Film(await readFile(new Uint8Array(await reply.arrayBuffer())));
    } catch {
      return; // The page stands without it.
    }
    if (this.isWished) this.rewind();
  }

  rewind(): void {
    const { film } = this;
    if (!film) return;
    this.version = isStill() ? Math.round(film.last * MET) : Number(film.beginning());
    this.battle = film.battleAt(this.version);
    this.stage.speed = 1;
    this.drama.calm();
    this.stage.stand(this.battle.state, this.version);
    this.changed();
    if (!isStill()) this.later(PAUSE, () => this.goOn());
  }

  /** The next commit in which there is something to see. */
  goOn(): void {
    const { film, stage } = this;
    if (!film || !this.battle) return;
    if (document.hidden || stage.isBusy) return this.later(PAUSE, () => this.goOn());
    for (this.version += 1; this.version <= film.last; this.version += 1) {
      const played = film.played(this.version);
      this.battle = played.battle;
      if (played.commit.events.some((event) => lookAt(event, played.after))) return stage.play(played);
    }
    this.later(REST, () => this.rewind());
  }

  /** A commit has been shown. */
  done(): void {
    this.later(PAUSE, () => this.goOn());
  }

  later(ms: number, act: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, ms);
  }
}
