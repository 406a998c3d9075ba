/**
 * How long each event is looked at: the rhythm in which a battle is shown. An attack is a line, then
 * dice, then what they do, then a breath; what nobody has to see takes no time at all.
 */

import type { BattleEvent } from "../protocol.ts";
import type { Tag } from "./events.ts";
import { isMatch } from "./match.ts";
import { lookAtMatch } from "./match_show.ts";
import type { State } from "./state.ts";

/** Milliseconds at normal speed. */
const LOOK: { readonly [T in Tag]?: number } = {
  move: 210,
  place: 240,
  deploy: 300,
  placed: 500,
  reveal: 600,
  shard: 500,
  trap: 500,
  trapped: 500,
  hp: 620,
  remove: 420,
  phase: 0,
  status: 420,
  cured: 240,
  told: 450,
  exhaust: 45,
  drain: 90,
  recover: 60,
  slot: 110,
  fatigue: 200,
  tenacity: 110,
  form: 250,
  cache: 500,
  item: 400,
  achieve: 450,
  seton: 150,
  turn: 450,
};

/** A line is drawn from who attacks to who is attacked. */
const STRIKE = 520;
/** Dice fly, and the first has landed. */
const FLIGHT = 760;
/** From one die's landing to the next one's. */
export const APART = 80;
/** Faces are read before they do anything. */
const READ = 380;
const [WOUND, BLOCKED, NOTHING] = [760, 680, 480];
/** The fall that ends a battle is looked at for a beat longer, before what is called out covers it. */
const [FALL, OWN_FALL, LAST_FALL] = [1050, 2000, 2000];
const [ROUND, FATIGUE_ROUND] = [1150, 1900];
const [VERDICT, END] = [420, 2400];
const AT_A_GLANCE = 60;

/** The first round in which fatigue bites, by the rulebook's round counter (BAT-13). */
export const FATIGUE_FROM = 6;

/** How long dice are looked at that fall together. */
const rolled = (count: number): number => (count ? FLIGHT + APART * (count - 1) + READ : 0);

/** How long an event is looked at, in milliseconds at normal speed; in the state after it. */
export function lookAt(event: BattleEvent, state?: State): number {
  switch (event[0]) {
    case "show":
      return event[3] === "roll" ? rolled(event[1].length) : AT_A_GLANCE;
    case "roll":
      // The dice of a match are seen with what they are rolled for.
      return event[2] === "engage" || isMatch(state) ? 0 : rolled(event[5].length);
    case "engage":
      return event[2].length ? STRIKE : 0;
    case "damage":
      return event[6] || event[5] ? WOUND : event[4] ? BLOCKED : NOTHING;
    case "defeat":
      return state?.adventurers?.[event[1]] ? OWN_FALL : state?.outcome ? LAST_FALL : FALL;
    case "engaged":
      return VERDICT;
    case "round":
      return event[1] >= FATIGUE_FROM ? FATIGUE_ROUND : ROUND;
    case "end":
      return END;
    default:
      return LOOK[event[0]] ?? lookAtMatch(event);
  }
}
