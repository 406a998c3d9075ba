/**
 * The kinds of path of an attempt to engage, sketched before it is declared. A sketch says what kind of way it is and
 * over what it leads; the way itself is the server's, who measures nothing before the declaration (SK-19). So no sketch
 * depends on how far anything is, or on what stands between.
 */

import { NOBODY } from "../protocol.ts";
import type { UnitId } from "../protocol.ts";
import type { MatchState, Point, Terrain } from "./match.ts";

/** 1 without checks, 2 shorter with checks, 3 ending in a dive, as the rulebook numbers them. */
export const KINDS = [1, 2, 3] as const;
export type Kind = (typeof KINDS)[number];

/** What an attempt leads over, and by which check. */
export type Mark = { check: string; at: Point };

/** One kind of path: from whom by what to whom. */
export type Sketch = { kind: Kind; from: Point; marks: readonly Mark[]; to: Point; isPicked: boolean };

/** What of an attempt is named so far, read off picks or off its declaration. */
export type Attempt = { unit: UnitId; targets: readonly UnitId[]; kind: Kind | 0; checks: readonly string[] };

/** What picks of the question who engages whom name so far. */
export function attemptOf(picks: readonly string[]): Attempt {
  const named = (kind: string) =>
    picks.filter((pick) => pick.startsWith(`${kind}:`)).map((pick) => pick.slice(kind.length + 1) as UnitId);
  const [unit = NOBODY] = named("unit");
  const kind = KINDS.find((one) => picks.includes(`path:${one}`)) ?? 0;
  return { unit, targets: named("target"), kind, checks: picks.filter((pick) => /^(?:climb|across|down):/.test(pick)) };
}

/** A sketch of every kind of path, the picked one last; none before somebody and a target are named. */
export function sketches(state: MatchState, { unit, targets, kind, checks }: Attempt): Sketch[] {
  const places = targets.map((target) => placeOf(state, target)).filter((place) => place !== null);
  const from = placeOf(state, unit);
  if (!from || !places.length) return [];
  const to = middle(places);
  const all = KINDS.map((one): Sketch => {
    const marks = one === 1 ? [] : checks.flatMap((check) => markOf(state, check) ?? []);
    return { kind: one, from, marks, to, isPicked: one === kind };
  });
  return [...all.filter((one) => !one.isPicked), ...all.filter((one) => one.isPicked)];
}

const placeOf = (state: MatchState, unit: UnitId): Point | null => state.units[unit]?.at ?? null;

/** The sign of a check, over the piece that it is made on. */
function markOf({ board }: MatchState, check: string): Mark | null {
  const [kind = "", feature] = check.split(":");
  const piece = board.pieces.find(({ id }) => id === feature);
  return piece ? { check: kind, at: middleOf(piece) } : null;
}

const middleOf = ({ corners, high }: Terrain): Point => {
  const [x, y] = middle(corners.map((corner) => [corner.x, corner.y, corner.z]));
  return [x, y, high];
};

function middle(places: readonly Point[]): Point {
  const sum = (axis: 0 | 1 | 2) => Math.round(places.reduce((all, place) => all + place[axis], 0) / places.length);
  return [sum(0), sum(1), sum(2)];
}
