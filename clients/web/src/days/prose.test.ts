import assert from "node:assert/strict";
import test from "node:test";

import { stressed } from "./prose.ts";

test("every second part between asterisks is stressed, and one asterisk alone is none", () => {
  assert.deepEqual(stressed("Win *stupidly*, then"), ["Win ", "stupidly", ", then"]);
  assert.deepEqual(stressed("*Fragile*, *up*"), ["", "Fragile", ", ", "up", ""]);
  assert.deepEqual(stressed("no stress"), ["no stress"]);
  assert.deepEqual(stressed("5 * 3"), ["5 * 3"]);
  assert.deepEqual(stressed("*so* 5 * 3"), ["", "so", " 5 * 3"]);
});
