/** Which tip is shown when, and how long it stays away. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import type { App } from "../app.ts";
import { asked, A1, options, stateWith } from "../core/testing.ts";
import { TIP, TIPS } from "../texts/en.ts";
import { press, wordsOf } from "./described.ts";
import type { Vnode } from "./dom.ts";
import type { Scene } from "./scene.ts";
import { hasTips, tip, turnTips } from "./tips.ts";

const said: string[] = [];
const stored = new Map<string, string>();
globalThis.localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
  removeItem: (key: string) => void stored.delete(key),
} as Storage;
beforeEach(() => stored.clear());

const act = { ...asked(["one", options("end")], { id: 2 }), why: "turn.act" };
const slots = [
  ["target", options("target:e1"), 0, 1],
  ["dice", options("die:d1"), 0, 1],
] as const;
const engage = { ...asked(["plan", slots, [], []], { id: 3 }), why: "turn.engage" };

/** Somebody's turn with an enemy in reach; `track` are the dice that they have rolled. */
function seen(turns: number, track: readonly string[] = []): Vnode | false {
  const state = stateWith({
    turns,
    turn: { unit: A1 },
    phase: "adventurers",
    adventurers: { [A1]: { seat: "1", track } },
  });
  const mine = [engage, act];
  const app = {
    ui: {},
    mine,
    session: { seats: ["1"], isSent: () => false, say: (text: string) => said.push(text) },
    drafts: { of: () => [] },
    render: () => {},
  } as unknown as App;
  const names = { unit: () => "Livora" };
  return tip(app, { state, mine, names, battle: { battle: "b1", over: false } } as unknown as Scene) as Vnode | false;
}

test("a tip that was put away is followed by none in the same turn, and by another one in the next", () => {
  const first = seen(1);
  assert.ok(wordsOf(first).includes(TIPS["attack"]!));
  press(first, TIP.next);
  assert.equal(seen(1), false);
  assert.ok(wordsOf(seen(2)).includes(TIPS["end"]!));
});

test("who has rolled dice is not told how to attack", () => {
  assert.ok(!wordsOf(seen(3, ["d1"])).includes(TIPS["attack"]!));
});

test("a tip that was seen on two turns does not come back", () => {
  for (const turn of [11, 12]) assert.ok(wordsOf(seen(turn)).includes(TIPS["attack"]!));
  assert.ok(wordsOf(seen(11)).includes(TIPS["attack"]!));
  assert.ok(!wordsOf(seen(13)).includes(TIPS["attack"]!));
});

test("who wants no more tips is told how they come back, and the menu brings them back", () => {
  press(seen(21), TIP.never);
  assert.deepEqual([said.at(-1), hasTips(), seen(22)], [TIP.off, false, false]);
  turnTips();
  assert.equal(hasTips(), true);
  assert.ok(wordsOf(seen(21)).includes(TIPS["attack"]!), "also in the turn in which they were put away");
  turnTips();
  assert.deepEqual([hasTips(), seen(23)], [false, false]);
});

test("tips that were read in two turns each come back from the menu, too", () => {
  for (const turn of [31, 32]) for (const track of [[], ["d1"]]) seen(turn, track);
  turnTips();
  turnTips();
  assert.ok(wordsOf(seen(33)).includes(TIPS["attack"]!));
});
