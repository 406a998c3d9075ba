/** The steps of creating an adventurer, and what was chosen in them. */

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
export function chosenAt(told: readonly { choice?: Choice }[], seat: string, why: string): string {
  const last = told.findLast(({ choice }) => choice?.seat === seat && choice.why === why)?.choice;
  return last?.picks.length === 1 ? (last.picks[0] ?? "") : "";
}

/** The name under which a seat's adventurer goes or will go; "" while it is to be one of a race not chosen yet. */
export function calledIn(state: State, seat: string): string {
  const made = Object.entries(state.adventurers ?? {}).find(([, mat]) => mat.seat === seat)?.[0];
  return (made && state.units[made]?.name) || (state.settings?.names?.[seat] ?? "");
}
