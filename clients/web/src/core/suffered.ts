/** What an attack costs whoever attacks besides damage, by skills of who is attacked: it stands with the verdict. */

import type { BattleEvent, UnitId } from "../protocol.ts";
import type { Drama, Suffered, Verdict } from "./drama.ts";
import type { Glossary } from "./glossary.ts";
import type { Shown } from "./stage.ts";

/** Skills that answer an attack by something else than damage, and what they give. */
const ANSWERS: Readonly<Record<string, string>> = { fumes: "blind", chilblain: "fatigue", rot: "fatigue" };

/** Note what an event has cost. An attack that did nothing has no verdict before that. */
export function suffer(
  drama: Drama,
  { played, at, before, state }: Pick<Shown, "played" | "at" | "before" | "state">,
  glossary: Glossary,
): void {
  const event = played.commit.events[at];
  const { pair, verdict } = drama;
  const fight = pair ?? (verdict && { ...verdict, targets: [verdict.target] });
  if (!event || !fight) return;
  const chips = fight.targets.map((target) => (state.units?.[target] ?? before.units?.[target])?.chip ?? "");
  const cost = costOf(event, fight.by, chips, glossary);
  const [target] = fight.targets;
  // Before anything has landed fatigue may be the price of one's own dice.
  if (!cost || !target || (!verdict && event[0] !== "status")) return;
  if (!verdict) drama.stands(before, state, { by: fight.by, target, dice: fight.dice, ...NOTHING });
  if (drama.verdict?.by === fight.by) drama.verdict = withCost(drama.verdict, cost);
}

const NOTHING = { dealt: 0, prevented: 0, lost: 0 };

/** What an event costs whoever attacks those with these chips, null where it is no answer of a skill of theirs. */
function costOf(
  event: BattleEvent,
  by: UnitId,
  chips: readonly string[],
  glossary: Glossary,
): Pick<Suffered, "how" | "what"> | null {
  const isTired = event[0] === "fatigue" || event[0] === "replace"; // a full track takes nothing but overfatigue
  if ((!isTired && event[0] !== "status") || event[1] !== by) return null;
  const token = event[0] === "replace" ? event[3] : event[2];
  for (const written of chips.flatMap((chip) => glossary.entry("chips", chip)?.skills ?? [])) {
    const skill = glossary.skill(written);
    const gives = ANSWERS[skill?.id ?? ""];
    if (skill && gives && (event[0] === "replace" || gives === (isTired ? "fatigue" : token)))
      return { how: skill.name, what: glossary.name(isTired ? "fatigue" : "statuses", token) };
  }
  return null;
}

function withCost(verdict: Verdict, { how, what }: Pick<Suffered, "how" | "what">): Verdict {
  const known = verdict.suffered ?? [];
  const isSame = (one: Suffered) => one.how === how && one.what === what;
  const count = 1 + (known.find(isSame)?.count ?? 0);
  return { ...verdict, suffered: [...known.filter((one) => !isSame(one)), { how, what, count }] };
}
