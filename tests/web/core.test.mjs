// What the browser's core decides by itself: answers, paths, drafts.
import assert from "node:assert/strict";
import { test } from "node:test";

const core = new URL("../../server/net/static/core/", import.meta.url);
const { clash, ends, refuse, remedied, toggled, whyNot } = await import(new URL("answers.js", core));
const { Drafts } = await import(new URL("drafts.js", core));
const { question } = await import(new URL("messages.js", core));
const { folded, Gap } = await import(new URL("fold.js", core));
const { Offers, offersOf } = await import(new URL("offers.js", core));
const { codeAt, codeOf, linkOf } = await import(new URL("links.js", core));
globalThis.addEventListener ??= () => {};
const { explained, Foresight } = await import(new URL("foresight.js", core));
const { Refusal } = await import(new URL("session.js", core));
const { oddsOf } = await import(new URL("../view/odds.js", core));
const { use } = await import(new URL("../texts/language.js", core));
const { placement } = await import(new URL("../view/ghost.js", core));
const { staged } = await import(new URL("staging.js", core));

const asked = (shape, { mayPass = false, fallback = [], id = 1 } = {}) =>
  question([["1"], "why", "Text?", shape, "", mayPass, fallback, "a1", id]);
const options = (...keys) => keys.map((key) => [key, key, ""]);

test("a code is found in links of both forms, and alone", () => {
  for (const text of ["http://a:1/#join=t1.2.Ab-c_", "a/join/t1.2.Ab-c_", "https://a/join/t1.2.Ab-c_/", " t1.2.Ab-c_ ", "https://a/?lang=de#x=1&join=t1.2.Ab-c_"])
    assert.equal(codeOf(text), "t1.2.Ab-c_", text);
  for (const text of ["", "https://a/", "#table=t1", "http://a/#join=<b>", "a/join/"]) assert.equal(codeOf(text), "", text);
  assert.equal(codeOf(linkOf("https://a", "t1.s.x")), "t1.s.x");
  assert.equal(codeAt({ pathname: "/join/t1.s.x", hash: "" }), "t1.s.x");
  assert.equal(codeAt({ pathname: "/", hash: "#join=t1.s.x" }), "t1.s.x");
  assert.equal(codeAt({ pathname: "/", hash: "#table=t1" }), "");
  assert.equal(codeAt({ pathname: "/", hash: "" }), "");
});

test("a route ends where it may stop, by the cheapest way", () => {
  const walk = asked(["route", [
    ["0,0", [1, 2], 1, true, ""], ["1,0", [3], 2, true, ""], ["0,1", [3], 1, false, ""], ["1,1", [], 1, true, "bane"],
  ], 3, 1]);
  const goals = ends(walk.shape);
  assert.deepEqual([...goals.keys()].sort(), ["1,0", "1,1"]);
  assert.deepEqual(goals.get("1,1").picks, ["0,1", "1,1"]);
  assert.equal(goals.get("1,1").cost, 2);
  assert.equal(refuse(walk, ["0,1", "1,1"]), "");
  assert.notEqual(refuse(walk, ["0,1"]), "");
  assert.notEqual(refuse(walk, ["1,1"]), "");
});

const engageSlots = [["form", options("form:magic", "form:light"), 1, 1], ["dice", options("d1", "d2", "d3"), 0, 3]];
const engage = asked(["plan", engageSlots,
  [[["d1", "d2", "d3"], 2, "Stamina allows 2."]],
  [["d1", ["form:light"], "Needs another form."]]]);

test("a plan says why an option cannot be added", () => {
  assert.equal(whyNot(engage.shape, ["form:magic"], "d1"), "Needs another form.");
  assert.equal(whyNot(engage.shape, ["form:light"], "d1"), "");
  assert.equal(whyNot(engage.shape, ["form:light", "d1", "d2"], "d3"), "Stamina allows 2.");
  assert.equal(clash(engage.shape, ["form:light", "d1"]), "");
});

test("another form takes the first one's place, and what needed it goes along", () => {
  assert.deepEqual(toggled(engage.shape, ["form:light", "d1", "d2"], "form:magic"), ["d2", "form:magic"]);
});

