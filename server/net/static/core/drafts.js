/**
 * Picks under way: kept while a question stands open, also when it is asked again under a new id;
 * forgotten once it has been answered, so that the next one of the same words begins afresh.
 */

import { clash, remedied, toggled } from "./answers.js";

/** @type {WeakMap<object, string>} */
const identities = new WeakMap();

/** Two questions with the same identity are the same decision, open at different moments. */
function identity(question) {
  const known = identities.get(question);
  if (known) return known;
  const made = JSON.stringify([question.why, question.text, question.shape, question.about]);
  identities.set(question, made);
  return made;
}

export class Drafts {
  constructor() {
    /** @type {Map<string, string[]>} */
    this.picks = new Map();
    /** What the open questions' picks are kept under, by the questions' ids. @type {Map<number, string>} */
    this.keys = new Map();
    this.state = {};
    /** Another number after every change. */
    this.revision = 0;
  }

  /** What a question's picks are kept under. */
  keyOf(question) {
    return this.keys.get(question.id) ?? identity(question);
  }

  /** What is picked so far; a plan or an order begins with what the server suggests. */
  of(question) {
    const known = this.picks.get(this.keyOf(question));
    if (known) return known;
    const { kind, options } = question.shape;
    if (kind === "order") {
      const all = options.map((option) => option.key);
      return question.fallback.length === all.length ? question.fallback : all;
    }
    if (kind !== "plan") return [];
    return question.fallback.length ? question.fallback : this.obvious(question);
  }

  /** What a plan would hardly be without: the only option of a part, the form that one has. */
  obvious(question) {
    const form = this.state.adventurers?.[question.about]?.form;
    return question.shape.slots.flatMap(({ options, low, high }) => {
      if (low !== 1 || high !== 1) return [];
      const only = options.length === 1 ? options[0] : options.find((each) => each.key === `form:${form}`);
      return only ? [only.key] : [];
    });
  }

  set(question, picks) {
    this.picks.set(this.keyOf(question), picks);
    this.revision += 1;
  }

  /** A question has been answered. @param {number} id */
  forget(id) {
    const key = this.keys.get(id);
    if (key !== undefined && this.picks.delete(key)) this.revision += 1;
  }

  clear(question) {
    this.set(question, []);
  }

  /** Pick an option, or take it away again. */
  toggle(question, key) {
    const { shape } = question;
    const picks = this.of(question);
    if (shape.kind === "plan") {
      const now = toggled(shape, picks, key);
      this.set(question, (clash(shape, now) && remedied(shape, picks, key)) || now);
    } else if (picks.includes(key)) this.set(question, picks.filter((pick) => pick !== key));
    else if (shape.kind === "some" && picks.length >= shape.high)
      this.set(question, shape.high === 1 ? [key] : picks);
    else this.set(question, [...picks, key]);
  }

  /** Give a receiver one point more, or one less. */
  share(question, key, by) {
    const picks = [...this.of(question)];
    if (by > 0) picks.push(key);
    else if (picks.includes(key)) picks.splice(picks.lastIndexOf(key), 1);
    this.set(question, picks);
  }

  /** Move an option of an order up or down. */
  shift(question, key, by) {
    const picks = [...this.of(question)];
    const at = picks.indexOf(key);
    const to = Math.min(picks.length - 1, Math.max(0, at + by));
    picks.splice(at, 1);
    picks.splice(to, 0, key);
    this.set(question, picks);
  }

  /** What is open now, in which state; what belongs to other questions is forgotten. */
  turnTo(questions, state) {
    if (state !== this.state) this.revision += 1;
    this.state = state;
    this.keys = new Map();
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
      this.revision += 1;
    }
  }
}
