/** What a page keeps of a match while it is looked at: its drama, the base that is dragged, the place to propose next. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Box } from "../core/framing.ts";
import { kept } from "../core/keeping.ts";
import { MatchDrama } from "../core/match_drama.ts";
import type { Wish } from "../core/match_plans.ts";

/** A base under a finger or a mouse. */
export type Drag = {
  unit: UnitId;
  pointer: number;
  /** Where on the screen it was taken. */
  start: readonly [x: number, y: number];
  /** Where on the table it is held, null before it has been moved. */
  at: readonly [x: number, y: number] | null;
};

export type Desk = {
  drama: MatchDrama;
  drag: Drag | null;
  /** A base was let go just now: the click that follows presses nothing. */
  isDropped: boolean;
  wish: Wish | null;
  /** Whether the table is seen from a slant. */
  isTilted: boolean;
  /** What was last looked at by itself; `near` is null where that is the whole table. */
  shot: { name: string; asked: string; near: Box | null } | null;
  /** Whether the whole table is wanted, however small it gets. */
  isWhole: boolean;
  /** The match whose end was brought into sight. */
  ended: string;
  /** Who was pressed to be looked at, and while what was asked. */
  looked: { unit: UnitId; asked: string } | null;
};

/** Under which name the browser keeps that the table is seen from a slant. */
export const SLANT = "slant";

const desks = new WeakMap<App, Desk>();

/** The desk of a page. */
export function deskOf(app: App): Desk {
  const known = desks.get(app);
  if (known) return known;
  const drama = new MatchDrama(() => app.renderLater());
  const isTilted = Boolean(kept(SLANT));
  const made: Desk = {
    drama,
    drag: null,
    isDropped: false,
    wish: null,
    isTilted,
    shot: null,
    isWhole: false,
    ended: "",
    looked: null,
  };
  desks.set(app, made);
  return made;
}
