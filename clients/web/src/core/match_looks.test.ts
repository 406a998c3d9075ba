import assert from "node:assert/strict";
import { test } from "node:test";

import type { UnitId } from "../protocol.ts";
import { lookedAt } from "./match_looks.ts";
import type { MatchState } from "./match.ts";
import type { Question } from "./messages.ts";

const [A1, A2, B1, GONE] = ["a1", "a2", "b1", "b9"] as [UnitId, UnitId, UnitId, UnitId];
const NOBODY = "" as UnitId;
const STATE = {
  units: { a1: { at: [1, 1, 0] }, a2: { at: [2, 2, 0] }, b1: { at: [9, 9, 0] }, b9: { at: null } },
} as unknown as MatchState;
const asking = (kind: string, about = "") => [{ about, shape: { kind } }] as unknown as Question[];

test("who is planned for is looked at, with what its odds hang on", () => {
  const picks = ["unit:a2", "target:b1", "path:2", "climb:crate"];
  assert.deepEqual(
    lookedAt(STATE, asking("plan"), () => picks, NOBODY),
    {
      unit: A2,
      place: "",
      picks: ["target:b1", "path:2", "climb:crate"],
      isPressed: false,
    },
  );
  assert.equal(lookedAt(STATE, asking("plan"), () => ["run:a1"], NOBODY)?.unit, A1);
  assert.equal(
    lookedAt(STATE, asking("plan"), () => [], NOBODY),
    null,
  );
});

test("who goes somewhere looks from the place that is picked", () => {
  assert.deepEqual(
    lookedAt(STATE, asking("place", "a1"), () => ["3000,4000,0"], NOBODY),
    {
      unit: A1,
      place: "3000,4000,0",
      picks: [],
      isPressed: false,
    },
  );
});

test("who shoots is looked at, not at whom", () => {
  assert.equal(lookedAt(STATE, asking("one", "a1"), () => ["b1"], NOBODY)?.unit, A1);
  assert.equal(lookedAt(STATE, asking("one"), () => ["a2"], NOBODY)?.unit, A2);
});

test("who steps in is looked at as the target of who comes", () => {
  const question = [{ why: "match.intercept", about: "b1", shape: { kind: "one" } }] as unknown as Question[];
  const found = lookedAt(STATE, question, () => ["a1"], NOBODY);
  assert.deepEqual([found?.unit, found?.picks], [B1, ["target:a1"]]);
});

test("who is pressed comes first, as long as it stands", () => {
  assert.equal(lookedAt(STATE, asking("plan"), () => ["unit:a2"], B1)?.unit, B1);
  assert.equal(lookedAt(STATE, asking("plan"), () => ["unit:a2"], B1)?.isPressed, true);
  assert.equal(lookedAt(STATE, asking("plan"), () => ["unit:a2"], GONE)?.unit, A2);
});
