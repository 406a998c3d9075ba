/** The ways in which a tile of a delve can be laid: where each lies, and how one turns from one to the next. */

import type { Hex } from "./state.ts";
import type { Question } from "./messages.ts";
import { keyOf, neighbours, parse } from "./hexes.ts";

/** Which question it is. */
export const PLACE = "delve.place";

/** A tile as it would lie: its hexes, and what is printed on which of them. */
export type Lying = Readonly<Record<string, readonly Hex[]>>;

/** A way of laying a tile: its option's key and words, and the hex in which its door meets the explored one. */
export type Way = { key: string; text: string; tile: Lying; doorway: string };

/**
 * Where an option's tile would lie, as its note lists it ("hexes 1,2 1,3; doors 1,3"); null if it
 * is no such note.
 */
export function placement(note: string): Lying | null {
  if (!/^hexes -?\d/.test(note ?? "")) return null;
  return Object.fromEntries(
    note.split("; ").map((part) => {
      const [name = "", ...keys] = part.split(" ");
      return [name, keys.map(parse).filter((at) => at !== null)];
    }),
  );
}

const known = new WeakMap<Question, readonly Way[]>();

/** All ways that a question offers, those at one doorway as they follow each other when the tile is turned. */
export function waysOf(question: Question): readonly Way[] {
  const found = known.get(question) ?? inTurn(question);
  known.set(question, found);
  return found;
}

function inTurn({ shape, about }: Question): readonly Way[] {
  const door = parse(about);
  const beside = new Set(door ? neighbours(door).map(keyOf) : []);
  const ways = shape.options.flatMap(({ key, text, note }) => {
    const tile = placement(note);
    if (!tile) return [];
    const doorway = (tile["doors"] ?? []).find((at) => beside.has(keyOf(at)));
    return [{ key, text, tile, doorway: doorway ? keyOf(doorway) : "" }];
  });
  // The tile turns around the door by which it hangs; only after a whole turn it hangs by its next one.
  const hangings = [...new Set(ways.map(hangingOf))];
  return ways
    .map((way) => ({ way, hanging: hangings.indexOf(hangingOf(way)), turn: turnOf(way.key) }))
    .sort((a, b) => a.hanging - b.hanging || a.turn - b.turn)
    .map(({ way }) => way);
}

/** By how many sixths a way's tile is turned: "turn-2:3,4". */
const turnOf = (key: string): number => Number(/^turn-(\d)/.exec(key)?.[1] ?? 0);

/** Which of its doors a tile hangs by: that door as it is printed, on the tile that is not turned. */
function hangingOf({ key, doorway }: Way): string {
  const [origin, at] = [parse(key.slice(key.indexOf(":") + 1)), parse(doorway)];
  if (!origin || !at) return "";
  let [q, r] = [at[0] - origin[0], at[1] - origin[1]];
  for (let sixth = turnOf(key); sixth > 0; sixth -= 1) [q, r] = [q + r, -q];
  return `${q},${r}`;
}

/** The hexes where the tile's door can meet the explored one, in the order of the options. */
export const doorwaysOf = (question: Question): readonly string[] => {
  const order = question.shape.options.map(({ key }) => key);
  const ways = [...waysOf(question)].sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  return [...new Set(ways.map(({ doorway }) => doorway))].filter(Boolean);
};

/** The way with a key, else the first. */
export const wayOf = (question: Question, key: string | undefined): Way | undefined => {
  const ways = waysOf(question);
  return ways.find((one) => one.key === key) ?? ways[0];
};

/** The ways at the doorway of one of them, as they follow each other. */
export const waysBeside = (question: Question, { doorway }: Way): readonly Way[] =>
  waysOf(question).filter((one) => one.doorway === doorway);

/** The next way at the same doorway, round and round. */
export function turnedOn(question: Question, way: Way): Way {
  const here = waysBeside(question, way);
  return here[(here.findIndex(({ key }) => key === way.key) + 1) % here.length] ?? way;
}

/** The way at another doorway that is most like one: turned as that is, else what is suggested, else the first. */
export function movedTo(question: Question, way: Way, doorway: string): Way {
  const there = waysOf(question).filter((one) => one.doorway === doorway);
  const alike = there.find((one) => turnOf(one.key) === turnOf(way.key));
  return alike ?? there.find(({ key }) => question.fallback.includes(key)) ?? there[0] ?? way;
}

/** By how many degrees one turns from a way to another around their doorway; 0 where they hang by different doors. */
export const degreesTo = (from: Way, to: Way): number =>
  hangingOf(from) === hangingOf(to) && from.doorway === to.doorway
    ? 60 * ((turnOf(to.key) - turnOf(from.key) + 6) % 6)
    : 0;
