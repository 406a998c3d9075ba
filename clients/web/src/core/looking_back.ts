/** The reckoning of the battle that is over: made once, from its recording, as soon as it is looked at. */

import type { BattleId } from "../protocol.ts";
import { Film } from "./film.ts";
import type { Keys } from "./keys.ts";
import { summed } from "./summary.ts";
import type { Best, FacesOf, Gained, Share } from "./summary.ts";

/** A battle summed up; `isDone` is false while that goes on. */
export type Reckoning = {
  battle: BattleId;
  isDone: boolean;
  shares: readonly Share[];
  best: Best | null;
  classes: readonly Gained[];
};

export class LookingBack {
  keys: Keys;
  facesOf: FacesOf;
  changed: () => void;
  now: Reckoning | null = null;

  constructor(keys: Keys, facesOf: FacesOf, changed: () => void) {
    this.keys = keys;
    this.facesOf = facesOf;
    this.changed = changed;
  }

  /** The reckoning of a battle; it is begun where there is none yet. */
  of(battle: BattleId): Reckoning {
    if (this.now?.battle === battle) return this.now;
    this.now = { battle, isDone: false, shares: [], best: null, classes: [] };
    void this.reckon(battle);
    return this.now;
  }

  async reckon(battle: BattleId): Promise<void> {
    let found: Reckoning = { battle, isDone: true, shares: [], best: null, classes: [] };
    try {
      const summary = await summed(await Film.load(battle, this.keys), this.facesOf);
      found = { ...found, shares: summary.shares(), best: summary.best(), classes: summary.classes };
    } catch {
      // Without the recording there is nothing to sum up; the outcome stands anyway.
    }
    if (this.now?.battle === battle) this.now = found;
    this.changed();
  }
}
