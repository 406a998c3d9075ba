/** A battle's replay file: its head, its checksum, its commits. PROTOCOL.md has the format. */

import { entryAt } from "./certain.ts";
import { REPLAY_MAGIC } from "../protocol.ts";
import type { BattleId, Commit } from "../protocol.ts";
import { FAULTS } from "../texts/en.ts";
import { commit as readCommit } from "./messages.ts";
import { digest } from "./sha256.ts";
import type { Bytes } from "./sha256.ts";

const FORMAT = 1;
const HEAD = 42;
const MOST_FILE = 32 * 1024 * 1024; // bytes: of the file, and inflated
const MOST_BYTES = 64 * 1024 * 1024;

/** The file cannot be used; the text says why. */
export class BadFile extends Error {}

/** There is no such recording, or not for us. */
export class Gone extends BadFile {}

/** What a file holds: the battle, whether it is over, its commits as they went over the wire. */
export type Recording = { battle: BattleId; finished: boolean; raw: Commit[] };

/** Read a file. Throws `BadFile`. */
export async function readFile(file: Bytes): Promise<Recording> {
  if (file.length > MOST_FILE) throw new BadFile(FAULTS.tooMuch);
  const magic = new TextDecoder().decode(file.subarray(0, 8));
  if (magic !== REPLAY_MAGIC || file.length < HEAD) throw new BadFile(FAULTS.noReplay);
  const format = entryAt(file, 8) * 256 + entryAt(file, 9);
  if (format !== FORMAT) throw new BadFile(FAULTS.format(format, FORMAT));
  const sum = await digest(file.subarray(HEAD));
  if (!sum.every((byte, at) => byte === file[10 + at])) throw new BadFile(FAULTS.damaged);
  return contents(await inflated(file.subarray(HEAD)));
}

/** What a file holds; how it is packed is read by a script that comes with the first file. */
async function contents(plain: Bytes): Promise<Recording> {
  const { budget, unpacked } = await import("./msgpack.ts");
  const left = budget();
  try {
    const [battle, finished, frames] = unpacked(plain, left) as [BattleId, boolean, Bytes[]];
    return { battle, finished, raw: frames.map((frame) => unpacked(frame, left) as Commit) };
  } catch (fault) {
    throw fault instanceof RangeError ? new BadFile(FAULTS.tooMuch) : fault;
  }
}

/** The bytes that a zlib stream holds, not read on where they are too many. */
async function inflated(bytes: Bytes): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  const chunks: Bytes[] = [];
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

/** A battle's file from the server, by its key where it has one. */
export async function fetchFile(battle: BattleId, key: string): Promise<Bytes> {
  // In a header: what stands in an address is written into logs and histories.
  const reply = await fetch(`/replay/${encodeURIComponent(battle)}`, {
    headers: key ? { "Hexwarden-Share": key } : {},
  });
  if (reply.status === 404) throw new Gone(FAULTS.gone);
  if (!reply.ok) throw new BadFile(await reply.text());
  return new Uint8Array(await reply.arrayBuffer());
}

/** The commits of a file in the form that the client works with. */
export const commitsOf = (raw: readonly Commit[]) => raw.map(readCommit);