test("a die brings its form, unless something else that is picked would be lost", () => {
  const both = asked(["plan", engageSlots, [], [
    ["d1", ["form:light"], "Needs another form."], ["d2", ["form:magic"], "Needs another form."],
  ]]);
  assert.deepEqual(remedied(both.shape, ["form:magic"], "d1"), ["form:light", "d1"]);
  assert.equal(remedied(both.shape, ["form:magic", "d2"], "d1"), null);
  const drafts = new Drafts();
  drafts.set(both, ["form:magic"]);
  drafts.toggle(both, "d1");
  assert.deepEqual(drafts.of(both), ["form:light", "d1"]);
});

test("a plan is refused until every part has enough", () => {
  assert.notEqual(refuse(engage, ["d2"]), "");
  assert.equal(refuse(engage, ["form:magic", "d2"]), "");
});

test("points are shared out up to the caps", () => {
  const split = asked(["split", options("a", "b"), 3, 2, [1, 3]]);
  assert.notEqual(refuse(split, ["a", "a"]), "");
  assert.notEqual(refuse(split, ["b"]), "");
  assert.equal(refuse(split, ["a", "b"]), "");
});

test("a draft outlives the same question under a new id, and no other", () => {
  const drafts = new Drafts();
  const some = asked(["some", options("a", "b"), 1, 2]);
  drafts.toggle(some, "b");
  drafts.toggle(some, "a");
  drafts.turnTo([{ ...some, id: 9 }], {});
  assert.deepEqual(drafts.of({ ...some, id: 9 }), ["b", "a"]);
  drafts.turnTo([], {});
  assert.deepEqual(drafts.of(some), []);
});

test("the same words asked again after an answer begin afresh", () => {
  const shape = ["some", options("x", "y"), 1, 1];
  const drafts = new Drafts();
  drafts.turnTo([asked(shape, { id: 4 })], {});
  drafts.set(asked(shape, { id: 4 }), ["x"]);
  drafts.forget(4);
  drafts.turnTo([asked(shape, { id: 7 })], {});
  assert.deepEqual(drafts.of(asked(shape, { id: 7 })), []);
});

test("two open questions of the same words have drafts of their own", () => {
  const [first, second] = [4, 5].map((id) => asked(["some", options("x", "y"), 1, 1], { id }));
  const drafts = new Drafts();
  drafts.turnTo([first, second], {});
  drafts.set(first, ["x"]);
  assert.deepEqual([drafts.of(first), drafts.of(second)], [["x"], []]);
});

test("what is offered stays the same map until a draft or the state is another one", () => {
  const asks = [asked(["some", options("1,0", "2,0"), 1, 2])];
  const [drafts, offers, state] = [new Drafts(), new Offers(), { units: {}, dice: {} }];
  const first = offers.of(asks, drafts, state);
  assert.equal(offers.of([...asks], drafts, state), first);
  drafts.toggle(asks[0], "1,0");
  assert.ok(offers.of(asks, drafts, state).get("1,0")[0].isPicked);
  assert.ok(!first.get("1,0")[0].isPicked);
});

test("an order begins as suggested and moves one at a time", () => {
  const drafts = new Drafts();
  const order = asked(["order", options("a", "b", "c")], { fallback: ["c", "a", "b"] });
  drafts.shift(order, "c", 1);
  assert.deepEqual(drafts.of(order), ["a", "c", "b"]);
});

test("targets, hexes and dice are offered where they lie", () => {
  const plan = asked(["plan", [["hex", options("hex:1,2"), 1, 1], ["target", options("target:e1"), 1, 1]], [], []]);
  const offers = offersOf([plan], new Drafts(), { units: { e1: {} }, dice: {} });
  assert.deepEqual([...offers.keys()], ["1,2", "e1"]);
});

test("a value below nothing is a gap, and leaves the state alone", () => {
  const state = { a: { b: 1 } };
  assert.throws(() => folded(state, [], { "x/y": 1 }), Gap);
  assert.deepEqual(folded(state, ["a/b", "q/r"], { "a/c": 2 }), { a: { c: 2 } });
  assert.deepEqual(state, { a: { b: 1 } });
});

