/** The keys that open the recordings of private tables: from a link, or asked for by a member. */

import type { BattleId } from "../protocol.ts";
import { fetchFile, Gone } from "./replay_file.ts";
import type { Session } from "./session.ts";
import type { Bytes } from "./sha256.ts";

export class Keys {
  session: Session;
  known = new Map<BattleId, string>();

  constructor(session: Session) {
    this.session = session;
  }

  /** A link has brought a key. */
  keep(battle: BattleId, key: string) {
    if (key) this.known.set(battle, key);
  }

  /** The key to a recording, "" where none is known. */
  of(battle: BattleId): string {
    return this.known.get(battle) ?? "";
  }

  /** What a link to a recording ends in. */
  tail(battle: BattleId) {
    const key = this.known.get(battle);
    return key ? `&share=${encodeURIComponent(key)}` : "";
  }

  /** A battle's file. */
  async file(battle: BattleId): Promise<Bytes> {
    if (!this.known.has(battle) && this.session.link === "up") await this.learn(battle);
    try {
      return await fetchFile(battle, this.known.get(battle) ?? "");
    } catch (fault) {
      // A key of before may have become worthless; a member is given the one of now.
      if (!(fault instanceof Gone) || !(await this.learn(battle))) throw fault;
      return fetchFile(battle, this.known.get(battle) ?? "");
    }
  }

  /** Ask for the key; whether there is a new one. */
  async learn(battle: BattleId) {
    await this.session.whenWelcome;
    const reply = await this.session.call("share", battle).catch(() => null);
    if (!reply || this.known.get(battle) === reply[3]) return false;
    this.known.set(battle, reply[3]);
    return true;
  }
}
