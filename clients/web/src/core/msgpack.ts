/**
 * MessagePack out of a stranger's file. The library reads it; before it does, the bytes are walked
 * through without keeping anything, so that a small file that would unfold to gigabytes is refused.
 */

import { decode, DecodeError } from "@msgpack/msgpack";

const MOST_DEPTH = 64;
const MOST_TEXT = 64 * 1024; // bytes

/** How many values may still be read: a small file can hold millions of empty maps. */
export type Budget = { values: number };

/** A budget; whoever reads several parts of one file hands the same one on. */
export const budget = (values = 6_000_000): Budget => ({ values });

/** How a value begins: how many bytes its length or its number takes, and what that counts. */
type Head = readonly [bytes: number, counts: "number" | "bytes" | "text" | "list" | "map"];

const HEADS: Readonly<Record<number, Head>> = {
  0xc0: [0, "number"],
  0xc2: [0, "number"],
  0xc3: [0, "number"],
  0xc4: [1, "bytes"],
  0xc5: [2, "bytes"],
  0xc6: [4, "bytes"],
  0xca: [4, "number"],
  0xcb: [8, "number"],
  0xcc: [1, "number"],
  0xcd: [2, "number"],
  0xce: [4, "number"],
  0xcf: [8, "number"],
  0xd0: [1, "number"],
  0xd1: [2, "number"],
  0xd2: [4, "number"],
  0xd3: [8, "number"],
  0xd9: [1, "text"],
  0xda: [2, "text"],
  0xdb: [4, "text"],
  0xdc: [2, "list"],
  0xdd: [4, "list"],
  0xde: [2, "map"],
  0xdf: [4, "map"],
};

/** Walk through one value without keeping it. Throws RangeError where it is cut off or too much. */
function weigh(bytes: Uint8Array, left: Budget): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const open = [1]; // how many values are still to come in each list around
  let at = 0;
  while (open.length) {
    const inmost = open.length - 1;
    const coming = open[inmost] ?? 0;
    if (coming === 0) {
      open.pop();
      continue;
    }
    open[inmost] = coming - 1;
    left.values -= 1;
    if (left.values < 0) throw new RangeError("there are too many values");
    const [length, counts, from] = headAt(view, at);
    at = from;
    if (counts === "list" || counts === "map") {
      if (length > bytes.length - at) throw new RangeError("the MessagePack is cut off");
      if (open.length >= MOST_DEPTH) throw new RangeError("lists lie too deep in each other");
      open.push(counts === "map" ? 2 * length : length);
    } else {
      if (counts === "text" && length > MOST_TEXT) throw new RangeError("a text is too long");
      at += length;
      if (at > bytes.length) throw new RangeError("the MessagePack is cut off");
    }
  }
}

/** The length that a value's head says, of what, and where its inside begins. */
function headAt(view: DataView, at: number): [length: number, counts: Head[1], from: number] {
  const kind = view.getUint8(at);
  if (kind < 0x80 || kind >= 0xe0) return [0, "number", at + 1];
  if (kind < 0x90) return [kind & 15, "map", at + 1];
  if (kind < 0xa0) return [kind & 15, "list", at + 1];
  if (kind < 0xc0) return [kind & 31, "text", at + 1];
  const head = HEADS[kind];
  if (!head) throw new RangeError(`MessagePack of kind ${kind}`);
  const [size, counts] = head;
  if (counts === "number") return [size, counts, at + 1];
  const length = size === 1 ? view.getUint8(at + 1) : size === 2 ? view.getUint16(at + 1) : view.getUint32(at + 1);
  return [length, counts, at + 1 + size];
}

/** The value that the bytes hold. Throws RangeError where they are no whole one, or too much. */
export function unpacked(bytes: Uint8Array, left = budget()): unknown {
  weigh(bytes, left);
  try {
    return decode(bytes);
  } catch (fault) {
    throw fault instanceof DecodeError ? new RangeError(fault.message) : fault;
  }
}
