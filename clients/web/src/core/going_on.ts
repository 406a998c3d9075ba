/** Where a table's play goes on for somebody who comes back to it. */

import { NO_BATTLE, type BattleId } from "../protocol.ts";
import type { Table } from "./messages.ts";

/** The battle that a table plays, or the session that has ended with the battle `shown`; "" if neither. */
export function goesOnIn({ phase, battles }: Pick<Table, "phase" | "battles">, shown: BattleId | undefined): BattleId {
  const last = battles.at(-1)?.battle ?? NO_BATTLE;
  const ended = battles.some((each) => each.battle === shown && each.session === last);
  return ended || phase === "playing" ? last : NO_BATTLE;
}
