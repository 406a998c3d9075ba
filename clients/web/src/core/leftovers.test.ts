/** When an engage ends, the story says which results nobody has used. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { BattleEvent, DieId } from "../protocol.ts";
import type { Played, Question } from "./messages.ts";
import { Lexicon } from "./names.ts";
import { sentences } from "./story.ts";
import { A1, D1, D2, D3, E1, FIRST, ONE, asked, options, stateWith } from "./testing.ts";

const STATE = stateWith({
  units: { a1: { id: "a1", name: "Nord (1)", chip: "nord", hp: 5, bonus: 0 } },
  dice: {
    d1: { kind: "combat", owner: "a1", face: 1 },
    d2: { kind: "bow", owner: "a1", face: 0 },
    d3: { kind: "bow", owner: "a1", face: 2 },
  },
});
const RESOLVE: Question = {
  ...asked(["some", options("d1", "d2", "d3"), 1, 3], { mayPass: true }),
  why: "engage.resolve",
};

/** A story told commit by commit; what is said of the end of each engage. */
class Story {
  lexicon = new Lexicon();
  version = 0;

  tell(...events: BattleEvent[]): { text: string; quiet: boolean }[] {
    this.version += 1;
    const commit = { version: this.version, events, asked: [] } as unknown as Played["commit"];
    const played = { commit, before: STATE, after: STATE, asked: [RESOLVE] } as unknown as Played;
    return sentences(played, this.lexicon, null).filter((_one, at) => events[at]?.[0] === "engaged");
  }

  rolls(): void {
    this.tell(["engage", A1, [E1]], ["gather", A1, [D1, D2, D3]], ["show", [D1, D2, D3], [1, 0, 2], "roll"]);
  }
}

const away = (...dice: DieId[]): BattleEvent[] => dice.map((die) => ["exhaust", die]);

test("what was not picked is named with what it showed, in a line that all see", () => {
  const story = new Story();
  story.rolls();
  assert.deepEqual(
    story
      .tell(["ans", FIRST, ONE, [D1]], ...away(D1, D2), ["show", [D3], [5], "unresolved"], ...away(D3), ["engaged", A1])
      .map(({ text, quiet }) => [text, quiet]),
    [["Nord (1)'s engage is over, left unused: Bow [face 1] and Bow [face 3].", false]],
  );
});

test("where all was used nothing is said of it", () => {
  const story = new Story();
  story.rolls();
  story.tell(["ans", FIRST, ONE, [D1, D2]], ...away(D1));
  assert.deepEqual(
    story
      .tell(...away(D2), ["spared", "engage.resolve", [ONE], options(D3), "x"], ...away(D3), ["engaged", A1])
      .map(({ text, quiet }) => [text, quiet]),
    [["Nord (1)'s engage is over.", true]],
  );
});

test("it is known over several commits, and whatever is taken back is forgotten", () => {
  const story = new Story();
  story.rolls();
  story.tell(["ans", FIRST, ONE, [D1, D2, D3]], ...away(D1, D2, D3));
  story.tell(["undo", 1, [ONE]]);
  story.tell(["ans", FIRST, ONE, [D2]], ...away(D2));
  story.tell(["ans", FIRST, ONE, []], ["drain", D1], ["recover", D3]);
  assert.match(story.tell(["engaged", A1])[0]?.text ?? "", /left unused: Combat \[face 2\] and Bow \[face 3\]\.$/);
  story.rolls();
  assert.equal(story.tell(["ans", FIRST, ONE, [D1, D2, D3]], ...away(D1, D2, D3), ["engaged", A1])[0]?.quiet, true);
});

test("a die that goes away before the last pick was a price, and one that is rolled again is used", () => {
  const story = new Story();
  story.rolls();
  story.tell(...away(D1), ["ans", FIRST, ONE, [D2]], ["show", [D3], [4], "again"], ...away(D2, D3));
  assert.equal(story.tell(["engaged", A1])[0]?.text, "Nord (1)'s engage is over.");
});

test("a story that is told from somewhere else says nothing of what it has not seen", () => {
  const story = new Story();
  story.rolls();
  story.version += 5;
  assert.equal(story.tell(...away(D1, D2, D3), ["engaged", A1])[0]?.quiet, true);
});
