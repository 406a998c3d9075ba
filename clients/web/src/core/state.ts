/** The state of a battle, as the client folds it. */

import type { BattleState, Die, DieId, Unit, UnitId } from "../protocol.ts";

export type { Adventurer, Card, Die, Hex, Tile, Unit } from "../protocol.ts";

/** A battle's state. Another game has another one, of which a page for battles shows nothing. */
export type State = BattleState;

/** Before there is a battle. */
export const NOTHING = {} as State;

/** The unit that a text names, such as an option's key, if it names one. */
export const unitNamed = (state: State, name: string): Unit | undefined => state.units?.[name as UnitId];

/** The die that a text names, if it names one. */
export const dieNamed = (state: State, name: string): Die | undefined => state.dice?.[name as DieId];
