/**
 * What of a battle is shown as it happens, beyond where things stand: the attack's line, dice on
 * their way, what they do, who falls, and what is called out to all. Each of these has its time; a
 * commit that is skipped leaves nothing but its verdict.
 */

import { entryAt } from "./certain.ts";
import { NOBODY } from "../protocol.ts";
import type { BattleEvent, Hex, SeatId, Unit, UnitId } from "../protocol.ts";
import type { EventOf, Tag } from "./events.ts";
import { FATIGUE_FROM } from "./pacing.ts";
import type { Shown } from "./stage.ts";
import { unitNamed } from "./state.ts";
import type { State } from "./state.ts";
import type { RolledDie } from "./teller.ts";

type Lasting = { id: number; /** How long it moves, in milliseconds. */ ms: number };

/** The line from who attacks to who is attacked. */
export type Strike = Lasting & { from: Hex; to: Hex; side: Unit["side"] };

/** Dice that fly from a unit, and land where they are aimed. */
export type Cast = Lasting & { from: Hex; at: Hex; dice: readonly RolledDie[] };

/** What happens to a unit, where it stands. */
export type Blow = Lasting & { unit: UnitId; at: Hex; kind: "hit" | "block" | "heal" | "status"; sign: string };

/** A unit that was there a moment ago. */
export type Fallen = Lasting & { unit: Unit; at: Hex };

/** What a skill of who was struck has given whoever struck, and how much of it. */
export type Suffered = { how: string; what: string; count: number };

/** What an attack has come to. */
export type Verdict = {
  id: number;
  by: UnitId;
  target: UnitId;
  dice: readonly RolledDie[];
  dealt: number;
  prevented: number;
  lost: number;
  left: number;
  health: number;
  isDefeat: boolean;
  /** What it cost whoever attacked: an ability of who was struck answers ("riposte"). */
  answer?: { how: string; lost: number; prevented: number };
  /** What else it cost whoever attacked by such abilities, how much of each. */
  suffered?: readonly Suffered[];
};

/** What is called out across the board. */
export type Herald = Lasting & {
  what:
    "round" | "fatigue" | "turn" | "enemies" | "arrive" | "down" | "fallen" | "trap" | "victory" | "defeat" | "retreat";
  round: number;
  unit: UnitId;
  /** Who arrives. */
  units: readonly UnitId[];
  /** A trap whose lock was tried: whether it springs, and what it does. */
  trap?: { name: string; isSprung: boolean; text: string };
};

/** A unit that has just come. */
export type Arrival = Lasting & { unit: UnitId };

type Damage = EventOf<"damage">;

type Pair = { by: UnitId; targets: readonly UnitId[]; dice: readonly RolledDie[] };

/** Faster than this (ms for an event) nothing is drawn that only moves: nobody would see it. */
const SEEN = 140;
/** More of a kind at once than this only cover each other. */
const MOST = 6;
/** How long a verdict stays after its attack, and the eye on the fight. */
const LINGER = 3200;
const CALM = 900;
/** How long somebody takes to come onto the board, and how long it is called out who came, in milliseconds. */
const [ENTRANCE, ARRIVED] = [700, 2200];
/** What follows a fall has to wait for it; pieces drift on for a while. */
const DRIFT = 1.25;
const OUTCOMES = ["victory", "defeat", "retreat"] as const;
/** What is called out however fast a battle is shown: the end, and what nobody sees on the board. */
const TOLD_ANYWAY = new Set<Tag>(["end", "trapped"]);
/** How long at least something is called out that has more to be read, in milliseconds. */
const LASTING: Partial<Record<Tag, number>> = { deploy: ARRIVED, trapped: LINGER };
/** What ends the story of the attack before it. */
const AFTER = new Set<Tag>(["turn", "engage", "round", "phase", "ended"]);

export class Drama {
  strike: Strike | null = null;
  cast: Cast | null = null;
  blows: readonly Blow[] = [];
  fallen: readonly Fallen[] = [];
  arrivals: readonly Arrival[] = [];
  verdict: Verdict | null = null;
  herald: Herald | null = null;
  /** Where the fight is: the hexes that a camera should see. */
  focus: readonly Hex[] = [];
  pair: Pair | null = null;
  count = 0;
  changed: () => void;
  isOwn: (unit: UnitId, state: State) => boolean;

  constructor(changed: () => void, isOwn: (unit: UnitId, state: State) => boolean) {
    this.changed = changed;
    this.isOwn = isOwn;
  }

  /** Forget all that moves, as when another moment is looked at. */
  calm() {
    this.strike = this.cast = this.verdict = this.herald = this.pair = null;
    this.blows = this.fallen = this.arrivals = this.focus = [];
  }

