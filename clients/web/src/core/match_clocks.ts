/** What is left on each side's clock: of a match that goes on, or at a moment of its recording. */

import type { Commit, SeatId } from "../protocol.ts";
import type { Sides } from "./session_parts.ts";

/** Where a commit has what each side's clock showed when it was made. */
const LEFT = 11;

/** What each side had left after a version of a recording, in milliseconds; null where sides have no clocks. */
export function leftAt(raw: readonly Commit[], version: number): Readonly<Record<SeatId, number>> | null {
  const known = raw.slice(0, version).findLast((commit) => Object.keys(commit[LEFT] ?? {}).length > 0);
  return known?.[LEFT] ?? null;
}

/** What is left on a side's clock by now, in milliseconds; null where it has none. */
export function leftNow(sides: Sides | null, seat: SeatId, now: number): number | null {
  const had = sides?.left[seat];
  if (!sides || had === undefined) return null;
  return Math.max(0, had - (sides.running.includes(seat) ? now - sides.at : 0));
}
