/** What a campaign changes of a battle: twists, which the battle's encounter prints by name. */

import { entriesOf } from "./ids.ts";
import type { SessionState } from "./overland.ts";
import type { State } from "./state.ts";
import type { EncounterWords } from "./words.ts";

/** A twist by its name, and what it changes in a sentence. */
export type Twist = { name: string; text: string };

/** What a battle's world says of a twist that counts. */
const ASKED = "twist";
/** The twist of the hardest difficulty, and that difficulty. */
export const EXPERT = "expert";

const named = ({ twists = {} }: Pick<EncounterWords, "twists">, isAsked: (name: string) => boolean): Twist[] =>
  entriesOf(twists).flatMap(([name, text]) => (isAsked(name) ? [{ name, text }] : []));

/** The twists of the battle that is fought. */
export const twistsNow = ({ settings }: Pick<State, "settings">, words: Pick<EncounterWords, "twists">): Twist[] =>
  named(words, (name) => settings?.world?.[name] === ASKED);

/** Those that are known before it begins: laid by what happened, or by the difficulty. */
export const twistsAhead = (
  { settings, twists = [] }: Pick<SessionState, "settings" | "twists">,
  words: Pick<EncounterWords, "twists">,
): Twist[] => named(words, (name) => twists.includes(name) || (name === EXPERT && settings?.difficulty === EXPERT));
