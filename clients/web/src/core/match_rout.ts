/** When a warband has to test for rout, as the rules count it (SK-98, SK-113): who is out of action, and treasure that the enemy holds. */

import type { SeatId, UnitId } from "../protocol.ts";
import { entryOf } from "./certain.ts";
import type { Fighter, MatchState } from "./match.ts";

/** How near a warband is to its rout. */
export type Losses = {
  /** Units out of action, a large one twice. */
  out: number;
  /** Treasures that units of the enemy carry. */
  held: number;
  all: number;
  /** From so many losses on it tests when its turn begins. */
  from: number;
  /** Who rolls if it came to that now, and the least number that holds; null where no hero is left to roll. */
  test: { unit: UnitId; needs: number } | null;
};

/** A check never succeeds with less than this, and always with a 20 (SK-76). */
const [LEAST, MOST] = [5, 20];
const DOWNED = new Set(["stunned", "dazed"]);

/** What counts for the rout of a side. */
export function lossesOf({ units, sides }: MatchState, seat: SeatId): Losses {
  const all = Object.values(units);
  const own = all.filter(({ side }) => side === seat);
  const isLost = ({ fell }: Fighter) => fell >= 0;
  const weight = ({ type }: Fighter): number => (type.skills.includes("large") ? 2 : 1);
  const out = own.filter(isLost).reduce((sum, unit) => sum + weight(unit), 0);
  const held = all.filter(({ side, token }) => side !== seat && token).length;
  const from = entryOf(sides, seat).warband.rout;
  const heroes = own.filter(({ at, injury, type }) => at && !DOWNED.has(injury) && type.rank !== "henchman");
  const best = heroes.reduce<Fighter | null>(
    (one, each) => (one && one.type.morale <= each.type.morale ? one : each),
    null,
  );
  const over = Math.max(0, out + held - from);
  const needs = best && Math.min(MOST, Math.max(LEAST, best.type.morale + over));
  return { out, held, all: out + held, from, test: best && needs ? { unit: best.id, needs } : null };
}
