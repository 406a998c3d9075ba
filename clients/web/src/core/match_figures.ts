/** Present figures of a unit of a match, as the rules work them out from what everybody sees of it. */

import type { Fighter, MatchState } from "./match.ts";
import { MILS, radiusOf } from "./match.ts";
import { offOf } from "./match_places.ts";

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

/** What difficult ground on the way takes off a move, a run and an engage, once (SK-89). */
const SLOWED = 2 * MILS;
/** From one place to the next at which a way is looked at: less than anything that is drawn. */
const STEP = 250;

/** What the ground takes off a straight way from where a unit stands: all that its base comes over counts. */
export function slowedTo({ board }: Pick<MatchState, "board">, unit: Fighter, x: number, y: number): number {
  const rough = board.pieces.filter(({ footing }) => footing !== "firm");
  const { at } = unit;
  if (!at || !rough.length) return 0;
  const many = Math.max(1, Math.ceil(Math.hypot(at[0] - x, at[1] - y) / STEP));
  const isRough = Array.from({ length: many + 1 }, (_, nth) => nth / many).some((share) =>
    rough.some((piece) => offOf(piece, at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share) < radiusOf(unit)),
  );
  return isRough ? SLOWED : 0;
}

/** The least number that stops a hit, with shield and armour; null without any defence. */
export function defenceOf({ melee, armour, type }: Fighter): number | null {
  const better = melee.reduce((sum, { defence }) => sum + defence, 0) + (armour?.defence ?? 0);
  if (type.defence !== null) return type.defence - better;
  return better ? WORST_DEFENCE + 1 - better : null;
}
