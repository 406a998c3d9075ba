/** Arrows of what somebody thinks of doing, out of the picks under way; sent when they rest. */

import { entryAt } from "./certain.ts";
import type { Question } from "./messages.ts";
import type { Drafts } from "./drafts.ts";
import { unitNamed } from "./state.ts";
import type { State } from "./state.ts";
import type { Session } from "./session.ts";
import { thingOf } from "./offers.ts";

const REST = 350;

/** From and to of what is picked so far, null if that is no arrow. */
export function arrowOf(questions: readonly Question[], drafts: Drafts, state: State): [string, string] | null {
  for (const question of questions) {
    const picks = drafts.of(question);
    const { kind, spots, slots } = question.shape;
    if (kind === "route" && picks.length) return [entryAt(spots, 0).key, picks.at(-1) ?? ""];
    if (kind !== "plan" || !unitNamed(state, question.about)) continue;
    const aimed =
      slots.some((slot) => slot.name === "target") &&
      picks.map(thingOf).find((thing: string) => unitNamed(state, thing));
    if (aimed) return [question.about, aimed];
  }
  return null;
}

export class Thinking {
  timer: ReturnType<typeof setTimeout> | undefined = undefined;
  sent = "";
  session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** Tell the table, once the picks have rested for a moment. */
  show(arrow: [string, string] | null) {
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
