// Folds diffs of all kinds as the browser does, and compares with what the engine makes of each; null stands for a gap.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const { folded, Gap } = await import(new URL("../../clients/web/src/core/fold.ts", import.meta.url));

const cases = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for (const { state, gone, put, expected } of cases) {
  const before = structuredClone(state);
  if (expected === null) assert.throws(() => folded(state, gone, put), Gap, JSON.stringify({ before, gone, put }));
  else assert.deepEqual(folded(state, gone, put), expected, JSON.stringify({ before, gone, put }));
  assert.deepEqual(state, before, "the state that was is left alone");
}
console.log(`${cases.length} diffs`);
