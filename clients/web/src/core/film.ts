/** A battle's recording, held whole: its state at any version, its rounds, turns and actions. */

import type { BattleId } from "../protocol.ts";
import { entryAt } from "./certain.ts";
import type * as wire from "../protocol.ts";
import { Battle } from "./battle.ts";
import type { Tag } from "./events.ts";
import type { Keys } from "./keys.ts";
import * as read from "./messages.ts";
import type { Commit, Opening, Played, Question } from "./messages.ts";
import { commitsOf, readFile } from "./replay_file.ts";
import type { Recording } from "./replay_file.ts";
import { staged } from "./staging.ts";
import { NOTHING } from "./state.ts";
import type { State } from "./state.ts";
import type { Line } from "./teller.ts";

const EVERY = 16;

/** What a step goes to. */
export type StepKind = "round" | "turn" | "action" | "event";

/** What a session's recording has in place of rounds, turns and actions. */
type DayTag = "day" | "encounter" | "call" | "choice" | "travelled" | "town-action";
type MarkTag = Tag | DayTag;

const STEPS: Record<Exclude<StepKind, "event">, ReadonlySet<string>> = {
  round: new Set<MarkTag>(["round", "day"]),
  turn: new Set<MarkTag>(["round", "turn", "day", "encounter", "call"]),
  action: new Set<MarkTag>([
    "round",
    "turn",
    "act",
    "engage",
    "day",
    "encounter",
    "call",
    "choice",
    "travelled",
    "town-action",
  ]),
};
const MARKED = STEPS.action;
const ROUNDS = STEPS.round;

/** A number of events of a commit; all of them: it is over. */
export type Moment = { version: number; event: number };

/** An event that a step may go to, and whom or what it is about. */
export type Mark = Moment & { tag: MarkTag; first: string | number };

/** A commit's events that are marks of their own: where they stand, and of what kind they are. */
const marksOf = ({ version, events }: Commit): Mark[] =>
  (events as readonly (readonly [string, ...unknown[]])[]).flatMap(([tag, first], at) =>
    MARKED.has(tag) && (typeof first === "string" || typeof first === "number" || tag === "travelled")
      ? [{ version, event: at + 1, tag: tag as MarkTag, first: typeof first === "object" ? "" : (first as string) }]
      : [],
  );

export class Film {
  id: BattleId;
  finished: boolean;
  raw: wire.Commit[];
  commits: Commit[];
  opening: Opening | null;
  kept = new Map<number, { state: State; questions: readonly Question[]; ms: number }>();
  told = new Map<number, Line[]>();
  marks: Mark[];

  constructor({ battle, finished, raw }: Recording) {
    this.id = battle;
    this.finished = finished;
    this.raw = raw;
    this.commits = commitsOf(raw);
    this.opening = read.opening(raw[0]?.[9]);
    this.marks = this.commits.flatMap(marksOf);
  }

  /** A battle that goes on has gone on. True if the commit is the next one. */
  grow(raw: wire.Commit): boolean {
    const commit = read.commit(raw);
    if (commit.version !== this.last + 1) return false;
    this.raw.push(raw);
    this.commits.push(commit);
    this.marks.push(...marksOf(commit));
    this.finished = commit.pinned?.[0] === "close";
    return true;
  }

  /** The film of a battle from the server. */
  static async load(battle: BattleId, keys: Keys): Promise<Film> {
    return new Film(await readFile(await keys.file(battle)));
  }

  /** The number of its versions. */
  get last(): number {
    return this.commits.length;
  }

  /** The commit that made a version, from 1 on. */
  commitOf(version: number): Commit {
    return entryAt(this.commits, version - 1);
  }

  /** The battle after a version; a new object, free to be changed. */
  battleAt(version: number): Battle {
    const from = Math.floor(version / EVERY) * EVERY;
    if (!this.kept.has(from)) {
      const battle = from ? this.battleAt(from - EVERY) : this.empty();
      for (let at = battle.version; at < from; at += 1) battle.take(this.commitOf(at + 1));
      this.kept.set(from, { state: battle.state, questions: battle.questions, ms: battle.ms });
    }
    const battle = this.empty();
    Object.assign(battle, this.kept.get(from), { version: from });
    for (let at = from; at < version; at += 1) battle.take(this.commitOf(at + 1));
    battle.over = this.finished && version === this.last;
    return battle;
  }

  /** The battle before its first commit. */
  empty(): Battle {
    return new Battle({
      battle: this.id,
      version: 0,
      state: openingState(this.raw[0]?.[9]),
      questions: [],
      numbers: {},
      opening: this.opening,
      ms: 0,
      over: false,
    });
  }

  /** A commit with the states around it. */
  played(version: number): Played & { battle: Battle } {
    const battle = this.battleAt(version - 1);
    const before = battle.state;
    const asked = battle.questions;
    const commit = this.commitOf(version);
    battle.take(commit);
    return { commit, before, after: battle.state, asked, battle };
  }

  /** The battle as it looks at a moment. */
  look({ version, event }: Moment): Battle {
    const all = version > 0 ? this.commitOf(version).events.length : 0;
    if (event >= all) return this.battleAt(version);
    const { commit, before, battle } = this.played(version);
    battle.state = commit.events.slice(0, event).reduce(staged, before);
    battle.over = false;
    return battle;
  }

  /** The moment a step away.: on (1) or back (-1). */
  step({ version, event }: Moment, kind: StepKind, by: number): Moment {
    if (kind === "event") return this.nudge({ version, event }, by);
    const wanted = this.marks.filter((mark: Mark) => STEPS[kind].has(mark.tag));
    const isAfter = (mark: Mark) => mark.version > version || (mark.version === version && mark.event > event);
    const isBefore = (mark: Mark) => mark.version < version || (mark.version === version && mark.event < event);
    const found = by > 0 ? wanted.find(isAfter) : wanted.findLast(isBefore);
    return found ?? (by > 0 ? this.end() : { version: 1, event: 0 });
  }

  /** Where there is something to see: the version in which the first round begins. */
  beginning(): string {
    return String(this.marks.find((mark) => ROUNDS.has(mark.tag))?.version ?? 1);
  }

  /** Its last moment. */
  end(): Moment {
    return { version: this.last, event: this.commits.at(-1)?.events.length ?? 0 };
  }

  nudge({ version, event }: Moment, by: number): Moment {
    const count = this.commitOf(version).events.length;
    const to = Math.min(event, count) + by;
    if (to > count && version < this.last) return { version: version + 1, event: 1 };
    if (to < 1 && version > 1) return { version: version - 1, event: this.commitOf(version - 1).events.length };
    return { version, event: Math.min(count, Math.max(0, to)) };
  }

  /** The round that a moment lies in, or the day of a session, 0 before the first. */
  place({ version, event }: Moment): { round: string | number } {
    const past = (mark: Mark) => mark.version < version || (mark.version === version && mark.event <= event);
    const round = this.marks.findLast((mark: Mark) => ROUNDS.has(mark.tag) && past(mark));
    return { round: round?.first ?? 0 };
  }
}

/** The state that a battle begins with. */
const openingState = (first: wire.Opening | wire.Closing | null | undefined): State =>
  (first?.[0] === "open" && first[15]) || NOTHING;
