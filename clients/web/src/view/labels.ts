/** The names of delve cards on the map, each in a hex of its tile where nothing else stands. */

import type { Scene } from "./scene.ts";
import type { Hex, State, Tile } from "../core/state.ts";
import { keyOf } from "../core/hexes.ts";
import { h, memo } from "./dom.ts";
import { moved, placed } from "./placing.ts";

const LETTERS = 11;
/** From line to line, in letters' heights. */
const LINE = 1.05;

/** A tile's card in a few words: its name, whether its trap is armed, its shards. */
function wordsOf(scene: Scene, tile: Tile) {
  const more = tile.armed ? "⚠" : tile.shards ? `◆${tile.shards}` : "";
  const words = scene.lexicon.piece("cards", tile.card).split(" ");
  const lines: string[] = [];
  for (const word of more ? [...words, more] : words) {
    if (lines.length && `${lines.at(-1)} ${word}`.length <= LETTERS) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** The hex of a tile that is best left for its name: nobody on it, little else, near the middle. */
function spotOf(state: State, tile: Tile, taken: ReadonlySet<string>, offers: ReadonlyMap<string, unknown>) {
  const middle = tile.hexes
    .map(placed)
    .reduce((sum, at) => ({ x: sum.x + at.x / tile.hexes.length, y: sum.y + at.y / tile.hexes.length }), {
      x: 0,
      y: 0,
    });
  const printed = new Set([...(tile.doors ?? []), ...(tile.hearts ?? []), ...(tile.stores ?? [])].map(keyOf));
  const cost = (at: Hex) => {
    const key = keyOf(at);
    const { x, y } = placed(at);
    return (
      Math.hypot(x - middle.x, y - middle.y) +
      (state.marks?.[key] ? 300 : 0) +
      (offers.has(key) ? 100 : 0) +
      (printed.has(key) ? 50 : 0)
    );
  };
  const free = tile.hexes.filter((at) => !taken.has(keyOf(at)));
  return free.length ? free.reduce((best, at) => (cost(at) < cost(best) ? at : best)) : null;
}

export function labels(scene: Scene) {
  const { state, offers } = scene;
  const units = Object.values(state.units).flatMap((unit) => (unit.at ? [keyOf(unit.at)] : []));
  const taken = new Set([...units, ...Object.keys(state.caches ?? {})]);
  return Object.values(state.tiles)
    .filter((tile) => tile.card && tile.hexes.length)
    .map((tile) => {
      const spot = spotOf(state, tile, taken, offers);
      const key = spot ? keyOf(spot) : "";
      return spot && memo(`card-${tile.card}`, [tile, key, scene.glossary.data], () => label(scene, tile, spot));
    });
}

function label(scene: Scene, tile: Tile, spot: Hex) {
  const lines = wordsOf(scene, tile);
  return h(
    "g",
    { class: `tile-card ${tile.armed ? "armed" : ""}`, style: moved(spot), "data-card": `cards:${tile.card}` },
    h(
      "text",
      { y: -14 },
      lines.map((line, at) =>
        h("tspan", { key: at, x: 0, dy: `${at ? LINE : (1 - lines.length) * LINE * 0.5}em` }, line),
      ),
    ),
  );
}
