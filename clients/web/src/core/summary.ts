/**
 * A battle looked back on: who did what, whose dice fell well, and its best moment. It knows no rule:
 * all is read off the events, as `clients/core/summary.py` does it. What an undo or a restarted beat
 * made void does not count.
 */

import { entryAt } from "./certain.ts";
import { NOBODY } from "../protocol.ts";
import type { BattleEvent, DieId, UnitId } from "../protocol.ts";
import type { Film } from "./film.ts";
import type { Played } from "./messages.ts";

/** What the faces of a kind of die show ("snipe:2"), as the catalogue has it; none where it is not known. */
export type FacesOf = (kind: string) => readonly string[];

type What = "damage" | "prevented" | "healed" | "kill" | "roll";

/** What one of the party did; `act` is the version in which its engage began, else its own. */
type Deed = { version: number; act: number; unit: UnitId; what: What; amount: number; mean: number; variance: number };

/** What one unit of the party did, in HP, enemies defeated, and points on dice. */
export type Share = {
  unit: UnitId;
  damage: number;
  prevented: number;
  healed: number;
  kills: number;
  rolled: number;
  expected: number;
  spread: number;
};

/** The best moment: what a unit did in one engage, or at one stroke, from a version on until another. */
export type Best = { version: number; until: number; unit: UnitId; damage: number; healed: number; kills: number };

/** A class that somebody gained by the battle. */
export type Gained = { version: number; unit: UnitId; cls: string };

/** What a defeat and a healed HP weigh in a moment, in points of damage. */
const [KILL_WORTH, HEAL_WORTH] = [2, 1];
/** Makes the logistic curve follow the normal one to within a hundredth. */
const STEEPNESS = 1.702;
const TENACITY = "tenacity";
/** So many commits are reckoned at a stretch, about 5 ms; then the page may draw. */
const STRETCH = 40;

/** The number on a face; 1 on a result without one, 0 on tenacity. */
export function points(face: string): number {
  const [icon, number] = face.split(":");
  return icon === TENACITY ? 0 : Number(number ?? 1);
}

/** In how many of a hundred battles the same dice fall worse; 50 without any. */
export function luckOf({ rolled, expected, spread }: Share): number {
  if (!spread) return 50;
  return Math.round(100 / (1 + Math.exp((-STEEPNESS * (rolled - expected)) / spread)));
}

const isOurs = ({ before, after }: Played, unit: UnitId): boolean =>
  (before.units?.[unit] ?? after.units?.[unit])?.side === "party";

export class Summary {
  facesOf: FacesOf;
  deeds: Deed[] = [];
  classes: Gained[] = [];
  engages = new Map<UnitId, number>();

  constructor(facesOf: FacesOf) {
    this.facesOf = facesOf;
  }

  /** Look at a commit. */
  take(played: Played): void {
    const hp = new Map<UnitId, number>();
    for (const event of played.commit.events) {
      switch (event[0]) {
        case "undo":
        case "restart":
          this.goBack(event[1]);
          break;
        case "engage":
          this.engages.set(event[1], played.commit.version);
          break;
        case "engaged":
          this.engages.delete(event[1]);
          break;
        case "class":
          // Those that are taken before the first round are chosen, not gained.
          if (played.before.rounds)
            this.classes.push({ version: played.commit.version, unit: event[1], cls: event[2] });
          break;
        default:
          this.deeds.push(...this.done(played, event, hp));
      }
      note(hp, played, event);
    }
  }

  goBack(version: number): void {
    this.deeds = this.deeds.filter((deed) => deed.version <= version);
    this.classes = this.classes.filter((one) => one.version <= version);
    for (const [unit, at] of this.engages) if (at > version) this.engages.delete(unit);
  }

  done(played: Played, event: BattleEvent, hp: ReadonlyMap<UnitId, number>): Deed[] {
    switch (event[0]) {
      case "damage":
        return this.hurt(played, event);
      case "hp": {
        const [, unit, now, , why, by = NOBODY] = event;
        const gained = now - hpOf(hp, played, unit);
        const isMine = why === "heal" && gained > 0 && isOurs(played, unit) && isOurs(played, by);
        return isMine ? [this.deed(played, by, "healed", gained)] : [];
      }
      case "defeat": {
        const [, unit, by = NOBODY] = event;
        return isOurs(played, by) && !isOurs(played, unit) ? [this.deed(played, by, "kill", 1)] : [];
      }
      case "show":
        return event[3] === "roll" ? event[1].flatMap((die, at) => this.roll(played, die, entryAt(event[2], at))) : [];
      default:
        return [];
    }
  }

