/** The encounters that were won in this browser: the gallery marks them. */

import { keep, kept } from "./keeping.ts";

const KEPT = "won"; // remembered: encounters by id, with blanks between

const won = (): string[] => kept(KEPT).split(" ").filter(Boolean);

/** An encounter was won here. */
export function noteWin(encounter: string): void {
  if (encounter && !isWon(encounter)) keep(KEPT, [...won(), encounter].join(" "));
}

/** Whether any battle was won here before. */
export const hasWon = (): boolean => won().length > 0;

/** How hard a new table is unless somebody chooses: the mildest for who has never won a battle here. */
export const usualDifficulty = (): string => (hasWon() ? "adept" : "apprentice");

/** Whether an encounter was won here before. */
export const isWon = (encounter: string): boolean => won().includes(encounter);
