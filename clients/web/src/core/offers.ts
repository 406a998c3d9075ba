/** What the open questions offer on the board and on the mats: hexes, units and dice to click. */

import { entryAt } from "./certain.ts";
import { dieNamed, unitNamed } from "./state.ts";
import type { State } from "./state.ts";
import type { Question, Slot } from "./messages.ts";
import type { Drafts } from "./drafts.ts";
import { ends, whyNot } from "./answers.ts";
import { parse } from "./hexes.ts";
import { PLACE } from "./laying.ts";
import { bent } from "./plans.ts";

/** Something that can be taken: an option, and what is known of it. */
export type Offer = {
  question: Question;
  key: string;
  text: string;
  note: string;
  isPicked: boolean;
  reason: string;
  cost?: number;
  picks?: readonly string[];
};

/** The hex, unit or die that an option's key means: "hex:1,2" is 1,2, "target:e1" is e1. */
export const thingOf = (key: string) => key.slice(key.lastIndexOf(":") + 1);

/** The offers of the open questions; the same map as long as nothing about them has changed. */
export class Offers {
  known: readonly unknown[] = [];
  found = new Map<string, Offer[]>();

  /** The offers of these questions, as their picks and the state are now. */
  of(questions: readonly Question[], drafts: Drafts, state: State): Map<string, Offer[]> {
    const now = [state, drafts.revision, ...questions];
    if (now.length !== this.known.length || now.some((one, at) => one !== this.known[at])) {
      this.known = now;
      this.found = offersOf(questions, drafts, state);
    }
    return this.found;
  }
}

/**
 * Everything on offer, by hex key, unit id or die id.
 */
export function offersOf(questions: readonly Question[], drafts: Drafts, state: State): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>();
  const add = (thing: string, offer: Offer) => found.set(thing, [...(found.get(thing) ?? []), offer]);
  for (const question of questions) {
    const { shape } = question;
    const picks = drafts.of(question);
    if (shape.kind === "route") {
      for (const [key, way] of ends(shape)) {
        const isPicked = picks.join() === way.picks.join();
        add(key, {
          question,
          key,
          text: question.text,
          note: way.notes.join(", "),
          isPicked,
          reason: "",
          cost: way.cost,
          picks: way.picks,
        });
      }
      continue;
    }
    // How a tile can be laid is drawn over the board: the hexes in its keys are no places to choose.
    if (question.why === PLACE) continue;
    for (const option of [...shape.options, ...shape.slots.flatMap((slot: Slot) => slot.options)]) {
      const thing = thingOf(option.key);
      if (!isThing(thing, state)) continue;
      const isOff = shape.kind === "plan" && whyNot(shape, picks, option.key);
      const reason = isOff && !bent(question, picks, option.key) ? isOff : "";
      add(thing, { question, ...option, isPicked: picks.includes(option.key), reason });
    }
  }
  return found;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The letter by which panel and board call a hex that is one of few to choose from, "" where it has none. */
export function letterOf({ shape }: Question, key: string): string {
  const isSpot = ({ text }: { text: string }) => Boolean(parse(text));
  const choices = shape.kind === "plan" ? shape.slots.map(({ options }) => options) : [shape.options];
  const spots = choices.find((options) => options.some((option) => option.key === key)) ?? [];
  if (!["one", "plan"].includes(shape.kind) || spots.length > LETTERS.length || !spots.every(isSpot)) return "";
  return LETTERS[spots.findIndex((option) => option.key === key)] ?? "";
}

function isThing(thing: string, state: State) {
  return Boolean(parse(thing) || unitNamed(state, thing) || dieNamed(state, thing));
}

/** The hexes that the drafts' routes lead through, in order. */
export function routeOf(questions: readonly Question[], drafts: Drafts) {
  for (const question of questions) {
    const picks = question.shape.kind === "route" ? drafts.of(question) : [];
    if (picks.length) return [entryAt(question.shape.spots, 0).key, ...picks];
  }
  return [];
}
