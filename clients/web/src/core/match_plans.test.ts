import assert from "node:assert/strict";
import { test } from "node:test";
import { dropped, gripOf, steered } from "./match_plans.ts";
import type { MatchState } from "./match.ts";
import { question } from "./messages.ts";
import type { Question } from "./messages.ts";
import type { SeatId, Shape, UnitId } from "../protocol.ts";
import { A1, B1, FIRST, ONE, TWO, options } from "./testing.ts";

const unit = (id: UnitId, side: SeatId, x: number, y: number) => ({ id, side, at: [x, y, 0], type: { skills: [] } });

const state = {
  board: {
    width: 36000,
    depth: 36000,
    pieces: [
      {
        corners: [
          { x: 9000, y: 9000 },
          { x: 15000, y: 9000 },
          { x: 15000, y: 15000 },
          { x: 9000, y: 15000 },
        ],
        high: 3000,
        impassable: false,
      },
    ],
  },
  sides: {},
  units: { a1: unit(A1, ONE, 5000, 5000), b1: unit(B1, TWO, 20000, 20000) },
} as unknown as MatchState;

const asks = (why: string, shape: Shape, about = ""): Question =>
  question([[ONE], why, "Text?", shape, "", true, [], about, FIRST]);
const moving = asks("match.move", [
  "plan",
  [
    ["unit", options("move:a1", "run:a1"), 1, 1],
    ["checks", options("climb:house"), 0, 4],
  ],
]);
const engaging = asks("match.engage", [
  "plan",
  [
    ["unit", options("unit:a1"), 1, 1],
    ["targets", options("target:b1"), 1, 4],
    ["path", options("path:1", "path:2", "path:3"), 1, 1],
  ],
]);
const going = asks("match.go", ["place", options("6000,6000,0"), [0, 0, 0], [36000, 36000, 3000]], A1);

test("a unit that may move is dragged to where it is to go: its move is named, the place proposed", () => {
  const grip = gripOf([moving], A1);
  assert.equal(grip?.key, "move:a1");
  const drop = grip && dropped(state, grip, A1, [], 12010, 12000);
  assert.deepEqual(drop, {
    kind: "answer",
    question: moving,
    picks: ["move:a1"],
    wish: { unit: A1, key: "12000,12000,3000" },
  });
});

test("who has picked the run, and checks, keeps them while dragging", () => {
  const grip = gripOf([moving], A1, ["run:a1", "climb:house"]);
  assert.equal(grip?.key, "run:a1");
  const drop = grip && dropped(state, grip, A1, ["run:a1", "climb:house"], 6000, 6000);
  assert.deepEqual(drop?.picks, ["run:a1", "climb:house"]);
});

test("while it is asked where a unit goes, a drag picks the place and sends nothing", () => {
  const grip = gripOf([going], A1);
  assert.deepEqual(grip && dropped(state, grip, A1, [], 7000, 7000), {
    kind: "draft",
    question: going,
    picks: ["7000,7000,0"],
  });
});

test("dropped on an enemy a unit is to engage it; beside every enemy that says nothing", () => {
  const grip = gripOf([engaging], A1);
  assert.ok(grip);
  assert.deepEqual(dropped(state, grip, A1, ["path:1"], 20300, 20000)?.picks, ["unit:a1", "target:b1", "path:1"]);
  assert.equal(dropped(state, grip, A1, [], 25000, 25000), null);
});

test("whom no question names cannot be dragged, and off the table nothing is dropped", () => {
  assert.equal(gripOf([moving, engaging, going], B1), null);
  const grip = gripOf([moving], A1);
  assert.equal(grip && dropped(state, grip, A1, [], -20, 400), null);
});

test("who intercepts is named and placed by one drag", () => {
  const grip = gripOf([asks("match.intercept", ["one", options(A1)])], A1);
  const drop = grip && dropped(state, grip, A1, [], 6000, 6000);
  assert.deepEqual(drop?.picks, [A1]);
  assert.ok(drop.kind === "answer" && drop.wish.key === "6000,6000,0");
});

test("arrow keys move a place where the table is seen to lead, whichever edge lies below", () => {
  const same = (x: number, y: number) => [x, y] as const;
  const turned = (x: number, y: number) => [36000 - x, 36000 - y] as const;
  const [own, far] = [
    { drawn: same, seen: same },
    { drawn: turned, seen: turned },
  ];
  assert.deepEqual(steered("ArrowUp", false, [6000, 6000, 0], own), [6000, 5500]);
  assert.deepEqual(steered("ArrowUp", false, [6000, 6000, 0], far), [6000, 6500]);
  assert.deepEqual(steered("ArrowRight", true, [6000, 6000, 0], far), [5950, 6000]);
  assert.equal(steered("a", false, [6000, 6000, 0], own), null);
});
