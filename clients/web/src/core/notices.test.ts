import assert from "node:assert/strict";
import { test } from "node:test";

import type { Browser } from "./notices.ts";
import { Notices } from "./notices.ts";

function seen(permission: NotificationPermission, isHidden = true) {
  const shown: string[] = [];
  const browser: Browser = {
    permission: () => permission,
    request: () => Promise.resolve(permission),
    show: (title, text) => void shown.push(`${title}: ${text}`),
    isHidden: () => isHidden,
  };
  return { shown, notices: new Notices(() => {}, browser) };
}

test("whoever does not look is told once that it is their turn, and again the next time", () => {
  const { shown, notices } = seen("granted");
  for (const isWaiting of [false, true, true, false, true]) notices.check(isWaiting, "Camp", "Your turn.");
  assert.deepEqual(shown, ["Camp: Your turn.", "Camp: Your turn."]);
});

test("nobody is told who looks, or who has not allowed it", () => {
  for (const { shown, notices } of [seen("granted", false), seen("denied"), seen("default")]) {
    notices.check(true, "Camp", "Your turn.");
    assert.deepEqual(shown, []);
  }
  assert.equal(seen("default").notices.canAsk, true);
  assert.equal(seen("denied").notices.canAsk, false);
});
