/** Seen from a slant, what stands in front hides what stands behind: in which order a table is drawn, and who is hidden. */

import { entryAt } from "./certain.ts";
import type { Point, Terrain } from "./match.ts";
import { isWithin } from "./match.ts";

type Spot = readonly [number, number];
type Drawn = (x: number, y: number, z?: number) => Spot;

/** A piece of terrain as it is drawn: the ground that it stands on, and all that it covers. */
export type Solid = { high: number; ground: Spot[]; faces: Spot[][]; front: number };

/** So many points of a base's rim are looked at, besides its middle. */
const RIM = 8;
/** What lies on a roof is drawn just after the roof. */
const AFTER = 1;

/** A piece as a solid: its top, and the walls below it. */
export function solidOf({ corners, high }: Terrain, drawn: Drawn): Solid {
  const ground = corners.map(({ x, y }) => drawn(x, y));
  const roof = corners.map(({ x, y }) => drawn(x, y, high));
  const walls = ground.map((one, at) => {
    const next = (at + 1) % ground.length;
    return [one, entryAt(ground, next), entryAt(roof, next), entryAt(roof, at)];
  });
  return { high, ground, faces: [roof, ...walls], front: Math.max(...ground.map(([, down]) => down)) };
}

/** How far to the front a unit is drawn: after the pieces that it stands on or before, ahead of those that hide it. */
export function depthOf(at: Point, solids: readonly Solid[], drawn: Drawn): number {
  const [left, down] = drawn(at[0], at[1]);
  const behind = solids.filter((solid) => at[2] >= solid.high || isBefore(solid, left, down));
  return Math.max(down, ...behind.filter((solid) => isBeside(solid, left)).map(({ front }) => front + AFTER));
}

/** Whether a part of a unit's base is hidden. */
export function isHidden(at: Point, radius: number, solids: readonly Solid[], drawn: Drawn): boolean {
  const [left, down] = drawn(at[0], at[1]);
  const [x, y] = drawn(...at);
  const spots = [[x, y], ...Array.from({ length: RIM }, (_, nth) => around(x, y, radius, nth))] as const;
  return solids.some(
    (solid) =>
      at[2] < solid.high &&
      !isBefore(solid, left, down) &&
      spots.some((spot) => solid.faces.some((face) => isWithin(face.map(cornerOf), ...(spot as Spot)))),
  );
}

const around = (x: number, y: number, radius: number, nth: number): Spot => {
  const angle = (2 * Math.PI * nth) / RIM;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
};

const cornerOf = ([x, y]: Spot) => ({ x, y, z: 0 });

/** Whether a place lies between the left and the right end of a piece. */
const isBeside = ({ ground }: Solid, left: number): boolean =>
  ground.some(([x]) => x >= left) && ground.some(([x]) => x <= left);

/** Whether a place on the ground lies in front of a piece: below its lowest edge there. */
function isBefore({ ground }: Solid, left: number, down: number): boolean {
  const [low, high] = [Math.min(...ground.map(([x]) => x)), Math.max(...ground.map(([x]) => x))];
  const here = Math.min(high, Math.max(low, left));
  const crossed = ground.flatMap((one, at) => {
    const next = entryAt(ground, (at + 1) % ground.length);
    if (here < Math.min(one[0], next[0]) || here > Math.max(one[0], next[0])) return [];
    if (one[0] === next[0]) return [one[1], next[1]];
    return [one[1] + ((next[1] - one[1]) * (here - one[0])) / (next[0] - one[0])];
  });
  return down >= Math.max(...crossed);
}
