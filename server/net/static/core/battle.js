/** One battle as the client sees it: the folded state, the open questions, the running numbers. */

import { folded, Gap } from "./fold.js";
import { authorOf } from "./messages.js";

export class Battle {
  constructor(snapshot) {
    this.battle = snapshot.battle;
    this.opening = snapshot.opening;
    /** Each seat's highest number that was sent from here; one that was refused is not used again. */
    this.used = {};
    this.stand(snapshot);
  }

  /** Stand as a newer snapshot of the same battle says. */
  stand(snapshot) {
    this.version = snapshot.version;
    this.ms = snapshot.ms;
    this.state = snapshot.state ?? {};
    this.questions = snapshot.questions;
    this.numbers = { ...snapshot.numbers };
    this.over = snapshot.over;
  }

  /**
   * Fold a commit in. Null if it is known already; throws `Gap` where versions are missing.
   * @param {import("./messages.js").Commit} commit
   */
  take(commit) {
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

function nowOpen(before, commit) {
  const renewed = commit.again.map(([was, id, to]) => {
    const old = before.find((each) => each.id === was);
    if (!old) throw new Gap(`question ${was} is not known`);
    return { ...old, id, to };
  });
  return [...commit.asked, ...renewed].sort((a, b) => a.id - b.id);
}
