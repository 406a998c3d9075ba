import assert from "node:assert/strict";
import { test } from "node:test";
import { askedIn, isProvisional, marginOf, rowsOf, shiftOf } from "./ladder.ts";
import type { Ladder, LadderLine, PlayerId } from "../protocol.ts";

const line = (rank: number, player: PlayerId, rating = 1500, deviation = 80, matches = 9): LadderLine => [
  rank,
  player,
  player.toUpperCase(),
  rating,
  deviation,
  matches,
  5,
];
const [ANN, BOB, ME] = ["a", "b", "me"] as [PlayerId, PlayerId, PlayerId];
const told = (top: LadderLine[], asked: LadderLine[] = []): Ladder => ["ladder", 1, top, asked];

test("the ladder goes by rank, and who stands below its top comes after it, once", () => {
  const { rows, listed } = rowsOf(told([line(2, BOB), line(1, ANN)], [line(40, ME), line(1, ANN)]));
  assert.deepEqual([rows.map(({ player }) => player), listed], [["a", "b", "me"], 2]);
  assert.deepEqual(rowsOf(["ladder", 1, []]), { rows: [], listed: 0 });
});

test("a rating is provisional until it is sure", () => {
  const [sure, unsure] = rowsOf(told([line(1, ANN, 1600, 60), line(2, BOB, 1700, 180)])).rows;
  assert.ok(sure && unsure);
  assert.deepEqual([isProvisional(sure), isProvisional(unsure)], [false, true]);
  assert.equal(marginOf(unsure), 360);
});

test("what a match has changed is told as far as it is known", () => {
  const before = askedIn(told([], [line(3, ME, 1520)])).get(ME);
  const after = askedIn(told([], [line(2, ME, 1534, 80, 10)])).get(ME);
  assert.deepEqual(shiftOf(before, after), { from: 1520, to: 1534, isCounted: true });
  assert.deepEqual(shiftOf(before, before), { from: 1520, to: 1520, isCounted: false });
  assert.deepEqual(shiftOf(undefined, after), { from: null, to: 1534, isCounted: null });
  assert.equal(shiftOf(before, undefined), null);
});
