/** A tile as it could be laid: drawn over the map while one looks at that way of connecting it. */

import { corners, keyOf, parse } from "../core/hexes.js";
import { h } from "./dom.js";
import { drawing } from "./icons.js";
import { moved, SIZE } from "./placing.js";

const CELL = corners(SIZE - 2);
const DRAWN = { doors: "door", hearts: "enemy", caches: "bag" };

/**
 * Where an option's tile would lie, as its note lists it ("hexes 1,2 1,3; doors 1,3"); null if it
 * is no such note. @param {string} note @returns {Record<string, [number, number][]> | null}
 */
export function placement(note) {
  if (!/^hexes -?\d/.test(note ?? "")) return null;
  return Object.fromEntries(note.split("; ").map((part) => {
    const [name, ...keys] = part.split(" ");
    return [name, keys.map(parse).filter(Boolean)];
  }));
}

/** All placements that can be chosen now: the option's key, whether it is suggested, its hexes. */
export function placementsOf({ mine }) {
  return mine.filter((question) => question.why === "delve.place").flatMap(({ shape, fallback }) =>
    shape.options.map(({ key, note }) => {
      const tile = placement(note);
      return tile && { key, tile, isSuggested: fallback.includes(key), hexes: tile.hexes.map((at) => ({ at, key: keyOf(at) })) };
    }).filter(Boolean));
}

/** What is printed on a hex of a tile. */
const printedAt = (tile, key) => Object.keys(DRAWN).filter((kind) => (tile[kind] ?? []).some((at) => keyOf(at) === key));

/** The placement that is looked at; as long as none is, the suggested one. */
export function ghost(app, placements) {
  const shown = placements.find((one) => one.key === app.ui.ghost) ?? placements.find((one) => one.isSuggested) ?? placements[0];
  if (!shown) return [];
  const { tile } = shown;
  return [
    ...tile.hexes.map((at) => h("polygon", { key: keyOf(at), points: CELL, style: moved(at) })),
    ...tile.hexes.flatMap((at) => printedAt(tile, keyOf(at)).map((kind, nth, all) =>
      h("g", { key: `${kind}-${keyOf(at)}`, style: moved(at), class: `print ${kind}` },
        h("g", { transform: `translate(${(nth - (all.length - 1) / 2) * 22} 0) scale(${all.length > 1 ? 0.95 : 1.2})` }, drawing(DRAWN[kind]))))),
  ];
}
