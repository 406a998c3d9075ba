/**
 * What a unit's sight means for its engage, target by target. Who sees its target comes as far as it runs; who does not
 * rolls for it (SK-35, SK-36). That is the rule alone: how far anything is off, nobody is told (SK-19).
 */

import type { UnitId } from "../protocol.ts";
import type { Sighting } from "./foresight.ts";
import type { Slot } from "./messages.ts";
import { MATCH } from "../texts/match.ts";

const TARGET = "target:";

/** The targets of an attempt, those in sight first, each with what decides how far it comes. */
export function reachTold(slot: Slot, seen: readonly Sighting[]): Slot {
  const sights = new Map(seen.map(({ unit, sight }) => [unit, sight]));
  const isSeen = (key: string): boolean => {
    const sight = sights.get(key.slice(TARGET.length) as UnitId);
    return sight === "open" || sight === "cover";
  };
  const noted = slot.options.map((option) => ({
    ...option,
    note: isSeen(option.key) ? MATCH.inSight : MATCH.outOfSight,
  }));
  const options = [...noted.filter(({ key }) => isSeen(key)), ...noted.filter(({ key }) => !isSeen(key))];
  return { ...slot, options };
}
