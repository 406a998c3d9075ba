/** What has happened in a session, day by day, out of its journal. */

import type { BattleId } from "../protocol.ts";
import type { Commit } from "../core/messages.ts";
import type { Film } from "../core/film.ts";

/** Milliseconds after a refusal, or a recording that is behind until it may be asked for again: pages are drawn many times a second. */
const AGAIN = 5000;

/** An event of a session: its name, what it says, and the version that holds it. */
export type Deed = { version: number; tag: string; said: readonly unknown[] };

/** A day, or what came before the first (0). */
export type Day = { day: number; version: number; deeds: Deed[] };

/** The days of so many commits. What was taken back is left out. */
export function daysOf(commits: readonly Commit[], days: Day[] = []): Day[] {
  for (const { version, events } of commits) {
    for (const [tag, ...said] of events as readonly (readonly [string, ...unknown[]])[]) {
      if (tag === "undo") takeBack(days, Number(said[0]));
      else if (tag === "day") days.push({ day: Number(said[0]), version, deeds: [] });
      else {
        if (!days.length) days.push({ day: 0, version, deeds: [] });
        days.at(-1)?.deeds.push({ version, tag, said });
      }
    }
  }
  return days;
}

/** Forget what came after a version. */
function takeBack(days: Day[], version: number): void {
  while (days.length > 1 && (days.at(-1)?.version ?? 0) > version) days.pop();
  const last = days.at(-1);
  if (last) last.deeds = last.deeds.filter((deed) => deed.version <= version);
}

/** What a chronicle needs of the page. */
export type Reader = { player: { film: Film } | null; render: () => void };

/** A recording as far as a chronicle reads it. */
export type Pages = Pick<Film, "commits" | "last">;

/** Keeps the days of the session that is shown: of a running one as it goes on, of a recording up to its moment. */
export class Chronicle {
  days: readonly Day[] = [];
  private readonly app: Reader;
  private readonly load: (journal: BattleId) => Promise<Pages>;
  private journal = "";
  private version = 0;
  private isAsked = false;
  private later: Commit[] = [];

  constructor(app: Reader, load: (journal: BattleId) => Promise<Pages>) {
    this.app = app;
    this.load = load;
  }

  /** The days so far; what is missing is fetched, and the page drawn again once it is there. */
  of(journal: BattleId, version: number): readonly Day[] {
    const { player } = this.app;
    if (player?.film.id === journal) return this.recorded(player.film, version);
    if (journal !== this.journal) {
      this.journal = journal;
      this.version = 0;
      this.days = [];
      this.later = [];
      this.isAsked = false;
    }
    if (this.version < version && !this.isAsked) void this.fetch(journal, version);
    return this.days;
  }

  /** A commit of a session or of one of its battles has come: a battle's versions are numbers of its own. */
  heard(journal: BattleId, commit: Commit): void {
    if (journal !== this.journal) return;
    if (this.isAsked) this.later.push(commit);
    else if (this.version && commit.version === this.version + 1) this.add([commit]);
  }

  private add(commits: readonly Commit[]): void {
    this.days = daysOf(commits, [...this.days]);
    this.version = commits.at(-1)?.version ?? this.version;
  }

  private recorded(film: Film, version: number): readonly Day[] {
    if (this.journal === `${film.id} ${version}`) return this.days;
    this.journal = `${film.id} ${version}`;
    this.days = daysOf(film.commits.slice(0, version));
    return this.days;
  }

  private async fetch(journal: BattleId, version: number): Promise<void> {
    this.isAsked = true;
    this.later = [];
    try {
      const film = await this.load(journal);
      if (journal !== this.journal) return;
      this.days = [];
      this.version = 0;
      this.add(film.commits);
      this.add(this.later.filter((commit) => commit.version > film.last));
      if (this.version >= version) this.isAsked = false;
      else this.askLater(journal);
      this.app.render();
    } catch {
      this.askLater(journal);
    }
  }

  private askLater(journal: BattleId): void {
    setTimeout(() => {
      if (journal === this.journal) this.isAsked = false;
    }, AGAIN);
  }
}
