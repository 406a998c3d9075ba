/** Places and units in one sentence, for the keyboard's cursor and for screen readers. */

import type { Scene } from "./scene.ts";
import type { Unit } from "../core/state.ts";
import { keyOf } from "../core/hexes.ts";
import { pointsOf } from "../core/points.ts";
import { T } from "../texts/en.ts";
import { offerWords } from "./choosable.ts";
import { doorAt } from "./lying.ts";
import { describePlace } from "./overland.ts";

/** A unit with its HP and statuses. */
export function describeUnit(scene: Scene, unit: Unit) {
  const statuses = unit.statuses.map((one) => scene.lexicon.piece("statuses", one));
  const points = pointsOf(unit);
  return [scene.names.unit(unit.id), points ? `${points} ${T.hp}` : T.asleep, ...statuses].join(", ");
}

/** What is at a hex, and what can be done there. */
export function describeHex(scene: Scene, key: string) {
  const { state, offers } = scene;
  const unit = Object.values(state.units).find((one) => one.at && keyOf(one.at) === key);
  const open = [...(unit ? (offers.get(unit.id) ?? []) : []), ...(offers.get(key) ?? [])];
  const cost = open.find((offer) => offer.cost !== undefined);
  return [
    describePlace(scene, key) || T.hexAt(key),
    unit && describeUnit(scene, unit),
    state.caches?.[key] && T.cacheOf(state.caches[key]),
    state.marks?.[key],
    T.doors[doorAt(state, key)],
    (state.blocked ?? []).some((at) => keyOf(at) === key) && T.blocked,
    cost && T.cost(cost.cost ?? 0, cost.question.shape.budget),
    open.length > 0 && offerWords(open),
  ]
    .filter(Boolean)
    .join(". ");
}
