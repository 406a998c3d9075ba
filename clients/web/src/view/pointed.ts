/** What a mouse rests on, or the tab key has reached: a finger leaves nothing behind that it "rests" on. */

import type { Props } from "./dom.ts";

/** Whether the last press was a finger's, and no mouse has moved since. */
const last = { isFinger: false };

/**
 * Note whether somebody works with fingers. After a tap a browser reports its guess of a mouse, which stays where the
 * finger was and never moves: what it enters there nobody points at.
 */
export function watchFingers(place: Window): void {
  const heard = { capture: true, passive: true };
  place.addEventListener("pointerdown", ({ pointerType }) => (last.isFinger = pointerType === "touch"), heard);
  place.addEventListener(
    "pointermove",
    ({ pointerType, movementX, movementY }) => {
      if (pointerType === "mouse" && (movementX || movementY)) last.isFinger = false;
    },
    heard,
  );
}

/** Whether somebody works with fingers now. */
export const hasFingers = (): boolean => last.isFinger;

/** Whether a pointer that enters something is a mouse that somebody moves. */
export const isMouse = ({ pointerType }: PointerEvent): boolean => pointerType === "mouse" && !last.isFinger;

/**
 * Handlers of something that shows more while it is looked at. After a tap a browser says that its guess of a mouse has
 * come and stays, and that what was tapped has the focus: neither is somebody who looks.
 */
export function pointedAt(enter: () => unknown, leave: () => unknown): Props<"button"> {
  return {
    onpointerenter: (event) => isMouse(event) && enter(),
    onpointerleave: ({ pointerType }) => pointerType === "mouse" && leave(),
    onfocus: ({ currentTarget }) => !last.isFinger && currentTarget.matches(":focus-visible") && enter(),
    onblur: leave,
  };
}
