/** A match of the skirmish, as the page needs it: a table in thousandths of an inch, units on bases, pairs, treasure. */

import type { SeatId, UnitId } from "../protocol.ts";
import { entryAt } from "./certain.ts";
import type { State } from "./state.ts";

/** A place: along the edges of the table, and up. */
export type Point = readonly [x: number, y: number, z: number];
type Corner = { x: number; y: number; z: number };

export type Terrain = {
  id: string;
  name: string;
  corners: Corner[];
  low: number;
  high: number;
  impassable: boolean;
  climbable: boolean;
  opaque: boolean;
  footing: "firm" | "difficult" | "shallow" | "deep";
};
export type Zone = { x: [number, number]; y: [number, number] };
export type Fighter = {
  id: UnitId;
  name: string;
  side: SeatId;
  type: {
    id: string;
    name: string;
    rank: string;
    move: number;
    melee: number;
    ranged: number | null;
    defence: number | null;
    agility: number;
    morale: number;
    attacks: number;
    wounds: number;
    skills: string[];
  };
  wounds: number;
  melee: { name: string; melee: number; injury: number; pierce: number; defence: number }[];
  ranged: { name: string; range: number; injury: number; pierce: number; tags: string[] }[];
  armour: { name: string; defence: number } | null;
  at: Point | null;
  injury: string;
  marks: string[];
  token: string;
  fell: number;
};
export type MatchState = Omit<State, "units" | "phase" | "turn"> & {
  board: {
    id: string;
    name: string;
    width: number;
    depth: number;
    pieces: Terrain[];
    ladders: { id: string; foot: Corner; height: number }[];
    zones: [Zone, Zone];
  };
  sides: Record<SeatId, { seat: SeatId; warband: { name: string; rout: number }; zone: number }>;
  units: Record<UnitId, Fighter>;
  tokens: Record<string, { at: Point; kept: string }>;
  phase: string;
  turn: number;
  active: SeatId;
  pairs: Record<string, [UnitId, UnitId]>;
  winner: SeatId;
  how: string;
};

/** Thousandths in an inch. */
export const MILS = 1000;
/** Points are picked to a twentieth of an inch: finer than a finger, coarse enough to read. */
const GRAIN = 50;
const RADIUS = 500;
const LARGE_RADIUS = 1000;

/** Whether a state is that of a match. */
export const isMatch = (state: unknown): state is MatchState =>
  typeof state === "object" && state !== null && "board" in state && "sides" in state;

/** Half the width of a unit's base. */
export const radiusOf = (unit: Fighter): number => (unit.type.skills.includes("large") ? LARGE_RADIUS : RADIUS);

/** How many treasures a side carries or has carried off: after the match, carriers still hold those that are theirs. */
export const treasuresOf = ({ units, tokens }: MatchState, seat: string): number =>
  Object.entries(tokens).filter(([key, { kept }]) =>
    kept ? kept === seat : Object.values(units).some((unit) => unit.side === seat && unit.token === key),
  ).length;

/** A length in inches, as short as it is exact: 4.5". */
export const inches = (mils: number): string => `${Math.round(mils / 10) / 100}"`;

/** How high one stands at a place: on the highest piece below it that can be stood on. */
export function groundAt(pieces: readonly Terrain[], x: number, y: number): number {
  const under = pieces.filter((piece) => !piece.impassable && isWithin(piece.corners, x, y));
  return Math.max(0, ...under.map((piece) => piece.high));
}

/** Whether a place is within corners that go round once. */
export function isWithin(corners: readonly Corner[], x: number, y: number): boolean {
  let within = false;
  corners.forEach((one, at) => {
    const next = entryAt(corners, (at + 1) % corners.length);
    const crosses = one.y > y !== next.y > y;
    if (crosses && x < ((next.x - one.x) * (y - one.y)) / (next.y - one.y) + one.x) within = !within;
  });
  return within;
}

/** The key of the place that was pointed at. */
export function pointKey(pieces: readonly Terrain[], x: number, y: number): string {
  const grained = (each: number): number => Math.round(each / GRAIN) * GRAIN;
  const [left, down] = [grained(x), grained(y)];
  return [left, down, groundAt(pieces, left, down)].join();
}

/** The place that a key names, null for none. */
export function pointOf(key: string): Point | null {
  const parts = key.split(",").map(Number);
  const [x = NaN, y = NaN, z = 0] = parts;
  return (parts.length === 2 || parts.length === 3) && parts.every(Number.isInteger) ? [x, y, z] : null;
}
