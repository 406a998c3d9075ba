/** "Play now": one press from the first page to the first turn of a battle. */

import type { SeatId, Settings } from "../protocol.ts";
import type { Question } from "./messages.ts";
import { isCreation, suggestion } from "./ready_made.ts";
import type { Session } from "./session.ts";
import { T } from "../texts/en.ts";

const SEAT = "1" as SeatId;
const PARTY = 4;
const BOT = "sensible";
const ABSENCE = 120; // seconds before a bot plays for somebody who is gone, as a new table has it
const IDLE = new Set(["jailbreak.class", "jailbreak.order"]);

/**
 * The question about a class where no campaign follows: battles play none, so whichever it is comes to the same. A table
 * that says which session of a campaign it belongs to is asked, for its party goes on with its classes.
 */
export function idleOf({ mine, table }: Pick<Session, "mine" | "table">): Question | undefined {
  return table && "session" in table.settings.options ? undefined : mine.find(({ why }) => IDLE.has(why));
}

/** What a newcomer begins with. */
export const FIRST_ENCOUNTER = "jailbreak";

/** An encounter to be played at once: a table's settings in the wire's order, no clock, undo by consent, not listed. */
const wish = (encounter: string, difficulty: string): Settings => [
  encounter,
  difficulty,
  PARTY,
  "first",
  0,
  ABSENCE,
  false,
  "consent",
  {},
  0,
  0,
];

/** What a quick start asks of the server. */
type Asking = Pick<Session, "ask" | "name">;

/** Open a table, sit down, seat bots, and start. @returns whether the battle begins */
export async function quickStart(session: Asking, encounter: string, difficulty: string): Promise<boolean> {
  const named = session.name ? T.tableOf(session.name) : T.table;
  if (!(await session.ask("create", wish(encounter, difficulty), named))) return false;
  if (!(await session.ask("claim", SEAT))) return false;
  for (let seat = 2; seat <= PARTY; seat += 1)
    if (!(await session.ask("bot", String(seat) as SeatId, BOT))) return false;
  if (!(await session.ask("ready", true, crypto.randomUUID()))) return false;
  if (!(await session.ask("start"))) return false;
  // Which of two equal enemies acts first tells a newcomer nothing; the menu has it asked.
  await session.ask("standing", "keep", [], SEAT, { enemy: "never" });
  return true;
}

/** A session as far as suggestions answer its questions. */
type Answering = {
  mine: readonly Question[];
  isSent: (question: Question) => boolean;
  answer: (question: Question, picks: readonly string[]) => void;
};

/** Answer the open questions of creation as suggested. @returns whether there is more to come */
export function answerCreation(session: Answering): boolean {
  const { mine } = session;
  const open = mine.filter(isCreation);
  if (mine.length > open.length) return false;
  for (const question of open) {
    const picks = suggestion(question);
    if (!picks) return false;
    if (!session.isSent(question)) session.answer(question, picks);
  }
  return true;
}
