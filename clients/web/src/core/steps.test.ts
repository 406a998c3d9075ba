/** The story tells a move once, however many steps it has. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { UnitId } from "../protocol.ts";
import { inWholeMoves } from "./steps.ts";
import type { Told } from "./story.ts";
import { A1, E1 } from "./testing.ts";

const step = (unit: UnitId, to: string): Told => ({
  text: `${unit} moves to ${to}.`,
  quiet: false,
  tag: "move",
  rule: "MOV-1",
  mentions: [],
  step: { unit, who: unit, to },
});
const blow: Told = { text: "A trap.", quiet: false, tag: "trap", rule: "", mentions: [] };
const texts = (lines: readonly Told[]) => inWholeMoves(lines).map(({ text }) => text);

test("steps that follow each other are one line, which says where they led", () => {
  assert.deepEqual(texts([step(A1, "1,0"), step(A1, "2,0"), step(A1, "3,0")]), ["a1 moves 3 hexes to 3,0."]);
});

test("another unit's steps, and those after something else has happened, are another line", () => {
  assert.deepEqual(texts([step(A1, "1,0"), step(E1, "5,0"), step(E1, "4,0"), blow, step(E1, "3,0")]), [
    "a1 moves to 1,0.",
    "e1 moves 2 hexes to 4,0.",
    "A trap.",
    "e1 moves to 3,0.",
  ]);
});

test("a line that has not changed is the same one, so that it is not drawn anew", () => {
  const lines = [step(A1, "1,0"), step(A1, "2,0")];
  assert.equal(inWholeMoves(lines)[0], inWholeMoves([...lines])[0]);
});
