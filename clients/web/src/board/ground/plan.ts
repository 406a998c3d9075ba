/** What lies where: each hex's kind of ground and what stands on it, worked out of the map that lies. */

import { AROUND, bridgeAt, doorways, keyOf, type Doorway } from "./crossings.ts";
import { GROUNDS, type Kind } from "./kinds.ts";
import { randomFrom, seedOf, smooth } from "./noise.ts";
import { CARDS, LANDS, PLAIN, SCENES, type Light, type Obstacle, type Scene } from "./scenes.ts";

/** From the middle of a hex to its corners, in units of the board. */
export const RADIUS = 60;
const ROOT = Math.sqrt(3);

/** A hex as it is painted. `beside` lists which of its six neighbours, from the north, lie on the map. */
export interface Spot {
  q: number;
  r: number;
  x: number;
  y: number;
  kind: Kind;
  obstacle: Obstacle | "";
  mark: string;
  beside: boolean[];
  /** Which way a bridge here leads, in radians; null where there is none. */
  bridge: number | null;
  /** What stands at its sides where a room has a door. */
  doorway: Doorway | null;
  /** Whether broken stone lies about. */
  isStrewn: boolean;
}

export interface Plan {
  /** The same for maps that look the same. */
  key: string;
  spots: Spot[];
  light: Light;
  /** Which spot lies at a hex, -1 for none. */
  at(q: number, r: number): number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Place = readonly [number, number];

/** What the painter needs of a battle's state. */
export interface Laid {
  tiles: Readonly<Record<string, { kind: string; hexes: readonly Place[]; doors?: readonly Place[]; card?: string }>>;
  blocked: readonly Place[];
  marks: Readonly<Record<string, string>>;
}

/** What a mark makes of the ground below it. */
const MARKED: Readonly<Record<string, Kind>> = {
  water: "water",
  fire: "ash",
  goal: "ruin",
  shrine: "ruin",
  seal: "ruin",
  lever: "ruin",
  passage: "ruin",
};

/** Patches of the second kind are wider than a hex; this much of the map is patched. */
const PATCH = { wide: 2.3, most: 0.56 };

/** How the tiles of an overland map are called, before their terrain. */
const LAND = "land:";

/** The plan of a map. */
export function planOf(laid: Laid, encounter: string): Plan {
  const scene = SCENES[encounter] ?? PLAIN;
  const places = Object.values(laid.tiles).flatMap((tile) => tile.hexes.map((at) => ({ at, tile })));
  const on = new Set(places.map(({ at }) => keyOf(at[0], at[1])));
  const shut = new Set(laid.blocked.map((at) => keyOf(at[0], at[1])));
  const trodden = scene.path ? wayThrough(laid, on, shut) : new Set<string>();
  const doors = doorways(laid.tiles);
  const over = overOf(scene.obstacle);
  const isVoid = (key: string): boolean =>
    shut.has(key) && (over !== null || (laid.marks[key] ?? "").startsWith("gap"));
  const isGround = (key: string): boolean => on.has(key) && !shut.has(key);
  const spots = places.map(({ at: [q, r], tile }): Spot => {
    const key = keyOf(q, r);
    const card = CARDS[tile.card ?? ""];
    const mark = laid.marks[key] ?? "";
    const base = card ? patched(card.base, card.patch, q, r) : kindOf(scene, tile.kind, q, r, trodden.has(key));
    const stands = shut.has(key) ? obstacleOf(card?.obstacle ?? scene.obstacle, mark) : "";
    const isAlone = !AROUND.some(([dq, dr]) => shut.has(keyOf(q + dq, r + dr)));
    const obstacle = stands === "walls" && base === "ruin" && isAlone ? "rubble" : stands;
    const bridge = scene.isBridged && over && isGround(key) ? bridgeAt([q, r], isVoid, isGround) : null;
    return {
      q,
      r,
      x: 1.5 * RADIUS * q,
      y: ROOT * RADIUS * (r + q / 2),
      mark,
      obstacle,
      bridge,
      doorway: doors.get(key) ?? null,
      isStrewn: card?.isStrewn ?? false,
      kind: bridge !== null && over ? over : (overOf(obstacle) ?? MARKED[mark.split(" ")[0] ?? ""] ?? base),
      beside: AROUND.map(([dq, dr]) => on.has(keyOf(q + dq, r + dr))),
    };
  });
  return framed(spots, scene.light, encounter);
}

function framed(spots: Spot[], light: Light, encounter: string): Plan {
  const index = new Map(spots.map((spot, at) => [keyOf(spot.q, spot.r), at]));
  const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
  const high = (ROOT / 2) * RADIUS;
  return {
    key: `${encounter} ${spots.map((spot) => `${spot.q},${spot.r}${spot.kind}${spot.obstacle}${spot.mark}${spot.doorway?.doors.map((one) => `${one.side}${one.isOpen}`).join() ?? ""}`).join(";")}`,
    spots,
    light,
    at: (q, r) => index.get(keyOf(q, r)) ?? -1,
    left: Math.min(...xs) - RADIUS,
    right: Math.max(...xs) + RADIUS,
    top: Math.min(...ys) - high,
    bottom: Math.max(...ys) + high,
  };
}

/** The ground of what nobody can walk over but on a bridge; null for what stands. */
const overOf = (obstacle: Obstacle | ""): Kind | null =>
  obstacle === "water" ? "deep" : obstacle === "pit" ? "pit" : null;

const obstacleOf = (usual: Obstacle, mark: string): Obstacle => (mark.startsWith("gap") ? "pit" : usual);

function kindOf(scene: Scene, tile: string, q: number, r: number, isTrodden: boolean): Kind {
  if (tile === "entrance") return scene.entrance;
  const land = tile.startsWith(LAND) ? (LANDS[tile.slice(LAND.length)] ?? LANDS["plain"]) : undefined;
  if (land) return patched(land.base, land.patch, q, r);
  if (isTrodden && scene.path) return scene.path;
  return patched(scene.base, scene.patch, q, r);
}

function patched(base: Kind, patch: Kind | undefined, q: number, r: number): Kind {
  if (!patch) return base;
  const cloud = smooth((q + 40) / PATCH.wide, (r + q / 2 + 60) / PATCH.wide) * 0.72 + randomFrom(seedOf(q, r))() * 0.28;
  return cloud > PATCH.most ? patch : base;
}

/** The hexes of a path from the entrance to what lies farthest from it. */
function wayThrough(laid: Laid, on: Set<string>, shut: Set<string>): Set<string> {
  const door = laid.tiles["entrance"]?.hexes ?? [];
  const start = door[Math.floor(door.length / 2)];
  if (!start) return new Set();
  const from = new Map<string, string>([[keyOf(start[0], start[1]), ""]]);
  const edge: Place[] = [start];
  for (const [q, r] of edge) {
    const ways = randomFrom(seedOf(q, r, 3))() < 0.5 ? AROUND : [...AROUND].reverse();
    for (const [dq, dr] of ways) {
      const key = keyOf(q + dq, r + dr);
      if (!on.has(key) || shut.has(key) || from.has(key)) continue;
      from.set(key, keyOf(q, r));
      edge.push([q + dq, r + dr]);
    }
  }
  const end = edge.at(-1) ?? start;
  const way = new Set<string>();
  for (let key = keyOf(end[0], end[1]); key; key = from.get(key) ?? "") way.add(key);
  return way;
}

/** Whether something grows on a kind of ground. */
export const isGreen = (kind: Kind): boolean => GROUNDS[kind].texture === "turf" || kind === "swamp";
