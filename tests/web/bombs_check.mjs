// Reads replay files that would take gigabytes, or time without end, as the browser does.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

const core = new URL("../../clients/web/src/core/", import.meta.url);
const { readFile, BadFile } = await import(new URL("replay_file.ts", core));
const { FAULTS } = await import(new URL("../texts/en.ts", core));
const { checkDice, Unfair } = await import(new URL("dice_check.ts", core));

const folder = process.argv[2];
const refused = [];
for (const name of readdirSync(folder)) {
  const file = new Uint8Array(readFileSync(`${folder}/${name}`));
  const read = readFile(file);
  if (name.startsWith("a die")) await assert.rejects(checkDice((await read).raw), Unfair, name);
  else await assert.rejects(read, BadFile, name);
  refused.push(name);
}

const large = new Uint8Array(33 * 2 ** 20); // not even looked at: its checksum is wrong, too
large.set(new TextEncoder().encode("HWREPLAY\0\u0001"));
await assert.rejects(readFile(large), { message: FAULTS.tooMuch });
const { rss } = process.memoryUsage();
assert.ok(rss < 1.2 * 2 ** 30, `${rss} bytes`);
console.log(refused.length);
