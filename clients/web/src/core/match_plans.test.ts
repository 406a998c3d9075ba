import assert from "node:assert/strict";
import { test } from "node:test";
import { dropped, gripOf, steered, tapped } from "./match_plans.ts";
import type { MatchState } from "./match.ts";
import { question } from "./messages.ts";
import type { Question } from "./messages.ts";
import type { SeatId, Shape, UnitId } from "../protocol.ts";
import { A1, B1, FIRST, ONE, TWO, options } from "./testing.ts";

const unit = (id: UnitId, side: SeatId, x: number, y: number) => ({
  id,
  side,
  at: [x, y, 0],
  injury: "",
  token: "",
  type: { skills: [], move: 6000 },
});

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
        footing: "firm",
      },
    ],
  },
  sides: {},
  phase: "move",
  turn: 3,
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
  const drop = grip && dropped(state, grip, A1, [], 9010, 9020);
  assert.deepEqual(drop, {
    kind: "answer",
    question: moving,
    picks: ["move:a1"],
    wish: { unit: A1, key: "9000,9000,3000", names: "" },
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

test("farther off than a unit moves it is dragged to run, where it may, whatever was named", () => {
  const farAway = [11000, 5100] as const;
  const named = (question: Question, picks: string[] = []) => {
    const grip = gripOf([question], A1, picks);
    return grip && dropped(state, grip, A1, picks, ...farAway)?.picks;
  };
  assert.deepEqual(named(moving), ["run:a1"]);
  assert.deepEqual(named(moving, ["move:a1", "climb:house"]), ["run:a1", "climb:house"]);
  const walking = asks("match.move", ["plan", [["unit", options("move:a1"), 1, 1]]]);
  assert.deepEqual(named(walking), ["move:a1"]);
});

test("a move that was named is taken back for a run where only that comes so far", () => {
  const asked = (inches: string) => ({ ...going, text: `Where does it go? It has ${inches} inches.` });
  const drop = (question: Question, x: number, on = state) => {
    const grip = gripOf([question], A1);
    return grip && dropped(on, grip, A1, [], x, 5000);
  };
  const wish = { unit: A1, key: "12000,5000,0", names: "run:a1" };
  assert.deepEqual(drop(asked("6"), 12000), { kind: "answer", question: asked("6"), picks: [], wish });
  for (const [question, x, on] of [
    [asked("6"), 11000, state],
    [asked("6"), 14100, state],
    [asked("9"), 12000, state],
    [asked("6"), 12000, { ...state, turn: 1 }],
    [asked("6"), 12000, { ...state, phase: "vanguard" }],
  ] as const)
    assert.equal(drop(question, x, on)?.kind, "draft", `${question.text} ${x}`);
});

test("a tap on the table is a drag of who is named to move; of nobody it is none", () => {
  const tap = (...picks: string[]) => tapped(state, [moving], () => picks, 8000, 5000);
  assert.deepEqual(tap("run:a1", "climb:house")?.picks, ["run:a1", "climb:house"]);
  assert.equal(tap(), null);
  assert.equal(
    tapped(state, [engaging], () => ["unit:a1"], 8000, 5000),
    null,
  );
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