  /** Something of a unit that was struck just now; another number each time, 0 for none. */
  struck(unit: UnitId): number {
    return this.blows.findLast((blow) => blow.unit === unit && blow.kind === "hit")?.id ?? 0;
  }

  /** Whether a unit is just coming. */
  isArriving = (unit: UnitId): boolean => this.arrivals.some((one) => one.unit === unit);

  /** An event is being shown. */
  take({ played, at, before, state, wait }: Shown): void {
    const event = entryAt(played.commit.events, at);
    if (AFTER.has(event[0])) this.verdict = null;
    this.fight(event, before, state, wait);
    this.call(event, played.commit.events.slice(0, at), state, wait);
    if (wait >= SEEN) this.touch(event, before, state, wait);
  }

  /** The attack itself: who, at whom, with what dice, and what it came to. */
  fight(event: BattleEvent, before: State, state: State, wait: number): void {
    switch (event[0]) {
      case "engage":
        return this.engage(event[1], event[2], state, wait);
      case "roll":
        if (event[2] !== "engage" && event[5].length)
          this.roll(
            event[3],
            event[5].map((face, n) => ({ die: `${event[2]}.${n}`, kind: event[2], face })),
            state,
            wait,
          );
        return;
      case "show":
        if (event[3] === "roll" && event[1].length)
          this.roll(
            state.dice?.[entryAt(event[1], 0)]?.owner ?? NOBODY,
            event[1].map((die, n) => ({ die, kind: state.dice?.[die]?.kind ?? die, face: entryAt(event[2], n) })),
            state,
            wait,
          );
        return;
      case "damage":
        return this.isAnswer(event) ? this.answer(event) : this.judge(event, before, state);
      case "defeat":
        if (this.verdict?.target === event[1]) this.verdict = { ...this.verdict, isDefeat: true };
        return;
      case "engaged":
        return this.end();
      default: // no attack
    }
  }

  engage(by: UnitId, targets: readonly UnitId[], state: State, wait: number): void {
    this.pair = { by, targets, dice: [] };
    const who = state.units?.[by];
    const [from, to] = [who?.at, state.units?.[targets[0] ?? NOBODY]?.at];
    this.focus = from && wait ? [from, ...(to ? [to] : [])] : [];
    if (!who || !from || !to || wait < SEEN) return;
    this.strike = { id: this.next(), ms: wait, from, to, side: who.side };
  }

  roll(by: UnitId | SeatId, dice: readonly RolledDie[], state: State, wait: number): void {
    if (this.pair?.by === by) this.pair = { ...this.pair, dice: [...this.pair.dice, ...dice] };
    const from = unitNamed(state, by)?.at;
    if (!from || wait < SEEN) return;
    const target = this.pair?.by === by ? this.pair.targets[0] : NOBODY;
    const at = state.units?.[target ?? NOBODY]?.at ?? from;
    const cast = { id: this.next(), ms: wait, from, at, dice };
    this.cast = cast;
    this.later(wait + CALM, () => this.cast === cast && (this.cast = null));
  }

  /** What an attack costs its target; several blows of one attack add up. */
  judge([, unit, by, dealt, prevented, bonus, taken]: Damage, before: State, state: State) {
    const { pair, verdict } = this;
    if (!pair || pair.by !== by || !pair.targets.includes(unit)) return;
    const earlier = verdict?.target === unit && verdict.by === by ? verdict : null;
    this.stands(before, state, {
      ...earlier,
      by,
      target: unit,
      dice: pair.dice,
      dealt: dealt + (earlier?.dealt ?? 0),
      prevented: prevented + (earlier?.prevented ?? 0),
      lost: taken + bonus + (earlier?.lost ?? 0),
    });
  }

  /** A verdict is there, for a while. */
  stands(before: State, state: State, whole: Omit<Verdict, "id" | "left" | "health" | "isDefeat"> & { id?: number }) {
    const [was, is] = [before.units?.[whole.target], state.units?.[whole.target]];
    const id = whole.id ?? this.next();
    this.verdict = {
      ...whole,
      id,
      left: Math.max(0, is?.hp ?? 0),
      // What an encounter adds to its enemies is more than their chips say.
      health: Math.max(was?.health ?? 0, was?.hp ?? 0),
      isDefeat: false,
    };
    this.later(LINGER, () => this.verdict?.id === id && (this.verdict = null));
  }

  /** Whether damage is what an ability of who was struck answers the attack with. */
  isAnswer([, unit, by, , , , , , how = ""]: Damage): boolean {
    return this.verdict?.by === unit && this.verdict.target === by && how !== "" && how !== "engage";
  }

