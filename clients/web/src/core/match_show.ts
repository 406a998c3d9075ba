/** A match as the eye follows it: how long each of its events is looked at, and what it changes before its commit is done. */

import type { UnitId } from "../protocol.ts";
import { isMatch } from "./match.ts";
import type { MatchState, Point } from "./match.ts";

/** An event as it comes: its tag, then what the schema of `SkirmishEvent` says, in that order. */
export type MatchEvent = readonly unknown[];

/** Dice fly, land, and are read. */
const DICE = 1180;
/** Along each leg of a way, and never longer than this for the whole of it. */
const [LEG, LONGEST_WAY] = [340, 1500];

/** Milliseconds at normal speed. */
const LOOK: Readonly<Record<string, number>> = {
  "sk.stationed": 160,
  "sk.turn": 1150,
  "sk.declared": 900,
  "sk.measured": 420,
  "sk.intercepted": 1150,
  "sk.success": 420,
  "sk.failed": 420,
  "sk.shot": 520,
  "sk.spell": 1150,
  "sk.attack": DICE,
  "sk.shifted": 420,
  "sk.fell": 620,
  "sk.injury": 620,
  "sk.wounds": 620,
  "sk.lost": 1050,
  "sk.raised": 420,
  "sk.token": 400,
  "sk.rout": 2400,
  "sk.end": 2400,
};

/** How long an event of a match is looked at, in milliseconds at normal speed; 0 for what is none. */
export function lookAtMatch(event: MatchEvent): number {
  const [tag, , , way, needs] = event;
  if (tag === "sk.moved" && Array.isArray(way)) return Math.min(LONGEST_WAY, LEG * Math.max(1, way.length - 1));
  // 0 stands for a dash: nothing is rolled.
  if (tag === "sk.check") return needs ? DICE : 0;
  return LOOK[String(tag)] ?? 0;
}

const SOUNDS = {
  "sk.attack": "die",
  "sk.check": "die",
  "sk.moved": "step",
  "sk.shot": "line",
  "sk.spell": "line",
  "sk.injury": "hit",
  "sk.wounds": "hit",
  "sk.fell": "hit",
  "sk.lost": "defeat",
  "sk.turn": "turn",
  "sk.end": "victory",
} as const;

/** What an event of a match sounds like; null for most. */
export function matchSound([tag]: MatchEvent): (typeof SOUNDS)[keyof typeof SOUNDS] | null {
  return Object.entries(SOUNDS).find(([name]) => name === tag)?.[1] ?? null;
}

/** A place, as it comes in an event; null for what is none. */
export const placeIn = (said: unknown): Point | null =>
  Array.isArray(said) && said.length === 3 && said.every(Number.isInteger) ? (said as unknown as Point) : null;

type Put = Record<string, unknown>;
type Change = (state: MatchState, said: MatchEvent) => Put | null;

function unitPut(state: MatchState, id: unknown, change: Put): Put | null {
  const unit = state.units[String(id) as UnitId];
  return (unit as unknown) ? { [`units/${String(id)}`]: { ...unit, ...change } } : null;
}

const pairKey = (pair: readonly string[]): string => [...pair].sort().join("~");
const pairsOf = (said: unknown): [string, string][] => (Array.isArray(said) ? (said as [string, string][]) : []);

const CHANGES: Readonly<Record<string, Change>> = {
  "sk.phase": (_state, [phase]) => ({ phase }),
  "sk.turn": (_state, [turn, active]) => ({ turn, active }),
  "sk.stationed": (state, [unit, at]) => unitPut(state, unit, { at }),
  "sk.moved": (state, [unit, , way]) =>
    Array.isArray(way) ? unitPut(state, unit, { at: way.at(-1) as unknown }) : null,
  "sk.shifted": (state, [unit, at]) => unitPut(state, unit, { at }),
  "sk.raised": (state, [unit, at]) => unitPut(state, unit, { at, fell: -1 }),
  "sk.injury": (state, [unit, injury]) => unitPut(state, unit, { injury }),
  "sk.wounds": (state, [unit, wounds]) => unitPut(state, unit, { wounds }),
  "sk.lost": (state, [unit]) => unitPut(state, unit, { at: null, fell: state.turn }),
  "sk.token": (state, [token, unit]) => unitPut(state, unit, { token }),
  "sk.engaged": (state, [made]) => ({
    pairs: { ...state.pairs, ...Object.fromEntries(pairsOf(made).map((pair) => [pairKey(pair), pair])) },
  }),
  "sk.free": (state, [ended]) => {
    const gone = new Set(pairsOf(ended).map(pairKey));
    return { pairs: Object.fromEntries(Object.entries(state.pairs).filter(([key]) => !gone.has(key))) };
  },
};

/** What an event of a match changes for the eye; null for what changes nothing, or is no match's. */
export function matchPut(state: unknown, [tag, ...said]: MatchEvent): Put | null {
  return (isMatch(state) && CHANGES[String(tag)]?.(state, said)) || null;
}
