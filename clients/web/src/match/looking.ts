/** How the table of a match is looked at: whose edge lies below, from straight above or from a slant. */

import type { SeatId } from "../protocol.ts";
import { entryAt } from "../core/certain.ts";
import type { MatchState, Terrain } from "../core/match.ts";
import { isWithin } from "../core/match.ts";

/** Where a place of the table is drawn. */
export type Drawn = (x: number, y: number, z?: number) => readonly [number, number];

export type Look = {
  drawn: Drawn;
  /** The place of the table that is seen at a spot of the drawing. */
  seen: (left: number, down: number) => readonly [x: number, y: number];
  /** Where a place lies on a drawing from straight above: only turned. */
  turned: (x: number, y: number) => readonly [number, number];
  /** How a drawing from straight above lies at a height: so far down, and so much less deep. */
  laid: (high: number) => { down: number; deep: number };
  isTilted: boolean;
};

/** From a slant the table is so much less deep, and what is high stands so much above its place. */
const [DEEP, RISE] = [0.72, 0.66];

/** Seat by seat the same table, turned so that the own zone lies below. */
export function lookOf({ board, sides }: MatchState, seats: readonly SeatId[], isTilted: boolean): Look {
  const own = Object.values(sides).find(({ seat }) => seats.includes(seat));
  const zone = entryAt(board.zones, own?.zone ?? 0);
  const isBelow = zone.y[0] + zone.y[1] >= board.depth;
  const turned = (x: number, y: number) => (isBelow ? [x, y] : [board.width - x, board.depth - y]) as [number, number];
  if (!isTilted) return { drawn: turned, seen: turned, turned, laid: () => ({ down: 0, deep: 1 }), isTilted };
  const gap = ((1 - DEEP) * board.depth) / 2;
  const drawn: Drawn = (x, y, z = 0) => {
    const [left, down] = turned(x, y);
    return [left, gap + down * DEEP - z * RISE];
  };
  const seen = (left: number, down: number) => {
    const at = (z: number) => turned(left, (down - gap + z * RISE) / DEEP);
    // What is higher hides what is lower: the highest top that is seen there is meant.
    const tops = board.pieces.filter((piece) => piece.high > 0 && !piece.impassable).sort((a, b) => b.high - a.high);
    const top = tops.find((piece: Terrain) => isWithin(piece.corners, ...at(piece.high)));
    return at(top?.high ?? 0);
  };
  return { drawn, seen, turned, laid: (high) => ({ down: gap - high * RISE, deep: DEEP }), isTilted };
}
