import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { entryAt } from "./certain.ts";
import { Inflating } from "./deflated.ts";

const commits = Array.from({ length: 300 }, (_, at) => JSON.stringify(["c", at, "heroes/1/dice/d3/face", at % 7]));

/** What a server sends for commits, and the past behind them. */
function sent(texts: string[]): { frames: Buffer[]; past: Buffer } {
  let past = Buffer.alloc(0);
  const frames = texts.map((text, at) => {
    const frame = deflateRawSync(text, past.length ? { dictionary: past, windowBits: 12 } : { windowBits: 12 });
    past = Buffer.concat([past, Buffer.from(text)]).subarray(-4096);
    return Buffer.concat([Buffer.of(1, at % 256), frame]);
  });
  return { frames, past };
}

const data = (frame: Buffer): ArrayBuffer => new Uint8Array(frame).buffer;

async function heardOf(frames: (string | Buffer)[]): Promise<{ heard: string[]; lost: number }> {
  const heard: string[] = [];
  let lost = 0;
  const inflating = new Inflating(
    (text) => heard.push(text),
    () => (lost += 1),
  );
  for (const frame of frames) inflating.take(typeof frame === "string" ? frame : data(frame));
  await inflating.last;
  return { heard, lost };
}

test("commits and what comes between them are told in their order", async () => {
  const { frames } = sent(commits);
  const mixed = [Buffer.of(0, 0), '["hello"]', ...frames.slice(0, 5), Buffer.from('["done",1]'), ...frames.slice(5)];
  const { heard } = await heardOf(mixed);
  assert.deepEqual(heard, ['["hello"]', ...commits.slice(0, 5), '["done",1]', ...commits.slice(5)]);
});

test("who comes late is told the past and reads on", async () => {
  const { past } = sent(commits.slice(0, 280));
  const { frames } = sent(commits);
  const { heard } = await heardOf([Buffer.concat([Buffer.of(0, 280 % 256), past]), ...frames.slice(280)]);
  assert.deepEqual(heard, commits.slice(280));
});

test("what is not deflated is told at once", () => {
  const heard: string[] = [];
  const inflating = new Inflating(
    (text) => heard.push(text),
    () => assert.fail(),
  );
  inflating.take(data(Buffer.from('["welcome"]')));
  assert.deepEqual(heard, ['["welcome"]']);
});

test("a commit that does not follow, or is none, is not told", async () => {
  const { frames } = sent(commits);
  const { heard, lost } = await heardOf([entryAt(frames, 0), entryAt(frames, 2), Buffer.of(1, 1, 255, 255)]);
  assert.deepEqual(heard, [commits[0]]);
  assert.equal(lost, 2);
});
