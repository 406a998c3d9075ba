/** What the buttons of a turn say before they are pressed. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { asked, A1, E1, options, stateWith } from "../core/testing.ts";
import { TURN } from "../texts/en.ts";
import type { Ask, Scene } from "./scene.ts";
import { attackLabel, bareWords, isSecondMove, isSpent, whyNoAttack } from "./turn_modes.ts";

const slots = [
  ["target", options("target:e1"), 0, 1],
  ["dice", options("die:d1", "die:d2"), 1, 2],
] as const;
const engage = { ...asked(["plan", slots, [], []]), why: "turn.engage" };

const asking = (picks: readonly string[], engages: number, difficulty = "adept"): Ask =>
  ({
    app: { foresight: { engage: () => null } },
    scene: { state: stateWith({ turn: { unit: A1, engages }, settings: { difficulty } }), names: { unit: () => E1 } },
    question: engage,
    picks,
  }) as unknown as Ask;

test("dice without anybody to attack are readied, and the button says what that costs", () => {
  assert.equal(attackLabel(asking(["die:d1", "die:d2"], 1)), "Ready 2 dice as defense: 1 light fatigue");
  assert.equal(attackLabel(asking(["die:d1"], 1, "expert")), "Ready 1 die as defense: 2 light fatigue");
  assert.equal(attackLabel(asking(["die:d1"], 0)), "Ready 1 die as defense");
  assert.equal(bareWords(asking(["die:d1"], 0)), TURN.readyText);
});

test("with a target it is an attack", () => {
  assert.equal(attackLabel(asking(["target:e1", "die:d1"], 1)), "Attack e1: 1 die");
});

test("a move after a move gives the attack away, the first one does not, nor one after an attack", () => {
  const move = { ...engage, why: "turn.move" };
  const state = (moves: number, engages: number) => stateWith({ turn: { unit: A1, moves, engages } });
  assert.deepEqual(
    [state(1, 0), state(0, 0), state(1, 1)].map((one) => isSecondMove(move, one)),
    [true, false, false],
  );
});

test("of a target that no die reaches it is said which form reaches it, and which form the dice need", () => {
  const forms = ["form", options("form:bow", "form:shield"), 1, 1] as const;
  const needs = [
    ["target:e1", ["form:bow"], "out of reach"],
    ["die:d1", ["form:shield"], "Shield dice need another form: shield."],
  ] as const;
  const [target] = slots;
  const shape = ["plan", [forms, target, ["dice", options("die:d1"), 1, 1]], [], needs] as const;
  const ask = {
    ...asking(["form:shield", "target:e1"], 0),
    question: { ...asked(shape), why: "turn.engage" },
  };
  Object.assign(ask.scene, { lexicon: { piece: (_: string, name: string) => name } });
  const told =
    "e1 is in reach with bow. Shield dice need another form: shield. Choose another enemy, or end your turn.";
  assert.equal(whyNoAttack(ask), told);
  assert.equal(whyNoAttack({ ...ask, picks: ["form:shield"] }), "");
});

test("a turn is spent without a way to go and without a die that reaches anybody", () => {
  const act = { ...engage, why: "turn.act" };
  const far = [["target:e1", ["form:bow"], "out of reach"]] as const;
  const beyond = { ...asked(["plan", slots, [], far]), why: "turn.engage" };
  const walk = {
    ...asked([
      "route",
      [
        ["0,0", [1], 1, true, ""],
        ["1,0", [], 1, true, ""],
      ],
      3,
      1,
    ]),
    why: "turn.move",
  };
  const spent = (...mine: readonly unknown[]) => isSpent({ mine } as unknown as Scene);
  assert.equal(spent(act), true);
  assert.equal(spent(act, beyond), true);
  assert.equal(spent(act, engage), false);
  assert.equal(spent(act, walk), false);
  assert.equal(spent(act, { ...walk, why: "turn.explore" }), false);
  assert.equal(spent(), false);
});
