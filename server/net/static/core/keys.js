/** The keys that open the recordings of private tables: from a link, or asked for by a member. */

import { fetchFile, Gone } from "./replay_file.js";

export class Keys {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Map<string, string>} */
    this.known = new Map();
  }

  /** A link has brought a key. @param {string} battle @param {string} key */
  keep(battle, key) {
    if (key) this.known.set(battle, key);
  }

  /** What a link to a recording ends in. @param {string} battle */
  tail(battle) {
    const key = this.known.get(battle);
    return key ? `&share=${encodeURIComponent(key)}` : "";
  }

  /** A battle's file. @param {string} battle @returns {Promise<Uint8Array>} */
  async file(battle) {
    if (!this.known.has(battle) && this.session.link === "up") await this.learn(battle);
    try {
      return await fetchFile(battle, this.known.get(battle) ?? "");
    } catch (fault) {
      // A key of before may have become worthless; a member is given the one of now.
      if (!(fault instanceof Gone) || !(await this.learn(battle))) throw fault;
      return fetchFile(battle, this.known.get(battle) ?? "");
    }
  }

  /** Ask for the key; whether there is a new one. @param {string} battle */
  async learn(battle) {
    await this.session.whenWelcome;
    const reply = await this.session.call("share", battle).catch(() => null);
    if (!reply || this.known.get(battle) === reply[3]) return false;
    this.known.set(battle, reply[3]);
    return true;
  }
}
