/** What an attack costs whoever attacks besides damage stands with its verdict. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { BattleEvent } from "../protocol.ts";
import { Drama } from "./drama.ts";
import { Glossary } from "./glossary.ts";
import type { Played } from "./messages.ts";
import { suffer } from "./suffered.ts";
import { A1, E1, stateWith } from "./testing.ts";

const skill = (name: string) => ({ name, text: "", more: [] });
const glossary = new Glossary({
  statuses: { blind: { name: "Blind", text: "", rule: "" } },
  fatigue: { LF: { name: "Light Fatigue", text: "", rule: "" } },
  skills: { fumes: skill("Fumes"), chilblain: skill("Chilblain"), rot: skill("Rot"), enfeeble: skill("Enfeeble") },
  chips: { netch: { skills: ["fumes"] }, mage: { skills: ["enfeeble", "chilblain"] }, giant: { skills: ["enfeeble"] } },
} as never);
const ENGAGE: BattleEvent = ["engage", A1, [E1], "", ""];
const HIT: BattleEvent = ["damage", E1, A1, 2, 0, 0, 2, 0, "engage"];
const BLIND: BattleEvent = ["status", A1, "blind"];
const TIRED: BattleEvent = ["fatigue", A1, "LF"];

/** The verdict of an attack on an enemy with a chip. */
function after(chip: string, ...events: BattleEvent[]) {
  const drama = new Drama(
    () => {},
    () => true,
  );
  const units = { a1: { id: A1, side: "party", hp: 5 }, e1: { id: E1, side: "enemy", hp: 3, chip } };
  const state = stateWith({ units });
  const played = { commit: { events }, before: state, after: state } as unknown as Played;
  events.forEach((_, at) => {
    const shown = { played, at, before: state, state, wait: 0 };
    drama.take(shown);
    suffer(drama, shown, glossary);
  });
  return drama.verdict;
}

test("a status, and fatigue of which several are told together, stand with the verdict", () => {
  const blind = after("netch", ENGAGE, HIT, BLIND, ["engaged", A1]);
  assert.deepEqual(blind?.suffered, [{ how: "Fumes", what: "Blind", count: 1 }]);
  assert.equal(blind.lost, 2, "the verdict itself stays");
  const tired = after("mage", ENGAGE, HIT, TIRED, TIRED);
  assert.deepEqual(tired?.suffered, [{ how: "Chilblain", what: "Light Fatigue", count: 2 }]);
});

test("an attack that did nothing and cost a status has a verdict, too; fatigue may be one's own before that", () => {
  const { target, lost, suffered } = after("netch", ENGAGE, BLIND) ?? assert.fail("no verdict");
  assert.deepEqual([target, lost, suffered?.length], [E1, 0, 1]);
  assert.equal(after("mage", ENGAGE, TIRED), null);
});

test("what no skill of who is attacked gives is no answer", () => {
  assert.equal(after("giant", ENGAGE, HIT, TIRED)?.suffered, undefined, "Enfeeble is for its own attack");
  assert.equal(after("mage", ENGAGE, HIT, BLIND)?.suffered, undefined);
  assert.equal(after("netch", ENGAGE, HIT, ["status", E1, "blind"])?.suffered, undefined);
});
