/** The ladder of rated matches: who stands where, how sure that is, and what a match has changed. */

import type { Ladder, LadderLine, PlayerId } from "../protocol.ts";

/** A player on the ladder. */
export type Standing = {
  rank: number;
  player: PlayerId;
  name: string;
  rating: number;
  /** Two of it: 19 in 20 players are within that much of their rating. */
  deviation: number;
  matches: number;
  won: number;
};

/** A deviation above which a rating is provisional, as chess servers with Glicko-2 have it: it still moves by dozens. */
export const UNSURE = 110;
/** Within so many deviations 19 in 20 players are. */
const MARGIN = 2;

const standing = ([rank, player, name, rating, deviation, matches, won]: LadderLine): Standing => ({
  rank,
  player,
  name,
  rating,
  deviation,
  matches,
  won,
});

/** The top of the ladder in its order, and after it who was asked for and stands further down. */
export function rowsOf([, , top, asked = []]: Ladder): { rows: Standing[]; listed: number } {
  const known = new Set(top.map((line) => line[1]));
  const below = asked.filter((line) => !known.has(line[1]));
  const rows = [...top, ...below].map(standing).sort((one, other) => one.rank - other.rank);
  return { rows, listed: top.length };
}

/** Who was asked for, by player. */
export const askedIn = ([, , , asked = []]: Ladder): ReadonlyMap<PlayerId, Standing> =>
  new Map(asked.map((line) => [line[1], standing(line)]));

/** Whether a rating still moves much. */
export const isProvisional = ({ deviation }: Standing): boolean => deviation > UNSURE;

/** How far a rating may be off. */
export const marginOf = ({ deviation }: Standing): number => MARGIN * deviation;

/** What a match has made of a rating: before (null: none yet, or not known) and after it; null where nobody knows. */
export function shiftOf(before: Standing | undefined, after: Standing | undefined): Shift | null {
  if (!after) return null;
  const isCounted = before ? after.matches > before.matches : null;
  return { from: before?.rating ?? null, to: after.rating, isCounted };
}

/** `isCounted`: whether the match has come to the ladder; null where nothing was known before. */
export type Shift = { from: number | null; to: number; isCounted: boolean | null };
