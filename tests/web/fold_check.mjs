// Folds a recorded journal as the browser does, and compares with the server at every version.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const core = new URL("../../clients/web/src/core/", import.meta.url);
const { Battle } = await import(new URL("battle.ts", core));
const read = await import(new URL("messages.ts", core));
const { sentences } = await import(new URL("story.ts", core));
const { Glossary } = await import(new URL("glossary.ts", core));
const { staged } = await import(new URL("staging.ts", core));
const { Lexicon } = await import(new URL("names.ts", core));

const lines = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const opening = lines[0].commit[9];
const battle = new Battle({
  battle: "b1", version: 0, state: opening[15], questions: [], numbers: {},
  opening: read.opening(opening), ms: 0, over: false,
});
const words = JSON.parse(readFileSync(process.argv[3], "utf-8"));
const lexicon = new Lexicon(new Glossary(words));

/** Shown event by event, the units end where the commit leaves them. */
function checkStaged(played) {
  if (["undo", "restart"].includes(played.commit.events[0]?.[0])) return;
  const shown = played.commit.events.reduce(staged, played.before);
  for (const [id, unit] of Object.entries(played.after.units)) {
    const [mine, theirs] = [shown.units[id], unit];
    assert.deepEqual([mine?.at ?? null, mine?.hp, mine?.bonus], [theirs.at ?? null, theirs.hp, theirs.bonus], `${id} at ${played.commit.version}`);
  }
  for (const [id, mat] of Object.entries(played.after.adventurers)) {
    for (const place of ["row", "rolled", "active", "track", "drained"])
      assert.equal(shown.adventurers[id]?.[place]?.length ?? mat[place].length, mat[place].length, `${place} of ${id} at ${played.commit.version}`);
  }
}
const kept = [];
for (const line of lines) {
  const played = battle.take(read.commit(line.commit));
  assert.deepEqual(battle.state, line.state, `state of version ${battle.version}`);
  assert.deepEqual(battle.questions, line.questions.map(read.question), `questions of ${battle.version}`);
  for (const { text } of sentences(played, lexicon, battle.opening)) {
    assert.match(text, /^[^ ].*\.$|!/, `a sentence: ${text}`);
    assert.doesNotMatch(text, /undefined|NaN|\[object/, text);
    assert.doesNotMatch(text, /\be\d+\b/, `an id where a name belongs: ${text}`);
  }
  checkStaged(played);
  kept.push([battle.state, line.state]);
}
for (const [mine, theirs] of kept) assert.deepEqual(mine, theirs, "a state that was kept has changed");
assert.ok(battle.over, "the battle has ended");
console.log(`${lines.length} versions`);
