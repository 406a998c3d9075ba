/** The kinds of ground: what each is made of, and its colours by lamp and by day. */

/** A colour as red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** How a kind of ground is drawn: what its texture is made of. */
export type Texture =
  "turf" | "earth" | "flags" | "slabs" | "rock" | "water" | "mire" | "snow" | "embers" | "boards" | "pit";

export type Kind =
  | "grass"
  | "meadow"
  | "dry"
  | "forest"
  | "path"
  | "sand"
  | "ruin"
  | "gaol"
  | "cell"
  | "rock"
  | "cave"
  | "moss"
  | "crystal"
  | "water"
  | "deep"
  | "swamp"
  | "ice"
  | "ash"
  | "lava"
  | "planks"
  | "pit";

export interface Ground {
  texture: Texture;
  /** Dark, middle and light. */
  tones: readonly [Colour, Colour, Colour];
  /** Where two kinds meet, the higher one's edge lies over the lower one. */
  rank: number;
}

const hex = (text: string): Colour =>
  [0, 2, 4].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as unknown as Colour;

function ground(texture: Texture, rank: number, dark: string, middle: string, light: string): Ground {
  return { texture, rank, tones: [hex(dark), hex(middle), hex(light)] };
}

/** All kinds. Colours are those of a warm lamp; the light theme washes them with vellum. */
export const GROUNDS: Readonly<Record<Kind, Ground>> = {
  grass: ground("turf", 5, "36422a", "566339", "7b8350"),
  meadow: ground("turf", 5, "424d2b", "69733f", "929257"),
  dry: ground("turf", 5, "4f4830", "786d43", "a39564"),
  forest: ground("turf", 6, "25311d", "3d4c2a", "5b6637"),
  path: ground("earth", 4, "5c4930", "87704a", "ab9263"),
  sand: ground("earth", 4, "77603a", "a88a56", "d0b27a"),
  ruin: ground("flags", 3, "535047", "7e786a", "a29a87"),
  gaol: ground("slabs", 3, "3d3a3a", "625c57", "8a8177"),
  cell: ground("slabs", 3, "37322e", "564b41", "7a6b5a"),
  rock: ground("rock", 4, "4d463c", "776c5b", "a39578"),
  cave: ground("rock", 4, "33302f", "575049", "80756a"),
  moss: ground("rock", 4, "2e3626", "4f5a38", "7d8450"),
  crystal: ground("rock", 4, "2b2d38", "4b4e5f", "80859a"),
  water: ground("water", 1, "143048", "27546f", "6fa3b4"),
  deep: ground("water", 1, "0d2236", "1b425c", "5a8ea4"),
  swamp: ground("mire", 5, "3a4028", "5f6438", "878552"),
  ice: ground("snow", 5, "5c7182", "93a7b4", "c6d3d8"),
  ash: ground("embers", 4, "2c2725", "4c433d", "71645a"),
  lava: ground("embers", 2, "3a1c12", "6a2d18", "a34b22"),
  planks: ground("boards", 7, "4a3520", "7d5d38", "a98350"),
  pit: ground("pit", 0, "0c0a0a", "171312", "241d1a"),
};

/** Whether a kind is wet: its shores have banks and foam. */
export const isWet = (kind: Kind): boolean => GROUNDS[kind].texture === "water";
