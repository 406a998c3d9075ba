/** What the operators' page knows, and what its buttons do. */

import { act, look, Refused, token } from "./acts.ts";
import type { ActTold, BanTold, Found, Given, Inspected } from "./told.ts";

/** What is about to be done, once somebody has said why. */
export type Asking = { what: string; given: Given };

/** What the fields hold. */
export type Fields = { why: string; seconds: string; target: string; motd?: string };

export class Console {
  changed: () => void;
  isIn = false;
  said = "";
  found: Found | null = null;
  bans: BanTold[] = [];
  audit: ActTold[] = [];
  table: Inspected | null = null;
  asking: Asking | null = null;
  fields: Fields = { why: "", seconds: "0", target: "" };

  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Come in with a token. */
  async enter(given: string): Promise<void> {
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
      [this.found, this.bans, this.audit] = await Promise.all([
        look("list"),
        look("bans"),
        look("audit", { most: 50 }),
      ]);
      this.isIn = true;
      if (this.table) this.table = await look("inspect", { table: this.table.table });
    });
  }

  /** */
  async inspect(id: string) {
    await this.trying(async () => {
      this.table = await look("inspect", { table: id });
    });
  }

  closeTable() {
    this.table = null;
    this.changed();
  }

  /** Ask whether to do something, and why. */
  ask(what: string, given: Given = {}) {
    this.asking = { what, given };
    this.fields = { ...this.fields, why: "", seconds: "0" };
    this.changed();
  }

  async confirm() {
    if (!this.asking) return;
    const { what, given } = this.asking;
    const { why, seconds } = this.fields;
    this.asking = null;
    await this.perform(what, { ...given, ...(what === "ban" ? { seconds } : {}), why });
  }

  cancel() {
    this.asking = null;
    this.changed();
  }

  async perform(what: string, given: Given) {
    let said = "";
    await this.trying(async () => {
      said = (await act(what, given)).done;
    });
    if (!said) return;
    await this.refresh();
    this.said = said;
    this.changed();
  }

  /** */
  async trying(work: () => Promise<void>) {
    this.said = "";
    try {
      await work();
    } catch (fault) {
      this.said = fault instanceof Error ? fault.message : String(fault);
      if (fault instanceof Refused && fault.status === 401) {
        token.forget();
        this.isIn = false;
      }
    }
    this.changed();
  }
}
