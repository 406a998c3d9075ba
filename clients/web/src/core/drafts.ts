/**
 * Picks under way: kept while a question stands open, also when it is asked again under a new id;
 * forgotten once it has been answered, so that the next one of the same words begins afresh.
 */

import { NO_BATTLE } from "../protocol.ts";
import type { BattleId, QuestionId, UnitId } from "../protocol.ts";
import type { Question } from "./messages.ts";
import type { State } from "./state.ts";
import { dieNamed, NOTHING } from "./state.ts";
import { clash, toggled } from "./answers.ts";
import { PLACE } from "./laying.ts";
import { carried, carry } from "./keeping.ts";
import { thingOf } from "./offers.ts";
import { attackOn, bent, diceIn, targetsOf, usableForm } from "./plans.ts";

const ENGAGE = "turn.engage";
const MOVE = "turn.move";
/** The kind of path that asks for nothing: an engage of a match begins with it. */
const SHORTEST = "path:1";
/** Questions about the results of an engage: which of them, in which order. */
const RESOLVED = "engage.";
const KEPT = "drafts"; // in the tab: a battle, and its picks

const identities = new WeakMap<object, string>();

/** Two questions with the same identity are the same decision, open at different moments. */
function identity(question: Question) {
  const known = identities.get(question);
  if (known) return known;
  const made = JSON.stringify([question.why, question.text, question.shape, question.about]);
  identities.set(question, made);
  return made;
}

export class Drafts {
  picks = new Map<string, readonly string[]>();
  /** What the open questions' picks are kept under, by the questions' ids. */
  keys = new Map<number, string>();
  /** Which open questions are for an attack of one's turn, and which for a move. */
  engages = new Set<QuestionId>();
  moves = new Set<QuestionId>();
  state: State = NOTHING;
  /** The battle whose picks are kept for when the page is loaded again, "" before there is one. */
  battle = NO_BATTLE;
  plans = new WeakMap<Question, { state: State; picks: readonly string[] }>();
  /** Another number after every change. */
  revision = 0;

  /** What a question's picks are kept under. */
  keyOf(question: Question) {
    return this.keys.get(question.id) ?? identity(question);
  }

  /** What is picked so far; a plan, an order, how a tile lies, and what is to be resolved begin with what the server suggests. */
  of(question: Question) {
    const known = this.picks.get(this.keyOf(question));
    if (known) return known;
    const { kind, options } = question.shape;
    if (kind === "order") {
      const all = options.map((option) => option.key);
      return question.fallback.length === all.length ? question.fallback : all;
    }
    if (question.why === PLACE || (kind === "some" && question.why.startsWith(RESOLVED))) return question.fallback;
    if (kind !== "plan") return [];
    return question.fallback.length ? question.fallback : this.obvious(question);
  }

  /** What a plan would hardly be without: the only option of a part, the form that one has, the shortest way, an attack on the only target. */
  obvious(question: Question): readonly string[] {
    const known = this.plans.get(question);
    if (known?.state === this.state) return known.picks;
    const picks = this.suggested(question);
    this.plans.set(question, { state: this.state, picks });
    return picks;
  }

  suggested(question: Question): readonly string[] {
    const form = this.state.adventurers?.[question.about as UnitId]?.form;
    const [target, ...more] = question.why === ENGAGE ? targetsOf(question.shape) : [];
    const rank = (die: string) => Number(dieNamed(this.state, thingOf(die))?.kind === "combat");
    const attack = target && !more.length ? attackOn(question, form ? [`form:${form}`] : [], target, rank) : null;
    // An attack without dice is nobody's first thought: it is made by hand.
    if (attack && diceIn(question.shape, attack)) return attack;
    const held = `form:${form}`;
    const usual = [question.why === ENGAGE ? usableForm(question.shape, held) : held, SHORTEST];
    return question.shape.slots.flatMap(({ options, low, high }) => {
      if (low !== 1 || high !== 1) return [];
      const only = options.length === 1 ? options[0] : options.find((each) => usual.includes(each.key));
      return only ? [only.key] : [];
    });
  }

  set(question: Question, picks: readonly string[]) {
    this.picks.set(this.keyOf(question), picks);
    this.changed();
  }

  changed() {
    this.revision += 1;
    if (this.battle) carry(KEPT, this.picks.size ? JSON.stringify([this.battle, [...this.picks]]) : "");
  }

  /**
   * A battle stands: take up what was half made of it in this tab before the page was loaded again.
   * @returns whether it is another one than before
   */
  recall(battle: BattleId): boolean {
    if (battle === this.battle) return false;
    this.battle = battle;
    try {
      const [known, picks] = JSON.parse(carried(KEPT) || "[]") as [string?, [string, string[]][]?];
      if (known !== battle || !picks) return true;
      this.picks = new Map([...picks, ...this.picks]);
      this.revision += 1;
    } catch {
      // What cannot be read was not kept by this page.
    }
    return true;
  }

  /** A question has been answered; a way that was picked before an attack was meant for the moment before it. */
  forget(id: QuestionId) {
    const after = this.engages.has(id) ? this.moves : [];
    for (const one of [id, ...after]) {
      const key = this.keys.get(one);
      if (key !== undefined && this.picks.delete(key)) this.changed();
    }
  }

  clear(question: Question) {
    this.set(question, []);
  }

  /** Pick an option, or take it away again. */
  toggle(question: Question, key: string) {
    const { shape } = question;
    const picks = this.of(question);
    if (shape.kind === "plan") {
      const now = toggled(shape, picks, key);
      this.set(question, (clash(shape, now) && bent(question, picks, key)) || now);
    } else if (picks.includes(key))
      this.set(
        question,
        picks.filter((pick: string) => pick !== key),
      );
    else if (shape.kind === "some" && picks.length >= shape.high) this.set(question, shape.high === 1 ? [key] : picks);
    else this.set(question, [...picks, key]);
  }

  /** Give a receiver one point more, or one less. */
  share(question: Question, key: string, by: number) {
    const picks = [...this.of(question)];
    if (by > 0) picks.push(key);
    else if (picks.includes(key)) picks.splice(picks.lastIndexOf(key), 1);
    this.set(question, picks);
  }

  /** Move an option of an order up or down. */
  shift(question: Question, key: string, by: number) {
    const picks = [...this.of(question)];
    const at = picks.indexOf(key);
    const to = Math.min(picks.length - 1, Math.max(0, at + by));
    picks.splice(at, 1);
    picks.splice(to, 0, key);
    this.set(question, picks);
  }

  /** What is open now, in which state; what belongs to other questions is forgotten. */
  turnTo(questions: readonly Question[], state: State) {
    if (state !== this.state) this.revision += 1;
    this.state = state;
    this.keys = new Map();
    const asking = (wanted: string) => questions.filter(({ why }) => why === wanted).map(({ id }) => id);
    this.engages = new Set(asking(ENGAGE));
    this.moves = new Set(asking(MOVE));
    const open = new Set();
    for (const question of questions) {
      const same = identity(question);
      let key = same;
      for (let twin = 2; open.has(key); twin += 1) key = `${same} ${twin}`;
      open.add(key);
      this.keys.set(question.id, key);
    }
    for (const known of [...this.picks.keys()]) {
      if (open.has(known)) continue;
      this.picks.delete(known);
      this.changed();
    }
  }
}
