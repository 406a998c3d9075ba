/** Which part of the page is drawn in which frame. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Frames } from "./frames.ts";
import type { Part } from "./frames.ts";

/** A page whose frames come when the test says so; `drawn` lists for each the parts that are drawn anew. */
function page() {
  const drawn: Part[][] = [];
  const asked: (() => void)[] = [];
  let before: Record<Part, object> | null = null;
  const frames = new Frames(
    () => {
      const known = before;
      drawn.push((["board", "beside", "side"] as const).filter((part) => frames.parts[part] !== known?.[part]));
      before = { ...frames.parts };
    },
    (draw) => asked.push(draw),
  );
  before = { ...frames.parts };
  /** Let so many frames pass, as many as are asked for. */
  const pass = (count: number) => {
    for (let at = 0; at < count; at += 1) asked.shift()?.();
  };
  return { frames, drawn, asked, pass };
}

test("what is asked for later comes with one frame, whole", () => {
  const { frames, drawn, asked, pass } = page();
  frames.later();
  frames.later();
  assert.equal(asked.length, 1);
  pass(3);
  assert.deepEqual(drawn, [["board", "beside", "side"]]);
});

test("what somebody does is drawn without waiting for a frame", async () => {
  const { frames, drawn, pass } = page();
  frames.partly();
  frames.now();
  await Promise.resolve();
  assert.deepEqual(drawn, [["board", "beside", "side"]]);
  pass(3);
  assert.equal(drawn.length, 1, "nothing is left to be drawn");
});

test("an event is drawn on the board, then beside it, then in the story", () => {
  const { frames, drawn, pass } = page();
  frames.partly();
  pass(9);
  assert.deepEqual(drawn, [["board"], ["beside"], ["side"]]);
});

test("no part starves where every frame has an event", () => {
  const { frames, drawn, pass } = page();
  for (let at = 0; at < 6; at += 1) {
    frames.partly();
    pass(1);
  }
  assert.deepEqual(drawn.slice(1, 5), [
    ["board", "beside"],
    ["board", "side"],
    ["board", "beside"],
    ["board", "side"],
  ]);
});

test("what only moves on the board leaves the parts alone", () => {
  const { frames, drawn, pass } = page();
  frames.board();
  pass(9);
  assert.deepEqual(drawn, [["board"]]);
});

test("a frame of the board that is due becomes a whole one", () => {
  const { frames, drawn, pass } = page();
  frames.board();
  frames.later();
  pass(9);
  assert.deepEqual(drawn, [["board", "beside", "side"]]);
});
