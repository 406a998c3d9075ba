import assert from "node:assert/strict";
import test from "node:test";

import { moreOf, pickedWare, waresOf } from "./wares.ts";

const option = (key: string, text: string, note = "") => ({ key, text, note });
const question = (options: { key: string; text: string; note: string }[]) =>
  ({ shape: { options } }) as unknown as Parameters<typeof waresOf>[0];

test("a line is offered once, with its slots; a card once, with where it goes", () => {
  const wares = waresOf(
    question([
      option("done", "Done here"),
      option("shop:common:oak-staff:ready", "Oak Staff, ready", "Reach."),
      option("shop:common:oak-staff:pack", "Oak Staff, into the pack", "Reach."),
      option("trainer:bow:1R", "Train Bow", "slot 1R"),
      option("trainer:bow:3R", "Train Bow", "slot 3R"),
      option("inn", "Rest at the inn", "full HP"),
      option("use:a1.meat", "Use Meat"),
    ]),
  );
  assert.deepEqual(
    wares.map(({ feature, id, text, ways }) => [feature, id, text, ways.map(({ how }) => how)]),
    [
      ["shop", "oak-staff", "Oak Staff", ["ready", "pack"]],
      ["trainer", "bow", "Train Bow", ["1R", "3R"]],
      ["inn", "inn", "Rest at the inn", [""]],
      ["own", "a1.meat", "Use Meat", [""]],
    ],
  );
  assert.equal(pickedWare(wares, "trainer:bow:3R")?.id, "bow");
});

test("the second card of a shop's action is known to cost nothing", () => {
  assert.equal(moreOf({ text: "You may take 1 more from the shop." }), 1);
  assert.equal(moreOf({ text: "You are in Lilmoth, with 1 town action left." }), 0);
});
