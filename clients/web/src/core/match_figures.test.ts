import assert from "node:assert/strict";
import { test } from "node:test";
import { defenceOf, moveOf, runOf, slowedTo } from "./match_figures.ts";
import type { Fighter, MatchState } from "./match.ts";

const unit = (more: object, type: object = {}): Fighter =>
  ({ injury: "", melee: [], armour: null, ...more, type: { move: 7000, defence: 18, ...type } }) as unknown as Fighter;

test("a staggered unit goes half as far, rounded up, a dazed one an inch, and a run is half as far again", () => {
  assert.deepEqual([moveOf(unit({})), runOf(unit({}))], [7000, 10500]);
  assert.deepEqual([moveOf(unit({ injury: "staggered" })), runOf(unit({ injury: "staggered" }))], [4000, 6000]);
  assert.deepEqual([moveOf(unit({ injury: "dazed" })), moveOf(unit({ injury: "stunned" }))], [1000, 0]);
});

test("shield and armour better the defence, and a dash becomes a 20 with the first point", () => {
  const armed = { melee: [{ defence: 0 }, { defence: 4 }], armour: { defence: 1 } };
  assert.equal(defenceOf(unit(armed)), 13);
  assert.equal(defenceOf(unit({}, { defence: null })), null);
  assert.equal(defenceOf(unit({ armour: { defence: 1 } }, { defence: null })), 20);
});

test("ground that is rough anywhere below its base on the way slows a unit once, other ground does not", () => {
  const corners = [
    { x: 4000, y: 0 },
    { x: 6000, y: 0 },
    { x: 6000, y: 2000 },
    { x: 4000, y: 2000 },
  ];
  const on = (footing: string) => ({ board: { pieces: [{ corners, footing }] } }) as unknown as MatchState;
  const walker = unit({ at: [1000, 1000, 0] }, { skills: [] });
  assert.equal(slowedTo(on("difficult"), walker, 9000, 1000), 2000);
  assert.equal(slowedTo(on("difficult"), walker, 3600, 1000), 2000);
  assert.equal(slowedTo(on("difficult"), walker, 3400, 1000), 0);
  assert.equal(slowedTo(on("difficult"), walker, 1000, 9000), 0);
  assert.equal(slowedTo(on("firm"), walker, 9000, 1000), 0);
});
