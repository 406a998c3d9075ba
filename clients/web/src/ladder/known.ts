/** What a page knows of the ladder: the list as it was looked up last, and the ratings of those it has met. */

import type { App } from "../app.ts";
import { askedIn, rowsOf } from "../core/ladder.ts";
import type { Standing } from "../core/ladder.ts";
import type { Ladder, PlayerId } from "../protocol.ts";

/** The ratings of those who were asked for, by player. */
export type Ratings = ReadonlyMap<PlayerId, Standing>;

export class Known {
  list: ReturnType<typeof rowsOf> | null = null;
  isFailed = false;
  private readonly app: App;
  private readonly ratings = new Map<string, Ratings | null>();

  constructor(app: App) {
    this.app = app;
  }

  /** Look the list up. */
  async refresh(): Promise<void> {
    const told = await this.ask([]);
    this.isFailed = !told;
    if (told) this.list = rowsOf(told);
    this.app.render();
  }

  /** Whether the ratings at an occasion have been asked for. */
  has(occasion: string): boolean {
    return this.ratings.has(occasion);
  }

  /** The ratings of some players at an occasion; null until they are known. Each occasion is looked up once. */
  at(occasion: string, players: readonly PlayerId[]): Ratings | null {
    if (!this.ratings.has(occasion)) void this.look(occasion, players);
    return this.ratings.get(occasion) ?? null;
  }

  private async look(occasion: string, players: readonly PlayerId[]): Promise<void> {
    this.ratings.set(occasion, null);
    const told = await this.ask(players);
    if (told) this.ratings.set(occasion, askedIn(told));
    this.app.render();
  }

  /** The ladder with the lines of some players; null where it cannot be had: a page is whole without it. */
  private async ask(players: readonly PlayerId[]): Promise<Ladder | null> {
    const { session } = this.app;
    try {
      await session.whenWelcome;
      return await session.insist("ladder", players);
    } catch {
      return null;
    }
  }
}

const known = new WeakMap<App, Known>();

/** What a page knows. */
export function knownTo(app: App): Known {
  const found = known.get(app) ?? new Known(app);
  known.set(app, found);
  return found;
}
