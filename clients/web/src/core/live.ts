/** Battles that anybody may watch, with their boards as they stand: taken from their recordings, now and then. */

import type { BattleId } from "../protocol.ts";
import { Film } from "./film.ts";
import type { Keys } from "./keys.ts";
import type { TableLine } from "./messages.ts";
import type { State } from "./state.ts";

/** So many boards are shown; each is a file of some ten kilobytes. */
const MOST = 4;

export class Live {
  keys: Keys;
  changed: () => void;
  boards = new Map<BattleId, State>();

  constructor(keys: Keys, changed: () => void) {
    this.keys = keys;
    this.changed = changed;
  }

  /** Look at the first of these tables' battles; one after the other, for a server counts what it is asked. */
  async look(tables: readonly TableLine[]): Promise<void> {
    const open = tables.filter((table) => table.phase === "playing" && table.battle).slice(0, MOST);
    for (const { battle } of open) {
      try {
        const film = await Film.load(battle, this.keys);
        this.boards.set(battle, film.battleAt(film.last).state);
        this.changed();
      } catch {
        this.boards.delete(battle); // It is private, or over: its line stands without a board.
      }
    }
  }
}
