/** After a battle: the same again, harder, or the next encounter, at the same table. */

import type { PlayerId, Settings } from "../protocol.ts";
import type { Table, TableSettings } from "./messages.ts";
import type { Session } from "./session.ts";

/** From the mildest on. */
const DIFFICULTIES = ["apprentice", "adept", "expert"];

/** The difficulty above one, "" above the hardest. */
export const harderThan = (difficulty: string): string => DIFFICULTIES[DIFFICULTIES.indexOf(difficulty) + 1] ?? "";

/** The encounter after one, in the catalogue's order; after the last the first. "" where there is no other. */
export function nextAfter(encounter: string, all: readonly string[]): string {
  const next = all[(all.indexOf(encounter) + 1) % all.length] ?? "";
  return next === encounter ? "" : next;
}

/** A table's settings in the wire's order. */
export const settingsArray = (one: TableSettings): Settings => [
  one.encounter,
  one.difficulty,
  one.party,
  one.decides,
  one.turn,
  one.absence,
  one.isPublic,
  one.undo,
  one.options,
  one.delay,
  one.delayRounds,
  one.sideClock,
  one.increment,
  one.rated,
];

/** What playing on asks of the server. */
type Asking = Pick<Session, "ask">;

/** Whether everybody else is ready already, as bots always are. */
const isAlone = (table: Table, player: PlayerId): boolean =>
  table.chairs.every((chair) => chair.bot !== "" || chair.player === player);

/**
 * Set the table for another battle, as its leader; start it where nobody else has to get ready.
 * True if it begins.
 */
export async function playOn(
  session: Asking,
  table: Table,
  player: PlayerId,
  change: Partial<TableSettings>,
): Promise<boolean> {
  const wish = settingsArray({ ...table.settings, ...change });
  if (Object.keys(change).length && !(await session.ask("change", wish))) return false;
  if (!isAlone(table, player)) return false;
  if (!(await session.ask("ready", true, crypto.randomUUID()))) return false;
  return Boolean(await session.ask("start"));
}
