/** The state of a battle, as the client folds it. */

import type { BattleState } from "../protocol.ts";

export type { Adventurer, Card, Die, Hex, Tile, Unit } from "../protocol.ts";

/** A battle's state. Another game has another one, of which a page for battles shows nothing. */
export type State = BattleState;

/** Before there is a battle. */
export const NOTHING = {} as State;
