/**
 * SHA-256 and HMAC-SHA256: by WebCrypto where the page may use it, else worked out here. Browsers
 * give WebCrypto to secure pages only, and a table on a home network is often plain http.
 */

/** Bytes of a page's own memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

const K = new Uint32Array(64);
const START = new Uint32Array(8);
const BLOCK = 64;

/** The first 32 bits of the fractional part. */
const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32);

for (let number = 2, found = 0; found < 64; number += 1) {
  let isPrime = true;
  for (let by = 2; by * by <= number; by += 1) if (number % by === 0) isPrime = false;
  if (!isPrime) continue;
  K[found] = fraction(Math.cbrt(number));
  if (found < 8) START[found] = fraction(Math.sqrt(number));
  found += 1;
}

/** A word of a list that is known to be so long. */
const wordAt = (words: Uint32Array, at: number): number => words[at] ?? 0;

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** */
function mix(state: Uint32Array, view: DataView, from: number, w: Uint32Array) {
  for (let at = 0; at < 16; at += 1) w[at] = view.getUint32(from + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const [x, y] = [wordAt(w, at - 15), wordAt(w, at - 2)];
    const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[at] = (wordAt(w, at - 16) + s0 + wordAt(w, at - 7) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + wordAt(K, at) + wordAt(w, at)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = (wordAt(state, at) + word) | 0));
}

/** The digest of bytes, without WebCrypto. */
export function plainDigest(bytes: Bytes): Bytes {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = START.slice();
  const w = new Uint32Array(64);
  for (let from = 0; from < padded.length; from += BLOCK) mix(state, view, from, w);
  const digest = new Uint8Array(32);
  state.forEach((word, at) => new DataView(digest.buffer).setUint32(at * 4, word));
  return digest;
}

/** */
function joined(...parts: Bytes[]) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** HMAC without WebCrypto. */
export function plainHmac(key: Bytes, message: Bytes) {
  const short = key.length > BLOCK ? plainDigest(key) : key;
  const [inner, outer] = [new Uint8Array(BLOCK).fill(0x36), new Uint8Array(BLOCK).fill(0x5c)];
  short.forEach((byte, at) => {
    inner[at] = 0x36 ^ byte;
    outer[at] = 0x5c ^ byte;
  });
  return plainDigest(joined(outer, plainDigest(joined(inner, message))));
}

/** Whether the browser's own implementation can be used here. */
export const isNative = () => Boolean(globalThis.crypto?.subtle);

/** */
export async function digest(bytes: Bytes): Promise<Bytes> {
  if (!isNative()) return plainDigest(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * A function that gives the HMAC of messages under one key.
 */
export async function hmacOf(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>> {
  if (!isNative() || !key.length) return async (message) => plainHmac(key, message);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const own = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", own, message));
}

/** */
export const hex = (bytes: Bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** */
export const unhex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