test("a value that is not the printed one says how it comes about", () => {
  assert.deepEqual(explained("3 = 2 printed +1 Vindictive"), { value: 3, why: "2 printed +1 Vindictive" });
});

test("where a tile would lie is read from its option's note, and from no other note", () => {
  assert.deepEqual(placement("hexes 1,-2 1,-1; doors 1,-1; hearts 1,-2"), {
    hexes: [[1, -2], [1, -1]], doors: [[1, -1]], hearts: [[1, -2]],
  });
  assert.equal(placement("2 hexes away"), null);
  assert.equal(placement(""), null);
});

test("status dice laid in a hex are seen until they are taken up", () => {
  const once = staged({ laid: {} }, ["lay", [1, 2], "fear", "enemy"]);
  const twice = staged(once, ["lay", [1, 2], "bane"]);
  assert.deepEqual(twice.laid, { "1,2": ["fear@enemy", "bane"] });
  assert.deepEqual(staged(twice, ["lift", [1, 2], "fear", "enemy"]).laid, { "1,2": ["bane"] });
});

test("another language tells why options of a plan do not go together", () => {
  const plan = ["plan", [["dice", options("die:d1", "die:d2"), 0, 2]],
    [[["die:d1", "die:d2"], 1, "Stamina allows 1."]], [["die:d1", ["form:light"], "Needs another form."]]];
  use({ LIMITS: { die: "Höchstens {high}." }, NEEDS: { "why/die": ({ others }) => `Nur mit ${others[0]}.` } });
  const { shape } = asked(plan);
  use({ LIMITS: {}, NEEDS: {} });
  assert.equal(shape.limits[0].text, "Höchstens 1.");
  assert.equal(shape.needs[0].text, "Nur mit form:light.");
  assert.equal(asked(plan).shape.limits[0].text, "Stamina allows 1.");
});

const TOO_MANY = "That has too many possibilities to foresee. Plan with fewer dice.";

/** A foresight whose requests are answered one after the other by what is given. */
function foreseeing(...answers) {
  const asked = [];
  const session = {
    battle: { version: 7, over: false }, link: "up",
    call: async (...request) => {
      asked.push(request);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { foresight: new Foresight(session, () => {}), session, asked };
}

const textIn = (node) => (Array.isArray(node) ? node.map(textIn).join("") : node?.kids ? textIn(node.kids) : typeof node === "string" ? node : "");

test("a plan with too many possibilities shows the server's sentence in place of its odds", async () => {
  const { foresight, session, asked } = foreseeing(new Refusal("too_large", TOO_MANY));
  const ask = { app: { foresight }, scene: {}, question: { about: "a1" }, picks: ["target:e1", "die:d1"] };
  assert.equal(oddsOf(ask), false);
  await new Promise(setImmediate);
  assert.equal(textIn(oddsOf(ask)), TOO_MANY);
  assert.equal(asked.length, 1); // the same would be refused again
  session.battle.version = 8;
  assert.equal(oddsOf(ask), false);
});

test("a preview that the server has no time for is asked for again after a while", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const odds = ["engage", "e1", [], [[0], [1], 1], [[0], [1], 1], 0, "", []];
  const { foresight, asked } = foreseeing(new Refusal("busy", "Ask again later."), ["previewed", 1, 7, odds]);
  foresight.engage("a1", ["target:e1"]);
  await new Promise(setImmediate);
  assert.equal(foresight.whyNot("a1", ["target:e1"]), "Ask again later.");
  assert.equal(foresight.engage("a1", ["target:e1"]), null);
  assert.equal(asked.length, 1);
  context.mock.timers.tick(2000);
  assert.equal(foresight.engage("a1", ["target:e1"]), null);
  await new Promise(setImmediate);
  assert.equal(foresight.engage("a1", ["target:e1"]).target, "e1");
  assert.equal(foresight.whyNot("a1", ["target:e1"]), "");
  assert.equal(asked.length, 2);
});
