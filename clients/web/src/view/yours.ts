/** One name for each adventurer, its own; "(you)" stands behind the viewer's. Who sits behind it is told at the table and in the chat. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import { T } from "../texts/en.ts";
import type { Scene } from "./scene.ts";

/** Whether a unit is one's own adventurer. */
export const isYours = ({ session }: App, { state }: Pick<Scene, "state">, unit: UnitId): boolean => {
  const seat = state.adventurers?.[unit]?.seat;
  return seat !== undefined && session.seats.includes(seat);
};

/** A unit's name as headings and lists tell it. */
export const nameTold = (app: App, scene: Pick<Scene, "state" | "names">, unit: UnitId): string =>
  isYours(app, scene, unit) ? T.own(scene.names.unit(unit)) : scene.names.unit(unit);
