/**
 * Distances, sight, reach and threat on the map that lies: what the server's rules of movement and
 * range say about hexes, worked out of the state for drawing. Nothing is decided by it.
 */

import type { Hex, State, Unit } from "./state.ts";
import type { Glossary } from "./glossary.ts";
import { hexOf, keyOf, neighbours } from "./hexes.ts";

const FAR = 99;

export class Ground {
  /** The tile of every hex that can be entered. */
  tileOf = new Map<string, string>();
  /** Tiles that see each other: the same one, and those that touch. */
  seen: Map<string, Set<string>>;
  known = new Map<string, Map<string, number>>();

  constructor(tiles: Readonly<Record<string, { hexes: readonly Hex[] }>>, blocked: readonly Hex[]) {
    const shut = new Set(blocked.map(keyOf));
    const lies = new Map<string, string>();
    for (const [name, tile] of Object.entries(tiles)) {
      for (const at of tile.hexes) {
        lies.set(keyOf(at), name);
        if (!shut.has(keyOf(at))) this.tileOf.set(keyOf(at), name);
      }
    }
    this.seen = new Map(Object.keys(tiles).map((name) => [name, new Set([name])]));
    for (const [key, name] of lies) {
      for (const next of neighbours(hexOf(key))) {
        const other = lies.get(keyOf(next));
        if (other) this.seen.get(name)?.add(other);
      }
    }
  }

  /** The hexes next to one that can be entered. */
  around(key: string) {
    return neighbours(hexOf(key))
      .map(keyOf)
      .filter((next) => this.tileOf.has(next));
  }

  /** How far every hex is from one, whoever stands in between. */
  distances(start: string): Map<string, number> {
    const known = this.known.get(start) ?? this.walk(start, new Set());
    this.known.set(start, known);
    return known;
  }

  distance(a: string, b: string) {
    return this.distances(a).get(b) ?? FAR;
  }

  /** Distances over hexes that are not shut. */
  walk(start: string, shut: Set<string>, most: number = FAR) {
    const found = new Map([[start, 0]]);
    const edge = [start];
    for (const here of edge) {
      const steps = (found.get(here) ?? 0) + 1;
      if (steps > most) break;
      for (const there of this.around(here)) {
        if (found.has(there) || shut.has(there)) continue;
        found.set(there, steps);
        edge.push(there);
      }
    }
    return found;
  }

  /** Sight: the same tile or one that touches it. */
  sees(a: string, b: string) {
    const [from, to] = [this.tileOf.get(a), this.tileOf.get(b)];
    return Boolean(from && to && this.seen.get(from)?.has(to));
  }

  /** The hexes between a nearest and a farthest distance, in sight unless that is not needed. */
  within(at: string, low: number, high: number, everywhere = false) {
    const found = new Set<string>();
    for (const [key, steps] of this.distances(at)) {
      if (steps >= low && steps <= high && (everywhere || this.sees(at, key))) found.add(key);
    }
    return found;
  }
}

/** The map that was asked for last. */
const last: { tiles?: unknown; blocked?: unknown; ground: Ground } = { ground: new Ground({}, []) };

/** The map of a state; the same object while it lies the same. */
export function groundOf(state: State): Ground {
  if (last.tiles !== state.tiles || last.blocked !== state.blocked) {
    last.tiles = state.tiles;
    last.blocked = state.blocked;
    last.ground = new Ground(state.tiles ?? {}, state.blocked ?? []);
  }
  return last.ground;
}

/** The hexes in which units stand. */
export function occupied(state: State) {
  return new Set(Object.values(state.units ?? {}).flatMap((unit) => (unit.at ? [keyOf(unit.at)] : [])));
}

/**
 * Nearest and farthest distance to targets, [1, 0] for none: by status, form and stats, or as the
 * chip prints it. What other effects add is not in it.
 */
export function reach(state: State, unit: Unit, glossary: Glossary, form = ""): [low: number, high: number] {
  const mat = state.adventurers?.[unit.id];
  const held = form || mat?.form;
  if (mat && held === "defensive") return [1, 0];
  if (unit.statuses.includes("blind") || mat?.track.includes("blind")) return [1, 1];
  if (!mat) return [1, glossary.entry("chips", unit.chip)?.range ?? 1];
  const far: Record<string, [low: number, high: number]> = {
    "light-weapon": [1, 1],
    "heavy-weapon": [1, 1],
    "ranged-weapon": [2, mat.stamina],
    magic: [1, mat.magicka],
  };
  return far[held ?? ""] ?? [1, 0];
}

const hasSkill = (glossary: Glossary, unit: Unit, skill: string) =>
  (glossary.entry("chips", unit.chip)?.skills ?? []).some((written) => written.split(" ")[0] === skill);

/**
 * Where a unit may come to stand and what it may strike from there: both as sets of hex keys.
 * An enemy moves as far as `movement` of its entry says; skills that change that are not counted.
 */
export function threat(state: State, unit: Unit, glossary: Glossary) {
  const ground = groundOf(state);
  if (!unit.at) return { stands: new Set<string>(), strikes: new Set<string>() };
  const here = keyOf(unit.at);
  const [low, high] = reach(state, unit, glossary);
  const chip = glossary.entry("chips", unit.chip);
  const shut = hasSkill(glossary, unit, "swap") ? new Set<string>() : occupied(state);
  shut.delete(here);
  const steps = ground.walk(here, shut, unit.side === "enemy" ? (chip?.movement ?? 0) : 0);
  const everywhere = hasSkill(glossary, unit, "vision");
  const stands = new Set(steps.keys());
  const strikes = new Set<string>();
  for (const at of stands) for (const key of ground.within(at, low, high, everywhere)) strikes.add(key);
  return { stands, strikes };
}
