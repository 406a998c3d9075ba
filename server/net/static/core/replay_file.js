/** A battle's replay file: its head, its checksum, its commits. PROTOCOL.md has the format. */

import { commit as readCommit } from "./messages.js";
import { budget, unpacked } from "./msgpack.js";
import { digest } from "./sha256.js";
import { FAULTS } from "../texts/en.js";

const MAGIC = "HWREPLAY";
const FORMAT = 1;
const HEAD = 42;
const MOST_FILE = 32 * 1024 * 1024; // bytes: of the file, and inflated
const MOST_BYTES = 64 * 1024 * 1024;

/** The file cannot be used; the text says why. */
export class BadFile extends Error {}

/** There is no such recording, or not for us. */
export class Gone extends BadFile {}

/**
 * What a file holds: the battle, whether it is over, its commits as raw arrays.
 * @param {Uint8Array} file @returns {Promise<{battle: string, finished: boolean, raw: any[][]}>}
 */
export async function readFile(file) {
  if (file.length > MOST_FILE) throw new BadFile(FAULTS.tooMuch);
  const magic = new TextDecoder().decode(file.subarray(0, 8));
  if (magic !== MAGIC || file.length < HEAD) throw new BadFile(FAULTS.noReplay);
  const format = file[8] * 256 + file[9];
  if (format !== FORMAT) throw new BadFile(FAULTS.format(format, FORMAT));
  const sum = await digest(file.subarray(HEAD));
  if (!sum.every((byte, at) => byte === file[10 + at])) throw new BadFile(FAULTS.damaged);
  return contents(await inflated(file.subarray(HEAD)));
}

/** @param {Uint8Array} plain */
function contents(plain) {
  const left = budget();
  try {
    const [battle, finished, frames] = unpacked(plain, left);
    return { battle, finished, raw: frames.map((frame) => unpacked(frame, left)) };
  } catch (fault) {
    throw fault instanceof RangeError ? new BadFile(FAULTS.tooMuch) : fault;
  }
}

/** The bytes that a zlib stream holds, not read on where they are too many. @param {Uint8Array} bytes */
async function inflated(bytes) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new BadFile(FAULTS.tooMuch);
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A battle's file from the server, by its key where it has one. @param {string} battle @param {string} key @returns {Promise<Uint8Array>} */
export async function fetchFile(battle, key) {
  // In a header: what stands in an address is written into logs and histories.
  const reply = await fetch(`/replay/${encodeURIComponent(battle)}`, { headers: key ? { "Hexwarden-Share": key } : {} });
  if (reply.status === 404) throw new Gone(FAULTS.gone);
  if (!reply.ok) throw new BadFile(await reply.text());
  return new Uint8Array(await reply.arrayBuffer());
}

/** The commits of a file in the form that the client works with. */
export const commitsOf = (raw) => raw.map(readCommit);
