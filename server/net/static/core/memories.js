/** The tables and battles that this browser has been at, newest first. */

import { keep, kept } from "./keeping.js";

const MOST = 40;

/** @typedef {{battle: string, table: string, name: string, encounter: string, started: number, over: boolean, lost?: boolean}} Memory */

/** @returns {Memory[]} */
export function memories() {
  try {
    const known = JSON.parse(kept("battles") || "[]");
    return Array.isArray(known) ? known : [];
  } catch {
    return [];
  }
}

/** What the server knows of this player, and what else this browser remembers. @param {Memory[]} own */
export function allBattles(own) {
  const known = new Set(own.map((one) => one.battle));
  return [...own, ...memories().filter((one) => !known.has(one.battle))].sort((a, b) => b.started - a.started);
}

/** Remember the battles of a table. */
export function remember(table) {
  if (!table.battles.length) return;
  const before = kept("battles");
  const others = memories().filter((one) => one.table !== table.id);
  const own = table.battles.map((line) => ({ ...line, table: table.id, name: table.name }));
  const all = [...own, ...others].sort((a, b) => b.started - a.started).slice(0, MOST);
  const now = JSON.stringify(all);
  if (now !== before) keep("battles", now);
}
