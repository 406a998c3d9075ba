/** What joins places: bridges over water or a chasm, and the doors of a delve's rooms. */

/** A hex. */
type Place = readonly [number, number];

/** The six neighbours of a hex, from the north, clockwise: its sides. */
export const AROUND = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
] as const;

/** A door in a side of a hex: open once another room's door lies beside it. */
export interface Door {
  side: number;
  isOpen: boolean;
}

/** What stands at the sides of a hex: its doors, and the sides along which its room's wall runs. */
export interface Doorway {
  doors: readonly Door[];
  wall: readonly number[];
}

/** A tile, as far as doors go. */
export interface Room {
  hexes: readonly Place[];
  doors?: readonly Place[];
}

export const keyOf = (q: number, r: number): string => `${q},${r}`;
const nameOf = ([q, r]: Place): string => keyOf(q, r);

const beside = ([q, r]: Place, side: number): Place => {
  const [dq, dr] = AROUND[side % 6] as Place;
  return [q + dq, r + dr];
};

const SIDES = [0, 1, 2, 3, 4, 5] as const;

/** Which way a side looks, in radians on the board: the north is up. */
export const bearing = (side: number): number => (Math.PI / 3) * side - Math.PI / 2;

/**
 * Whether a hex is a bridge, and which way it leads.
 *
 * It is one if it lies between two opposite sides over which nobody walks (`isVoid`) and joins
 * ground (`isGround`) on the other ones. Returns radians on the board, null where there is none.
 */
export function bridgeAt(
  at: Place,
  isVoid: (key: string) => boolean,
  isGround: (key: string) => boolean,
): number | null {
  const key = (side: number): string => nameOf(beside(at, side));
  const across = [0, 1, 2].find((side) => isVoid(key(side)) && isVoid(key(side + 3)));
  if (across === undefined) return null;
  const joined = (side: number): number[] => [side + 1, side + 2].filter((one) => isGround(key(one)));
  const [here, there] = [joined(across), joined(across + 3)];
  if (!here.length || !there.length) return null;
  const sum = (of: (angle: number) => number): number =>
    here.reduce((all, side) => all + of(bearing(side)) / here.length, 0) -
    there.reduce((all, side) => all + of(bearing(side)) / there.length, 0);
  return Math.atan2(sum(Math.sin), sum(Math.cos));
}

/** The doorways of a map, by hex. */
export function doorways(tiles: Readonly<Record<string, Room>>): Map<string, Doorway> {
  const rooms = Object.values(tiles);
  const roomOf = new Map(rooms.flatMap((room) => room.hexes.map((at) => [nameOf(at), room] as const)));
  const isDoor = (at: Place): boolean =>
    (roomOf.get(nameOf(at))?.doors ?? []).some((door) => nameOf(door) === nameOf(at));
  const found = new Map<string, Doorway>();
  for (const room of rooms)
    for (const at of room.doors ?? []) {
      const outside = SIDES.filter((side) => roomOf.get(nameOf(beside(at, side))) !== room);
      const opened = outside.filter((side) => isDoor(beside(at, side)));
      const wall = outside.filter((side) => !roomOf.has(nameOf(beside(at, side))));
      const shut = opened.length ? undefined : outermost(at, room, wall.length ? wall : outside);
      const doors = opened.length
        ? opened.map((side) => ({ side, isOpen: true }))
        : shut === undefined
          ? []
          : [{ side: shut, isOpen: false }];
      found.set(nameOf(at), { doors, wall });
    }
  return found;
}

/** Of a door's sides the one in which it hangs: that towards which all doors of an icon look, else the outermost. */
function outermost(at: Place, room: Room, sides: readonly number[]): number | undefined {
  const pair = (room.doors ?? []).filter((other) => SIDES.some((side) => nameOf(beside(at, side)) === nameOf(other)));
  const isShared = (side: number): boolean =>
    pair.some((other) => SIDES.some((one) => nameOf(beside(other, one)) === nameOf(beside(at, side))));
  const [sumQ, sumR] = room.hexes.reduce(([q, r], hex) => [q + hex[0], r + hex[1]], [0, 0]);
  const [midQ, midR] = [sumQ / room.hexes.length, sumR / room.hexes.length];
  const far = (side: number): number => {
    const [q, r] = beside(at, side);
    const [dq, dr] = [q - midQ, r - midR];
    // Length of a way over hexes is not enough to tell neighbours apart: as the board draws them.
    return Math.hypot(1.5 * dq, Math.sqrt(3) * (dr + dq / 2)) + (isShared(side) ? 100 : 0);
  };
  return [...sides].sort((a, b) => far(b) - far(a) || a - b)[0];
}
