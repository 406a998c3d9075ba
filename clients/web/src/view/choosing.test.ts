/** What a tap on the board does to a turn. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { App } from "../app.ts";
import { Drafts } from "../core/drafts.ts";
import type { Question } from "../core/messages.ts";
import { offersOf } from "../core/offers.ts";
import { asked, options, stateWith } from "../core/testing.ts";
import { choose } from "./choosing.ts";

const move: Question = {
  ...asked([
    "route",
    [
      ["0,0", [1]],
      ["1,0", [], 1],
    ],
    2,
  ]),
  why: "turn.move",
};
const act: Question = { ...asked(["one", options("end")], { id: 2 }), why: "turn.act" };

/** A page whose panel stands at a part of the turn; `answers` is what was sent. */
function page(mode: "move" | "attack") {
  const engage = {
    ...asked(["plan", [["target", options("target:e1"), 0, 1]], [], []], { id: 3 }),
    why: "turn.engage",
  };
  const answers: (readonly string[])[] = [];
  const drafts = new Drafts();
  const app = {
    ui: { mode, ahead: "9,9", rests: "9,9" },
    mine: [move, engage, act],
    drafts,
    turnTo: (to: "move") => (app.ui.mode = to),
    answer: (_question: Question, picks: readonly string[]) => answers.push(picks),
    render: () => {},
  };
  const tap = () => {
    const offers = offersOf(app.mine, drafts, stateWith({ units: {}, dice: {} })).get("1,0") ?? [];
    choose(app as unknown as App, offers);
  };
  return { app, answers, tap };
}

test("a way that is tapped while an attack is planned is shown before a second tap takes it", () => {
  const { app, answers, tap } = page("attack");
  tap();
  assert.equal(app.ui.mode, "move");
  assert.deepEqual(answers, []);
  tap();
  assert.deepEqual(answers, [["1,0"]]);
});

test("a way that was picked before the panel turned to the attack is shown again first", () => {
  const { app, answers, tap } = page("move");
  tap();
  app.ui.mode = "attack";
  tap();
  assert.deepEqual([app.ui.mode, answers], ["move", []]);
});

test("what a way would mean is told of where it leads, not of the hex that a pointer was over before", () => {
  const { app, tap } = page("move");
  tap();
  assert.deepEqual([app.ui.ahead, app.ui.rests], ["", ""]);
});

test("a die that is picked on the mat shows the attack that it goes into", () => {
  const slots = [["dice", options("die:d1"), 1, 1]] as const;
  const engage = { ...asked(["plan", slots, [], []], { id: 3 }), why: "turn.engage" };
  const app = {
    ui: { mode: "move", tab: "mat" },
    drafts: new Drafts(),
    turnTo: (to: string) => (app.ui.mode = to),
    render: () => {},
  };
  const offers = offersOf([engage], app.drafts, stateWith({ units: {}, dice: { d1: {} } })).get("d1") ?? [];
  choose(app as unknown as App, offers);
  assert.deepEqual([app.ui.mode, app.ui.tab, app.drafts.of(engage)], ["attack", "board", ["die:d1"]]);
});
