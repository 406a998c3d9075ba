/** A battle's recording, held whole: its state at any version, its rounds, turns and actions. */

import { Battle } from "./battle.js";
import * as read from "./messages.js";
import { commitsOf, readFile } from "./replay_file.js";
import { staged } from "./staging.js";

const EVERY = 16;

/** What a step goes to: events of these kinds, or any. */
const STEPS = {
  round: new Set(["round"]),
  turn: new Set(["round", "turn"]),
  action: new Set(["round", "turn", "act", "engage"]),
  event: null,
};

/** @typedef {{version: number, event: number}} Moment a number of events of a commit; all: it is over */

/** A commit's events that are marks of their own: where they stand, and of what kind they are. */
const marksOf = ({ version, events }) =>
  events.flatMap(([tag, first, second], event) => (STEPS.action.has(tag) ? [{ version, event: event + 1, tag, first, second }] : []));

export class Film {
  /** @param {{battle: string, finished: boolean, raw: any[][]}} file */
  constructor({ battle, finished, raw }) {
    this.id = battle;
    this.finished = finished;
    this.raw = raw;
    this.commits = commitsOf(raw);
    this.opening = read.opening(raw[0]?.[9]);
    this.kept = new Map();
    this.told = new Map();
    this.marks = this.commits.flatMap(marksOf);
  }

  /** A battle that goes on has gone on. True if the commit is the next one. @param {any[]} raw */
  grow(raw) {
    const commit = read.commit(/** @type {any} */ (raw));
    if (commit.version !== this.last + 1) return false;
    this.raw.push(raw);
    this.commits.push(commit);
    this.marks.push(...marksOf(commit));
    this.finished = commit.pinned?.[0] === "close";
    return true;
  }

  /** The film of a battle from the server. @param {string} battle @param {import("./keys.js").Keys} keys */
  static async load(battle, keys) {
    return new Film(await readFile(await keys.file(battle)));
  }

  get last() {
    return this.commits.length;
  }

  /** The battle after a version; a new object, free to be changed. */
  battleAt(version) {
    const from = Math.floor(version / EVERY) * EVERY;
    if (!this.kept.has(from)) {
      const battle = from ? this.battleAt(from - EVERY) : this.empty();
      for (let at = battle.version; at < from; at += 1) battle.take(this.commits[at]);
      this.kept.set(from, { state: battle.state, questions: battle.questions, ms: battle.ms });
    }
    const battle = this.empty();
    Object.assign(battle, this.kept.get(from), { version: from });
    for (let at = from; at < version; at += 1) battle.take(this.commits[at]);
    battle.over = this.finished && version === this.last;
    return battle;
  }

  empty() {
    return new Battle({
      battle: this.id, version: 0, state: this.raw[0]?.[9]?.[15] ?? {}, questions: [], numbers: {},
      opening: this.opening, ms: 0, over: false,
    });
  }

  /** A commit with the states around it. */
  played(version) {
    const battle = this.battleAt(version - 1);
    const before = battle.state;
    const asked = battle.questions;
    battle.take(this.commits[version - 1]);
    return { commit: this.commits[version - 1], before, after: battle.state, asked, battle };
  }

  /** The battle as it looks at a moment. @param {Moment} moment */
  look({ version, event }) {
    const all = version > 0 ? this.commits[version - 1].events.length : 0;
    if (event >= all) return this.battleAt(version);
    const { commit, before, battle } = this.played(version);
    battle.state = commit.events.slice(0, event).reduce(staged, before);
    battle.over = false;
    return battle;
  }

  /** The moment a step away. @param {Moment} moment @param {string} kind @param {number} by 1 or -1 @returns {Moment} */
  step({ version, event }, kind, by) {
    if (kind === "event") return this.nudge({ version, event }, by);
    const wanted = this.marks.filter((mark) => STEPS[kind].has(mark.tag));
    const isAfter = (mark) => mark.version > version || (mark.version === version && mark.event > event);
    const isBefore = (mark) => mark.version < version || (mark.version === version && mark.event < event);
    const found = by > 0 ? wanted.find(isAfter) : wanted.findLast(isBefore);
    return found ?? (by > 0 ? this.end() : { version: 1, event: 0 });
  }

  end() {
    return { version: this.last, event: this.commits.at(-1)?.events.length ?? 0 };
  }

  nudge({ version, event }, by) {
    const count = this.commits[version - 1].events.length;
    const to = Math.min(event, count) + by;
    if (to > count && version < this.last) return { version: version + 1, event: 1 };
    if (to < 1 && version > 1) return { version: version - 1, event: this.commits[version - 2].events.length };
    return { version, event: Math.min(count, Math.max(0, to)) };
  }

  /** The round that a moment lies in, and its turn, as far as there are any. @param {Moment} moment */
  place({ version, event }) {
    const past = (mark) => mark.version < version || (mark.version === version && mark.event <= event);
    const round = this.marks.findLast((mark) => mark.tag === "round" && past(mark));
    return { round: round?.first ?? 0 };
  }
}
