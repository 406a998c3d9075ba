/** What a ready-made adventurer answers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { answerCreation, idleOf } from "./quick_start.ts";
import type { Question, Table } from "./messages.ts";
import { isCreation, suggestion } from "./ready_made.ts";
import { asked, options as named } from "./testing.ts";

const options = (...keys: string[]) => keys.map((key) => ({ key }));
const one = (why: string, keys: string[], fallback: string[] = []): Question => ({
  ...asked(["one", named(...keys)], { fallback }),
  why,
});

test("a wish that is on offer is taken, another one where it is not", () => {
  assert.deepEqual(suggestion(one("create.race", ["breton", "orc", "nord"])), ["nord"]);
  assert.deepEqual(suggestion(one("create.race", ["breton", "orc"])), ["orc"]);
  assert.deepEqual(suggestion(one("create.race", ["breton"])), ["breton"]);
});

test("the server suggests the rest where it offers to", () => {
  assert.deepEqual(suggestion(one("create.race", ["nord", "suggest"])), ["suggest"]);
});

test("the server's own suggestion comes before the first option", () => {
  assert.deepEqual(suggestion(one("setup.first", ["a2", "a1"], ["a1"])), ["a1"]);
});

test("combat and the line get rows of their own", () => {
  const slots = [
    { name: "health", options: options("health:1L", "health:4R") },
    { name: "combat", options: options("combat:1R", "combat:3L") },
    { name: "bow", options: options("bow:2L", "bow:4L") },
  ];
  const plan = { why: "create.rows", fallback: [], shape: { kind: "plan", slots } };
  assert.deepEqual(suggestion(plan), ["health:1L", "combat:3L", "bow:4L"]);
});

test("only what comes before the first turn is answered", () => {
  assert.deepEqual(
    ["create.race", "setup.first", "deploy.adventurer", "turn.move", "window.any"].filter((why) => isCreation({ why })),
    ["create.race", "setup.first", "deploy.adventurer"],
  );
});

test("creation is answered once, and not where a turn is asked beside it", () => {
  const sent = new Set<unknown>();
  const answered: (readonly string[])[] = [];
  const session = (...mine: ReturnType<typeof one>[]) => ({
    mine,
    isSent: (question: unknown) => sent.has(question),
    answer: (question: unknown, picks: readonly string[]) => {
      sent.add(question);
      answered.push(picks);
    },
  });
  const race = one("create.race", ["nord"]);
  assert.equal(answerCreation(session(race)), true);
  assert.equal(answerCreation(session(race)), true);
  assert.equal(answerCreation(session(one("create.line", ["bow"]), one("turn.move", ["x"]))), false);
  assert.deepEqual(answered, [["nord"]]);
});

test("classes are not asked about after a battle that no campaign follows, and are where one does", () => {
  const at = (options: Record<string, string>, why: string) =>
    idleOf({ mine: [one(why, ["x"])], table: { settings: { options } } as unknown as Table })?.why;
  const whys = ["jailbreak.class", "jailbreak.order", "turn.move"];
  assert.deepEqual(
    whys.map((why) => at({}, why)),
    ["jailbreak.class", "jailbreak.order", undefined],
  );
  assert.deepEqual(
    whys.map((why) => at({ session: "1" }, why)),
    [undefined, undefined, undefined],
  );
});
