/** One battle as the client sees it: the folded state, the open questions, the running numbers. */

import type { BattleId, SeatId } from "../protocol.ts";
import { folded, Gap } from "./fold.ts";
import { authorOf } from "./messages.ts";
import type { Commit, Opening, Played, Question } from "./messages.ts";
import { NOTHING } from "./state.ts";
import type { State } from "./state.ts";

/** What a battle can be begun with: a snapshot of the server's, or the beginning of a recording. */
export type Standing = {
  battle: BattleId;
  version: number;
  state: State | null;
  questions: readonly Question[];
  numbers: Readonly<Record<SeatId, number>>;
  opening: Opening | null;
  ms: number;
  over: boolean;
};

export class Battle {
  battle: BattleId;
  opening: Opening | null;
  /** Each seat's highest number that was sent from here; one that was refused is not used again. */
  used: Record<SeatId, number> = {};
  version = 0;
  ms = 0;
  state: State = NOTHING;
  questions: readonly Question[] = [];
  numbers: Record<SeatId, number> = {};
  over = false;

  constructor(snapshot: Standing) {
    this.battle = snapshot.battle;
    this.opening = snapshot.opening;
    this.stand(snapshot);
  }

  /** Stand as a newer snapshot of the same battle says. */
  stand(snapshot: Standing): void {
    this.version = snapshot.version;
    this.ms = snapshot.ms;
    this.state = snapshot.state ?? NOTHING;
    this.questions = snapshot.questions;
    this.numbers = { ...snapshot.numbers };
    this.over = snapshot.over;
  }

  /** Fold a commit in. Null if it is known already; throws `Gap` where versions are missing. */
  take(commit: Commit): Played | null {
    if (commit.version <= this.version) return null;
    if (commit.version !== this.version + 1) throw new Gap(`${commit.version} after ${this.version}`);
    const before = this.state;
    const asked = this.questions;
    const questions = nowOpen(asked, commit);
    this.state = folded(before, commit.gone, commit.put);
    this.questions = questions;
    this.version = commit.version;
    this.ms = commit.ms;
    if (commit.number) {
      const { seat } = authorOf(commit);
      this.numbers[seat] = Math.max(commit.number, this.numbers[seat] ?? 0);
    }
    if (commit.pinned?.[0] === "close") this.over = true;
    return { commit, before, after: this.state, asked };
  }
}

function nowOpen(before: readonly Question[], commit: Commit): Question[] {
  const renewed = commit.again.map(([was, id, to]) => {
    const old = before.find((each) => each.id === was);
    if (!old) throw new Gap(`question ${was} is not known`);
    return { ...old, id, to };
  });
  return [...commit.asked, ...renewed].sort((a, b) => a.id - b.id);
}
