// Reads a replay file as the browser does and checks its dice, with both implementations of SHA-256.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const core = new URL("../../clients/web/src/core/", import.meta.url);
const { readFile, BadFile } = await import(new URL("replay_file.ts", core));
const { checkDice, Unfair } = await import(new URL("dice_check.ts", core));
const { Film } = await import(new URL("film.ts", core));
const sha = await import(new URL("sha256.ts", core));

const file = new Uint8Array(readFileSync(process.argv[2]));
const read = await readFile(file);

if (process.argv[3] === "forged") {
  const roll = read.raw.flatMap((one) => one[2]).find((event) => event[0] === "roll");
  const [face] = roll[5];
  roll[5][0] = (face + 1) % roll[4];
  await assert.rejects(checkDice(read.raw), Unfair);
  roll[5][0] = face;
  const draw = read.raw.flatMap((one) => one[2]).find((event) => event[0] === "draw" && Object.keys(event[5]).length > 1);
  const card = draw[4];
  draw[4] = Object.keys(draw[5]).find((key) => key !== card);
  await assert.rejects(checkDice(read.raw), Unfair);
  draw[4] = card;
  const closing = read.raw.at(-1)[9];
  closing[1] = closing[1].replace(/^../, "ff");
  await assert.rejects(checkDice(read.raw), Unfair);
  const changed = file.slice();
  changed[changed.length - 9] ^= 1;
  await assert.rejects(readFile(changed), BadFile);
  console.log("3 forgeries found");
} else {
  const film = new Film(read);
  const last = film.battleAt(film.last);
  assert.ok(last.over);
  for (let version = film.last; version >= 1; version -= 7) assert.equal(film.battleAt(version).version, version);
  const end = film.end();
  assert.deepEqual(film.look(end).state, last.state);
  let moment = { version: 1, event: 0 };
  for (let steps = 0; steps < 20_000 && (moment.version < end.version || moment.event < end.event); steps += 1)
    moment = film.step(moment, "event", 1);
  assert.deepEqual(moment, end, "step by step to the end");
  const back = film.step(end, "round", -1);
  assert.equal(film.commits[back.version - 1].events[back.event - 1][0], "round");
  const text = new TextEncoder();
  for (const words of ["", "abc", "x".repeat(55), "y".repeat(64), "z".repeat(1000)]) {
    assert.equal(sha.hex(sha.plainDigest(text.encode(words))), sha.hex(await sha.digest(text.encode(words))));
    const sign = await sha.hmacOf(text.encode(`key ${words}`));
    assert.equal(sha.hex(sha.plainHmac(text.encode(`key ${words}`), text.encode(words))), sha.hex(await sign(text.encode(words))));
  }
  const native = await checkDice(read.raw);
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  assert.equal(sha.isNative(), false);
  const own = await checkDice(read.raw);
  console.log(`native ${native.dice} own ${own.dice}`);
}
