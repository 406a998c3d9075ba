/** Arrows of what somebody thinks of doing, out of the picks under way; sent when they rest. */

import { thingOf } from "./offers.js";

const REST = 350;

/** From and to of what is picked so far, null if that is no arrow. @returns {[string, string] | null} */
export function arrowOf(questions, drafts, state) {
  for (const question of questions) {
    const picks = drafts.of(question);
    const { kind, spots, slots } = question.shape;
    if (kind === "route" && picks.length) return [spots[0].key, picks.at(-1)];
    if (kind !== "plan" || !state.units?.[question.about]) continue;
    const aimed = slots.some((slot) => slot.name === "target") && picks.map(thingOf).find((thing) => state.units[thing]);
    if (aimed) return [question.about, aimed];
  }
  return null;
}

export class Thinking {
  constructor(session) {
    this.session = session;
    this.sent = "";
    this.timer = 0;
  }

  /** Tell the table, once the picks have rested for a moment. @param {[string, string] | null} arrow */
  show(arrow) {
    const now = arrow ? arrow.join(" ") : "";
    if (now === this.sent || !this.isAmongOthers()) return;
    clearTimeout(this.timer);
    this.sent = now;
    if (arrow) this.timer = setTimeout(() => this.session.tell("ping", arrow[0], arrow[1]), REST);
  }

  isAmongOthers() {
    const { table } = this.session;
    return Boolean(table && table.here.length + table.spectators > 1);
  }
}
