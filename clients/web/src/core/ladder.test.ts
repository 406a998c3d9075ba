import assert from "node:assert/strict";
import { test } from "node:test";
import { askedIn, isProvisional, marginOf, rowsOf, shiftOf } from "./ladder.ts";
import type { Ladder, LadderLine } from "../protocol.ts";

const line = (rank: number, player: string, rating = 1500, deviation = 80, matches = 9): LadderLine => [
  rank,
  player,
  player.toUpperCase(),
  rating,
  deviation,
  matches,
  5,
];
const told = (top: LadderLine[], asked: LadderLine[] = []): Ladder => ["ladder", 1, top, asked];

test("the ladder goes by rank, and who stands below its top comes after it, once", () => {
  const { rows, listed } = rowsOf(told([line(2, "b"), line(1, "a")], [line(40, "me"), line(1, "a")]));
  assert.deepEqual([rows.map(({ player }) => player), listed], [["a", "b", "me"], 2]);
  assert.deepEqual(rowsOf(["ladder", 1, []]), { rows: [], listed: 0 });
});

test("a rating is provisional until it is sure", () => {
  const [sure, unsure] = rowsOf(told([line(1, "a", 1600, 60), line(2, "b", 1700, 180)])).rows;
  assert.ok(sure && unsure);
  assert.deepEqual([isProvisional(sure), isProvisional(unsure)], [false, true]);
  assert.equal(marginOf(unsure), 360);
});

test("what a match has changed is told as far as it is known", () => {
  const before = askedIn(told([], [line(3, "me", 1520)])).get("me");
  const after = askedIn(told([], [line(2, "me", 1534, 80, 10)])).get("me");
  assert.deepEqual(shiftOf(before, after), { from: 1520, to: 1534, isCounted: true });
  assert.deepEqual(shiftOf(before, before), { from: 1520, to: 1520, isCounted: false });
  assert.deepEqual(shiftOf(undefined, after), { from: null, to: 1534, isCounted: null });
  assert.equal(shiftOf(before, undefined), null);
});
