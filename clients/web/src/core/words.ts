/** The catalogue's words (`/catalogue.json`), by kind: what is printed on the pieces. */

/** Something with a title and a sentence. */
export type Named = { name: string; text: string };

/** A word of the game. */
export type Term = Named & { rule: string };

/** What costs tenacity. */
export type Priced = Named & { cost: number; forms?: string[]; once?: string };

export type LineWords = {
  name: string;
  constellation: string;
  stat: string;
  forms: string[];
  dice: string[];
  engages: boolean;
};
export type DieWords = { name: string; line: string; level: number; faces: string[]; supply: number };
export type Reading = { code: string; text: string; forms: string[]; must: boolean };
export type SkillWords = Named & { more: Named[] };
export type ChipWords = {
  name: string;
  level: number;
  type: string;
  health: number;
  range: number;
  combat: number;
  defense: number;
  targets: number;
  priority: string;
  movement: number;
  skills: string[];
};
export type SideWords = {
  innate: Named[];
  abilities: Priced[];
  interrupts: Priced[];
  enduring: (Named & { tenacity: number; forms: string[] })[];
  elsewhere?: (Named & { kind: string; cost: number })[];
};
export type ClassWords = {
  name: string;
  constellation: string;
  jailbreak: string;
  novice: SideWords;
  master: SideWords;
};
export type Stat = "health" | "stamina" | "magicka" | "combat" | "cooldown";
export type RaceWords = Named & { ability: Named; names: string[] } & Record<Stat, number>;
/** Somebody who stands ready to be taken: of which race, line and class. */
export type ReadyWords = Named & { race: string; line: string; class: string };
export type ItemWords = Named & {
  subtype: string;
  deck: string;
  lock: string;
  forms: string[];
  trait: string;
  weapon: string;
  overtax: string;
};
export type BoardWords = {
  width: number;
  depth: number;
  treasures: (readonly [x: number, y: number])[];
  pieces: {
    id: string;
    name: string;
    corners: (readonly [x: number, y: number])[];
    high: number;
    footing: string;
  }[];
};
export type WaveWords = {
  party: number;
  twist: string;
  first: number;
  last: number;
  every: number;
  count: number;
  level: number;
};
export type EncounterWords = Named & {
  /** Fought in campaigns, and not offered alone. */
  campaign?: boolean;
  kind: string;
  objective: string;
  special: Named[];
  challenges: Record<string, string>;
  /** The enemies that its rules bring later: in which rounds, for parties of which size (0: all), where which twist is in force. */
  waves?: readonly WaveWords[];
  /** What a campaign may change of it, by name; missing where nothing. */
  twists?: Record<string, string>;
  /** The hexes that lie before it begins, each with what it shows. */
  map?: (readonly [q: number, r: number, word: string])[];
  /** A match's table, its lengths in thousandths of an inch. */
  board?: BoardWords;
  /** How long it takes, by the number of players; missing where nobody has measured it. */
  goal?: string;
  /** The rosters that a match can be played with, by their names. */
  rosters?: Record<string, string>;
  /** What was measured with bots: how hard it is, and the minutes by the size of the party. */
  figures?: { hardness: string; players: Record<string, { minutes: number; won: number; battles: number }> } | null;
};
/** A delve's card; the lock of its trap is written "2:3k-4-5": 2 attempts at 3, 4 and 5, 3 first. */
export type CardWords = Named & { shape: string; trap?: Named & { lock: string } };
export type RuleWords = { chapter: string; page: string; text: string };

/** What the catalogue has of each kind. */
export type Kinds = {
  lines: LineWords;
  dice: DieWords;
  icons: Reading[];
  skills: SkillWords;
  chips: ChipWords;
  classes: ClassWords;
  races: RaceWords;
  ready: ReadyWords;
  items: ItemWords;
  encounters: EncounterWords;
  cards: CardWords;
  rolls: string[];
  statuses: Term;
  fatigue: Term;
  codes: Term;
  forms: Term;
  rules: RuleWords;
};

/** A hex of an overland map; a row ends where the rest is empty. */
export type PlaceWords = readonly [
  q: number,
  r: number,
  terrain: string,
  landmark?: string,
  id?: string,
  name?: string,
  text?: string,
];
/** A choice as it is printed; what is empty is left out. */
export type ChoiceWords = Named & {
  kind?: string;
  unstable?: boolean;
  alone?: boolean;
  xp?: number;
  needs?: string[];
  costs?: string[];
  brings?: string[];
  failed?: string[];
  encounter?: string;
  check?: { text: string; wanted: string; gate: boolean; brings: string[]; sure: string[] };
};
/** Choices by their ids. */
export type Choices = Record<string, ChoiceWords>;
/** Counters by their ids: the name of each, and where it leads to. */
export type Trackers = Record<string, TrackerWords>;
/** A counter: its name, where it leads to ("" to nowhere), and what it means that it stands at 1, at 2, and so on. */
export type TrackerWords = readonly [name: string, goal: string, ...says: string[]];
export type StepWords = Named & {
  goal: string;
  /** What is read where the encounter begins. */
  scene: string;
  day?: number;
  choices?: Choices;
  trackers?: Trackers;
  tokens?: Record<string, string>;
  rules?: string[];
};
export type TownWords = Named & {
  has: string[];
  shop?: readonly [common: number, legendary: number, takes: number];
  trainer?: readonly [lines: number, of: readonly string[]];
  square?: Named & { brings: string[]; needs: string[]; group: boolean };
  effect?: Named & { choices: Choices };
};
export type QuestWords = Named & { start?: string; steps: Record<string, StepWords> };
export type ProvinceWords = Named & {
  effect: Named;
  gauge: { id: string; name: string; levels: (Named & { movement: number })[] };
  terrains: Record<string, string>;
  map: PlaceWords[];
  towns: Record<string, TownWords>;
  caravan?: TownWords & { id: string };
  quests: Record<string, QuestWords>;
  icons?: Record<string, string>;
  endgame?: (Named & { days: (Named & { choices: Choices })[]; trackers: Trackers }) | null;
};
export type OverlandCardWords = Named & { deck: string; icons: string[]; choices: Choices };

/** The part of the catalogue that only campaigns need (`/catalogue.json?part=campaign`). */
export type CampaignWords = {
  provinces?: Record<string, ProvinceWords>;
  guilds?: Record<string, Named & { kiosk: [string, string]; brings?: string[] }>;
  side_quests?: Record<
    string,
    Named & { goal: string; xp?: number; brings?: string[]; choices?: Choices; trackers?: Trackers }
  >;
  cards?: Record<string, OverlandCardWords>;
  /** What the squares of an attribute cost, from its own end. */
  prices?: number[];
  /** The XP that may be saved. */
  saved?: number;
};

/** The whole catalogue, or what has come of it. */
export type Catalogue = { [K in keyof Kinds]?: Record<string, Kinds[K]> };
