/** The steps of creating an adventurer, and what was chosen in them. */

import type { SeatId } from "../protocol.ts";
import { NO_SEAT } from "../protocol.ts";
import { named, takesName, withName } from "./given_names.ts";
import { entriesOf } from "./ids.ts";
import type { State } from "./state.ts";
import type { Choice } from "./story.ts";

export type Step = "race" | "line" | "dice" | "rows" | "class" | "growth";

/** A step, and the codes of the questions that belong to it. */
type Asked = { step: Step; whys: readonly string[] };

/** From so much XP on an adventurer has a class; more of it is spent on growth. */
const CLASS_FROM = 2;

/** The steps that somebody takes who has so much XP. */
export function stepsOf(xp: number): Asked[] {
  return [
    { step: "race", whys: ["create.race"] },
    { step: "line", whys: ["create.line"] },
    { step: "dice", whys: ["create.dice"] },
    ...(xp > CLASS_FROM ? [{ step: "rows", whys: ["create.rows"] } as const] : []),
    ...(xp >= CLASS_FROM ? [{ step: "class", whys: ["create.class"] } as const] : []),
    ...(xp > CLASS_FROM ? [{ step: "growth", whys: ["create.advance", "create.train", "create.slot"] } as const] : []),
  ];
}

/** What a seat chose last where it was asked by that code, "" where it was not, or for more than one thing. */
export function chosenAt(told: readonly { choice?: Choice }[], seat: SeatId, why: string): string {
  const last = told.findLast(({ choice }) => choice?.seat === seat && choice.why === why)?.choice;
  const picks = last ? named(why, last.picks).picks : [];
  return picks.length === 1 ? (picks[0] ?? "") : "";
}

/** What a question of creation says at its end: what others have taken since it was asked. */
const GONE = /^(.+?[.?!]) (.+ (?:is|are) no longer free\.)$/;

/** A question's own words, and what has gone meanwhile, "" for nothing. */
export function partedWords(text: string): readonly [words: string, gone: string] {
  const [, words = text, gone = ""] = GONE.exec(text) ?? [];
  return [words, gone];
}

/** The name of a seat's adventurer that stands; "" before. */
export function standingName({ adventurers, units }: State, seat: SeatId): string {
  const made = entriesOf(adventurers ?? {}).find(([, mat]) => mat.seat === seat)?.[0];
  return (made && units[made]?.name) || "";
}

/** The name that a seat has given its adventurer so far, along with an answer or at the table; "" for none. */
export function givenName(told: readonly { choice?: Choice }[], state: State, seat: SeatId): string {
  const names = told.flatMap(({ choice }) => (choice?.seat === seat ? [named(choice.why, choice.picks).name] : []));
  const last = names.findLast((name) => name !== null);
  return last || (state.settings?.names?.[seat] ?? "");
}

/** Where names are written: the battle, what was told of it, and what was written by battle and seat. */
type Writing = {
  session: { battle: { battle: string; state: State } | null };
  teller: { lines: readonly { choice?: Choice }[] };
  ui: { forms: { called?: Record<string, string> } };
};

/** An answer's picks; with the name that was written, where it is another than the one given so far. */
export function carryingName(
  { session: { battle }, teller, ui }: Writing,
  { why, to }: { why: string; to: readonly SeatId[] },
  picks: readonly string[],
): readonly string[] {
  const seat = to[0] ?? NO_SEAT;
  const name = battle ? ui.forms.called?.[`${battle.battle}/${seat}`]?.trim() : undefined;
  if (!battle || name === undefined || !takesName(why) || name === givenName(teller.lines, battle.state, seat))
    return picks;
  return withName(picks, name);
}
