// Inflates what a battle's connection brings, by PROTOCOL.md's way for browsers ("Deflated commits"), with what browsers have.
//
//     node inflating.mjs < FRAMES, one a line, each in Base64
//
// Prints the messages, one a line.

import { readFileSync } from "node:fs";

const KEPT = 4096;
let past = new Uint8Array();
let count = 0;

const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));

async function inflated(stream) {
  const low = past.length & 255;
  const high = past.length >> 8;
  const stored = joined([0, low, high, 255 - low, 255 - high], past, stream);
  const whole = new Blob([stored]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(whole).arrayBuffer()).slice(past.length);
}

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const frame = new Uint8Array(Buffer.from(line, "base64"));
  if (frame[0] === 0) {
    [count, past] = [frame[1], frame.slice(2)];
    continue;
  }
  let message = frame;
  if (frame[0] === 1) {
    if (frame[1] !== count % 256) throw new Error("another past");
    message = await inflated(frame.slice(2));
    past = joined(past, message).slice(-KEPT);
    count += 1;
  }
  console.log(new TextDecoder().decode(message));
}
