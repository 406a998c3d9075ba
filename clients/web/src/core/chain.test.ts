import assert from "node:assert/strict";
import { test } from "node:test";

import { Chain, isChained } from "./chain.ts";
import type { Question } from "./messages.ts";
import { asked, options } from "./testing.ts";

/** A question for results, with the first of them suggested. */
const results = (id: number, ...keys: string[]): Question => ({
  ...asked(["some", options(...keys), 1, keys.length], { id, mayPass: true, fallback: keys.slice(0, 1) }),
  why: "engage.resolve",
});
const other = (id: number, why: string): Question => ({ ...asked(["some", options("x"), 1, 1], { id }), why });
const leftOver = (id: number): Question => ({
  ...asked(["order", options("d8", "d9")], { id, fallback: ["d9", "d8"] }),
  why: "engage.exhaust",
});

/** A server that grants each answer at once when `comes` brings the next questions. */
class Asking {
  mine: readonly Question[];
  sent: number[] = [];
  given: (readonly string[])[] = [];
  chain = new Chain(this);

  constructor(...mine: Question[]) {
    this.mine = mine;
  }

  isSent({ id }: Question) {
    return this.sent.includes(id);
  }

  answer({ id }: Question, picks: readonly string[]) {
    this.sent.push(id);
    this.given.push(picks);
  }

  comes(...mine: Question[]) {
    this.mine = mine;
    this.chain.step();
  }
}

test("one press answers a chain of questions as suggested, each once the one before is answered", () => {
  const first = results(1, "d1", "d2", "d3");
  const at = new Asking(first);
  at.chain.begin(first);
  at.chain.step();
  assert.deepEqual(at.given, [["d1"]]);
  at.comes(results(2, "d2", "d3"));
  at.comes(leftOver(3));
  assert.deepEqual(at.given, [["d1"], ["d2"], ["d9", "d8"]]);
  at.comes();
  at.comes(results(4, "d1", "d2"));
  assert.equal(at.given.length, 3);
});

test("what was offered and not suggested stays unused, without another press", () => {
  const first = { ...results(1, "d1", "d2", "d3"), fallback: ["d1", "d2"] };
  const at = new Asking(first);
  at.chain.begin(first);
  at.comes({ ...results(2, "d3"), fallback: [] });
  at.comes(leftOver(3));
  assert.deepEqual(at.given, [["d1", "d2"], [], ["d9", "d8"]]);
});

const ENDS: Record<string, Question[]> = {
  "another kind of question": [other(2, "engage.slot")],
  "something new beside it": [results(2, "d2"), other(3, "interrupt")],
  "a result that was not there": [results(2, "d2", "d4")],
  "as many results as before": [results(2, "d1", "d2", "d3")],
  "another target": [{ ...results(2, "d2"), about: "e9" }],
  "no suggestion": [{ ...results(2, "d2"), fallback: [], mayPass: false }],
  "no suggestion any more for what was suggested": [{ ...results(2, "d1"), fallback: [] }],
  "a suggestion that does not answer": [{ ...results(2, "d2"), fallback: ["gone"] }],
  "two of its kind": [results(2, "d2"), leftOver(3)],
};

for (const [what, questions] of Object.entries(ENDS)) {
  test(`a chain ends with ${what}`, () => {
    const first = results(1, "d1", "d2", "d3");
    const at = new Asking(first);
    at.chain.begin(first);
    at.comes(...questions);
    at.comes(results(9, "d2"));
    assert.deepEqual(at.given, [["d1"]]);
  });
}

test("what was open beside the first question may stay open", () => {
  const first = results(1, "d1", "d2");
  const at = new Asking(first, other(5, "anytime"));
  at.chain.begin(first);
  at.comes(other(6, "anytime"), results(2, "d2"));
  assert.deepEqual(at.given, [["d1"], ["d2"]]);
});

test("a refused answer is not sent again, and a stopped chain answers nothing", () => {
  const first = results(1, "d1", "d2");
  const refused = new Asking(first);
  refused.chain.begin(first);
  refused.sent = [];
  refused.chain.step();
  refused.comes(results(2, "d2"));
  const stopped = new Asking(first);
  stopped.chain.begin(first);
  stopped.chain.stop();
  stopped.comes(results(2, "d2"));
  assert.deepEqual([refused.given, stopped.given], [[["d1"]], [["d1"]]]);
});

test("a question without a suggestion, or of another kind, begins no chain", () => {
  assert.equal(isChained({ ...results(1, "d1"), fallback: [] }), false);
  assert.equal(isChained({ ...results(1, "d1"), why: "turn.engage" }), false);
  assert.equal(isChained(results(1, "d1")), true);
});
