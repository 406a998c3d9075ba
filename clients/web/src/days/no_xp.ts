/** An evening of growth on which there is nothing to spend: said plainly, with what brings XP. */

import { idsOf } from "../core/ids.ts";
import type { SessionState } from "../core/overland.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";

type Saved = { state: Pick<SessionState, "saved" | "adventurers"> };

/** Whether nobody of the party has XP to spend. */
export const hasNoXp = ({ state }: Saved): boolean => idsOf(state.adventurers).every((unit) => !state.saved[unit]);

/** What stands over a mat that nothing can be bought for. */
export const noXp = () =>
  h(
    "div",
    { class: "no-xp", key: "no-xp" },
    h("h2", null, icon("xp"), SESSION.nobodysXp),
    h("p", null, `${SESSION.earns}:`),
    h(
      "ul",
      { class: "plain" },
      SESSION.earners.map(([sign, words]) => h("li", { key: sign }, icon(sign), words)),
    ),
  );

/** What the panel says before anything is picked. */
export function firstWords(scene: Saved, saved: number, canBuy: boolean): string {
  if (canBuy) return SESSION.pickGrowth;
  if (saved) return SESSION.tooDear;
  return hasNoXp(scene) ? `${SESSION.nobodysXp}.` : SESSION.noXp;
}
