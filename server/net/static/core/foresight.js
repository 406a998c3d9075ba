/** What the server's rules say would happen: odds of a plan, an enemy's coming turn. Asked once a state. */

import { LATER, Refusal } from "./session.js";

/**
 * @typedef {{points: number[], ways: number[], of: number}} Chances
 * @typedef {{target: string, dealt: Chances, lost: Chances, defeats: number, why: string, skills: string[], isOpen: boolean}} Odds
 * @typedef {{unit: string, courses: {hexes: string[], targets: string[]}[], dealt: Chances, threatens: string[]}} Turn
 */

const MOST = 60;

/** Milliseconds after which a preview that the server had no time for is asked for again, if it is still wanted. */
const AGAIN = 2000;

/** @param {Protocol.Chances} raw @returns {Chances} */
const chances = ([points, ways, of]) => ({ points, ways, of });

/** @param {any} raw @returns {any} */
function read(raw) {
  if (raw?.[0] === "engage") {
    const [, target, , dealt, lost, defeats, why, skills, isOpen = false] = raw;
    return { target, dealt: chances(dealt), lost: chances(lost), defeats, why, skills, isOpen };
  }
  if (raw?.[0] === "enemy") {
    const [, unit, courses, dealt, threatens] = raw;
    return { unit, courses: courses.map(([hexes, targets]) => ({ hexes, targets })), dealt: chances(dealt), threatens };
  }
  if (raw?.[0] === "values") return Object.fromEntries(Object.entries(raw[2]).map(([name, told]) => [name, explained(told)]));
  return null;
}

/** "3 = 2 printed +1 Vindictive" in its parts. @param {string} told */
export function explained(told) {
  const [value, ...why] = told.split(" = ");
  return { value: Number(value), why: why.join(" = ") };
}

const keyOf = (what, unit, picks) => [what, unit, ...picks].join("|");

export class Foresight {
  /** @param {import("./session.js").Session} session @param {() => void} changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    this.known = new Map();
    this.refused = new Map();
    this.version = -1;
  }

  /** The odds of a plan. @returns {Odds | null} */
  engage(unit, picks) {
    return this.of("engage", unit, picks);
  }

  /** Why the odds of a plan cannot be told, "" where they can, or may yet be. */
  whyNot(unit, picks) {
    return this.refused.get(keyOf("engage", unit, picks)) ?? "";
  }

  /** An enemy's coming turn. @returns {Turn | null} */
  enemy(unit) {
    return this.of("enemy", unit, []);
  }

  /** A unit's values now and how each comes about. @returns {Record<string, {value: number, why: string}> | null} */
  values(unit) {
    return this.of("values", unit, []);
  }

  of(what, unit, picks) {
    const { battle, link } = this.session;
    if (!battle || battle.over || link !== "up") return null;
    if (this.version !== battle.version || this.known.size > MOST) {
      this.known.clear();
      this.refused.clear();
    }
    this.version = battle.version;
    const key = keyOf(what, unit, picks);
    if (!this.known.has(key)) {
      this.known.set(key, null);
      this.ask(key, what, unit, picks);
    }
    return this.known.get(key);
  }

  async ask(key, what, unit, picks) {
    const at = this.version;
    try {
      const [, , version, preview] = await this.session.call("preview", what, unit, picks);
      if (version !== this.version) return;
      this.known.set(key, read(preview));
      this.refused.delete(key);
      this.changed();
    } catch (fault) {
      // Without a preview nothing is missing but the preview.
      if (!(fault instanceof Refusal) || at !== this.version) return;
      this.refused.set(key, fault.message);
      if (LATER.has(fault.code)) setTimeout(() => this.forget(key, at), AGAIN);
      this.changed();
    }
  }

  /** Ask anew for what was refused, where it is still looked at. */
  forget(key, at) {
    if (at !== this.version) return;
    this.known.delete(key);
    this.changed();
  }
}
