import assert from "node:assert/strict";
import { test } from "node:test";

import { entryAt } from "./certain.ts";
import { nameOf, seenFrom, whereabouts } from "./match_places.ts";
import type { MatchState } from "./match.ts";

const piece = (name: string, [x, y]: number[], [far, deep]: number[], high: number, footing = "firm") => ({
  id: name,
  name,
  corners: [
    { x, y },
    { x: far, y },
    { x: far, y: deep },
    { x, y: deep },
  ],
  low: 0,
  high,
  footing,
});
const state = {
  board: {
    pieces: [
      piece("House", [5000, 5000], [9000, 9000], 3000),
      piece("Rubble", [12000, 0], [16000, 4000], 0, "difficult"),
    ],
  },
} as unknown as MatchState;
const straight = (x: number, y: number) => [x, -y] as const;
const turned = (x: number, y: number) => [-x, y] as const;

test("a place is on a roof, in what hinders, beside a wall, or nowhere", () => {
  assert.equal(whereabouts(state, [6000, 6000, 3000]), "on House");
  assert.equal(whereabouts(state, [13000, 1000, 0]), "in Rubble");
  assert.equal(whereabouts(state, [4000, 6000, 0]), "beside House");
  assert.equal(whereabouts(state, [3000, 6000, 0]), "");
  assert.equal(whereabouts(state, [9500, 9500, 3000]), "");
});

test("a place is so far off as the table is drawn for whoever sits at it", () => {
  assert.equal(seenFrom(state, [1000, 1000, 0], [2500, 500, 0], straight), '1.5" right, 0.5" back');
  assert.equal(seenFrom(state, [1000, 1000, 0], [2500, 500, 0], turned), '1.5" left, 0.5" ahead');
  assert.equal(seenFrom(state, [4000, 6000, 0], [4000, 6000, 0], straight), "where it stands, beside House");
});

test("pieces of one name have letters in the order of the board", () => {
  const hut = (id: string) => ({ ...piece("Hut", [0, 0], [1, 1], 3000), id });
  const huts = Array.from({ length: 28 }, (_, at) => hut(`hut-${at}`));
  const board = { pieces: [...huts, ...state.board.pieces] } as MatchState["board"];
  assert.deepEqual(
    [0, 1, 25, 26, 27, 28].map((at) => nameOf(board, entryAt(board.pieces, at))),
    ["Hut A", "Hut B", "Hut Z", "Hut AA", "Hut AB", "House"],
  );
});
