/** What has happened in a session, day by day, out of its journal. */

import type { BattleId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Commit } from "../core/messages.ts";
import { Film } from "../core/film.ts";

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

/** Keeps the days of the session that is shown: of a running one as it goes on, of a recording up to its moment. */
export class Chronicle {
  days: readonly Day[] = [];
  private readonly app: App;
  private journal = "";
  private version = 0;
  private isAsked = false;
  private later: Commit[] = [];

  constructor(app: App) {
    this.app = app;
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
    if (this.version < version && !this.isAsked) void this.fetch(journal);
    return this.days;
  }

  /** A commit of the running session has come. */
  heard(commit: Commit): void {
    if (this.isAsked && !this.version) this.later.push(commit);
    else if (this.version && commit.version === this.version + 1) this.add([commit]);
    else if (commit.version > this.version) this.isAsked = false;
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

  private async fetch(journal: BattleId): Promise<void> {
    this.isAsked = true;
    this.later = [];
    this.version = 0;
    try {
      const film = await Film.load(journal, this.app.keys);
      if (journal !== this.journal) return;
      this.days = [];
      this.add(film.commits);
      this.add(this.later.filter((commit) => commit.version > film.last));
      this.app.render();
    } catch {
      // Without the recording the days begin here; the next session page asks again.
    }
  }
}
