/** What the boards of matches are made of: ground, ways, laid planks, and what stands or lies on them. */

import type { Kind } from "./kinds.ts";

/** A place on a table, in inches. */
type Inch = readonly [x: number, y: number];

/** Ground that people have made: a way along places, so many inches wide. */
export interface Way {
  kind: Kind;
  wide: number;
  along: readonly Inch[];
}

/** Planks or slabs within a rectangle, in inches. */
export interface Deck {
  kind: Kind;
  x: readonly [number, number];
  y: readonly [number, number];
}

export interface YardScene {
  base: Kind;
  patch: Kind;
  /** What the ground becomes beside walls, where people walk. */
  worn: Kind;
  ways: readonly Way[];
  decks: readonly Deck[];
  /** Whether banks are of cut stone, as in a town, and not of earth. */
  hasQuays: boolean;
  /** Whether something grows between what stands. */
  isGreen: boolean;
}

/** Every board is the same turned half round, and so is its ground: nobody's side looks better. */
const twice = (along: readonly Inch[]): readonly (readonly Inch[])[] => [
  along,
  along.map(([x, y]) => [36 - x, 36 - y] as const),
];

const ways = (kind: Kind, wide: number, all: readonly (readonly Inch[])[]): Way[] =>
  all.flatMap(twice).map((along) => ({ kind, wide, along }));

/** A board that has no scene of its own. */
export const BARE: YardScene = {
  base: "dry",
  patch: "meadow",
  worn: "path",
  ways: [],
  decks: [],
  hasQuays: false,
  isGreen: true,
};

/** By a board's id. */
export const YARDS: Readonly<Record<string, YardScene>> = {
  abbey: {
    ...BARE,
    base: "grass",
    ways: ways("path", 1.5, [
      [
        [18, -1],
        [18.6, 6],
        [13, 11.4],
        [10.6, 13.6],
        [10.8, 18],
      ],
      [
        [10.8, 18],
        [10.6, 23],
        [17.4, 30],
      ],
    ]),
  },
  alley: {
    ...BARE,
    base: "ruin",
    patch: "cell",
    worn: "path",
    isGreen: false,
    ways: ways("gaol", 2.6, [
      [
        [-1, 4],
        [37, 4],
      ],
      [
        [18, 4],
        [18, 18],
      ],
      [
        [5.5, 4],
        [5.5, 16],
        [11, 18],
      ],
    ]),
  },
  quays: {
    ...BARE,
    base: "gaol",
    patch: "ruin",
    isGreen: false,
    hasQuays: true,
    ways: ways("path", 2.2, [
      [
        [9.5, 16],
        [12.6, 9],
        [17, 4],
        [18, -1],
      ],
    ]),
    decks: [
      { kind: "planks", x: [7.9, 11.1], y: [16, 20] },
      { kind: "planks", x: [24.9, 28.1], y: [16, 20] },
      { kind: "planks", x: [13.6, 20.6], y: [14.4, 16.2] },
      { kind: "planks", x: [15.4, 22.4], y: [19.8, 21.6] },
    ],
  },
};

/** The scene of a board; a common one for a board that has none of its own. */
export const yardOf = (board: string): YardScene => YARDS[board] ?? BARE;

/** How what stands is covered, by the name that the board gives it. */
export type Roof = "slabs" | "flags" | "tiles" | "slate" | "boards" | "crates" | "coping";

/** By the name of a piece. */
export const ROOFS: Readonly<Record<string, Roof>> = {
  "Bell Tower": "slabs",
  Nave: "flags",
  Crypt: "slabs",
  House: "tiles",
  Block: "slate",
  Warehouse: "boards",
  Crane: "boards",
  Crates: "crates",
};

/** The roof of a piece of terrain; a wall, or what nobody knows, is covered with cut stone. */
export const roofOf = (name: string): Roof => ROOFS[name] ?? "coping";
