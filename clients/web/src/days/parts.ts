/** What the pages of a session share: who is shown, portraits, questions of an adventurer. */

import { NO_SEAT } from "../protocol.ts";
import type { App } from "../app.ts";
import { idsOf } from "../core/ids.ts";
import type { Question } from "../core/messages.ts";
import type { SessionState } from "../core/overland.ts";
import type { Unit } from "../core/state.ts";
import type { Scene } from "../view/scene.ts";
import { h } from "../view/dom.ts";
import { isDrawn } from "../view/icons.ts";
import { enamel } from "../view/tokens.ts";

/** A scene whose state is that of a session. */
export type Days = Scene & { state: SessionState };

/** The party in the order of its seats. */
export function partyOf({ state }: Days): Unit[] {
  return idsOf(state.adventurers ?? {}).flatMap((id) => (state.units[id] ? [state.units[id]] : []));
}

/** The open question of that kind that is shown: that of the adventurer one looks at, else the first. */
export function openOf(app: App, scene: Scene, why: string): Question | undefined {
  const all = scene.mine.filter((question) => question.why === why);
  return all.find((question) => question.about === app.ui.mat) ?? all[0];
}

/** Whose page is shown: who is asked, else the adventurer looked at, else one's own. */
export function shownUnit(app: App, scene: Days, question?: Question): Unit | undefined {
  const all = partyOf(scene);
  const own = (unit: Unit) => app.session.seats.includes(scene.state.adventurers[unit.id]?.seat ?? NO_SEAT);
  return (
    all.find((unit) => unit.id === question?.about) ??
    all.find((unit) => unit.id === app.ui.mat) ??
    all.find(own) ??
    all[0]
  );
}

/** An adventurer's token. */
export function portrait(scene: Scene, unit: Unit, look = "") {
  return h(
    "svg",
    { class: `face ${look}`, viewBox: "-44 -44 88 88", "aria-hidden": "true", key: `face-${unit.id}` },
    enamel(scene, unit),
  );
}

/** The sign of an item's subtype, a bag where that has none. */
export function signOfItem(subtype = ""): string {
  const sign = `subtypes:${subtype}`;
  return isDrawn(sign) ? sign : "bag";
}

/** What stands before and after, in a row: a sign, a word, then both figures. */
export type Change = { sign: string; word: string; now: string | number; then: string | number };

/** Whether the page is as narrow as a phone's. */
export const isPhone = (): boolean => globalThis.innerWidth <= 736;

/** Whether the page is as low as a phone held sideways, or a desktop zoomed to 200 %: as the style sheets say it, 34rem. */
export const isLow = (): boolean => globalThis.innerHeight <= 544;
