/**
 * Which results of an engage nobody used. No event says so: a die that was resolved goes to the
 * cooldown track like one that was not. So it is followed from event to event what was rolled,
 * and what was picked to be resolved; what goes away unpicked after the last pick was left.
 */

import type { BattleEvent, DieId, QuestionId, UnitId } from "../protocol.ts";

const RESOLVE = "engage.resolve";
/** Why a die is turned as it goes away: what it showed then is no result any more. */
const TURNED_AWAY: ReadonlySet<string> = new Set(["unresolved", "removed"]);
/** So many commits back an undo is followed; a player seldom goes back beyond an engage. */
const KEPT = 60;

/** A die and the face that it showed, or -1 if nobody has seen it. */
export type Left = { readonly die: DieId; readonly face: number };

type Result = { readonly unit: UnitId; readonly face: number; readonly isUsed: boolean };
type Known = { readonly rolled: ReadonlyMap<DieId, Result>; readonly left: ReadonlyMap<UnitId, readonly Left[]> };

const NOTHING: Known = { rolled: new Map(), left: new Map() };

export class Leftovers {
  private now = NOTHING;
  private version = 0;
  private past: { version: number; known: Known }[] = [];

  /** What a unit has left unused of the engage that it is in. */
  of(unit: UnitId): readonly Left[] {
    return this.now.left.get(unit) ?? [];
  }

  /** Follow an event of a version; `whyOf` gives why a question was asked. */
  note(event: BattleEvent, version: number, whyOf: (question: QuestionId) => string): void {
    // Told from somewhere else: what lay there is not known.
    if (version !== this.version && version !== this.version + 1) [this.now, this.past] = [NOTHING, []];
    this.version = version;
    if (event[0] === "undo" || event[0] === "restart") return this.back(event[1]);
    const next = after(this.now, event, whyOf);
    if (next === this.now) return;
    this.now = next;
    if (this.past.at(-1)?.version === version) this.past.pop();
    this.past.push({ version, known: next });
    if (this.past.length > KEPT) this.past.shift();
  }

  private back(version: number): void {
    while ((this.past.at(-1)?.version ?? 0) > version) this.past.pop();
    this.now = this.past.at(-1)?.known ?? NOTHING;
  }
}

function after(known: Known, event: BattleEvent, whyOf: (question: QuestionId) => string): Known {
  switch (event[0]) {
    case "engage":
      return withoutLeft(known, event[1]);
    case "engaged":
      return known.left.has(event[1]) ? withoutLeft(known, event[1]) : known;
    case "gather":
      return withRolled(known, event[2], () => ({ unit: event[1], face: -1, isUsed: false }));
    case "show":
      return shown(known, event[1], event[2], event[3] ?? "");
    case "ans":
      return whyOf(event[1]) === RESOLVE && event[3].length ? picked(known, event[3] as readonly DieId[]) : known;
    case "spared":
      return event[1] === RESOLVE
        ? picked(
            known,
            event[3].map(([key]) => key as DieId),
          )
        : known;
    case "exhaust":
    case "drain":
    case "recover":
      return gone(known, event[1]);
    default: // touches no result
      return known;
  }
}

function withRolled(known: Known, dice: readonly DieId[], made: (die: DieId, at: number) => Result | null): Known {
  const rolled = new Map(known.rolled);
  dice.forEach((die, at) => {
    const result = made(die, at);
    if (result) rolled.set(die, result);
  });
  return { ...known, rolled };
}

function withoutLeft(known: Known, unit: UnitId): Known {
  const left = new Map(known.left);
  left.delete(unit);
  return { ...known, left };
}

/** Dice show faces. One that is rolled "again" is resolved at once, if it can be. */
function shown(known: Known, dice: readonly DieId[], faces: readonly number[], why: string): Known {
  if (TURNED_AWAY.has(why)) return known;
  return withRolled(known, dice, (die, at) => {
    const result = known.rolled.get(die);
    return result ? { ...result, face: faces[at] ?? -1, isUsed: result.isUsed || why === "again" } : null;
  });
}

/** Results were picked; what went away unpicked before that was paid or lost, not left. */
function picked(known: Known, keys: readonly DieId[]): Known {
  const used = withRolled(known, keys, (die) => {
    const result = known.rolled.get(die);
    return result ? { ...result, isUsed: true } : null;
  });
  const unit = keys.map((die) => known.rolled.get(die)?.unit).find(Boolean);
  return unit ? withoutLeft(used, unit) : used;
}

function gone(known: Known, die: DieId): Known {
  const result = known.rolled.get(die);
  if (!result) return known;
  const rolled = new Map(known.rolled);
  rolled.delete(die);
  if (result.isUsed) return { ...known, rolled };
  const left = new Map(known.left);
  left.set(result.unit, [...(known.left.get(result.unit) ?? []), { die, face: result.face }]);
  return { rolled, left };
}
