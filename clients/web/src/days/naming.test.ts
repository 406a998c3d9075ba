import type { BattleId } from "../protocol.ts";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { battleOf } from "./naming.ts";

test("a battle of a session is called after the session and the call, as the server does it", () => {
  const expected = createHash("sha256").update("b0123456789abcdef:3").digest("hex").slice(0, 32);
  assert.equal(battleOf("b0123456789abcdef" as BattleId, 3), `b${expected}`);
});
