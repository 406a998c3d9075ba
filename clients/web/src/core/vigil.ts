/**
 * Notices a server that has fallen silent, though its connection stands. Time is counted in slices
 * that this page lived through: one that was asleep, or whose timers were held back in a hidden
 * tab, first hears what has come meanwhile.
 */

const SLICE = 250;
const PATIENCE = 1000;
const MOST_PATIENCE = 8000;
const LONGER = 1.5;
const FORGOTTEN_AFTER = 10_000;

/** Milliseconds from one sign of life to the next that are asked for. */
export const SEATED = 750;
export const OTHERS = 5000;

/**
 * A sign of life may be late by `PATIENCE`, and by more the next times where one was missed a moment
 * ago: to a server that is only slow nobody should come back again and again.
 */
export class Vigil {
  isOn = false;
  timer: ReturnType<typeof setInterval> | undefined = undefined;
  calm = 0;
  quiet = 0;
  promised = 0;
  asked = 0;
  patience = PATIENCE;
  silent: () => void;

  constructor(silent: () => void) {
    this.silent = silent;
  }

  /** Watch a connection from its welcome on; no signs are promised there yet. */
  begin() {
    this.end();
    this.isOn = true;
    this.asked = this.promised = this.quiet = 0;
    this.timer = setInterval(() => this.slice(), SLICE);
  }

  end() {
    this.isOn = false;
    clearInterval(this.timer);
  }

  /** Whether other signs than before have to be asked for now. */
  wants(every: number): boolean {
    if (!this.isOn || every === this.asked) return false;
    this.asked = every;
    return true;
  }

  heard() {
    this.quiet = 0;
  }

  /** A sign of life has come: from now on they are missed. */
  alive() {
    this.promised = this.asked;
  }

  slice() {
    this.quiet += 1;
    this.calm += 1;
    if (this.calm * SLICE > FORGOTTEN_AFTER) this.patience = PATIENCE;
    if (!this.promised || this.quiet * SLICE < this.promised + this.patience) return;
    this.patience = Math.min(MOST_PATIENCE, LONGER * this.patience);
    this.calm = 0;
    this.end();
    this.silent();
  }
}
