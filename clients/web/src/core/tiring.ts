/** What a fatigue round is going to cost. */

import { entriesOf } from "./ids.ts";
import type { State } from "./state.ts";

/**
 * The least and the most true damage that an adventurer takes as the next fatigue round begins, as things stand: each
 * gains an overfatigue first, then every one in its track costs 1 HP (FAT-4).
 */
export function fatigueAhead({ adventurers, units }: State): [number, number] {
  const costs = entriesOf(adventurers ?? {})
    .filter(([unit]) => !units[unit]?.fate)
    .map(([, mat]) => mat.track.filter((token) => token === "OF").length + 1);
  return costs.length ? [Math.min(...costs), Math.max(...costs)] : [1, 1];
}
