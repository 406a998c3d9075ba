/** What of a match is shown as it happens: shots and blows, dice on the table, who is hurt, who walks where, what came of it. */

import { NOBODY } from "../protocol.ts";
import type { SeatId, UnitId } from "../protocol.ts";
import { entryOf } from "./certain.ts";
import type { Attempt, Kind } from "./match_ghosts.ts";
import { KINDS } from "./match_ghosts.ts";
import { isMatch } from "./match.ts";
import type { Fighter, MatchState, Point } from "./match.ts";
import { lossesOf } from "./match_rout.ts";
import { placeIn } from "./match_show.ts";
import type { MatchEvent } from "./match_show.ts";
import type { Shown } from "./stage.ts";

type Lasting = { id: number; /** How long it moves, in milliseconds. */ ms: number };

/** A line from who strikes, shoots or casts to whom. */
export type Stroke = Lasting & { from: Point; to: Point; side: SeatId };
/** A twenty-sided die as it lies; of two only one counts. */
export type Die = { face: number; counts: boolean };
/** Dice that fly from somebody and land where they are aimed. */
export type Throw = Lasting & { from: Point; at: Point; dice: readonly Die[]; passed: boolean };
/** What happens to a unit, where it stands. */
export type Touch = Lasting & { unit: UnitId; at: Point; kind: "hit" | "block" | "heal" | "status"; text: string };
/** A unit that stood there a moment ago. */
export type Lost = Lasting & { fighter: Fighter; at: Point };
/** A unit on its way, by every corner of it. */
export type Walk = Lasting & { unit: UnitId; way: readonly Point[] };
/** What dice have come to. */
export type Outcome = {
  id: number;
  unit: UnitId;
  /** At whom; "" for a check of one's own. */
  target: UnitId;
  stat: string;
  dice: readonly Die[];
  counts: number;
  needs: number;
  passed: boolean;
  crits: boolean;
  /** Whether the target's defence has stopped it; null as long as it has not tried. */
  stopped: boolean | null;
  /** What the target suffers: an injury, "lost", "" for nothing yet. */
  harm: string;
};
/** A side's test for rout: how many losses of how many, what was rolled by whom (null where nobody could), what came of it. */
export type Rout = {
  side: SeatId;
  all: number;
  from: number;
  roll: { unit: UnitId; counts: number; needs: number } | null;
  stays: boolean;
};
type Told = Partial<Outcome> & Pick<Outcome, "unit" | "dice" | "counts" | "needs" | "passed">;
/** What is called out across the table. */
export type Call = Lasting & { what: "turn" | "rout" | "end"; side: SeatId; turn: number };
/** What changes the match in the middle of a turn: who falls, steps in or casts, to whom ("" for nobody), and what is cast. */
export type Feat = Lasting & {
  what: "fallen" | "steps" | "casts" | "fizzles";
  unit: UnitId;
  other: UnitId;
  spell: string;
};

/** Faster than this (ms for an event) nothing is drawn that only moves: nobody would see it. */
const SEEN = 140;
/** How long an outcome stays after its dice. */
const LINGER = 3200;
/** What is called out stays so long at least, to be read. */
const CALLED = 1400;
/** Whose loss is not called out: there are many. */
const HENCHMAN = "henchman";
/** Dice lie a while after they were read. */
const CALM = 900;
/** Pieces drift on while what follows is shown. */
const DRIFT = 1.25;
/** More of a kind at once than this only cover each other. */
const MOST = 6;

export class MatchDrama {
  stroke: Stroke | null = null;
  thrown: Throw | null = null;
  touches: readonly Touch[] = [];
  lost: readonly Lost[] = [];
  walk: Walk | null = null;
  outcome: Outcome | null = null;
  call: Call | null = null;
  feat: Feat | null = null;
  /** The attempt that is under way: declared, and not yet come to anything. */
  declared: Attempt | null = null;
  /** The last test for rout. */
  rout: Rout | null = null;
  private rallied: Rout["roll"] = null;
  /** Attacks on a target that have hit, before its defence against each is rolled: all are rolled first (SK-112). */
  private landed: readonly Outcome[] = [];
  private count = 0;
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Forget all that moves, as when another moment is looked at. */
  calm(): void {
    this.stroke = this.thrown = this.walk = this.outcome = this.call = this.declared = null;
    this.rout = this.rallied = this.feat = null;
    this.landed = [];
    this.touches = this.lost = [];
  }

  /** An event is being shown. */
  take({ played, at, before, state, wait }: Shown): void {
    if (!isMatch(before) || !isMatch(state)) return;
    const [tag, ...said] = played.commit.events[at] as MatchEvent;
    this.judge(String(tag), said);
    this.attempt(String(tag), said);
    this.tests(String(tag), said, before);
    if (wait >= SEEN || tag === "sk.rout" || tag === "sk.end") this.show(String(tag), said, before, state, wait);
  }

