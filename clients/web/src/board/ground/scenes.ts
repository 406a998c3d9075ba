/** What the ground of each encounter and of each delve card is made of. */

import type { Kind } from "./kinds.ts";

/** What stands where nobody can go. */
export type Obstacle =
  "trees" | "pines" | "walls" | "boulders" | "deadwood" | "crystals" | "water" | "pit" | "timber" | "rubble";

/** The light over the table: a lamp, daylight that falls in, the moon, a fire. */
export type Light = "lamp" | "moon" | "fire" | "cold" | "deep";

export interface Scene {
  /** Most of the ground, and what it changes with from place to place. */
  base: Kind;
  patch?: Kind;
  entrance: Kind;
  obstacle: Obstacle;
  light: Light;
  /** Whether a path leads from the entrance through the map. */
  path?: Kind;
  /** Whether planks lead over what nobody can cross, where ground lies on both of its sides. */
  isBridged?: boolean;
}

const scene = (base: Kind, obstacle: Obstacle, more: Partial<Scene> = {}): Scene => ({
  base,
  obstacle,
  entrance: "path",
  light: "lamp",
  ...more,
});

export const PLAIN: Scene = scene("grass", "trees", { patch: "meadow" });

/** By an encounter's id. */
export const SCENES: Readonly<Record<string, Scene>> = {
  "black-marsh": scene("swamp", "deadwood", { patch: "grass" }),
  "high-rock": scene("dry", "boulders", { patch: "meadow" }),
  jailbreak: scene("gaol", "walls", { patch: "cell", entrance: "cell" }),
  ambush: scene("swamp", "deadwood", { patch: "grass", entrance: "path" }),
  "black-ford": scene("grass", "trees", { patch: "meadow", path: "path" }),
  "blackmire-gaol": scene("gaol", "walls", { patch: "cell", entrance: "path", light: "cold" }),
  "bm-fever-root": scene("swamp", "trees", { patch: "moss", entrance: "path", light: "deep" }),
  "bm-fortieth-step": scene("ruin", "walls", { patch: "moss", entrance: "path" }),
  "bm-hushed-altar": scene("ruin", "walls", { patch: "rock", entrance: "ruin", light: "fire" }),
  "bm-quarry-roof": scene("rock", "boulders", { patch: "dry", entrance: "path" }),
  "bm-root-cellar": scene("moss", "deadwood", { patch: "swamp", entrance: "path", light: "deep" }),
  "bm-sedrys-barge": scene("path", "water", { patch: "dry", entrance: "path" }),
  "bm-smiling-pool": scene("swamp", "water", { patch: "grass", entrance: "path", light: "moon" }),
  "bm-stone-lid": scene("ruin", "walls", { patch: "moss", entrance: "rock", light: "cold" }),
  "bm-well-of-lamps": scene("rock", "walls", { patch: "moss", entrance: "path", light: "lamp" }),
  "bm-big-water": scene("swamp", "water", { patch: "grass", entrance: "path" }),
  "bm-black-sand": scene("sand", "boulders", { patch: "dry", entrance: "path" }),
  "bm-blue-lights": scene("swamp", "water", { patch: "moss", entrance: "path", light: "moon" }),
  "bm-bout-quarry": scene("rock", "boulders", { patch: "sand", entrance: "path", light: "fire" }),
  "bm-bout-wreck": scene("planks", "timber", { patch: "dry", entrance: "path", light: "lamp" }),
  "bm-early-tide": scene("sand", "water", { patch: "swamp", entrance: "path" }),
  "bm-end-bank": scene("ruin", "walls", { patch: "rock", entrance: "ruin" }),
  "bm-end-chain": scene("gaol", "walls", { patch: "cell", entrance: "path", light: "cold" }),
  "bm-end-elder": scene("moss", "trees", { patch: "swamp", entrance: "path", light: "deep" }),
  "bm-end-well": scene("ruin", "walls", { patch: "moss", entrance: "path", light: "deep" }),
  "bm-feathered-fence": scene("grass", "timber", { patch: "dry", entrance: "path" }),
  "bm-governor": scene("ruin", "walls", { patch: "moss", entrance: "ruin", light: "cold" }),
  "bm-lost-and-found": scene("swamp", "deadwood", { patch: "grass", entrance: "path" }),
  "bm-mud-final": scene("swamp", "boulders", { patch: "dry", entrance: "path", light: "fire" }),
  "bm-nine-ropes": scene("planks", "pit", { patch: "rock", entrance: "path" }),
  "bm-ox-bend": scene("swamp", "water", { patch: "meadow", entrance: "path" }),
  "bm-party-at-nowhere": scene("grass", "trees", { patch: "meadow", entrance: "path", light: "moon" }),
  "bm-patient-gull": scene("planks", "water", { patch: "dry", entrance: "path" }),
  "bm-ring-of-fires": scene("dry", "timber", { patch: "ash", entrance: "path", light: "fire" }),
  "bm-signal-hill": scene("rock", "boulders", { patch: "grass", entrance: "path", light: "fire" }),
  "bm-the-calf": scene("swamp", "trees", { patch: "grass", entrance: "path" }),
  "bm-thirteenth-hour": scene("ruin", "walls", { patch: "rock", entrance: "path", light: "moon" }),
  "bm-at-noon": scene("rock", "boulders", { patch: "dry", entrance: "path" }),
  "bm-bout-gorge": scene("planks", "pit", { patch: "rock", entrance: "path", light: "fire" }),
  "bm-out-of-the-river": scene("swamp", "water", { patch: "sand", entrance: "path" }),
  "bm-sixth-rope": scene("planks", "pit", { patch: "rock", entrance: "path" }),
  "hr-eleven-twelve": scene("gaol", "walls", { patch: "planks", entrance: "gaol" }),
  "hr-end-abbey": scene("ruin", "walls", { patch: "moss", entrance: "path" }),
  "hr-end-evenkeep": scene("cell", "walls", { patch: "gaol", entrance: "gaol", light: "cold" }),
  "hr-end-ford": scene("meadow", "water", { patch: "grass", path: "path" }),
  "hr-end-streets": scene("gaol", "timber", { patch: "path", entrance: "path", light: "moon" }),
  "hr-first-landing": scene("ruin", "pit", { patch: "moss", entrance: "ruin", light: "deep" }),
  "hr-forty-seats": scene("dry", "boulders", { patch: "meadow", entrance: "path", light: "moon" }),
  "hr-hanging-vault": scene("gaol", "pit", { patch: "ruin", entrance: "planks", light: "cold" }),
  "hr-last-floor": scene("ruin", "rubble", { patch: "rock", entrance: "ruin", light: "deep" }),
  "hr-last-gap": scene("ice", "boulders", { patch: "dry", entrance: "rock", light: "cold" }),
  "hr-read-me": scene("planks", "walls", { patch: "gaol", entrance: "gaol" }),
  "hr-second-landing": scene("cell", "pit", { patch: "planks", entrance: "gaol" }),
  "hr-the-balcony": scene("gaol", "timber", { patch: "path", entrance: "path", light: "fire" }),
  "hr-the-box": scene("sand", "walls", { patch: "dry", entrance: "gaol", light: "deep" }),
  "hr-weeping-gate": scene("ruin", "walls", { patch: "grass", entrance: "path" }),
  "broken-bridge": scene("grass", "water", { patch: "rock", path: "path", entrance: "path", isBridged: true }),
  "burning-mill": scene("dry", "timber", { patch: "ash", light: "fire", path: "path" }),
  "drowned-archive": scene("ruin", "walls", { patch: "moss", entrance: "ruin", light: "deep" }),
  horseshoe: scene("dry", "boulders", { patch: "rock", entrance: "path" }),
  "last-stand": scene("dry", "boulders", { patch: "grass", entrance: "ruin" }),
  "marked-one": scene("ash", "boulders", { patch: "rock", entrance: "path", light: "fire" }),
  "mirror-pool": scene("meadow", "water", { patch: "grass", entrance: "path" }),
  "moonlit-shrine": scene("forest", "pines", { patch: "grass", entrance: "path", light: "moon" }),
  "narrow-pass": scene("ice", "boulders", { patch: "rock", entrance: "rock", light: "cold" }),
  "night-run": scene("forest", "pines", { patch: "grass", path: "path", light: "moon" }),
  "plain-clash": scene("grass", "trees", { patch: "meadow", path: "path" }),
  "ruined-keep": scene("ruin", "walls", { patch: "grass", entrance: "path" }),
  sinkhole: scene("sand", "boulders", { patch: "dry", entrance: "path" }),
  "supply-wagon": scene("grass", "trees", { patch: "dry", path: "path" }),
  "three-seals": scene("ruin", "walls", { patch: "moss", entrance: "path" }),
  "watch-hill": scene("dry", "boulders", { patch: "meadow", entrance: "path" }),
  "smugglers-warren": scene("cave", "boulders", { patch: "rock", entrance: "planks" }),
  "sunken-crypt": scene("ruin", "walls", { patch: "moss", entrance: "ruin", light: "deep" }),
  "glass-mine": scene("cave", "crystals", { patch: "crystal", entrance: "planks", light: "cold" }),
};