  answer([, , , , prevented, bonus, taken, , how = ""]: Damage): void {
    if (!this.verdict) return;
    const { answer } = this.verdict;
    const lost = bonus + taken + (answer?.lost ?? 0);
    this.verdict = { ...this.verdict, answer: { how, lost, prevented: prevented + (answer?.prevented ?? 0) } };
  }

  /** An attack is over: its line goes, its verdict stays a while. */
  end(): void {
    const { strike, focus } = this;
    this.pair = null;
    this.later(CALM / 2, () => this.strike === strike && (this.strike = null));
    this.later(CALM, () => this.focus === focus && (this.focus = []));
  }

  /** What happens to units, where they stand. */
  touch(event: BattleEvent, before: State, state: State, ms: number): void {
    switch (event[0]) {
      case "damage":
        return this.blow(event[1], event[6] || event[5] ? "hit" : "block", "", state, ms);
      case "hp":
        if (event[4] === "heal") this.blow(event[1], "heal", "heart", state, ms);
        return;
      case "status":
        return this.blow(event[1], "status", event[2], state, ms);
      case "deploy":
        return state.rounds ? this.arrive(event[1], ms) : undefined;
      case "defeat": {
        const unit = before.units?.[event[1]];
        const long = DRIFT * ms;
        if (unit?.at) this.fallen = this.add(this.fallen, { id: this.next(), ms: long, unit, at: unit.at });
        this.later(long, () => (this.fallen = this.fallen.slice(1)));
        return;
      }
      default: // touches nobody
    }
  }

  blow(unit: UnitId, kind: Blow["kind"], sign: string, state: State, ms: number): void {
    const at = state.units?.[unit]?.at;
    if (!at) return;
    const blow = { id: this.next(), ms, unit, at, kind, sign };
    this.blows = this.add(this.blows, blow);
    this.later(1.4 * ms, () => (this.blows = this.blows.filter((one) => one !== blow)));
  }

  /** Somebody comes while the battle is on. */
  arrive(unit: UnitId, ms: number): void {
    const arrival = { id: this.next(), ms: Math.max(ms, ENTRANCE), unit };
    this.arrivals = [...this.arrivals, arrival];
    this.later(arrival.ms, () => (this.arrivals = this.arrivals.filter((one) => one !== arrival)));
  }

  /** What everybody should notice. */
  call(event: BattleEvent, past: readonly BattleEvent[], state: State, wait: number): void {
    const called = this.called(event, past, state);
    if (!called || (wait < SEEN && !TOLD_ANYWAY.has(event[0]))) return;
    const herald = {
      ...{ id: this.next(), ms: Math.max(wait, LASTING[event[0]] ?? 1400), round: state.round ?? 0 },
      ...{ unit: NOBODY, units: [] },
      ...called,
    };
    this.herald = herald;
    this.later(herald.ms, () => this.herald === herald && (this.herald = null));
  }

  called(
    event: BattleEvent,
    past: readonly BattleEvent[],
    state: State,
  ): (Pick<Herald, "what"> & Partial<Herald>) | null {
    switch (event[0]) {
      case "round":
        return { what: event[1] >= FATIGUE_FROM ? "fatigue" : "round", round: event[1] };
      case "phase":
        return event[1] === "enemies" ? { what: "enemies" } : null;
      case "turn":
        return this.isOwn(event[1], state) ? { what: "turn", unit: event[1] } : null;
      case "defeat":
        if (!state.adventurers?.[event[1]]) return null;
        return { what: this.isOwn(event[1], state) ? "down" : "fallen", unit: event[1] };
      case "trapped": {
        const [, unit, , name, , isSprung, text = ""] = event;
        return { what: "trap", unit, trap: { name, isSprung, text } };
      }
      case "deploy": {
        if (!state.rounds || state.units?.[event[1]]?.side !== "enemy") return null;
        const come = [...past, event].flatMap((one) => (one[0] === "deploy" ? [one[1]] : []));
        return { what: "arrive", units: come.filter((unit) => state.units?.[unit]?.side === "enemy") };
      }
      case "end": {
        const what = OUTCOMES.find((one) => one === event[1]);
        return what ? { what } : null;
      }
      default:
        return null;
    }
  }

  next(): number {
    this.count += 1;
    return this.count;
  }

  add<One>(all: readonly One[], one: One): readonly One[] {
    return [...all.slice(1 - MOST), one];
  }

  later(ms: number, act: () => unknown): void {
    setTimeout(() => {
      act();
      this.changed();
    }, ms);
  }
}
