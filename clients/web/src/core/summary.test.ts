/** The vectors are those of tests/clients/test_summary.py: both clients reckon alike. */

import { entryOf } from "./certain.ts";
import assert from "node:assert/strict";
import { test } from "node:test";

import type { BattleEvent } from "../protocol.ts";
import type { Played } from "./messages.ts";
import { luckOf, points, Summary } from "./summary.ts";
import { A1, A2, D1, E1, ONE, stateWith } from "./testing.ts";

const DIE = ["snipe:2", "snipe:1", "tenacity", "tenacity", "snipe:1", "volley"];
const STATE = stateWith({
  units: {
    a1: { id: "a1", name: "Nord", side: "party", hp: 5, bonus: 0 },
    a2: { id: "a2", name: "Bosmer", side: "party", hp: 2, bonus: 1 },
    e1: { id: "e1", name: "Wolf", side: "enemy", hp: 4, bonus: 0 },
  },
  dice: { d1: { kind: "snipe", owner: "a1", face: -1 } },
});
const HIT: BattleEvent = ["damage", E1, A1, 5, 1, 1, 3];

const played = (version: number, ...events: BattleEvent[]): Played =>
  ({ commit: { version, events }, before: STATE, after: STATE, asked: [] }) as unknown as Played;

function summed(...commits: Played[]): Summary {
  const summary = new Summary((kind) => (kind === "snipe" ? DIE : []));
  for (const commit of commits) summary.take(commit);
  return summary;
}

const did = (summary: Summary) =>
  summary.shares().map(({ unit, damage, prevented, healed, kills }) => [unit, damage, prevented, healed, kills]);

test("damage is what an enemy lost, and prevention is the defender's", () => {
  const summary = summed(
    played(1, HIT, ["defeat", E1, A1]),
    played(2, ["damage", A2, E1, 4, 3, 1, 0]),
    played(3, ["damage", A2, A1, 2, 0, 0, 2]),
  );
  assert.deepEqual(did(summary), [
    [A1, 4, 0, 0, 1],
    [A2, 0, 3, 0, 0],
  ]);
});

test("a unit is on the side where it stood when it was struck", () => {
  const turned = { ...STATE, units: { ...STATE.units, e1: { ...entryOf(STATE.units, E1), side: "party" as const } } };
  assert.deepEqual(did(summed({ ...played(1, HIT, ["turned", E1, ONE]), after: turned })), [[A1, 4, 0, 0, 0]]);
});

test("healing is counted from the HP of its own moment", () => {
  const summary = summed(played(1, ["damage", A2, E1, 1, 0, 0, 1], ["hp", A2, 3, 1, "heal", A1]));
  assert.deepEqual(did(summary), [[A1, 0, 0, 2, 0]]);
});

test("dice are told against their odds", () => {
  const [share] = summed(played(1, ["show", [D1], [0], "roll"])).shares();
  assert.ok(share);
  assert.equal(share.rolled, 2);
  assert.ok(Math.abs(share.expected - 5 / 6) < 1e-9);
  assert.ok(Math.abs(share.spread ** 2 - 17 / 36) < 1e-9);
  assert.equal(luckOf(share), 95);
  assert.deepEqual(summed(played(1, ["show", [D1], [0], "turned"])).shares(), []);
});

test("without faces nothing is said of luck", () => {
  const summary = new Summary(() => []);
  summary.take(played(1, ["show", [D1], [0], "roll"], HIT));
  const [share] = summary.shares();
  assert.ok(share);
  assert.deepEqual([share.spread, luckOf(share)], [0, 50]);
});

test("what was made void does not count", () => {
  for (const event of [
    ["undo", 1, [ONE]],
    ["restart", 1],
  ] as unknown as BattleEvent[]) {
    assert.deepEqual(
      summed(played(1, HIT), played(2, HIT), played(3, event))
        .shares()
        .map(({ damage }) => damage),
      [4],
    );
    assert.equal(summed(played(2, HIT), played(3, event)).best(), null);
  }
});

test("the best moment is an engage from its beginning", () => {
  const blow: BattleEvent = ["damage", E1, A2, 5, 1, 1, 1];
  const summary = summed(
    played(1, HIT),
    played(4, ["engage", A2, [E1]]),
    played(5, blow),
    played(6, blow, ["defeat", E1, A2]),
    played(7, ["engaged", A2], HIT),
  );
  assert.deepEqual(summary.best(), { version: 4, until: 6, unit: A2, damage: 4, healed: 0, kills: 1 });
  assert.equal(summed(played(1)).best(), null);
});

test("the points of a face", () => {
  assert.deepEqual(["snipe:2", "volley", "tenacity"].map(points), [2, 1, 0]);
});

test("classes are gained by a battle that is on, and what is undone gains none", () => {
  const on = (version: number, ...events: BattleEvent[]): Played => {
    const before = { ...STATE, rounds: 4 };
    return { ...played(version, ...events), before };
  };
  const chosen = played(1, ["class", A1, "knight"]);
  assert.deepEqual(summed(chosen).classes, []);
  const gained = [on(2, ["class", A1, "archer"]), on(3, ["class", A2, "bard"])];
  assert.deepEqual(
    summed(chosen, ...gained).classes.map(({ unit, cls }) => [unit, cls]),
    [
      [A1, "archer"],
      [A2, "bard"],
    ],
  );
  assert.equal(summed(...gained, on(4, ["undo", 2, ONE] as unknown as BattleEvent)).classes.length, 1);
});
