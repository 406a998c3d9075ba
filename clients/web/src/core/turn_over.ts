/** Turns that end by themselves: whoever had one is told. */

import type { SeatId } from "../protocol.ts";
import type { Played } from "./messages.ts";

/** The question that stands open as long as a turn does, and the key of the option that ends it. */
const ACT = "turn.act";
const END = "end";

/** Whether a commit ended a turn of one of these seats without asking them, as nothing was left to do in it. */
export const endsAlone = ({ commit }: Pick<Played, "commit">, seats: readonly SeatId[]): boolean =>
  commit.events.some(
    (event) =>
      event[0] === "spared" &&
      event[1] === ACT &&
      event[2].some((seat) => seats.includes(seat)) &&
      event[3].some(([key]) => key === END),
  );
