/** Places of a match in words: where on the table, on what, beside what, and how far off as it is drawn. */

import type { MatchState, Point, Terrain } from "./match.ts";
import { isWithin } from "./match.ts";
import { title } from "./names.ts";
import { MATCH } from "../texts/match.ts";

type Turned = (x: number, y: number) => readonly [number, number];

/** Nearer to a piece of terrain than this one stands beside it, in thousandths of an inch. */
const BESIDE = 1100;
/** What is lower than this is walked over. */
const LOW = 1000;

/** A piece by its name, with a letter where several have the same: as the rules name it in checks. */
export function nameOf({ pieces }: MatchState["board"], piece: Terrain): string {
  const name = piece.name || title(piece.id);
  const alike = pieces.filter((one) => one.name === piece.name);
  return alike.length > 1 ? MATCH.lettered(name, letterOf(alike.indexOf(piece))) : name;
}

const ALL = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letterOf = (number: number): string =>
  (number < ALL.length ? "" : letterOf(Math.floor(number / ALL.length) - 1)) + ALL.charAt(number % ALL.length);

/** What a place is on, in or beside, "" where nothing is near. */
export function whereabouts({ board }: Pick<MatchState, "board">, [x, y, z]: Point): string {
  const under = board.pieces.filter((piece) => isWithin(piece.corners, x, y));
  const roof = under.find(({ high }) => high > LOW && high === z);
  if (roof) return MATCH.on(nameOf(board, roof));
  const ground = under.find(({ footing }) => footing !== "firm");
  if (ground) return MATCH.in(nameOf(board, ground));
  const walls = board.pieces.filter(({ high, low }) => high > z + LOW && low <= z + LOW);
  const off = (piece: Terrain) => offOf(piece, x, y);
  const near = walls.sort((a, b) => off(a) - off(b))[0];
  return near && off(near) <= BESIDE ? MATCH.beside(nameOf(board, near)) : "";
}

/** How far a place is off the box around a piece. */
export function offOf({ corners }: Pick<Terrain, "corners">, x: number, y: number): number {
  const [xs, ys] = [corners.map((one) => one.x), corners.map((one) => one.y)];
  const beyond = (at: number, all: number[]) => Math.max(Math.min(...all) - at, at - Math.max(...all), 0);
  return Math.hypot(beyond(x, xs), beyond(y, ys));
}

/** A place as it is seen from another: so far right and up, and what is there. */
export function seenFrom(state: Pick<MatchState, "board">, from: Point, at: Point, turned: Turned): string {
  const [here, there] = [turned(from[0], from[1]), turned(at[0], at[1])];
  const [right, down] = [there[0] - here[0], there[1] - here[1]];
  const steps = [
    Math.abs(right) >= 50 && (right > 0 ? MATCH.right(right) : MATCH.left(-right)),
    Math.abs(down) >= 50 && (down < 0 ? MATCH.ahead(-down) : MATCH.back(down)),
  ].filter(Boolean);
  return [steps.join(", ") || MATCH.here, whereabouts(state, at)].filter(Boolean).join(", ");
}
