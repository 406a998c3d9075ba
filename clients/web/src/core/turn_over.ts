/** Turns that end by themselves: whoever had one is told. */

import type { SeatId } from "../protocol.ts";
import type { Played } from "./messages.ts";
import type { State } from "./state.ts";
import type { Coming } from "./waves.ts";

/** The question that stands open as long as a turn does, and the key of the option that ends it. */
const ACT = "turn.act";
const END = "end";

/** An objective that asks for nothing but enemies defeated, or that this alone achieves. */
const CONQUER = /^Defeat all enemies(?:\.$|, or )/;

/**
 * Whether the battle is won as soon as its round ends, since no enemy is left: that is only looked at then (BAT-13).
 * Not where more enemies may come.
 */
export function isAllButWon({ units, outcome }: State, objective: string, wave: Coming | null): boolean {
  if (outcome || wave || !CONQUER.test(objective)) return false;
  const foes = Object.values(units ?? {}).filter(({ kind, side }) => kind === "enemy" || side === "enemy");
  return foes.length > 0 && foes.every(({ at, fate }) => !at || fate !== "");
}

/** Whether a commit ended a turn of one of these seats without asking them, as nothing was left to do in it. */
export const endsAlone = ({ commit }: Pick<Played, "commit">, seats: readonly SeatId[]): boolean =>
  commit.events.some(
    (event) =>
      event[0] === "spared" &&
      event[1] === ACT &&
      event[2].some((seat) => seats.includes(seat)) &&
      event[3].some(([key]) => key === END),
  );
