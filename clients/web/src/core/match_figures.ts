/** Present figures of a unit of a match, as the rules work them out from what everybody sees of it. */

import type { Fighter, MatchState } from "./match.ts";
import { MILS } from "./match.ts";

/** A dazed unit moves an inch (SK-95). */
const DAZED = MILS;
/** A unit without any defence has this number after its first point of improvement (section 1). */
const WORST_DEFENCE = 20;

/** How far a unit moves, in thousandths of an inch; a staggered one half as far, rounded up to an inch (SK-97). */
export function moveOf({ injury, type }: Fighter): number {
  if (injury === "dazed") return DAZED;
  if (injury === "stunned") return 0;
  return injury === "staggered" ? Math.ceil(type.move / (2 * MILS)) * MILS : type.move;
}

/** How far it runs: half as far again, not rounded (SK-6). */
export const runOf = (unit: Fighter): number => (moveOf(unit) * 3) / 2;

/** Whether a unit that may move may run instead (SK-82): not the undead, the dazed, carriers, nor anybody in the first turn. */
export const canRun = ({ turn }: Pick<MatchState, "turn">, { injury, token, type }: Fighter): boolean =>
  turn > 1 && !token && injury !== "dazed" && !type.skills.includes("undead");

/** The least number that stops a hit, with shield and armour; null without any defence. */
export function defenceOf({ melee, armour, type }: Fighter): number | null {
  const better = melee.reduce((sum, { defence }) => sum + defence, 0) + (armour?.defence ?? 0);
  if (type.defence !== null) return type.defence - better;
  return better ? WORST_DEFENCE + 1 - better : null;
}
