/**
 * Checks every die of a finished battle: the seed that its last commit reveals must be the promised
 * one, and each roll what that seed gives. PROTOCOL.md, "Checking the dice".
 */

import { digest, hex, hmacOf, unhex } from "./sha256.js";
import { FAULTS } from "../texts/en.js";

const BYTES = new TextEncoder();
const MOST_SIDES = 1_000_000; // above 2^32 no number would count, and the draw would have no end

/** The dice are not what was promised; the text says where. */
export class Unfair extends Error {}

/** @param {any} isSo @param {string} text */
function need(isSo, text) {
  if (!isSo) throw new Unfair(text);
}

/** One draw: the unbiased hash of (key, ordinal, index). */
async function drawn(sign, ordinal, index, sides) {
  const bound = 2 ** 32 - (2 ** 32 % sides);
  for (let block = 0; ; block += 1) {
    const found = await sign(BYTES.encode(`${ordinal}:${index}:${block}`));
    const view = new DataView(found.buffer, found.byteOffset);
    for (let at = 0; at < 32; at += 4) if (view.getUint32(at) < bound) return view.getUint32(at) % sides;
  }
}


/**
 * Check a battle. `told` hears how far it is, from 0 to 1. Throws `Unfair`.
 * @param {any[][]} raw its commits as they went over the wire
 * @param {(share: number) => void} [told]
 * @returns {Promise<{dice: number, draws: number, commits: number, seed: string, commitment: string}>}
 */
export async function checkDice(raw, told = () => {}) {
  const [opening, closing] = [raw[0]?.[9], raw.at(-1)?.[9]];
  need(opening?.[0] === "open", FAULTS.noPromise);
  need(closing?.[0] === "close", FAULTS.secret);
  const seed = unhex(closing[1]);
  const commitment = opening[10];
  need(hex(await digest(seed)) === commitment, FAULTS.otherSeed);
  const battleKey = await (await hmacOf(seed))(BYTES.encode(opening[11].join("\n")));
  const sign = await hmacOf(battleKey);
  // Else of a release whose undo took the ordinals back.
  const countsOn = opening[18] === true;
  const count = { dice: 0, draws: 0, coming: 0, began: 0, countsOn };
  /** @type {Record<number, [number, number]>} */
  const after = { 0: [0, 0] };
  for (const [at, commit] of raw.entries()) {
    for (const event of commit[2]) await checkEvent(event, at + 1, sign, count, after);
    after[at + 1] = [count.coming, count.began];
    if (at % 16 === 0) told((at + 1) / raw.length);
  }
  return { dice: count.dice, draws: count.draws, commits: raw.length, seed: closing[1], commitment };
}

async function checkEvent([tag, ...fields], version, sign, count, after) {
  if (tag === "beat") count.began = count.coming;
  else if (tag === "undo" || tag === "restart") {
    if (count.countsOn) return;
    [count.coming, count.began] = after[fields[0]];
    if (tag === "restart") count.coming = count.began;
  } else if (tag === "roll" || tag === "draw") {
    need(fields[0] === count.coming, FAULTS.missing(version, count.coming));
    count.coming += 1;
  }
  if (tag === "draw") count.draws += 1;
  if (tag !== "roll") return;
  const [ordinal, , , sides, faces] = fields;
  need(sides > 0 && sides <= MOST_SIDES, FAULTS.sides(version, sides));
  for (const [index, face] of faces.entries()) {
    const fair = await drawn(sign, ordinal, index, sides);
    need(face === fair, FAULTS.otherFace(version, face + 1, fair + 1));
    count.dice += 1;
  }
}

