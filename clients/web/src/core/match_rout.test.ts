import assert from "node:assert/strict";
import { test } from "node:test";
import { lossesOf } from "./match_rout.ts";
import type { MatchState } from "./match.ts";
import { ONE, TWO } from "./testing.ts";

const unit = (id: string, side: string, more: object = {}, type: object = {}) => ({
  id,
  side,
  at: [0, 0, 0],
  injury: "",
  token: "",
  fell: -1,
  type: { rank: "henchman", skills: [], morale: 10, ...type },
  ...more,
});

const stateOf = (...units: { id: string }[]): MatchState =>
  ({
    sides: {
      [ONE]: { seat: ONE, warband: { name: "", rout: 6 } },
      [TWO]: { seat: TWO, warband: { name: "", rout: 7 } },
    },
    units: Object.fromEntries(units.map((one) => [one.id, one])),
  }) as unknown as MatchState;

const gone = { at: null, fell: 1 };

test("treasure that the enemy carries counts beside who is lost, and a large one counts twice", () => {
  const state = stateOf(
    unit("a", ONE, gone),
    unit("b", ONE, gone, { skills: ["large"] }),
    unit("c", ONE, { token: "token-1" }),
    unit("t", TWO, { token: "token-2" }),
    unit("u", TWO, { token: "token-3" }),
  );
  const { out, held, all, from } = lossesOf(state, ONE);
  assert.deepEqual([out, held, all, from], [3, 2, 5, 6]);
  assert.deepEqual([lossesOf(state, TWO).all, lossesOf(state, TWO).from], [1, 7]);
});

test("the best hero that stands rolls, and each loss beyond the threshold makes it harder", () => {
  const lost = Array.from({ length: 8 }, (_, at) => unit(`l${at}`, ONE, gone));
  const captain = unit("a", ONE, { injury: "dazed" }, { rank: "leader", morale: 8 });
  const champion = unit("b", ONE, {}, { rank: "hero", morale: 10 });
  assert.deepEqual(lossesOf(stateOf(captain, champion, ...lost), ONE).test, { unit: "b", needs: 12 });
  assert.equal(lossesOf(stateOf(captain, ...lost), ONE).test, null);
  const few = lossesOf(stateOf(champion, ...lost.slice(2)), ONE).test;
  assert.equal(few?.needs, 10);
});

test("a test holds from 5 on at best, and with a 20 at worst", () => {
  const hero = (morale: number) => unit("a", ONE, {}, { rank: "hero", morale });
  const lost = Array.from({ length: 9 }, (_, at) => unit(`l${at}`, ONE, gone));
  assert.equal(lossesOf(stateOf(hero(1), ...lost), ONE).test?.needs, 5);
  assert.equal(lossesOf(stateOf(hero(19), ...lost), ONE).test?.needs, 20);
});
