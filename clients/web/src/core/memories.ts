/** The tables and battles that this browser has been at, newest first. */

import type { BattleId, TableId } from "../protocol.ts";
import type { Table } from "./messages.ts";
import { keep, kept } from "./keeping.ts";

const MOST = 40;

/** A battle that was played or watched here. */
export type Memory = {
  battle: BattleId;
  table: TableId;
  name: string;
  encounter: string;
  started: number;
  over: boolean;
  lost?: boolean;
};

/** All that are remembered. */
export function memories(): Memory[] {
  try {
    const known: unknown = JSON.parse(kept("battles") || "[]");
    return Array.isArray(known) ? (known as Memory[]) : [];
  } catch {
    return [];
  }
}

/** What the server knows of this player, and what else this browser remembers. */
export function allBattles(own: Memory[]) {
  const known = new Set(own.map((one) => one.battle));
  return [...own, ...memories().filter((one) => !known.has(one.battle))].sort((a, b) => b.started - a.started);
}

/** Remember the battles of a table. */
export function remember(table: Table) {
  if (!table.battles.length) return;
  const before = kept("battles");
  const others = memories().filter((one) => one.table !== table.id);
  const own = table.battles.map((line) => ({ ...line, table: table.id, name: table.name }));
  const all = [...own, ...others].sort((a, b) => b.started - a.started).slice(0, MOST);
  const now = JSON.stringify(all);
  if (now !== before) keep("battles", now);
}