  hurt(played: Played, event: BattleEvent & readonly ["damage", ...unknown[]]): Deed[] {
    const [, unit, by, , prevented, bonus, taken] = event;
    const found: Deed[] = [];
    const isOwn = isOurs(played, unit);
    if (taken + bonus && isOurs(played, by) && !isOwn) found.push(this.deed(played, by, "damage", taken + bonus));
    if (prevented && isOwn) found.push(this.deed(played, unit, "prevented", prevented));
    return found;
  }

  deed({ commit }: Played, unit: UnitId, what: What, amount: number, mean = 0, variance = 0): Deed {
    const { version } = commit;
    return { version, act: this.engages.get(unit) ?? version, unit, what, amount, mean, variance };
  }

  roll(played: Played, die: DieId, face: number): Deed[] {
    const found = played.after.dice?.[die] ?? played.before.dice?.[die];
    const values = found ? this.facesOf(found.kind).map(points) : [];
    const value = values[face];
    if (!found || value === undefined) return [];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return [this.deed(played, found.owner, "roll", value, mean, variance)];
  }

  /** What each unit that did something did; who dealt most damage first. */
  shares(): Share[] {
    const units = [...new Set(this.deeds.map((deed) => deed.unit))];
    const shares = units.map((unit) =>
      shareOf(
        unit,
        this.deeds.filter((deed) => deed.unit === unit),
      ),
    );
    return shares.sort((a, b) => b.damage - a.damage || b.kills - a.kills || (a.unit < b.unit ? -1 : 1));
  }

  /** The best moment, the first of several; null where nobody did anything. */
  best(): Best | null {
    const moments = new Map<string, Best>();
    for (const { act, version, unit, what, amount } of this.deeds) {
      const key = `${act} ${unit}`;
      const one = moments.get(key) ?? { version: act, until: version, unit, damage: 0, healed: 0, kills: 0 };
      moments.set(key, one);
      one.until = Math.max(one.until, version);
      if (what === "damage") one.damage += amount;
      if (what === "healed") one.healed += amount;
      if (what === "kill") one.kills += amount;
    }
    const worthy = [...moments.values()].filter((one) => worth(one) > 0);
    worthy.sort((a, b) => worth(b) - worth(a) || a.version - b.version);
    return worthy[0] ?? null;
  }
}

const worth = ({ damage, kills, healed }: Best): number => damage + KILL_WORTH * kills + HEAL_WORTH * healed;

const hpOf = (known: ReadonlyMap<UnitId, number>, { before }: Played, unit: UnitId): number =>
  known.get(unit) ?? before.units?.[unit]?.hp ?? 0;

/** Count HP along within a commit, so that what is healed counts from its own moment. */
function note(known: Map<UnitId, number>, played: Played, event: BattleEvent): void {
  if (event[0] === "damage") known.set(event[1], hpOf(known, played, event[1]) - event[6]);
  else if (event[0] === "hp") known.set(event[1], event[2]);
  else if (event[0] === "defeat") known.set(event[1], 0);
}

function shareOf(unit: UnitId, deeds: readonly Deed[]): Share {
  const sum = (what: What) => deeds.reduce((all, deed) => all + (deed.what === what ? deed.amount : 0), 0);
  return {
    unit,
    damage: sum("damage"),
    prevented: sum("prevented"),
    healed: sum("healed"),
    kills: sum("kill"),
    rolled: sum("roll"),
    expected: deeds.reduce((all, deed) => all + deed.mean, 0),
    spread: Math.sqrt(deeds.reduce((all, deed) => all + deed.variance, 0)),
  };
}

/** Sum a recording up; the page can draw in between. */
export async function summed(film: Film, facesOf: FacesOf): Promise<Summary> {
  const summary = new Summary(facesOf);
  const battle = film.empty();
  for (const [at, commit] of film.commits.entries()) {
    const played = battle.take(commit);
    if (played) summary.take(played);
    if (at % STRETCH === STRETCH - 1) await new Promise((done) => setTimeout(done, 0));
  }
  return summary;
}