  /** What dice come to is told however fast it goes. */
  private judge(tag: string, said: MatchEvent): void {
    const [unit, second, , needs, dice, counts, seventh, eighth] = said;
    switch (tag) {
      case "sk.attack": {
        const rolled = { dice: diceOf(dice, counts), counts: Number(counts), needs: Number(needs) };
        return this.strikes({
          unit: unitIn(unit),
          target: unitIn(second),
          passed: Boolean(seventh),
          crits: Boolean(eighth),
          ...rolled,
        });
      }
      case "sk.check":
        if (second === "defence" && this.isAbout(unit)) return this.defends(Boolean(seventh));
        if (needs)
          this.tell({
            unit: unitIn(unit),
            stat: String(second),
            dice: diceOf(dice, counts),
            counts: Number(counts),
            needs: Number(needs),
            passed: Boolean(seventh),
          });
        return;
      case "sk.injury":
        return this.isAbout(unit) && second ? this.amend({ harm: String(second) }) : undefined;
      case "sk.lost":
        return this.isAbout(unit) ? this.amend({ harm: "lost" }) : undefined;
      case "sk.phase":
      case "sk.turn":
        this.outcome = null;
        return;
      default: // decides nothing
    }
  }

  private strikes(found: Told & Pick<Outcome, "target">): void {
    const isSame = this.outcome?.unit === found.unit && this.outcome.target === found.target;
    if (!isSame) this.landed = [];
    this.tell(found);
    if (found.passed && this.outcome) this.landed = [...this.landed, this.outcome];
  }

  /** The defence answers the first hit that is left, even where a later attack has missed. */
  private defends(stopped: boolean): void {
    const [hit, ...rest] = this.landed;
    this.landed = rest;
    if (hit && hit.id !== this.outcome?.id) this.tell(hit);
    this.amend({ stopped });
  }

  private tell(found: Told): void {
    const whole = { target: NOBODY, stat: "", crits: false, stopped: null, harm: "", ...found, id: this.next() };
    this.outcome = whole;
    this.later(LINGER, () => this.outcome?.id === whole.id && (this.outcome = null));
  }

  private isAbout(unit: unknown): boolean {
    return this.outcome !== null && this.outcome.target === unit;
  }

  private amend(more: Partial<Outcome>): void {
    if (this.outcome) this.outcome = { ...this.outcome, ...more };
  }

  /** An attempt stands in the log from its declaration to its end: all may see its kind and its checks. */
  private attempt(tag: string, [unit, targets, choice, checks]: MatchEvent): void {
    if (tag === "sk.declared")
      this.declared = {
        unit: unitIn(unit),
        targets: listOf<UnitId>(targets),
        kind: KINDS.find((kind: Kind) => kind === choice) ?? 0,
        checks: listOf(checks),
      };
    else if (["sk.success", "sk.failed", "sk.phase", "sk.end"].includes(tag)) this.declared = null;
  }

  /** A test for rout is kept until the next one: it is told again where the match has ended by it. */
  private tests(tag: string, [unit, second, third, needs, , counts]: MatchEvent, before: MatchState): void {
    if (tag === "sk.check" && third === "rout")
      this.rallied = { unit: unitIn(unit), counts: Number(counts), needs: Number(needs) };
    if (tag !== "sk.rout") return;
    const { all, from } = lossesOf(before, seatIn(unit));
    this.rout = { side: seatIn(unit), all, from, roll: this.rallied, stays: Boolean(second) };
    this.rallied = null;
  }

