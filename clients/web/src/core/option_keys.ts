/**
 * Which key takes an option. Battle forms, dice, the end of a turn and a retreat have the same key in every
 * question; whatever else is offered shares the digits that are left.
 */

import type { Question } from "./messages.ts";
import type { State } from "./state.ts";
import { idsOf } from "./ids.ts";
import { dieNamed } from "./state.ts";
import { thingOf } from "./offers.ts";

/** The keys of an adventurer's dice, in the order in which they came to be owned. None of these letters does anything else. */
const DICE = "qwsdfghjklzxcvbnuy";
const DIGITS = "123456789";
/** The end of one's turn. */
export const END_KEY = "0";
/** A retreat, proposed or agreed to. */
export const RETREAT_KEY = "r";
/** The end of one's turn as a part of an attack's plan: the option, and its key. */
export const THEN_END = "then:end";
const THEN_END_KEY = "e";
const FORM = "form:";

/** Whether an option retreats, or agrees to a retreat. */
export const isRetreat = ({ why }: Question, key: string): boolean =>
  key === "retreat" || (why === "round.retreat" && key === "yes");

/** Hands out the keys of what is offered at one moment, each once. */
export class Keyring {
  private readonly forms: readonly string[];
  private readonly state: State;
  private readonly taken: Set<string>;
  private readonly owned = new Map<string, readonly string[]>();

  /**
   * `questions` are those whose options can be taken now; `forms` are all battle forms in their order. Where a page
   * has an end with a key of its own (`hasEnd`), no option takes that.
   */
  constructor(questions: readonly Question[], state: State, forms: readonly string[], hasEnd = false) {
    this.forms = forms;
    this.state = state;
    const offers = questions.flatMap(({ shape }) => [
      ...shape.options,
      ...shape.slots.flatMap(({ options }) => options),
    ]);
    const offersForms = offers.some(({ key }) => key.startsWith(FORM));
    const isTurn = questions.some(({ why }) => why === "turn.act");
    this.taken = new Set([...(offersForms ? DIGITS.slice(0, forms.length) : ""), ...(hasEnd || isTurn ? END_KEY : "")]);
  }

  /** The key of an option: a letter or a digit; "" where none is left. */
  of(question: Question, key: string): string {
    if (isRetreat(question, key)) return RETREAT_KEY;
    if (key === THEN_END) return THEN_END_KEY;
    const thing = thingOf(key);
    const form = key.startsWith(FORM) ? this.forms.indexOf(thing) : -1;
    if (form >= 0) return DIGITS[form] ?? "";
    const letter = this.letterOf(thing);
    return letter && this.take(letter) ? letter : this.next();
  }

  /** The next digit that is free, "" where none is left. */
  next(): string {
    return [...DIGITS, END_KEY].find((digit) => this.take(digit)) ?? "";
  }

  private take(key: string): boolean {
    if (this.taken.has(key)) return false;
    this.taken.add(key);
    return true;
  }

  /** The letter of a die by its place among its owner's dice, "" where it is none. */
  private letterOf(thing: string): string {
    const owner = dieNamed(this.state, thing)?.owner;
    if (!owner) return "";
    const known = this.owned.get(owner) ?? ownedBy(this.state, owner);
    this.owned.set(owner, known);
    return DICE[known.indexOf(thing)] ?? "";
  }
}

/** An adventurer's dice, the oldest first: their ids end in running numbers. */
const ownedBy = ({ dice }: State, owner: string): string[] =>
  idsOf(dice)
    .filter((die) => dice[die]?.owner === owner)
    .sort((one, other) => serialOf(one) - serialOf(other));

const serialOf = (die: string): number => Number(die.slice(die.lastIndexOf(".") + 1));
