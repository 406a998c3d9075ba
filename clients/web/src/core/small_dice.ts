/**
 * Fatigue dice on units and status dice in hexes, as the state has them. Battles of before wrote each of them as a text,
 * "LF@a1" and "fear@enemy", and a replay shows what was written.
 */

import type { UnitId } from "../protocol.ts";

/** A fatigue die on a unit: its kind, and whose it was. */
export type Burden = { kind: string; owner: UnitId };

/** A status die in a hex, and the side that it is for: "" is everybody. */
export type MapStatus = { status: string; side: string };

/** A fatigue die on a unit, however it was written. */
export function burdenOf(written: string | Burden): Burden {
  if (typeof written !== "string") return written;
  const [kind = "", owner = ""] = written.split("@");
  return { kind, owner: owner as UnitId };
}

/** A status die in a hex, however it was written. */
export function mapStatusOf(written: string | MapStatus): MapStatus {
  if (typeof written !== "string") return written;
  const [status = "", side = ""] = written.split("@");
  return { status, side };
}
