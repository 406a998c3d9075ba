/** The story says from what a status came, where what happened and what is printed tell it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { BattleEvent } from "../protocol.ts";
import { Glossary } from "./glossary.ts";
import type { Opening, Played } from "./messages.ts";
import { Lexicon } from "./names.ts";
import { sentences } from "./story.ts";
import { A1, A2, D1, E1, stateWith } from "./testing.ts";
import type { Catalogue } from "./words.ts";

const glossary = new Glossary();
const term = (name: string) => ({ name, text: "", rule: "" });
glossary.data = {
  statuses: { daze: term("Daze"), blind: term("Blind"), stealth: term("Stealth"), maim: term("Maim") },
  skills: {
    daze: { name: "Daze", text: "After its engage, the targets gain Daze.", more: [] },
    fumes: {
      name: "Fumes",
      text: "Blinds.",
      more: [{ name: "Fumes", text: "The opponent that engaged it gains Blind." }],
    },
    detection: { name: "Detection", text: "Always able to target units in Stealth.", more: [] },
  },
  chips: { giant: { skills: ["daze", "fumes", "detection"] } },
  races: { elf: { name: "Elf", ability: { name: "Hunter's Eye", text: "One or two party members gain Stealth." } } },
  dice: { cloak: { name: "Cloak", faces: ["dim"] } },
  icons: { dim: [{ code: "I", text: "Maim on one enemy.", forms: [], must: false }] },
  encounters: { bog: { special: [{ name: "Bog", text: "Each enemy begins with Maim." }] } },
} as unknown as Catalogue;

const STATE = stateWith({
  units: {
    a1: { id: A1, name: "Ysbreth", chip: "elf", side: "party", hp: 5, bonus: 0 },
    a2: { id: A2, name: "Aubric", chip: "nord", side: "party", hp: 5, bonus: 0 },
    e1: { id: E1, name: "Giant", chip: "giant", side: "enemy", hp: 9, bonus: 0 },
  },
  adventurers: { a1: { race: "elf", cls: "", ready: [] }, a2: { race: "nord", cls: "", ready: [] } },
  dice: { d1: { kind: "cloak", owner: "a1", face: 0 } },
});

/** The last sentence of a commit; `version` follows the one before it, unless something is missing between. */
class Story {
  lexicon = new Lexicon(glossary);
  version = 0;
  opening = { encounter: "bog", seats: [] } as unknown as Opening;

  tell(...events: BattleEvent[]) {
    this.version += 1;
    const commit = { version: this.version, events, asked: [] } as unknown as Played["commit"];
    const played = { commit, before: STATE, after: STATE, asked: [] } as unknown as Played;
    return sentences(played, this.lexicon, this.opening).at(-1);
  }
}

test("after an enemy's attack it is the enemy, also where the attack was begun in an earlier commit", () => {
  const story = new Story();
  story.tell(["turn", E1], ["engage", E1, [A2]]);
  const line = story.tell(["status", A2, "daze"]);
  assert.equal(line?.text, "Aubric gains Daze from Giant.");
  assert.deepEqual(line?.gained, { unit: A2, status: "daze", cause: "Giant" });
});

test("who attacks may suffer from a skill of whoever is attacked", () => {
  const story = new Story();
  story.tell(["turn", A2], ["engage", A2, [E1]]);
  assert.equal(story.tell(["status", A2, "blind"])?.text, "Aubric gains Blind from Giant's Fumes.");
});

test("an ability of a race is named, and whose it is where that is somebody else", () => {
  const story = new Story();
  assert.equal(story.tell(["round", 1], ["status", A1, "stealth"])?.text, "Ysbreth gains Stealth from Hunter's Eye.");
  assert.equal(story.tell(["status", A2, "stealth"])?.text, "Aubric gains Stealth from Ysbreth's Hunter's Eye.");
});

test("a die that was just used gives what its face says, a status that lay in the hex lay there", () => {
  const story = new Story();
  story.tell(["turn", A1], ["engage", A1, [E1]]);
  assert.equal(story.tell(["exhaust", D1], ["status", E1, "maim"])?.text, "Giant gains Maim from Ysbreth's Cloak.");
  story.tell(["ended", A1]);
  assert.equal(
    story.tell(["lift", [1, 0], "blind"], ["status", E1, "blind"])?.text,
    "Giant gains Blind from what lay in the hex.",
  );
});

test("what a battle begins with comes from its rules; where nothing tells, nothing is said", () => {
  const story = new Story();
  assert.equal(story.tell(["status", E1, "maim"])?.text, "Giant gains Maim from this battle's own rules.");
  assert.equal(story.tell(["status", E1, "daze"])?.text, "Giant gains Daze.");
});

test("an attack that nothing is known of any more, as after an undo, is no cause", () => {
  const story = new Story();
  story.tell(["engage", E1, [A2]]);
  story.tell(["undo", 0, []]);
  assert.equal(story.tell(["status", A2, "daze"])?.text, "Aubric gains Daze.");
});
