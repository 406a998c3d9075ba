import assert from "node:assert/strict";
import { test } from "node:test";
import { BATTLE, TABLE } from "./testing.ts";
import { addressFor, battleLink, isSameScreen, placeAt, ruleLink, tableLink } from "./address.ts";
import type { Place } from "./address.ts";

const PLACES: readonly Place[] = [
  { kind: "lobby" },
  { kind: "keys" },
  { kind: "rules" },
  { kind: "ladder" },
  { kind: "table", table: TABLE },
  { kind: "battle", table: TABLE },
  { kind: "replay", battle: BATTLE, at: "3.2", share: "a+b" },
];

test("every screen has an address that leads back to it", () => {
  for (const place of PLACES) assert.deepEqual(placeAt({ hash: addressFor(place).slice(1) }), place);
});

test("a link that is handed on names its screen in the path, and its key behind the #", () => {
  const at = (link: string) => placeAt(new URL(link));
  assert.deepEqual(at(tableLink("https://x", TABLE)), { kind: "table", table: "t1" });
  const replay = battleLink("https://x", BATTLE, "at=3.2&share=a%2Bb");
  assert.equal(new URL(replay).pathname, "/b/b1");
  assert.deepEqual(at(replay), { kind: "replay", battle: "b1", at: "3.2", share: "a+b" });
  assert.deepEqual(at("https://x/b/b1/more"), { kind: "lobby" });
});

test("a rule's link leads to the page of rules, with that rule sought", () => {
  const found = placeAt({ hash: ruleLink("STS-7") });
  assert.deepEqual(found, { kind: "rules", word: "STS-7" });
  assert.ok(isSameScreen(found, { kind: "rules" }));
});

test("the moments of a replay are one screen, a table and its battle are two", () => {
  const [, , , , table, battle, replay] = PLACES;
  assert.ok(replay && table && battle);
  assert.ok(isSameScreen(replay, { kind: "replay", battle: BATTLE, at: "9", share: "" }));
  assert.ok(!isSameScreen(table, battle));
});
