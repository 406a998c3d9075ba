/** HP as they are read: of a unit that has any. */

import type { Unit } from "./state.ts";

/** A unit's HP of its Health; "" for one that has none yet, as it sleeps or is not there. */
export function pointsOf({ hp, health, bonus, fate }: Pick<Unit, "hp" | "health" | "bonus" | "fate">): string {
  return hp > 0 || (fate !== "" && health > 0) ? `${hp}/${health}${bonus ? ` +${bonus}` : ""}` : "";
}
