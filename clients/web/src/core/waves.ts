/** When more enemies come: a battle's special rules say so, and its players know them. */

import type { EncounterWords } from "./words.ts";
import type { State } from "./state.ts";

/** What a battle's settings say of a twist that is in force. */
const TWIST = "twist";

/** How many more rounds begin until enemies come, and which one that is by the round counter. */
export type Coming = { left: number; round: number };

/** When more enemies come; null where nothing says that any do. */
export function nextWave(state: State, encounter: EncounterWords | undefined): Coming | null {
  const { round = 0, rounds = 0, outcome } = state;
  const party = Object.keys(state.adventurers ?? {}).length;
  const world = state.settings?.world ?? {};
  const rule = (encounter?.waves ?? []).filter(
    (wave) => (!wave.party || wave.party === party) && (!wave.twist || world[wave.twist] === TWIST),
  );
  const next = Math.min(
    ...rule.map(({ first, last, every }) => {
      const after = rounds < first ? first : rounds + every - ((rounds - first) % every);
      return after <= last ? after : Infinity;
    }),
  );
  return outcome || next === Infinity ? null : { left: next - rounds, round: round + next - rounds };
}
