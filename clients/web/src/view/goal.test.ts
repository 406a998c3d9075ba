/** What stands beside the goal of a campaign's battle. */

import assert from "node:assert/strict";
import test from "node:test";

import type { App } from "../app.ts";
import { Glossary } from "../core/glossary.ts";
import { card } from "./cards.ts";
import { wordsOf } from "./described.ts";
import { goal } from "./goal.ts";
import type { Scene } from "./scene.ts";

const tide = {
  name: "Early Tide",
  text: "",
  kind: "clash",
  objective: "Hold out.",
  special: [],
  challenges: {},
  twists: { gate: "Each enemy has -1 movement.", expert: "Each enemy has +1 combat." },
};

/** A battle on Expert, in a world that asks for these twists. */
const seen = (...twists: string[]): Scene =>
  ({
    state: { settings: { world: { province: "BM", ...Object.fromEntries(twists.map((one) => [one, "twist"])) } } },
    battle: { opening: { encounter: "tide" } },
    glossary: new Glossary({ encounters: { tide } }),
  }) as unknown as Scene;

test("the goal of a battle says what a twist changes, in the bar and on its card", () => {
  const scene = seen("expert");
  for (const told of [goal({} as App, scene), card(scene, "encounters:tide")]) {
    assert.match(wordsOf(told), /Expert/);
    assert.match(wordsOf(told), /Each enemy has \+1 combat\./);
    assert.doesNotMatch(wordsOf(told), /-1 movement/);
  }
  assert.match(wordsOf(goal({} as App, seen("gate"))), /This time: Each enemy has -1 movement\./);
});

test("a battle without a twist tells none", () => {
  assert.doesNotMatch(wordsOf(goal({} as App, seen())), /combat|movement/);
});
