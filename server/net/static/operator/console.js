/** What the operators' page knows, and what its buttons do. */

import { act, look, Refused, token } from "./acts.js";

export class Console {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.isIn = false;
    this.said = "";
    this.found = null;
    this.bans = [];
    this.audit = [];
    this.table = null;
    /** @type {{what: string, given: Record<string, any>} | null} */
    this.asking = null;
    this.fields = {};
  }

  /** @param {string} [given] */
  async enter(given) {
    if (given) token.keep(given);
    await this.refresh();
  }

  leave() {
    token.forget();
    this.isIn = false;
    this.found = this.table = this.asking = null;
    this.changed();
  }

  /** Ask for everything that is shown. */
  async refresh() {
    await this.trying(async () => {
      [this.found, this.bans, this.audit] = await Promise.all([look("list"), look("bans"), look("audit", { most: 50 })]);
      this.isIn = true;
      if (this.table) this.table = await look("inspect", { table: this.table.table });
    });
  }

  /** @param {string} id */
  async inspect(id) {
    await this.trying(async () => {
      this.table = await look("inspect", { table: id });
    });
  }

  closeTable() {
    this.table = null;
    this.changed();
  }

  /** Ask whether to do something, and why. */
  ask(what, given = {}) {
    this.asking = { what, given };
    this.fields = { ...this.fields, why: "", seconds: 0 };
    this.changed();
  }

  async confirm() {
    const { what, given } = this.asking;
    const { why, seconds } = this.fields;
    this.asking = null;
    await this.perform(what, { ...given, ...(what === "ban" ? { seconds } : {}), why });
  }

  cancel() {
    this.asking = null;
    this.changed();
  }

  async perform(what, given) {
    let said = "";
    await this.trying(async () => {
      said = (await act(what, given)).done;
    });
    if (!said) return;
    await this.refresh();
    this.said = said;
    this.changed();
  }

  /** @param {() => Promise<void>} work */
  async trying(work) {
    this.said = "";
    try {
      await work();
    } catch (fault) {
      this.said = fault.message;
      if (fault instanceof Refused && fault.status === 401) {
        token.forget();
        this.isIn = false;
      }
    }
    this.changed();
  }
}
