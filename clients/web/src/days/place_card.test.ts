import assert from "node:assert/strict";
import test from "node:test";

import type { Place } from "../core/overland.ts";
import { SESSION } from "../texts/session.ts";
import { linesOf } from "./place_card.ts";

type Given = Parameters<typeof linesOf>;

const province = {
  terrains: { m: "marsh" },
  towns: { lilmoth: { name: "Lilmoth", text: "", has: ["inn"] } },
  quests: {
    psijic: { steps: { one: { name: "One", goal: "Mend the Rope Road.", tokens: { edge: "The loose edge" } } } },
  },
} as unknown as Given[1];

const spot = (key: string, next: number[], note = "") => ({ key, next, note, stop: true, cost: 1 });
/** A party at 0,0 that may walk two hexes east, the second for fatigue. */
const asked = {
  why: "overland.move",
  shape: {
    kind: "route",
    budget: 2,
    low: 1,
    high: 2,
    spots: [
      spot("0,0", [1]),
      spot("1,0", [0, 2], "on the quest's way"),
      spot("2,0", [1], "the quest goes on here, 1 light fatigue"),
    ],
  },
};
const scene = (questions: unknown[] = [asked], closed: string[] = []) =>
  ({
    state: {
      plan: { province: "marsh" },
      party_at: [0, 0],
      tokens: { edge: [2, 0], drifter: [3, 0] },
      closed,
      quest: "psijic",
      step: "one",
      done: [],
    },
    glossary: { campaign: { provinces: { marsh: province } } },
    battle: { questions },
  }) as unknown as Given[0];

const place = (key: string, more: Partial<Place> = {}): Place => ({
  at: [0, 0],
  key,
  terrain: "m",
  landmark: "",
  id: "",
  name: "",
  text: "",
  ...more,
});
const told = (at: Place, given = scene()) =>
  linesOf(given, province, at).map(({ words, more }) => [words, more].filter(Boolean).join(": "));

test("a hex in reach tells its price and that the quest leads over it", () => {
  assert.deepEqual(told(place("1,0")), [SESSION.questWay, `1 hex: ${SESSION.freeWay}`]);
});

test("a hex beyond the day's march tells fatigue, who stands there, and that the quest goes on there", () => {
  assert.deepEqual(told(place("2,0")), [
    `The loose edge: ${SESSION.tokenOfQuest}`,
    `${SESSION.questHere}: Mend the Rope Road.`,
    `2 hexes: ${SESSION.costsEach(1)}`,
  ]);
});

test("a hex out of reach tells its landmark, and whether the quest's step names it", () => {
  assert.deepEqual(told(place("3,0", { landmark: "conflict", name: "Rope Road" })), [
    "A conflict card waits here: mostly a fight",
    `Drifter: ${SESSION.tokenHere}`,
    `${SESSION.questNames}: Mend the Rope Road.`,
    SESSION.tooFar,
  ]);
});

test("a town tells whether the party is let in; nothing is priced while nobody is asked where to go", () => {
  const town = place("9,9", { id: "lilmoth", name: "Lilmoth" });
  assert.deepEqual(told(town, scene([])), [`${SESSION.aTown}: ${SESSION.aTownText}`]);
  assert.deepEqual(told(town, scene([], ["lilmoth"])), [`${SESSION.closedTown}: ${SESSION.closedTownText}`]);
});

test("where the party is no way is told", () => {
  assert.deepEqual(told(place("0,0")), [SESSION.partyHere]);
});
