/** A tile as it could be laid: drawn over the map while one looks at that way of connecting it. */

import { entryOf } from "../core/certain.ts";
import type { Hex } from "../core/state.ts";
import type { App } from "../app.ts";
import { corners, keyOf, parse } from "../core/hexes.ts";
import type { Scene } from "./scene.ts";
import { h } from "./dom.ts";
import { drawing } from "./icons.ts";
import { moved, SIZE } from "./placing.ts";

const CELL = corners(SIZE - 2);
const DRAWN: Readonly<Record<string, string>> = { doors: "door", hearts: "enemy", caches: "bag" };

/**
 * Where an option's tile would lie, as its note lists it ("hexes 1,2 1,3; doors 1,3"); null if it
 * is no such note. @param {string} note @returns {Record<string, Hex[]> | null}
 */
export function placement(note: string): Record<string, Hex[]> | null {
  if (!/^hexes -?\d/.test(note ?? "")) return null;
  return Object.fromEntries(
    note.split("; ").map((part) => {
      const [name, ...keys] = part.split(" ");
      return [name, keys.map(parse).filter((at) => at !== null)];
    }),
  );
}

/** A way of connecting a tile: the option's key, whether it is suggested, the hexes. */
export type Placement = {
  key: string;
  tile: Record<string, Hex[]>;
  isSuggested: boolean;
  hexes: { at: Hex; key: string }[];
};

/** All placements that can be chosen now: the option's key, whether it is suggested, its hexes. */
export function placementsOf({ mine }: Scene): Placement[] {
  return mine
    .filter((question) => question.why === "delve.place")
    .flatMap(({ shape, fallback }) =>
      shape.options.flatMap(({ key, note }) => {
        const tile = placement(note);
        if (!tile) return [];
        const hexes = (tile["hexes"] ?? []).map((at) => ({ at, key: keyOf(at) }));
        return [{ key, tile, isSuggested: fallback.includes(key), hexes }];
      }),
    );
}

/** What is printed on a hex of a tile. */
const printedAt = (tile: Placement["tile"], key: string) =>
  Object.keys(DRAWN).filter((kind) => (tile[kind] ?? []).some((at) => keyOf(at) === key));

/** The placement that is looked at; as long as none is, the suggested one. */
export function ghost(app: App, placements: readonly Placement[]) {
  const shown =
    placements.find((one) => one.key === app.ui.ghost) ?? placements.find((one) => one.isSuggested) ?? placements[0];
  if (!shown) return [];
  const { tile, hexes } = shown;
  return [
    ...hexes.map(({ at, key }) => h("polygon", { key, points: CELL, style: moved(at) })),
    ...hexes.flatMap(({ at, key }) =>
      printedAt(tile, key).map((kind, nth, all) =>
        h(
          "g",
          { key: `${kind}-${key}`, style: moved(at), class: `print ${kind}` },
          h(
            "g",
            { transform: `translate(${(nth - (all.length - 1) / 2) * 34} 0) scale(${all.length > 1 ? 1.5 : 2.2})` },
            drawing(entryOf(DRAWN, kind)),
          ),
        ),
      ),
    ),
  ];
}
