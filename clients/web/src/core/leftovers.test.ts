/** When an engage ends, the story says which results nobody has used. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { BattleEvent } from "../protocol.ts";
import type { Played, Question } from "./messages.ts";
import { Lexicon } from "./names.ts";
import { sentences } from "./story.ts";
import { asked, options, stateWith } from "./testing.ts";

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
    this.tell(
      ["engage", "a1", ["e1"]],
      ["gather", "a1", ["d1", "d2", "d3"]],
      ["show", ["d1", "d2", "d3"], [1, 0, 2], "roll"],
    );
  }
}

const away = (...dice: string[]): BattleEvent[] => dice.map((die) => ["exhaust", die]);

test("what was not picked is named with what it showed, in a line that all see", () => {
  const story = new Story();
  story.rolls();
  assert.deepEqual(
    story
      .tell(["ans", 1, "1", ["d1"]], ...away("d1", "d2"), ["show", ["d3"], [5], "unresolved"], ...away("d3"), [
        "engaged",
        "a1",
      ])
      .map(({ text, quiet }) => [text, quiet]),
    [["Nord (1)'s engage is over, left unused: Bow [face 1] and Bow [face 3].", false]],
  );
});

test("where all was used nothing is said of it", () => {
  const story = new Story();
  story.rolls();
  story.tell(["ans", 1, "1", ["d1", "d2"]], ...away("d1"));
  assert.deepEqual(
    story
      .tell(...away("d2"), ["spared", "engage.resolve", ["1"], options("d3"), "x"], ...away("d3"), ["engaged", "a1"])
      .map(({ text, quiet }) => [text, quiet]),
    [["Nord (1)'s engage is over.", true]],
  );
});

test("it is known over several commits, and whatever is taken back is forgotten", () => {
  const story = new Story();
  story.rolls();
  story.tell(["ans", 1, "1", ["d1", "d2", "d3"]], ...away("d1", "d2", "d3"));
  story.tell(["undo", 1, ["1"]]);
  story.tell(["ans", 1, "1", ["d2"]], ...away("d2"));
  story.tell(["ans", 1, "1", []], ["drain", "d1"], ["recover", "d3"]);
  assert.match(story.tell(["engaged", "a1"])[0]?.text ?? "", /left unused: Combat \[face 2\] and Bow \[face 3\]\.$/);
  story.rolls();
  assert.equal(
    story.tell(["ans", 1, "1", ["d1", "d2", "d3"]], ...away("d1", "d2", "d3"), ["engaged", "a1"])[0]?.quiet,
    true,
  );
});

test("a die that goes away before the last pick was a price, and one that is rolled again is used", () => {
  const story = new Story();
  story.rolls();
  story.tell(...away("d1"), ["ans", 1, "1", ["d2"]], ["show", ["d3"], [4], "again"], ...away("d2", "d3"));
  assert.equal(story.tell(["engaged", "a1"])[0]?.text, "Nord (1)'s engage is over.");
});

test("a story that is told from somewhere else says nothing of what it has not seen", () => {
  const story = new Story();
  story.rolls();
  story.version += 5;
  assert.equal(story.tell(...away("d1", "d2", "d3"), ["engaged", "a1"])[0]?.quiet, true);
});
