/** What tests of the core are written with: questions as the server asks them, and parts of a state. */

import type { BattleId, DieId, Option, QuestionId, SeatId, Shape, TableId, UnitId } from "../protocol.ts";
import { question } from "./messages.ts";
import type { Question } from "./messages.ts";
import type { State } from "./state.ts";

/** Seats; adventurers, an enemy and dice as a battle numbers them; a unit of a match's other side. */
export const [ONE, TWO, THREE] = ["1", "2", "3"] as [SeatId, SeatId, SeatId];
export const [A1, A2, E1, B1] = ["a1", "a2", "e1", "b1"] as [UnitId, UnitId, UnitId, UnitId];
export const [D1, D2, D3] = ["d1", "d2", "d3"] as [DieId, DieId, DieId];

/** A question that is asked first, and one that is asked later. */
export const [FIRST, LATER] = [1, 9] as [QuestionId, QuestionId];

/** A table, and a battle. */
export const TABLE = "t1" as TableId;
export const BATTLE = "b1" as BattleId;
/** A question of a shape. */
export const asked = (
  shape: Shape,
  { mayPass = false, fallback = [], id = 1 }: { mayPass?: boolean; fallback?: readonly string[]; id?: number } = {},
): Question => question([[ONE], "why", "Text?", shape, "", mayPass, fallback, A1, id as QuestionId]);

/** Options that are called like their keys. */
export const options = (...keys: string[]): Option[] => keys.map((key) => [key, key, ""]);

/** A state of which only some parts matter. */
export const stateWith = (parts: { [K in keyof State]?: unknown }): State => parts as State;
