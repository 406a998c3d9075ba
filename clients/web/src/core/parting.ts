/**
 * A battle of a campaign that is over, and still looked at: the server leads everybody back to the session at once,
 * but whoever fought sees how it ended, and leaves it by a press.
 */

import { NO_BATTLE } from "../protocol.ts";
import type { TableId } from "../protocol.ts";
import type { Battle } from "./battle.ts";
import type { Table } from "./messages.ts";

/** What of the session a parting depends on. */
type Standing = { battle: Battle | null; table: Pick<Table, "id" | "battles"> | null };

export class Parting {
  private ended: Battle | null = null;
  private table: TableId | undefined = undefined;
  private readonly session: Standing;

  constructor(session: Standing) {
    this.session = session;
  }

  /** The battle that is parted from; null where none is, or where one has gone to another table. */
  get battle(): Battle | null {
    return this.ended && this.session.table?.id === this.table ? this.ended : null;
  }

  /** A commit has been taken, which may be the last of a battle that a session has called for. Whether it is another's than the one parted from. */
  note(): boolean {
    const { battle, table } = this.session;
    if (this.battle) return true;
    const line = battle?.over && table?.battles.find((one) => one.battle === battle.battle);
    if (line && line.session !== NO_BATTLE) [this.ended, this.table] = [battle, table?.id];
    return false;
  }

  /** The battle has been looked at. */
  end(): void {
    this.ended = null;
  }
}
