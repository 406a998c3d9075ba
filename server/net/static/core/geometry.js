/**
 * Distances, sight, reach and threat on the map that lies: what the server's rules of movement and
 * range say about hexes, worked out of the state for drawing. Nothing is decided by it.
 */

import { keyOf, neighbours, parse } from "./hexes.js";

const FAR = 99;

export class Ground {
  /** @param {Record<string, {hexes: [number, number][]}>} tiles @param {[number, number][]} blocked */
  constructor(tiles, blocked) {
    const shut = new Set(blocked.map(keyOf));
    /** @type {Map<string, string>} */
    this.tileOf = new Map();
    const lies = new Map();
    for (const [name, tile] of Object.entries(tiles)) {
      for (const at of tile.hexes) {
        lies.set(keyOf(at), name);
        if (!shut.has(keyOf(at))) this.tileOf.set(keyOf(at), name);
      }
    }
    /** Tiles that see each other: the same one, and those that touch. @type {Map<string, Set<string>>} */
    this.seen = new Map(Object.keys(tiles).map((name) => [name, new Set([name])]));
    for (const [key, name] of lies) {
      for (const next of neighbours(parse(key))) {
        const other = lies.get(keyOf(next));
        if (other) this.seen.get(name).add(other);
      }
    }
    this.known = new Map();
  }

  /** The hexes next to one that can be entered. @param {string} key */
  around(key) {
    return neighbours(parse(key)).map(keyOf).filter((next) => this.tileOf.has(next));
  }

  /** How far every hex is from one, whoever stands in between. @returns {Map<string, number>} */
  distances(start) {
    if (!this.known.has(start)) this.known.set(start, this.walk(start, new Set()));
    return this.known.get(start);
  }

  distance(a, b) {
    return this.distances(a).get(b) ?? FAR;
  }

  /** Distances over hexes that are not shut. @param {string} start @param {Set<string>} shut @param {number} [most] */
  walk(start, shut, most = FAR) {
    const found = new Map([[start, 0]]);
    const edge = [start];
    for (const here of edge) {
      const steps = found.get(here) + 1;
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
  sees(a, b) {
    const [from, to] = [this.tileOf.get(a), this.tileOf.get(b)];
    return Boolean(from && to && this.seen.get(from).has(to));
  }

  /** The hexes between a nearest and a farthest distance, in sight unless that is not needed. */
  within(at, low, high, everywhere = false) {
    const found = new Set();
    for (const [key, steps] of this.distances(at)) {
      if (steps >= low && steps <= high && (everywhere || this.sees(at, key))) found.add(key);
    }
    return found;
  }
}

/** @type {{tiles: any, blocked: any, ground: Ground | null}} */
const last = { tiles: null, blocked: null, ground: null };

/** The map of a state; the same object while it lies the same. @returns {Ground} */
export function groundOf(state) {
  if (last.tiles !== state.tiles || last.blocked !== state.blocked) {
    last.tiles = state.tiles;
    last.blocked = state.blocked;
    last.ground = new Ground(state.tiles ?? {}, state.blocked ?? []);
  }
  return /** @type {Ground} */ (last.ground);
}

/** The hexes in which units stand. */
export function occupied(state) {
  return new Set(Object.values(state.units ?? {}).filter((unit) => unit.at).map((unit) => keyOf(unit.at)));
}

/**
 * Nearest and farthest distance to targets, [1, 0] for none: by status, form and stats, or as the
 * chip prints it. What other effects add is not in it.
 */
export function reach(state, unit, glossary, form = "") {
  const mat = state.adventurers?.[unit.id];
  const held = form || mat?.form;
  if (mat && held === "defensive") return [1, 0];
  if (unit.statuses.includes("blind") || mat?.track.includes("blind")) return [1, 1];
  if (!mat) return [1, glossary.entry("chips", unit.chip)?.range ?? 1];
  const far = { "light-weapon": [1, 1], "heavy-weapon": [1, 1], "ranged-weapon": [2, mat.stamina], magic: [1, mat.magicka] };
  return far[held] ?? [1, 0];
}

const hasSkill = (glossary, unit, skill) =>
  (glossary.entry("chips", unit.chip)?.skills ?? []).some((written) => written.split(" ")[0] === skill);

/**
 * Where a unit may come to stand and what it may strike from there: both as sets of hex keys.
 * An enemy moves as far as `movement` of its entry says; skills that change that are not counted.
 */
export function threat(state, unit, glossary) {
  const ground = groundOf(state);
  const here = keyOf(unit.at);
  const [low, high] = reach(state, unit, glossary);
  const chip = glossary.entry("chips", unit.chip);
  const shut = hasSkill(glossary, unit, "swap") ? new Set() : occupied(state);
  shut.delete(here);
  const steps = ground.walk(here, shut, unit.side === "enemy" ? chip?.movement ?? 0 : 0);
  const everywhere = hasSkill(glossary, unit, "vision");
  const stands = new Set(steps.keys());
  const strikes = new Set();
  for (const at of stands) for (const key of ground.within(at, low, high, everywhere)) strikes.add(key);
  return { stands, strikes };
}
