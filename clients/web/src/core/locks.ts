/** A lock, and the dice that lie against it, as the server's questions tell them (LOK-1 to LOK-10). */

import { NOBODY } from "../protocol.ts";
import type { Glossary } from "./glossary.ts";
import { keyOf } from "./hexes.ts";
import type { Question } from "./messages.ts";
import type { State } from "./state.ts";

/** A digit of a lock: whether it has to be matched before the others, and whether a die does. */
export type Digit = { value: string; isKey: boolean; isMet: boolean };

/** A lock that somebody is asked about; `dice` are empty before anything is rolled, `left` is what is said of attempts. */
export type LockAsked = { digits: readonly Digit[]; dice: readonly { value: string; fits: boolean }[]; left: string };

const ATTEMPT = /^You have ([\d-]+) against ([\d-]+)(?:, ([\d-]+) first)?(?:; ([^.]+))?\./;
const CODE = /Code ([\d-]+)(?:, ([\d-]+) first)?, ([^.]+)\./;

/** The lock in a question's words, in whatever language these are shown; null where it is about none. */
export function lockAsked({ why, text: shown, written: text = shown }: Question): LockAsked | null {
  const attempt = why.startsWith("lockpick.") ? ATTEMPT.exec(text) : null;
  if (attempt) return lockOf(attempt[2], attempt[3], attempt[4], attempt[1]);
  const code = why === "cache.pick" ? CODE.exec(text) : null;
  return code && lockOf(code[1], code[2], code[3], "");
}

/** A trap whose lock is tried, and what follows from that. */
export type TrapAsked = { name: string; text: string };

/**
 * The trap that a question's lock belongs to, null where it is a cache's: whoever has the turn has entered its tile, and
 * the lock is the one on the tile's card.
 */
export function trapAsked(question: Question, state: State, glossary: Glossary): TrapAsked | null {
  const lock = question.why.startsWith("lockpick.") ? lockAsked(question) : null;
  if (!lock) return null;
  const at = state.units[state.turn?.unit ?? NOBODY]?.at;
  const tile = at && Object.values(state.tiles).find(({ hexes }) => hexes.map(keyOf).includes(keyOf(at)));
  const trap = tile && glossary.entry("cards", tile.card)?.trap;
  const digits = lock.digits.map(({ value, isKey }) => `${value}${isKey ? "k" : ""}`).join("-");
  return trap?.lock.split(":")[1] === digits ? { name: trap.name, text: trap.text } : null;
}

function lockOf(code = "", keys = "", left = "", rolled = ""): LockAsked {
  const values = (list: string) => list.split("-").filter(Boolean);
  const [isKey, free] = [values(keys), values(rolled)];
  const digits = values(code).map((value) => {
    const at = free.indexOf(value);
    if (at >= 0) free.splice(at, 1);
    const key = isKey.indexOf(value);
    if (key >= 0) isKey.splice(key, 1);
    return { value, isKey: key >= 0, isMet: at >= 0 };
  });
  const spare = [...free];
  const dice = values(rolled).map((value) => {
    const at = spare.indexOf(value);
    if (at >= 0) spare.splice(at, 1);
    return { value, fits: at < 0 };
  });
  return { digits, dice, left };
}
