/** What the server's rules say would happen: odds of a plan, an enemy's coming turn. Asked once a state. */

/**
 * @typedef {{points: number[], ways: number[], of: number}} Chances
 * @typedef {{target: string, dealt: Chances, lost: Chances, defeats: number, why: string, skills: string[], isOpen: boolean}} Odds
 * @typedef {{unit: string, courses: {hexes: string[], targets: string[]}[], dealt: Chances, threatens: string[]}} Turn
 */

const MOST = 60;

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

export class Foresight {
  /** @param {import("./session.js").Session} session @param {() => void} changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    this.known = new Map();
    this.version = -1;
  }

  /** The odds of a plan. @returns {Odds | null} */
  engage(unit, picks) {
    return this.of("engage", unit, picks);
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
    if (this.version !== battle.version || this.known.size > MOST) this.known.clear();
    this.version = battle.version;
    const key = [what, unit, ...picks].join("|");
    if (!this.known.has(key)) {
      this.known.set(key, null);
      this.ask(key, what, unit, picks);
    }
    return this.known.get(key);
  }

  async ask(key, what, unit, picks) {
    try {
      const [, , version, preview] = await this.session.call("preview", what, unit, picks);
      if (version !== this.version) return;
      this.known.set(key, read(preview));
      this.changed();
    } catch {
      // Without a preview nothing is missing but the preview.
    }
  }
}
