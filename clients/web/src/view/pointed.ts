/** What a mouse rests on, or the tab key has reached: a finger leaves nothing behind that it "rests" on. */

import type { Props } from "./dom.ts";

/**
 * Handlers of something that shows more while it is looked at. After a tap a browser says that its guess of a mouse has
 * come and stays, and that what was tapped has the focus: neither is somebody who looks.
 */
export function pointedAt(enter: () => unknown, leave: () => unknown): Props<"button"> {
  return {
    onpointerenter: ({ pointerType }) => pointerType === "mouse" && enter(),
    onpointerleave: ({ pointerType }) => pointerType === "mouse" && leave(),
    onfocus: ({ currentTarget }) => currentTarget.matches(":focus-visible") && enter(),
    onblur: leave,
  };
}
