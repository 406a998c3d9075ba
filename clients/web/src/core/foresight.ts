/** What the server's rules say would happen: odds of a plan, an enemy's coming turn. Asked once a state. */

import type { UnitId } from "../protocol.ts";
import type * as wire from "../protocol.ts";
import { LATER, Refusal } from "./asking.ts";
import { never } from "./events.ts";
import type { Session } from "./session.ts";

/** How a number can fall: so many ways of all give each of the points. */
export type Chances = { points: readonly number[]; ways: readonly number[]; of: number };

/** What a planned engage can do to its target. */
export type Odds = {
  target: UnitId;
  dealt: Chances;
  lost: Chances;
  defeats: number;
  why: string;
  skills: readonly string[];
  isOpen: boolean;
};

/** An enemy's next turn, as things stand. */
export type EnemyTurn = {
  unit: UnitId;
  courses: { hexes: readonly string[]; targets: readonly UnitId[] }[];
  dealt: Chances;
  threatens: readonly string[];
};

/** A unit's values by name, and how each comes about; `told` is all that is said of it. */
export type Values = Record<string, { value: number; why: string; told: string }>;

/** What an answer between battles does for certain, by whom ("" for the party), and what decides the rest. */
export type Consequences = { changes: Readonly<Record<UnitId, readonly string[]>>; then: string };

/** Out of so many ways the chances of a match are told. */
export const ALL_WAYS = 10_000;

/** What can become of a unit of a match, each in ways of `ALL_WAYS`. */
export type Fate = { unit: UnitId } & Record<FateName, number>;
/** From the gravest to the mildest. */
export const FATES = ["lost", "stunned", "dazed", "wounded", "unhurt"] as const;
export type FateName = (typeof FATES)[number];

/** What a melee of a match does to its units; `joins`: as if the unit had engaged its targets. */
export type Melee = { fates: readonly Fate[]; joins: boolean };

/** An enemy as a unit of a match sees it, and what a shot at it would do, null where none may be taken. */
export type Sighting = {
  unit: UnitId;
  sight: "open" | "cover" | "hidden";
  hits: number;
  shot: Fate | null;
  isFromWindow: boolean;
};

/** What can be asked about a unit, and what each is answered with. */
type Known = {
  engage: Odds;
  enemy: EnemyTurn;
  values: Values;
  answer: Consequences;
  combat: Melee;
  sight: readonly Sighting[];
};

const MOST = 60;

/** Milliseconds after which a preview that the server had no time for is asked for again, if it is still wanted. */
const AGAIN = 2000;

/** The mean of a number that can fall in several ways. */
export const meanOf = ({ points, ways, of }: Chances): number =>
  points.reduce((sum, each, at) => sum + each * (ways[at] ?? 0), 0) / Math.max(of, 1);

const chances = ([points, ways, of]: wire.Chances): Chances => ({ points, ways, of });

const fate = ([unit, unhurt, wounded = 0, dazed = 0, stunned = 0, lost = 0]: wire.Fate): Fate => ({
  unit,
  unhurt,
  wounded,
  dazed,
  stunned,
  lost,
});

function read(raw: wire.Foreseen): Known[keyof Known] {
  switch (raw[0]) {
    case "engage": {
      const [, target, , dealt, lost, defeats, why, skills, isOpen = false] = raw;
      return { target, dealt: chances(dealt), lost: chances(lost), defeats, why, skills, isOpen };
    }
    case "enemy": {
      const [, unit, courses, dealt, threatens] = raw;
      const ways = courses.map(([hexes, targets]) => ({ hexes, targets }));
      return { unit, courses: ways, dealt: chances(dealt), threatens };
    }
    case "values":
      return Object.fromEntries(Object.entries(raw[2]).map(([name, told]) => [name, { ...explained(told), told }]));
    case "answer":
      return { changes: raw[2], then: raw[3] ?? "" };
    case "combat":
      return { fates: raw[2].map(fate), joins: raw[3] ?? false };
    case "sight":
      return raw[2].map(([unit, sight, hits = 0, shot = null, isFromWindow = false]) => {
        return { unit, sight, hits, shot: shot && fate(shot), isFromWindow };
      });
    default:
      return never(raw);
  }
}

/** "3 = 2 printed +1 Vindictive" in its parts. */
export function explained(told: string) {
  const [value, ...why] = told.split(" = ");
  return { value: Number(value), why: why.join(" = ") };
}

const keyOf = (what: keyof Known, unit: UnitId, picks: readonly string[]) => [what, unit, ...picks].join("|");

export class Foresight {
  session: Session;
  changed: () => void;
  known = new Map<string, Known[keyof Known] | null>();
  refused = new Map<string, string>();
  version = -1;

  constructor(session: Session, changed: () => void) {
    this.session = session;
    this.changed = changed;
  }

  /** The odds of a plan. */
  engage(unit: UnitId, picks: readonly string[]): Odds | null {
    return this.of("engage", unit, picks);
  }

  /** Why the odds of a plan cannot be told, "" where they can, or may yet be. */
  whyNot(unit: UnitId, picks: readonly string[]): string {
    return this.refused.get(keyOf("engage", unit, picks)) ?? "";
  }

  /** An enemy's coming turn. */
  enemy(unit: UnitId): EnemyTurn | null {
    return this.of("enemy", unit, []);
  }

  /** An enemy's coming turn if it has been asked for already. */
  coming(unit: UnitId): EnemyTurn | null {
    return (this.known.get(keyOf("enemy", unit, [])) ?? null) as EnemyTurn | null;
  }

  /** A unit's values now and how each comes about; in a match also the odds of what is picked. */
  values(unit: UnitId, picks: readonly string[] = []): Values | null {
    return this.of("values", unit, picks);
  }

  /** The odds of a unit's melee in a match, or of that with the targets picked. */
  combat(unit: UnitId, picks: readonly string[] = []): Melee | null {
    return this.of("combat", unit, picks);
  }

  /** What a unit of a match sees of each enemy, from where it stands or from a place. */
  sight(unit: UnitId, place = ""): readonly Sighting[] | null {
    return this.of("sight", unit, place ? [place] : []);
  }

  /** What an answer between battles would cost and bring; the question's code is first among the picks. */
  answer(unit: UnitId, picks: readonly string[]): Consequences | null {
    return this.of("answer", unit, picks);
  }

  of<K extends keyof Known>(what: K, unit: UnitId, picks: readonly string[]): Known[K] | null {
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
      void this.ask(key, what, unit, picks);
    }
    return (this.known.get(key) ?? null) as Known[K] | null;
  }

  async ask(key: string, what: keyof Known, unit: UnitId, picks: readonly string[]): Promise<void> {
    const at = this.version;
    try {
      const [, , version, preview] = await this.session.call("preview", what, unit, picks);
      if (version !== this.version) return;
      this.known.set(key, preview && read(preview));
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
  forget(key: string, at: number): void {
    if (at !== this.version) return;
    this.known.delete(key);
    this.changed();
  }
}
