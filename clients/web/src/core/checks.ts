/** The checks that a way over the table of a match can take, grouped by what is done. */

import type { Option } from "./messages.ts";

/** An option with the words that its group leaves to say. */
export type Choice = { option: Option; words: string };
export type CheckGroup = { kind: string; choices: readonly Choice[] };

/** Names a second climb of the same feature, which only follows a first one. */
const AGAIN = ":again";

/** Options by the kind of their check, in the order in which the kinds come; what cannot follow yet is left out. */
export function checkGroups(options: readonly Option[], picks: readonly string[]): CheckGroup[] {
  const groups = new Map<string, Choice[]>();
  for (const option of options) {
    const { key, text } = option;
    const isIdle = key.endsWith(AGAIN) && !picks.includes(key) && !picks.includes(key.slice(0, -AGAIN.length));
    if (isIdle) continue;
    const kind = key.slice(0, key.indexOf(":"));
    const words = key.endsWith(AGAIN) ? text : text.slice(text.indexOf(": ") + 2);
    groups.set(kind, [...(groups.get(kind) ?? []), { option, words }]);
  }
  return [...groups].map(([kind, choices]) => ({ kind, choices }));
}