/** By the terrain of an overland map: what its hexes are made of. */
export const LANDS: Readonly<Record<string, { base: Kind; patch?: Kind }>> = {
  marsh: { base: "swamp", patch: "grass" },
  jungle: { base: "forest" },
  forest: { base: "forest", patch: "grass" },
  river: { base: "water" },
  lake: { base: "water" },
  sea: { base: "deep" },
  hills: { base: "dry", patch: "rock" },
  mountains: { base: "rock", patch: "ice" },
  coast: { base: "sand", patch: "dry" },
  plains: { base: "meadow", patch: "grass" },
  plain: { base: "meadow", patch: "grass" },
  moor: { base: "dry", patch: "meadow" },
  road: { base: "path" },
};

/** By a delve card's id: the ground of its tile, and whether broken stone lies on it. */
export const CARDS: Readonly<Record<string, { base: Kind; patch?: Kind; obstacle?: Obstacle; isStrewn?: boolean }>> = {
  "spore-chamber": { base: "moss", patch: "cave" },
  "crumbling-passage": { base: "rock", patch: "cave", isStrewn: true },
  "candlelit-shrine": { base: "gaol", patch: "ruin" },
  "whispering-alcove": { base: "gaol" },
  "sluice-room": { base: "ruin", patch: "moss" },
  "submerged-chamber": { base: "water", patch: "moss" },
  "hidden-cache": { base: "cell" },
  "night-watch": { base: "gaol", patch: "cell" },
  "sealed-armory": { base: "gaol" },
  "shard-vein": { base: "crystal", patch: "cave" },
  "collapsed-gallery": { base: "rock", patch: "ruin", obstacle: "rubble", isStrewn: true },
  "mirror-room": { base: "ice", patch: "gaol" },
  "restless-ossuary": { base: "cell", patch: "cave" },
  "quaking-hall": { base: "rock", patch: "ash" },
  "throne-room": { base: "ruin", patch: "gaol" },
  "healing-spring": { base: "moss", patch: "water" },
  "humming-idol": { base: "moss", patch: "ruin" },
  "sunken-library": { base: "ruin", patch: "moss" },
  "icy-buildup": { base: "ice", patch: "cave" },
  "arcane-conduit": { base: "crystal", patch: "gaol" },
  "spider-gallery": { base: "cave", patch: "moss" },
  "great-vault": { base: "gaol", patch: "ruin" },
  "echoing-cavern": { base: "cave", patch: "rock" },
  "lava-flow": { base: "ash", patch: "lava" },
  "pillared-maze": { base: "ruin", obstacle: "walls" },
};
