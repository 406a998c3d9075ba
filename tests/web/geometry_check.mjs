// The browser's geometry beside the server's: distances, sight, where enemies may stand and strike.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const core = new URL("../../clients/web/src/core/", import.meta.url);
const { Ground, threat } = await import(new URL("geometry.ts", core));
const { Glossary } = await import(new URL("glossary.ts", core));

const { maps, battles, words } = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for (const { tiles, blocked, distances, sees } of maps) {
  const ground = new Ground(tiles, blocked);
  for (const [from, far] of Object.entries(distances)) {
    assert.deepEqual(Object.fromEntries(ground.distances(from)), far, `distances from ${from}`);
    const seen = Object.keys(distances).filter((to) => ground.sees(from, to)).sort();
    assert.deepEqual(seen, sees[from], `sight from ${from}`);
  }
}
const glossary = new Glossary(words);
for (const { state, enemies } of battles) {
  for (const [id, { stands, strikes }] of Object.entries(enemies)) {
    const found = threat(state, state.units[id], glossary);
    assert.deepEqual([...found.stands].sort(), stands, `where ${id} may stand`);
    assert.deepEqual([...found.strikes].sort(), strikes, `what ${id} may strike`);
  }
}
console.log(`${maps.length} maps ${battles.length} battles`);
