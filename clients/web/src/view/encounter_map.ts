/** What an encounter is played on, in small: a map of hexes or the board of a match, on its painted ground once that is there. */

import type { App } from "../app.ts";
import type { Large } from "../board/ground/job.ts";
import type { Laid } from "../board/ground/plan.ts";
import { keyOf } from "../core/hexes.ts";
import type { BoardWords, EncounterWords } from "../core/words.ts";
import { h } from "./dom.ts";
import { minimap } from "./minimap.ts";
import type { MapHex } from "./minimap.ts";
import { groundImage, smallGround } from "./small_ground.ts";
import type { SmallGround } from "./small_ground.ts";

/** Pixels a unit of the painter: of a card, and of a scene that is seen by itself. */
const SCALES = { card: 0.3, scene: 0.9 };
/** The painter's units in a hex's radius, and in a thousandth of an inch. */
const [RADIUS, MIL] = [60, 0.04];
/** Around a board in small, for its frame. */
const RIM = 500;

type Size = keyof typeof SCALES;

/** The picture of what an encounter is played on; null for what lies only once it is explored. */
export function encounterMap(app: App, id: string, words: EncounterWords | undefined, size: Size, seat: string) {
  if (words?.board) return miniBoard(words.board, groundOf(app, id, words, size, seat));
  const hexes = words?.map ?? [];
  return words && hexes.length ? minimap(hexes, groundOf(app, id, words, size, seat)) : null;
}

/** The painted ground of an encounter; null until it is there, and for what has no map before it is explored. */
export function groundOf(app: App, id: string, words: EncounterWords, size: Size, seat: string): SmallGround | null {
  const scale = SCALES[size];
  const { board, map = [] } = words;
  const job: Large = board
    ? { what: "yard", yard: { board: id, ...board }, theme: "dark", scale }
    : { what: "map", laid: laidOf(map), encounter: id, theme: "dark", scale };
  return board || map.length ? smallGround(app, { id, job, seat }) : null;
}

/** A map before anybody comes, as the painter takes it. */
function laidOf(hexes: readonly MapHex[]): Laid {
  const of = (isWanted: (word: string) => boolean) =>
    hexes.filter(([, , word]) => isWanted(word)).map(([q, r]) => [q, r] as const);
  const marked = hexes.filter(([, , word]) => ["water", "fire", "goal"].includes(word));
  return {
    tiles: {
      clash: { kind: "clash", hexes: of((word) => word !== "entrance") },
      entrance: { kind: "entrance", hexes: of((word) => word === "entrance") },
    },
    blocked: of((word) => word === "blocked"),
    marks: Object.fromEntries(marked.map(([q, r, word]) => [keyOf([q, r]), word])),
  };
}

/** A match's board from above: what stands on it, what lies on it, and where treasure is. */
function miniBoard({ width, depth, pieces, treasures }: BoardWords, ground: SmallGround | null) {
  const box = [-RIM, -RIM, width + 2 * RIM, depth + 2 * RIM];
  return h(
    "svg",
    { class: `minimap mini-board ${ground ? "painted" : ""}`, viewBox: box.join(" "), "aria-hidden": "true" },
    h("rect", { class: "mini-table", width, height: depth }),
    ground && groundImage(ground, MIL),
    [...pieces]
      .sort((one, other) => one.high - other.high)
      .map(({ id, corners, high, footing }) =>
        h("polygon", {
          key: id,
          class: `mini-piece ${high ? "high" : footing}`,
          points: corners.map((each) => each.join()).join(" "),
        }),
      ),
    treasures.map(([cx, cy]) => h("circle", { key: `${cx} ${cy}`, class: "mini-cache", cx, cy, r: 700 })),
  );
}

/** An encounter's ground as a wide view that fills its place; false until it is painted. */
export function vista(app: App, id: string, words: EncounterWords, seat: string) {
  const ground = groundOf(app, id, words, "scene", seat);
  if (!ground) return false;
  const unit = words.board ? MIL : RADIUS;
  const { frame } = ground;
  // The sheet's torn edge and its shadow stay outside: a view has no border.
  const edge = words.board ? 0.04 : 0.17;
  const [left, top] = [frame.left / unit, frame.top / unit];
  const [wide, high] = [frame.width / frame.scale / unit, frame.height / frame.scale / unit];
  const box = [left + wide * edge, top + high * edge, wide * (1 - 2 * edge), high * (1 - 2 * edge)];
  return h(
    "svg",
    {
      key: "vista",
      class: "vista",
      viewBox: box.map((one) => one.toFixed(2)).join(" "),
      preserveAspectRatio: "xMidYMid slice",
      "aria-hidden": "true",
    },
    groundImage(ground, unit),
  );
}
