/**
 * "Resolve all": one press takes the suggested answer of a question about an engage's results, and of those
 * that follow from it, one after the other. It ends by itself where somebody has something to decide.
 */

import { refuse } from "./answers.ts";
import type { Question } from "./messages.ts";

/** What an engage asks once its dice are rolled: which results in which order, whom it hurts first, what is left. */
const CHAINED: ReadonlySet<string> = new Set(["engage.resolve", "engage.land", "engage.exhaust"]);

/** A session as far as a chain answers its questions. */
type Answering = {
  mine: readonly Question[];
  isSent: (question: Question) => boolean;
  answer: (question: Question, picks: readonly string[]) => void;
};

/** Whether the suggested answer of a question can begin a chain, or go on with one. */
export const isChained = (question: Question): boolean =>
  CHAINED.has(question.why) && question.fallback.length > 0 && !refuse(question, question.fallback);

export class Chain {
  session: Answering;
  /** The question that was answered last, null while no chain is on. */
  last: Question | null = null;
  /** What has been asked by this chain, by the question's code: each time less has to be left. */
  asked = new Map<string, Question>();
  /** The codes of what was open beside the first question, and was left alone with that press. */
  beside: ReadonlySet<string> = new Set();

  constructor(session: Answering) {
    this.session = session;
  }

  /** Answer a question as suggested, and what follows from it. */
  begin(question: Question): void {
    this.stop();
    if (!isChained(question) || this.session.isSent(question)) return;
    this.beside = new Set(this.session.mine.filter(({ id }) => id !== question.id).map(({ why }) => why));
    this.take(question, question.fallback);
  }

  /** Something has come: go on with the next question if it belongs to the chain, else end. */
  step(): void {
    const { last, session } = this;
    if (!last) return;
    const open = session.mine.find(({ id }) => id === last.id);
    if (open && session.isSent(open)) return;
    const [next, ...more] = session.mine.filter(({ why }) => CHAINED.has(why));
    const isNew = session.mine.some(({ why }) => !CHAINED.has(why) && !this.beside.has(why));
    const picks = open || !next || more.length || isNew ? null : this.following(next);
    if (next && picks) this.take(next, picks);
    else this.stop();
  }

  /** Answer nothing more. */
  stop(): void {
    this.last = null;
    this.asked.clear();
  }

  private take(question: Question, picks: readonly string[]) {
    this.last = question;
    this.asked.set(question.why, question);
    this.session.answer(question, picks);
  }

  /**
   * What the suggestions say to a question that follows, null where they say nothing. Asked again, it may only have
   * lost options: another one, or another target, is a decision. Where nothing is suggested any more, what is left are
   * options that were offered and not suggested before: by that suggestion they stay unused.
   */
  private following(question: Question): readonly string[] | null {
    const before = this.asked.get(question.why);
    if (before && !this.isRestOf(before, question)) return null;
    if (isChained(question)) return question.fallback;
    const isLeftOut = before && question.shape.options.every(({ key }) => !before.fallback.includes(key));
    return isLeftOut && question.mayPass && !question.fallback.length ? [] : null;
  }

  private isRestOf(before: Question, question: Question): boolean {
    const known = new Set(before.shape.options.map(({ key, text }) => `${key} ${text}`));
    const now = question.shape.options;
    const isLess = now.length < known.size && now.every(({ key, text }) => known.has(`${key} ${text}`));
    return isLess && question.about === before.about;
  }
}