  private show(tag: string, said: MatchEvent, before: MatchState, state: MatchState, ms: number): void {
    const [unit, second, third, , dice, counts, passed] = said;
    const [here, there] = [placeOf(state, unit), placeOf(state, second)];
    switch (tag) {
      case "sk.attack":
        this.stroked(here, there, state, unit, ms);
        return this.throws(here, there, diceOf(dice, counts), Boolean(passed), ms);
      case "sk.check":
        this.throws(here, here, diceOf(dice, counts), Boolean(passed), ms);
        if (second === "defence" && passed) this.touch(unitIn(unit), here, "block", "", ms);
        return;
      case "sk.spell":
        this.feats(said[3] ? "casts" : "fizzles", unit, third, String(second), ms);
        return this.stroked(here, placeOf(state, third), state, unit, ms);
      case "sk.shot":
        return this.stroked(here, placeOf(state, third), state, unit, ms);
      case "sk.intercepted":
        return this.feats("steps", second, unit, "", ms);
      case "sk.injury":
        return this.touch(unitIn(unit), here, second ? "hit" : "heal", String(second), ms);
      case "sk.wounds":
      case "sk.fell":
        return this.touch(unitIn(unit), here, "hit", "", ms);
      case "sk.raised":
        return this.touch(unitIn(unit), here, "heal", "", ms);
      case "sk.fear":
        if (!third) this.touch(unitIn(unit), here, "status", "fear", ms);
        return;
      case "sk.lost":
        if (state.units[unitIn(unit)]?.type.rank !== HENCHMAN) this.feats("fallen", unit, second, "", ms);
        return this.fall(before, unitIn(unit), ms);
      case "sk.moved":
        return this.walks(unitIn(unit), third, ms);
      case "sk.turn":
        return this.calls({ what: "turn", side: seatIn(second), turn: Number(unit) }, ms);
      case "sk.rout":
        return this.calls({ what: "rout", side: seatIn(unit), turn: 0 }, ms);
      case "sk.end":
        return this.calls({ what: "end", side: seatIn(unit), turn: 0 }, ms);
      default: // nothing moves
    }
  }

  private stroked(from: Point | null, to: Point | null, state: MatchState, unit: unknown, ms: number): void {
    if (!from || !to) return;
    const stroke = { id: this.next(), ms, from, to, side: entryOf(state.units, unitIn(unit)).side };
    this.stroke = stroke;
    this.later(ms, () => this.stroke === stroke && (this.stroke = null));
  }

  private throws(from: Point | null, at: Point | null, dice: readonly Die[], passed: boolean, ms: number): void {
    if (!from || !at || !dice.length) return;
    const thrown = { id: this.next(), ms, from, at, dice, passed };
    this.thrown = thrown;
    this.later(ms + CALM, () => this.thrown === thrown && (this.thrown = null));
  }

  private touch(unit: UnitId, at: Point | null, kind: Touch["kind"], text: string, ms: number): void {
    if (!at) return;
    const touch = { id: this.next(), ms, unit, at, kind, text };
    this.touches = [...this.touches.slice(1 - MOST), touch];
    this.later(1.4 * ms, () => (this.touches = this.touches.filter((one) => one !== touch)));
  }

  private fall(before: MatchState, unit: UnitId, ms: number): void {
    const fighter = before.units[unit];
    if (!fighter?.at) return;
    const lost = { id: this.next(), ms: DRIFT * ms, fighter, at: fighter.at };
    this.lost = [...this.lost.slice(1 - MOST), lost];
    this.later(lost.ms, () => (this.lost = this.lost.filter((one) => one !== lost)));
  }

  private walks(unit: UnitId, said: unknown, ms: number): void {
    const way = (Array.isArray(said) ? said : []).flatMap((place) => {
      const at = placeIn(place);
      return at ? [at] : [];
    });
    if (way.length < 2) return;
    const walk = { id: this.next(), ms, unit, way };
    this.walk = walk;
    this.later(ms + CALM, () => this.walk === walk && (this.walk = null));
  }

  private calls(what: Pick<Call, "what" | "side" | "turn">, ms: number): void {
    const call = { id: this.next(), ms: Math.max(ms, CALLED), ...what };
    this.call = call;
    this.later(call.ms, () => this.call === call && (this.call = null));
  }

  private feats(what: Feat["what"], unit: unknown, other: unknown, spell: string, ms: number): void {
    const feat = { id: this.next(), ms: Math.max(ms, CALLED), what, unit: unitIn(unit), other: unitIn(other), spell };
    this.feat = feat;
    this.later(feat.ms, () => this.feat === feat && (this.feat = null));
  }

  private next(): number {
    this.count += 1;
    return this.count;
  }

  private later(ms: number, act: () => unknown): void {
    setTimeout(() => {
      act();
      this.changed();
    }, ms);
  }
}

const placeOf = (state: MatchState, unit: unknown): Point | null =>
  typeof unit === "string" ? (state.units[unit as UnitId]?.at ?? null) : null;

/** What a match's event says of a unit, and of a side. */
const unitIn = (said: unknown): UnitId => String(said) as UnitId;
const seatIn = (said: unknown): SeatId => String(said) as SeatId;

const listOf = <T extends string>(said: unknown): T[] =>
  Array.isArray(said) ? said.filter((one): one is T => typeof one === "string") : [];

/** Dice as they fell; the first that shows what counts is the one that does. */
function diceOf(said: unknown, counts: unknown): Die[] {
  const faces = Array.isArray(said) ? said.map(Number) : [];
  const first = faces.indexOf(Number(counts));
  return faces.map((face, at) => ({ face, counts: at === first }));
}
