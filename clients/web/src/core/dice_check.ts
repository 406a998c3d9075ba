/**
 * Checks every die of a finished battle: the seed that its last commit reveals must be the promised
 * one, and each roll what that seed gives. PROTOCOL.md, "Checking the dice".
 */

import type { BattleEvent, Commit } from "../protocol.ts";
import type { EventOf } from "./events.ts";
import { digest, hex, hmacOf, unhex } from "./sha256.ts";
import type { Bytes } from "./sha256.ts";
import { FAULTS } from "../texts/en.ts";

const BYTES = new TextEncoder();
const MOST_SIDES = 1_000_000; // above 2^32 no number would count, and the draw would have no end

/** The dice are not what was promised; the text says where. */
export class Unfair extends Error {}

/** Signs a message with the battle's key. */
type Sign = (message: Bytes) => Promise<Bytes>;

/** How far a check is: `coming` is the ordinal of the next draw, `began` the one at the beat's start. */
type Count = { dice: number; draws: number; coming: number; began: number; countsOn: boolean };

/** The ordinals after each version: the next draw's, and that of its beat's start. */
type Ordinals = Record<number, [coming: number, began: number]>;

const ordinalsAt = (after: Ordinals, version: number) => after[version] ?? [0, 0];

/** What a check has found. */
export type Checked = { dice: number; draws: number; commits: number; seed: string; commitment: string };

function need(isSo: boolean, text: string): asserts isSo {
  if (!isSo) throw new Unfair(text);
}

/** One draw: the unbiased hash of (key, ordinal, index). */
async function drawn(sign: Sign, ordinal: number, index: number, sides: number): Promise<number> {
  const bound = 2 ** 32 - (2 ** 32 % sides);
  for (let block = 0; ; block += 1) {
    const found = await sign(BYTES.encode(`${ordinal}:${index}:${block}`));
    const view = new DataView(found.buffer, found.byteOffset);
    for (let at = 0; at < 32; at += 4) if (view.getUint32(at) < bound) return view.getUint32(at) % sides;
  }
}

/** Check a battle's commits. `told` hears how far it is, from 0 to 1. Throws `Unfair`. */
export async function checkDice(raw: readonly Commit[], told: (share: number) => void = () => {}): Promise<Checked> {
  const [opening, closing] = [raw[0]?.[9], raw.at(-1)?.[9]];
  if (opening?.[0] !== "open") throw new Unfair(FAULTS.noPromise);
  if (closing?.[0] !== "close") throw new Unfair(FAULTS.secret);
  const seed = unhex(closing[1]);
  const commitment = opening[10];
  need(hex(await digest(seed)) === commitment, FAULTS.otherSeed);
  const battleKey = await (await hmacOf(seed))(BYTES.encode(opening[11].join("\n")));
  const sign = await hmacOf(battleKey);
  // Else of a release whose undo took the ordinals back.
  const countsOn = opening[18] === true;
  const count: Count = { dice: 0, draws: 0, coming: 0, began: 0, countsOn };
  const after: Ordinals = { 0: [0, 0] };
  for (const [at, commit] of raw.entries()) {
    for (const event of commit[2]) await checkEvent(event, at + 1, sign, count, after);
    after[at + 1] = [count.coming, count.began];
    if (at % 16 === 0) told((at + 1) / raw.length);
  }
  return { dice: count.dice, draws: count.draws, commits: raw.length, seed: closing[1], commitment };
}

/** A draw's card by its place among the cards it was drawn from; older releases do not name those. */
async function checkCard([, ordinal, , total, card, cards = {}]: EventOf<"draw">, version: number, sign: Sign) {
  const keys = Object.keys(cards).sort();
  if (!keys.length) return;
  const numberOf = (key: string): number => cards[key] ?? 0;
  const whole = keys.every((key) => Number.isInteger(numberOf(key)) && numberOf(key) > 0);
  const all = keys.reduce((sum, key) => sum + numberOf(key), 0);
  need(whole && total <= MOST_SIDES && all === total, FAULTS.cards(version));
  let left = await drawn(sign, ordinal, 0, total);
  const fair = keys.find((key) => (left -= numberOf(key)) < 0);
  need(card === fair, FAULTS.otherCard(version, card, fair ?? ""));
}

/** The faces of a roll by its place among all draws. */
async function checkRoll([, ordinal, , , sides, faces]: EventOf<"roll">, version: number, sign: Sign, count: Count) {
  need(sides > 0 && sides <= MOST_SIDES, FAULTS.sides(version, sides));
  for (const [index, face] of faces.entries()) {
    const fair = await drawn(sign, ordinal, index, sides);
    need(face === fair, FAULTS.otherFace(version, face + 1, fair + 1));
    count.dice += 1;
  }
}

async function checkEvent(event: BattleEvent, version: number, sign: Sign, count: Count, after: Ordinals) {
  switch (event[0]) {
    case "beat":
      count.began = count.coming;
      return;
    case "undo":
    case "restart":
      if (count.countsOn) return;
      [count.coming, count.began] = ordinalsAt(after, event[1]);
      if (event[0] === "restart") count.coming = count.began;
      return;
    case "roll":
    case "draw":
      need(event[1] === count.coming, FAULTS.missing(version, count.coming));
      count.coming += 1;
      if (event[0] === "roll") return checkRoll(event, version, sign, count);
      count.draws += 1;
      return checkCard(event, version, sign);
    default: // takes no chance
  }
}
