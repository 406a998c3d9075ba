/** Events of a battle by their tags: what a table of handlers, one for each, is typed with. */

import type { BattleEvent } from "../protocol.ts";

/** The first element of an event: what kind of fact it is. */
export type Tag = BattleEvent[0];

/** The event with a tag. */
export type EventOf<T extends Tag> = Extract<BattleEvent, readonly [T, ...unknown[]]>;

type Rest<E> = E extends readonly [unknown, ...infer F] ? F : never;

/** What an event says after its tag. */
export type Fields<T extends Tag> = Rest<EventOf<T>>;

/** For the end of a switch or a chain over a union: whatever comes here has been forgotten. */
export function never(one: never): never {
  throw new TypeError(`nobody handles ${JSON.stringify(one)}`);
}
