/** How far a recording plays by itself. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Film } from "./film.ts";
import { Player } from "./player.ts";
import type { Stage } from "./stage.ts";

/** A recording of five commits with one event each, and how far it is when each has been shown at once. */
function playing(until?: number): { player: Player; shown: number[] } {
  const film = {
    last: 5,
    finished: true,
    commits: [],
    battleAt: () => ({}),
    look: () => ({ state: {} }),
    commitOf: () => ({ events: [1] }),
    played: () => ({ battle: {} }),
  } as unknown as Film;
  const shown: number[] = [];
  const stage = {
    isBusy: false,
    speed: 1,
    stand: () => {},
    play: () => {
      shown.push(player.moment.version);
      player.goOn();
    },
  } as unknown as Stage;
  const player = new Player(film, stage, { changed: () => {}, sought: () => {} });
  player.seekVersion(1);
  player.play(1, until);
  return { player, shown };
}

test("a moment is played until it is over, and from there on if somebody wants to", () => {
  const { player, shown } = playing(3);
  assert.deepEqual([shown, player.isPlaying], [[2, 3], false]);
  player.play(1);
  assert.deepEqual([shown, player.isPlaying], [[2, 3, 4, 5], false]);
});

test("otherwise it is played to its end", () => {
  assert.deepEqual(playing().shown, [2, 3, 4, 5]);
});
