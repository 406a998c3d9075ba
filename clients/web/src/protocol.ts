/** Written by `make protocol` from the protocol's structs; do not edit. */

export const SUBPROTOCOL = "hexwarden.v1.json";

export const DEFLATED = "hexwarden.v1.json.deflated";

export const REPLAY_MAGIC = "HWREPLAY";

export type BattleId = string & { readonly is: "BattleId" };

export type TableId = string & { readonly is: "TableId" };

export type PlayerId = string & { readonly is: "PlayerId" };

export type SeatId = string & { readonly is: "SeatId" };

export type UnitId = string & { readonly is: "UnitId" };

export type DieId = string & { readonly is: "DieId" };

export type QuestionId = number & { readonly is: "QuestionId" };

export const NO_BATTLE = "" as BattleId;

export const NO_TABLE = "" as TableId;

export const NO_PLAYER = "" as PlayerId;

export const NO_SEAT = "" as SeatId;

export const NOBODY = "" as UnitId;

export const NO_DIE = "" as DieId;

export type Hex = readonly [q: number, r: number];

export type RefusalCode = "malformed" | "too_large" | "too_early" | "too_fast" | "busy" | "bad_token" | "unknown" | "not_allowed" | "not_now" | "occupied" | "not_ready" | "not_seated" | "not_yours" | "stale" | "illegal" | "no_undo" | "paused" | "defect";

/**
 * An achievement of the encounter was reached.
 */
export type Achieved = readonly [
  tag: "achieve",
  what: string,
  unit: UnitId,
];

/**
 * An action was begun: move or engage (counted), ability, drop or explore.
 */
export type ActionTaken = readonly [
  tag: "act",
  unit: UnitId,
  action: string,
  what?: string,
];

/**
 * An attribute grew by one square: a stat, or a line by a die of `kind`. `xp` was its price.
 *
 * The Cooldown stat has no squares and grows by one slot.
 */
export type Advanced = readonly [
  tag: "advance",
  unit: UnitId,
  attribute: string,
  kind?: string,
  xp?: number,
];

/**
 * What lies on and beside a player's mat. The chip itself is the unit of the same id.
 *
 * `row` are the available dice, `rolled` those of an engage under way, `drained` those on the race
 * sheet. `active` and `track` also hold fatigue, statuses and class tokens. `lines` are the
 * trained skill lines. `master` says that the class sheet is on its master side. `tokens` counts
 * those on the class sheet: crux tokens, HP chips of the Necrosis Stack.
 */
export interface Adventurer {
  readonly seat: SeatId;
  readonly race: string;
  readonly form: "defensive" | "heavy-weapon" | "light-weapon" | "magic" | "ranged-weapon";
  readonly stamina: number;
  readonly magicka: number;
  readonly cooldown: number;
  readonly cls: string;
  readonly master: boolean;
  readonly tokens: number;
  readonly tenacity: number;
  readonly mat: readonly Row[];
  readonly lines: readonly string[];
  readonly row: readonly DieId[];
  readonly rolled: readonly DieId[];
  readonly active: readonly string[];
  readonly track: readonly string[];
  readonly drained: readonly DieId[];
  readonly ready: readonly Card[];
  readonly pack: readonly Card[];
}

/**
 * An adventurer stands ready: chip, mat and dice as plain data (`Unit`, `Adventurer`,
 * `Die`s).
 */
export type AdventurerCreated = readonly [
  tag: "created",
  unit: UnitId,
  chip: Unit,
  mat: Adventurer,
  dice: Readonly<Record<DieId, Die>>,
];

/**
 * A question that stood open before the commit (`was`), open again under a new id, to `to`.
 */
export type Again = readonly [
  was: QuestionId,
  id: QuestionId,
  to: readonly SeatId[],
];

/**
 * A sign of life, for whoever has asked for them with `pulse`.
 */
export type Alive = readonly [
  tag: "alive",
];

/**
 * A seat answered the question of that id. `how`: player, default, bot or standing.
 */
export type Answered = readonly [
  tag: "ans",
  question: QuestionId,
  by: SeatId,
  picks: readonly string[],
  how?: string,
];

/**
 * The battle is over: victory, defeat or retreat.
 */
export type BattleEnded = readonly [
  tag: "end",
  outcome: string,
];

/**
 * A battle of the table; `over` once its journal has its last commit.
 *
 * `lost`: it is over because its journal is gone or damaged. What could still be read is its
 * replay, which then ends before the battle did, without the seed. `session` is the journal of
 * days that called for the battle, itself a line here; "" for one that stands alone. `part`: which
 * of its campaign's sessions this is, 0 for a battle.
 */
export type BattleLine = readonly [
  battle: BattleId,
  encounter: string,
  started: number,
  over?: boolean,
  lost?: boolean,
  session?: BattleId,
  part?: number,
];

/**
 * What the table, or the campaign, chose before the battle.
 *
 * `xp` is the XP dial, `party` the seats in clockwise order, `session` the session of the campaign
 * (1 to 3). `valenwood` adds that expansion, `overfatigue_hurts` plays by U-01. `assist` says that
 * the guild's assist, once in a campaign, can still be used. `world` are facts of the campaign:
 * province, weather, unrest, dominant (faction), siege, and twists. With `kit` adventurers begin
 * with items and tenacity. With `asks_all` questions are asked even if the answer makes no
 * difference. `names` are the names that seats gave their adventurers, the others get one of their
 * race; None in battles of early releases, where the name is race and seat.
 */
export interface BattleSettings {
  readonly encounter: string;
  readonly difficulty: string;
  readonly xp: number;
  readonly valenwood: boolean;
  readonly overfatigue_hurts: boolean;
  readonly party: readonly SeatId[];
  readonly session: number;
  readonly assist: boolean;
  readonly world: Readonly<Record<string, string>>;
  readonly kit: boolean;
  readonly asks_all: boolean;
  readonly names: Readonly<Record<SeatId, string>> | null;
}

/**
 * The root of a battle's state.
 *
 * `round` is the Round Counter, `rounds` the number of rounds begun, `turns` that of turns.
 * `order` is the turn order, `acted` are the units that have acted this round, `queue` enemies of
 * one rank in the party's order. `laid` are status dice in hexes. `blocked` are impassable hexes,
 * `caches` the decks of cache chips, `marks` what else the map shows, all by hex. `supply` counts
 * dice and chips in the box, `fallen` is the defeated stack, its top last. `used` are notes,
 * `tally` an encounter's own counts. `achievements` are the adventurers that earned them,
 * `classes` those that each may choose from. `outcome` is "" until the battle is decided, `xp`
 * what it earned. `serial` numbers new units, cards and dice, so that no id comes twice.
 */
export interface BattleState {
  readonly rolls: number;
  readonly settings: BattleSettings;
  readonly phase: "adventurers" | "cleanup" | "companions" | "create" | "deploy" | "end" | "enemies" | "over" | "round" | "setup";
  readonly round: number;
  readonly rounds: number;
  readonly order: readonly UnitId[];
  readonly acted: readonly UnitId[];
  readonly queue: readonly UnitId[];
  readonly turn: Turn | null;
  readonly turns: number;
  readonly units: Readonly<Record<UnitId, Unit>>;
  readonly adventurers: Readonly<Record<UnitId, Adventurer>>;
  readonly dice: Readonly<Record<DieId, Die>>;
  readonly in_hexes: Readonly<Record<DieId, Hex>>;
  readonly laid: Readonly<Record<string, readonly MapStatus[]>>;
  readonly side_quests: readonly string[];
  readonly tiles: Readonly<Record<string, Tile>>;
  readonly blocked: readonly Hex[];
  readonly caches: Readonly<Record<string, string>>;
  readonly marks: Readonly<Record<string, string>>;
  readonly objective: string;
  readonly delve: Delve | null;
  readonly supply: Readonly<Record<string, number>>;
  readonly decks: Readonly<Record<string, Deck>>;
  readonly fallen: readonly UnitId[];
  readonly used: Readonly<Record<string, number>>;
  readonly tally: Readonly<Record<string, number>>;
  readonly enchantments: Readonly<Record<string, Enchantment>>;
  readonly achievements: Readonly<Record<string, string>>;
  readonly classes: Readonly<Record<string, readonly string[]>>;
  readonly outcome: string;
  readonly xp: number;
  readonly serial: number;
}

/**
 * The battle ended before its end: nothing more is played in it.
 *
 * `by` is the seat that gave up, or (`late`) whose side clock had run down; where it is "" the
 * server's operator ended it.
 */
export type BattleStopped = readonly [
  tag: "stopped",
  why?: string,
  by?: SeatId,
  late?: boolean,
];

/**
 * The player's own battles, the newest first; `share` opens each one's replay.
 */
export type Battles = readonly [
  tag: "battles",
  ref: number,
  battles: readonly OwnBattle[],
  campaigns?: readonly OwnCampaign[],
];

/**
 * The longest stretch of rules that always runs to its end begins: which, and for whom.
 */
export type BeatBegan = readonly [
  tag: "beat",
  name: string,
  who?: SeatId | UnitId,
];

/**
 * A newer release tells the running beat differently: what it did is void, it is asked anew.
 */
export type BeatRestarted = readonly [
  tag: "restart",
  version: number,
];

/**
 * A fatigue die on a unit: "LF" or "OF", and the adventurer whose it was, which the unit may
 * not target.
 */
export interface Burden {
  readonly kind: "LF" | "OF";
  readonly owner: UnitId;
}

/**
 * The server ends the connection.
 */
export type Bye = readonly [
  tag: "bye",
  code: "full" | "going_down" | "moved" | "protocol" | "removed" | "replaced" | "too_fast",
  text: string,
];

/**
 * A cache chip went to another hex, as its own became impassable.
 */
export type CacheMoved = readonly [
  tag: "shift",
  at: Hex,
  to: Hex,
];

/**
 * A cache chip left the map.
 */
export type CacheOpened = readonly [
  tag: "cache",
  at: Hex,
  unit: UnitId,
  success: boolean,
];

/**
 * A cache chip was laid on the map.
 */
export type CachePlaced = readonly [
  tag: "stash",
  at: Hex,
  deck: string,
];

/**
 * The campaign of a table: its `part`, the session that is on or that a start begins next, in
 * which province (`encounter`), and after which guild's `quest` ("" where the party draws it).
 *
 * `sessions` are the journals of those that count, in order; while it is "on" the last one is
 * played. "between": the last one is won and over. A session that was stopped or lost counts no
 * more.
 */
export type CampaignLine = readonly [
  part: number,
  encounter: string,
  quest: string,
  phase: "between" | "lost" | "on" | "won",
  sessions?: readonly BattleId[],
];

/**
 * An item card in an inventory: the id of this copy, its item, whether it is expended, and the
 * HP chips on a pet.
 */
export interface Card {
  readonly id: string;
  readonly item: string;
  readonly expended: boolean;
  readonly chips: number;
}

/**
 * The deck's top card went to its bottom, unseen.
 */
export type CardCycled = readonly [
  tag: "cycle",
  deck: string,
];

/**
 * A delve card has no effect left, or its tile fits nowhere. `tile` is where it lay.
 *
 * `shards` are skyshards on it that were drawn, and go away with it.
 */
export type CardDiscarded = readonly [
  tag: "binned",
  card: string,
  name?: string,
  tile?: string,
  shards?: number,
];

/**
 * A delve card lies beside its tile: with skyshards to gain, an armed trap, or for good.
 */
export type CardLaid = readonly [
  tag: "laid",
  tile: string,
  card: string,
  name?: string,
  shards?: number,
  armed?: boolean,
];

/**
 * A delve card was turned up by a unit that explored the hex `at`; `text`: what it says.
 */
export type CardRevealed = readonly [
  tag: "reveal",
  unit: UnitId,
  at: Hex,
  card: string,
  name: string,
  text?: string,
  shards?: number,
];

/**
 * No tile of a card's shape is left: the card counts as a skyshard, face down.
 */
export type CardSetAside = readonly [
  tag: "facedown",
  unit: UnitId,
  card: string,
  name?: string,
];

/**
 * A seat: its player ("" if none), its bot ("" if none), whether it is ready.
 *
 * With both a player and a bot the bot drives the seat until its player takes over again
 * (`claim`) or, where the clock put it there, comes back. `dice` is the player's contribution to
 * the next battle's dice. `adventurer` is what the seat's next adventurer is to be called, "" for
 * a name of its race.
 */
export type Chair = readonly [
  seat: SeatId,
  player?: PlayerId,
  bot?: string,
  ready?: boolean,
  dice?: string,
  adventurer?: string,
];

/**
 * How a number can fall: `ways[i]` of `of` ways give `points[i]`, ascending.
 */
export type Chances = readonly [
  points: readonly number[],
  ways: readonly number[],
  of: number,
];

/**
 * New settings; the leader's right, outside of a battle. Everybody has to get ready again.
 */
export type Change = readonly [
  tag: "change",
  ref: number,
  settings: Settings,
];

/**
 * Say something to the table.
 */
export type Chat = readonly [
  tag: "chat",
  ref: number,
  text: string,
];

/**
 * An enemy chip that had been set aside went back to its bag without having been deployed.
 */
export type ChipReturned = readonly [
  tag: "rebag",
  chip: string,
  deck: string,
];

/**
 * Take a free seat, or take one's own seat back from the bot that drives it.
 */
export type Claim = readonly [
  tag: "claim",
  ref: number,
  seat: SeatId,
];

/**
 * An adventurer took a class sheet.
 */
export type ClassChosen = readonly [
  tag: "class",
  unit: UnitId,
  cls: string,
];

/**
 * The classes an adventurer may choose from after the Jailbreak.
 */
export type ClassesOffered = readonly [
  tag: "classes",
  unit: UnitId,
  classes: readonly string[],
];

/**
 * What a battle's last commit reveals: the seed, in hex.
 */
export type Closing = readonly [
  tag: "close",
  seed: string,
];

/**
 * What a melee of a match does to each of its units if every player answers by the defaults.
 *
 * `joins`: as if `unit` had engaged the targets of the picks first.
 */
export type CombatOdds = readonly [
  tag: "combat",
  unit: UnitId,
  fates: readonly Fate[],
  joins?: boolean,
];

/**
 * One accepted intent: the unit of the journal, and its bytes.
 *
 * `events` are tagged arrays of the engine and the game. `gone` and `put` fold the state of
 * version - 1 into that of `version`. The questions open now are `asked` and `again`, in order
 * of id. `number` is the author's running number, 0 where the server answered for the seat; `ms`
 * milliseconds since the start. `pinned`: in the first and the last commit. `note`: by the author.
 * `left`: the milliseconds that each seat's side clock had when it was made (none: no such clock).
 */
export type Commit = readonly [
  tag: "c",
  version: number,
  events: readonly BattleEvent[],
  gone: readonly string[],
  put: Readonly<Record<string, unknown>>,
  asked: readonly Question[],
  again?: readonly Again[],
  number?: number,
  ms?: number,
  pinned?: Opening | Closing | null,
  note?: string,
  left?: Readonly<Record<SeatId, number>>,
];

/**
 * Vote on the undo to `version` that has been asked for. `battle` as an intent's.
 */
export type Consent = readonly [
  tag: "consent",
  ref: number,
  version: number,
  yes: boolean,
  seat?: SeatId,
  battle?: BattleId,
];

/**
 * What an answer to a question of the days would do for certain, by the very rules.
 *
 * `changes` are sentences by adventurer, those of the whole party under "". `then` says what
 * decides the rest: dice or cards, a battle, a question; "" where nothing is left open.
 */
export type Consequences = readonly [
  tag: "answer",
  unit: UnitId,
  changes: Readonly<Record<UnitId, readonly string[]>>,
  then?: string,
];

/**
 * An effect set the Round Counter; the next start of round counts on from there.
 */
export type CounterSet = readonly [
  tag: "counter",
  round: number,
];

/**
 * One way an enemy's turn can take: the hexes it enters, then whom it engages.
 */
export type Course = readonly [
  hexes: readonly string[],
  targets: readonly UnitId[],
];

/**
 * Open a table and join it as its leader. Answered with `joined`.
 */
export type Create = readonly [
  tag: "create",
  ref: number,
  settings: Settings,
  name?: string,
];

/**
 * An instance of damage: dealt, prevented, taken from bonus HP and from HP; how much was
 * true.
 */
export type DamageDealt = readonly [
  tag: "damage",
  unit: UnitId,
  by: UnitId,
  dealt: number,
  prevented: number,
  bonus: number,
  taken: number,
  true_?: number,
  how?: string,
];

/**
 * A deck as a multiset: the number of each card in it, those at known places included.
 *
 * Of an item deck, `top` is the lock of the top card, if it is known, `bottom` are the locks of
 * cards that were put under it, in order, and `drawn` are cards that are face up until somebody
 * gains them. Of the delve deck, `ahead` are the known cards on top and `under` those that were
 * put under it. Of a stack of tiles, `bottom` are those that were put back, which `cards` does not
 * count. Of a bag, `backs` is the other side of each chip.
 */
export interface Deck {
  readonly cards: Readonly<Record<string, number>>;
  readonly discard: readonly string[];
  readonly bottom: readonly string[];
  readonly top: string;
  readonly drawn: readonly string[];
  readonly backs: Readonly<Record<string, string>>;
  readonly ahead: readonly string[];
  readonly under: readonly string[];
}

/**
 * It is known which cards lie uppermost in a deck, and which lowest; the topmost come first.
 */
export type DeckOrdered = readonly [
  tag: "ordered",
  deck: string,
  ahead: readonly string[],
  under: readonly string[],
];

/**
 * An empty deck was made anew of its shuffled discard pile.
 */
export type DeckRebuilt = readonly [
  tag: "rebuilt",
  deck: string,
];

/**
 * A deck was shuffled, with the cards of it that lay on the table.
 */
export type DeckShuffled = readonly [
  tag: "shuffled",
  deck: string,
];

/**
 * Decks, bags and the supply were made ready.
 */
export type DecksMade = readonly [
  tag: "decks",
  decks: Readonly<Record<string, Deck>>,
  supply: Readonly<Record<string, number>>,
];

/**
 * How far a delve is explored: the skyshards `required`, `drawn` so far, and `gained`.
 *
 * Those on revealed cards are drawn, and one for each card set aside face down (`facedown`).
 * `kept` are the cards whose skyshards the party has.
 */
export interface Delve {
  readonly required: number;
  readonly drawn: number;
  readonly gained: number;
  readonly kept: readonly string[];
  readonly facedown: readonly string[];
}

/**
 * A delve begins that wants so many skyshards.
 */
export type DelveBegan = readonly [
  tag: "delve",
  skyshards: number,
];

/**
 * Available dice were taken up for a roll.
 */
export type DiceGathered = readonly [
  tag: "gather",
  unit: UnitId,
  dice: readonly DieId[],
];

/**
 * Dice show these faces now (index into the printed faces).
 */
export type DiceShown = readonly [
  tag: "show",
  dice: readonly DieId[],
  faces: readonly number[],
  why?: string,
];

/**
 * A skill die: its kind, whose it is, and the face that shows (-1: not rolled).
 */
export interface Die {
  readonly kind: string;
  readonly owner: UnitId;
  readonly face: number;
}

/**
 * A skill die was placed in an active slot of `unit`.
 */
export type DieActivated = readonly [
  tag: "slot",
  die: DieId,
  unit: UnitId,
];

/**
 * A skill die went to its owner's race sheet.
 */
export type DieDrained = readonly [
  tag: "drain",
  die: DieId,
];

/**
 * A skill die went to the leftmost open place of its owner's cooldown track.
 */
export type DieExhausted = readonly [
  tag: "exhaust",
  die: DieId,
];

/**
 * What a gathered die can do. `die` is "" for an enemy Combat die that is added to the roll.
 */
export type DieOdds = readonly [
  die: DieId,
  name: string,
  results: readonly FaceOdds[],
];

/**
 * A skill die came home to its row.
 */
export type DieRecovered = readonly [
  tag: "recover",
  die: DieId,
];

/**
 * A skill die was placed in a hex.
 */
export type DieSetIn = readonly [
  tag: "setin",
  die: DieId,
  at: Hex,
];

/**
 * A skill die was placed on a unit.
 */
export type DieSetOn = readonly [
  tag: "seton",
  die: DieId,
  unit: UnitId,
];

/**
 * The request was granted; what it changed comes as news.
 */
export type Done = readonly [
  tag: "done",
  ref: number,
];

/**
 * One card, chip, lock or sheet was drawn at random from among `total`.
 *
 * `cards` says which: how many of each key, zero counts left out. It may be a part of what the
 * deck holds, as where the lock on the back of a card is known. Battles of older releases have
 * none ({}). The draw is the card's place in `cards`, sorted by key; see PROTOCOL.md.
 */
export type Drawn = readonly [
  tag: "draw",
  ordinal: number,
  deck: string,
  total: number,
  card: string,
  cards?: Readonly<Record<string, number>>,
];

/**
 * A bot drives the seat from now on, or no longer; `why` is a sentence.
 */
export type Driving = readonly [
  tag: "driving",
  battle: BattleId,
  seat: SeatId,
  bot: boolean,
  why: string,
];

/**
 * An enchantment left an inventory and is part of a unit, an item's card or a tile now.
 */
export type Enchanted = readonly [
  tag: "enchant",
  unit: UnitId,
  card: string,
  on: string,
];

/**
 * An enchantment card in effect: its item, and the component (`on`) that it is part of: the id
 * of a unit, an item's card or a tile. `chips` counts its uses, if they are limited.
 */
export interface Enchantment {
  readonly item: string;
  readonly on: string;
  readonly chips: number;
}

/**
 * An enchantment at work was discarded ("discard"), or had one of its uses ("chip").
 */
export type EnchantmentSpent = readonly [
  tag: "unenchant",
  card: string,
  item: string,
  on: string,
  how: string,
  deck?: string,
];

/**
 * Something to play. `difficulties` are what the settings may name beside "", which stands for
 * the `usual` one; where there are none, only "" means anything. `session`: it calls for battles.
 * `rivals`: two seats play against each other; settings with another party are refused.
 */
export type EncounterLine = readonly [
  encounter: string,
  difficulties: readonly string[],
  usual: string,
  options: readonly OptionForm[],
  session?: boolean,
  rivals?: boolean,
];

/**
 * What tables can play, by name. `/catalogue.json` has their titles and texts.
 */
export type Encounters = readonly [
  tag: "encounters",
  ref: number,
  encounters: readonly EncounterLine[],
];

/**
 * The order in which enemies of one rank act this round, as the party wants it.
 */
export type EnemiesOrdered = readonly [
  tag: "enemies",
  units: readonly UnitId[],
];

/**
 * An enemy's next turn as things stand, every choice of the party followed.
 *
 * `dealt` is what its roll can come to against each target, before prevention; `threatens` holds
 * the hexes it could reach with an engage after a full move.
 */
export type EnemyTurn = readonly [
  tag: "enemy",
  unit: UnitId,
  courses: readonly Course[],
  dealt: Chances,
  threatens: readonly string[],
];

/**
 * A unit engages these targets.
 */
export type EngageBegan = readonly [
  tag: "engage",
  unit: UnitId,
  targets: readonly UnitId[],
  form?: string,
  weapon?: string,
];

/**
 * The engage is over, reactions included.
 */
export type EngageEnded = readonly [
  tag: "engaged",
  unit: UnitId,
];

/**
 * What a planned engage can do to its target, each result resolved for itself.
 *
 * `dealt` is damage before prevention, `lost` the HP that it costs after defense, skills and bonus
 * HP; `defeats` counts the ways in which the target falls. `why` explains the target's defense,
 * `skills` are the target's that may answer. `open` says that something in it cannot be foreseen.
 */
export type EngageOdds = readonly [
  tag: "engage",
  target: UnitId,
  dice: readonly DieOdds[],
  dealt: Chances,
  lost: Chances,
  defeats: number,
  why: string,
  skills: readonly string[],
  open?: boolean,
];

/**
 * One result of a die: how many of its six faces show it, its text, the damage it does alone.
 *
 * `opens` marks a result whose outcome cannot be told: it rolls on or asks.
 */
export type FaceOdds = readonly [
  faces: number,
  text: string,
  damage?: number,
  true_?: number,
  opens?: boolean,
];

/**
 * A chip left the defeated stack, to be deployed anew or ("bag") for its bag.
 */
export type FallenTaken = readonly [
  tag: "unearth",
  unit: UnitId,
  to?: string,
];

/**
 * What can become of a unit of a match, each in ways of `ALL_WAYS`, rounded so that together
 * they are all; what is possible at all has one at least.
 *
 * `unhurt` is as it is now, `wounded` has lost wounds alone; the others are its state at the end.
 */
export type Fate = readonly [
  unit: UnitId,
  unhurt: number,
  wounded?: number,
  dazed?: number,
  stunned?: number,
  lost?: number,
];

/**
 * The fatigue dice on a unit went back to the supply.
 */
export type FatigueCleared = readonly [
  tag: "unburden",
  unit: UnitId,
];

/**
 * A fatigue die ("LF" or "OF") joined an adventurer's track (or slots).
 */
export type FatigueGained = readonly [
  tag: "fatigue",
  unit: UnitId,
  kind: string,
  where?: string,
];

/**
 * A fatigue die of the supply was put on a unit; `owner` may not be targeted by it.
 */
export type FatigueSetOn = readonly [
  tag: "burden",
  unit: UnitId,
  kind: string,
  owner: UnitId,
];

/**
 * An adventurer took a battle form.
 */
export type FormChanged = readonly [
  tag: "form",
  unit: UnitId,
  form: string,
];

/**
 * Hexes became impassable (`shut`), or passable again (`opened`).
 */
export type GroundChanged = readonly [
  tag: "ground",
  shut: readonly Hex[],
  opened?: readonly Hex[],
];

/**
 * Give one's own seat to another member of the table, at any time.
 * With seat "" it is the leadership of the table that goes to `to`; the leader's right.
 */
export type HandOver = readonly [
  tag: "hand_over",
  ref: number,
  seat: SeatId,
  to: PlayerId,
];

/**
 * Must come first. No `token`: the server makes a new identity and tells its token once.
 *
 * `name` renames the player unless it is empty; `client` is the program's name and version.
 * `proof` is an identity provider's signed token (JWT), where the server takes sign-ins: it stands
 * for the same player on every device, `token` is then not looked at, and none is told. The
 * connection outlives the proof; every further hello needs one that has not expired.
 */
export type Hello = readonly [
  tag: "hello",
  ref: number,
  token?: string | null,
  name?: string,
  client?: string,
  proof?: string,
];

/**
 * HP changed by other means than damage: healing, chips moved, health raised.
 */
export type HpChanged = readonly [
  tag: "hp",
  unit: UnitId,
  hp: number,
  bonus: number,
  why: string,
  by?: UnitId,
];

/**
 * Answer a question. `number` is the seat's running number: higher than any it has used, by
 * 1000 at most.
 *
 * The commit it makes carries the number. An intent without a visible commit may be sent again
 * with the same number, after any failure: it is applied once. `battle` is the one that is meant,
 * "" for the one that is watched: what comes late is then no answer in the table's next battle.
 * `note` says why, to everybody, for as long as there is a replay; the commit carries it.
 */
export type Intent = readonly [
  tag: "intent",
  ref: number,
  number: number,
  question: number,
  picks?: readonly string[],
  seat?: SeatId,
  battle?: BattleId,
  note?: string,
];

/**
 * What an invite code leads to: a seat ("" for watching) of a table, which is described as in
 * the list of public ones. `leader` is the name of the table's leader; `taken` says that somebody
 * else holds the seat by now.
 */
export type Invitation = readonly [
  tag: "invitation",
  ref: number,
  seat: SeatId,
  table: TableLine,
  leader: string,
  taken?: boolean,
];

/**
 * The invite code for a seat, or for spectators (seat ""). Answered with `invited`.
 * `renew` makes a new code; the old one stops working. A code lasts `lasts` seconds from now; 0
 * leaves that of a good one as it is, and gives a new one the server's usual time. The leader's
 * right.
 */
export type Invite = readonly [
  tag: "invite",
  ref: number,
  seat?: SeatId,
  renew?: boolean,
  lasts?: number,
];

/**
 * The code for `join`; a link is the server's address + `/#join=` + code.
 *
 * It lasts until `expires` (Unix milliseconds; 0: for ever), unless it is renewed or revoked.
 */
export type Invited = readonly [
  tag: "invited",
  ref: number,
  seat: SeatId,
  code: string,
  expires?: number,
];

/**
 * The top card of a deck lies face up on the table, nobody's yet.
 */
export type ItemDrawn = readonly [
  tag: "drawn",
  deck: string,
  item: string,
];

/**
 * A card of a deck came into an inventory, ready or pack.
 */
export type ItemGained = readonly [
  tag: "item",
  unit: UnitId,
  deck: string,
  item: string,
  where: string,
];

/**
 * A card changed between ready and pack.
 */
export type ItemMoved = readonly [
  tag: "stow",
  unit: UnitId,
  card: string,
  where: string,
];

/**
 * A card was discarded, expended or refreshed; a chip came ("chip") or went ("mend").
 */
export type ItemSpent = readonly [
  tag: "spend",
  unit: UnitId,
  card: string,
  how: string,
  deck?: string,
];

/**
 * Come to a table by invite code, or by id (members, and guests that the table names; anybody
 * if it is public).
 * A seat's code takes the seat, too. Answered with `joined`, then the table. A connection is at
 * one table at a time. A table to which one may not come is refused like one that does not exist.
 */
export type Join = readonly [
  tag: "join",
  ref: number,
  invite?: string,
  table?: TableId,
];

/**
 * Come to a table; `seats` are those the player holds.
 */
export type Joined = readonly [
  tag: "joined",
  ref: number,
  table: TableId,
  seats?: readonly SeatId[],
];

/**
 * The top of the ladder, and the lines of those who are asked for, of oneself always. Who has
 * played no rated match is not on it.
 */
export type Ladder = readonly [
  tag: "ladder",
  ref: number,
  top: readonly LadderLine[],
  asked?: readonly LadderLine[],
];

/**
 * A player on the ladder: a Glicko-2 `rating`, and the `deviation` that says how sure it is (19
 * in 20 players are within two of it). The `rank` goes by what is sure: rating less two
 * deviations. `won` of `matches`.
 */
export type LadderLine = readonly [
  rank: number,
  player: PlayerId,
  name: string,
  rating: number,
  deviation: number,
  matches: number,
  won: number,
];

/**
 * Go away from the table and stop watching. Seats stay held.
 * Who holds none, and does not lead, is a member no longer, and comes back to a private table only
 * by a new invite; further connections of theirs to it end (bye `removed`). A connection that just
 * breaks, or joins another table, ends no membership.
 */
export type Leave = readonly [
  tag: "leave",
  ref: number,
];

/**
 * At most `high` of these keys together; `text` names the rule that says so.
 */
export type Limit = readonly [
  keys: readonly string[],
  high: number,
  text: string,
];

/**
 * A skill line's token went into an open circular slot, "3R": row 3, right end.
 */
export type LineTrained = readonly [
  tag: "train",
  unit: UnitId,
  line: string,
  slot: string,
];

/**
 * The battles of the tables where this player has been lately, answered with `battles`.
 */
export type ListBattles = readonly [
  tag: "battles",
  ref: number,
];

/**
 * What can be played here, answered with `encounters`.
 */
export type ListEncounters = readonly [
  tag: "encounters",
  ref: number,
];

/**
 * Public tables, answered with `tables`.
 */
export type ListTables = readonly [
  tag: "tables",
  ref: number,
];

/**
 * The back of a deck's top card is on view: its lock.
 */
export type LockShown = readonly [
  tag: "lock",
  deck: string,
  lock: string,
];

/**
 * The map was laid: tiles as plain data, impassable hexes, caches by hex key.
 *
 * `marks` are hexes with a meaning of this encounter's ("exit"), `objective` what must be done.
 */
export type MapLaid = readonly [
  tag: "map",
  tiles: Readonly<Record<string, Tile>>,
  blocked: readonly Hex[],
  caches: Readonly<Record<string, string>>,
  marks?: Readonly<Record<string, string>>,
  objective?: string,
];

/**
 * A status die in a hex. If it has a `side`, only units of that side pick it up.
 */
export interface MapStatus {
  readonly status: "bane" | "blind" | "daze" | "fear" | "maim" | "stealth";
  readonly side: "" | "enemy" | "party";
}

/**
 * Somebody who has joined the table.
 */
export type Member = readonly [
  player: PlayerId,
  name: string,
];

/**
 * Say what the adventurer of one's own seat is called from the next battle on that makes it;
 * "" leaves it to its race. Outside of a battle.
 */
export type NameAdventurer = readonly [
  tag: "adventurer",
  ref: number,
  seat: SeatId,
  name: string,
];

/**
 * `key` may be picked only together with at least one of `others`.
 */
export type Need = readonly [
  key: string,
  others: readonly string[],
  text: string,
];

/**
 * Another token for this identity, told by `welcome`.
 *
 * With its first hello the one before ends, and so does every connection that it has opened, with
 * the bye `replaced`: to sign out everywhere else, ask for a token and connect again with it.
 */
export type NewToken = readonly [
  tag: "new_token",
  ref: number,
];

/**
 * A use that counts against a limit: once a turn, a round or a battle.
 *
 * `count` is how many at once: points that an effect adds up. What is once an engage counts as
 * once a round where no engage is on.
 */
export type Noted = readonly [
  tag: "note",
  key: string,
  scope: string,
  count?: number,
];

/**
 * The operator's message to all, at a Unix `time` in milliseconds; "" takes it away.
 */
export type Notice = readonly [
  tag: "notice",
  text: string,
  time: number,
];

/**
 * Pick one of the options.
 */
export type One = readonly [
  tag: "one",
  options: readonly Option[],
];

/**
 * What a battle's first commit pins: all that is needed to play it again and check it.
 *
 * `options` are the encounter's. `contributions` are in the order of `seats`; `commitment` is the
 * SHA-256 of the seed. `time` is Unix milliseconds; commits count from it. `state` is the state
 * before the first commit as plain data (null inside a snapshot), `delay` and `delay_rounds` what
 * the table had set for spectators. `counts_on`: an undone draw keeps its ordinal (false in older
 * battles). `session`, `call`: the call that the battle answers ("" for none). `part`: which of a
 * campaign's sessions this is (0: none), after the one that it `follows`. `side_clock` and
 * `increment`: seconds that each side has for the match and gains by each turn (0: none).
 * `rated`: it counts for the ladder; `ratings`: with which of them its players begin, by seat,
 * without those who have none.
 */
export type Opening = readonly [
  tag: "open",
  battle: BattleId,
  table: TableId,
  game: string,
  encounter: string,
  difficulty: string,
  options: Readonly<Record<string, string>>,
  seats: readonly SeatOf[],
  fingerprint: string,
  content: string,
  commitment: string,
  contributions: readonly string[],
  time: number,
  decides?: string,
  format?: number,
  state?: BattleState | null,
  delay?: number,
  delay_rounds?: number,
  counts_on?: boolean,
  session?: BattleId,
  call?: number,
  part?: number,
  follows?: BattleId,
  side_clock?: number,
  increment?: number,
  rated?: boolean,
  ratings?: Readonly<Record<SeatId, number>>,
];

/**
 * One thing that may be picked: its key, a short text, and what it costs or triggers.
 */
export type Option = readonly [
  key: string,
  text: string,
  note?: string,
];

/**
 * An option of an encounter: what `options` of the settings may hold under its `name`.
 *
 * One of `words`; where there are none, a whole number from `least` to `most` in decimal digits.
 * `usual` is what is played where the option is not given, "" for nothing.
 */
export type OptionForm = readonly [
  name: string,
  words: readonly string[],
  least: number,
  most: number,
  usual: string,
];

/**
 * Put all options into an order.
 */
export type Order = readonly [
  tag: "order",
  options: readonly Option[],
];

/**
 * The adventurers' turn order, fixed for the battle.
 */
export type OrderSet = readonly [
  tag: "order",
  order: readonly UnitId[],
];

/**
 * What a unit of a match sees of each enemy, from where it stands or from a point picked.
 */
export type Outlook = readonly [
  tag: "sight",
  unit: UnitId,
  enemies: readonly Sighting[],
];

/**
 * A battle of a table where the player is a member; `name` is the table's.
 *
 * `session` called for it ("" for none); `part` as in a BattleLine.
 */
export type OwnBattle = readonly [
  battle: BattleId,
  table: TableId,
  name: string,
  encounter: string,
  started: number,
  over?: boolean,
  lost?: boolean,
  session?: BattleId,
  part?: number,
];

/**
 * A campaign of a table where the player is a member; `name` is the table's, and `part`,
 * `encounter` and `phase` as in a CampaignLine.
 *
 * `day` of the session that is on, 0 where that is not known; `battle` is the encounter that it
 * waits for, "" for none. `yours`: it waits for an answer of the player's own (or, between two
 * sessions, for them to be ready or to start). `waits` are the names of the others for whom it
 * does, `since` when in Unix seconds.
 */
export type OwnCampaign = readonly [
  table: TableId,
  name: string,
  part: number,
  encounter: string,
  phase: "between" | "lost" | "on" | "won",
  day?: number,
  battle?: string,
  yours?: boolean,
  waits?: readonly string[],
  since?: number,
];

/**
 * Change the speed of one's replay; 0 pauses.
 */
export type Pace = readonly [
  tag: "pace",
  ref: number,
  speed: number,
];

/**
 * The battle cannot go on for now; `text` says why.
 */
export type Paused = readonly [
  tag: "paused",
  battle: BattleId,
  text: string,
];

/**
 * The battle entered a phase of its round, or of its set-up or end.
 */
export type PhaseBegan = readonly [
  tag: "phase",
  phase: string,
];

/**
 * Point at something: the key of a hex, a unit, an option.
 *
 * With `to` it is an arrow from one to the other: what somebody thinks of doing. Clients show it
 * for some seconds, or until the same player's next one.
 */
export type Ping = readonly [
  tag: "ping",
  ref: number,
  key: string,
  to?: string,
];

/**
 * Somebody points at something, or (`to`) thinks of going or striking from there to there.
 */
export type Pinged = readonly [
  tag: "pinged",
  table: TableId,
  player: PlayerId,
  key: string,
  to?: string,
];

/**
 * Name a point from `low` to `high`, both included in all three directions.
 *
 * The `options` are points that are known to serve. Any other is looked at by the rules when it
 * is answered, and refused in a sentence where it does not serve; then the question stays open.
 */
export type Place = readonly [
  tag: "place",
  options: readonly Option[],
  low: readonly [number, number, number],
  high: readonly [number, number, number],
];

/**
 * Fill several slots at once, within limits that reach across them.
 */
export type Plan = readonly [
  tag: "plan",
  slots: readonly Slot[],
  limits?: readonly Limit[],
  needs?: readonly Need[],
];

/**
 * Where one's replay stands: at `version` of `last`; `speed` 0 is a pause.
 */
export type Playing = readonly [
  tag: "playing",
  battle: BattleId,
  version: number,
  last: number,
  speed: number,
];

/**
 * Which members have an open connection, and how many spectators watch.
 */
export type Presence = readonly [
  tag: "here",
  table: TableId,
  here: readonly PlayerId[],
  spectators: number,
];

/**
 * Ask what the rules say would happen; it binds nobody. Answered with `previewed`.
 *
 * About a unit: `engage` gives a plan's odds (`picks` as in its answer, complete or not; `hex:1,2`
 * as if it stood there), `enemy` an enemy's coming turn, `values` its values explained, `answer`
 * what one between battles does (first pick: its question's code). Of a match: `sight` is what a
 * unit sees, `combat` the odds of its melee (`target:t1` as if engaged). Too much is `too_large`.
 */
export type Preview = readonly [
  tag: "preview",
  ref: number,
  what: "answer" | "combat" | "enemy" | "engage" | "sight" | "values",
  unit: UnitId,
  picks?: readonly string[],
];

/**
 * What would happen, as things stand at `version`; null where there is nothing to tell.
 */
export type Previewed = readonly [
  tag: "previewed",
  ref: number,
  version: number,
  preview: EngageOdds | EnemyTurn | Values | Consequences | CombatOdds | Outlook | null,
];

/**
 * An adventurer's class sheet turned to its master side.
 */
export type Promoted = readonly [
  tag: "promoted",
  unit: UnitId,
];

/**
 * Ask for signs of life on this connection: `alive` at once and then every so many
 * milliseconds (at least 250), whatever else is said; 0 ends them.
 * They come by the server's clock, also while another request of the connection waits: who hears
 * neither them nor anything else for some time longer may give the server up, and connect anew.
 */
export type Pulse = readonly [
  tag: "pulse",
  ref: number,
  every: number,
];

/**
 * Let a bot drive an empty seat (the leader's right) or one's own; `bot` "" takes it away.
 */
export type PutBot = readonly [
  tag: "bot",
  ref: number,
  seat: SeatId,
  bot?: string,
];

/**
 * An open decision.
 *
 * `id` is its position in the battle's log and comes back with the answer. `to` names the seats
 * that may answer; the first valid answer counts. `why` is a stable code (`turn.engage`), `text`
 * the same for people, `rule` the rule behind it. `default` is the answer taken when the clock
 * runs out; empty, it is a pass where that may be, else some small legal answer. `about` is the
 * key of the unit or the hex that it is about, "" for none: a client may show the question there.
 */
export type Question = readonly [
  to: readonly SeatId[],
  why: string,
  text: string,
  shape: One | Some | Order | Split | Route | Plan | Place,
  rule?: string,
  may_pass?: boolean,
  default_?: readonly string[],
  about?: string,
  id?: QuestionId,
];

/**
 * An adventurer's race ability may be used again in this battle.
 */
export type RaceReadied = readonly [
  tag: "readied",
  unit: UnitId,
];

/**
 * Ask what an invite code leads to, without coming there. Answered with `invitation`; a code
 * that opens nothing is refused as `join` refuses it.
 */
export type ReadInvite = readonly [
  tag: "invitation",
  ref: number,
  invite: string,
];

/**
 * The ladder of rated matches, answered with `ladder`: its top, and the lines of `players`.
 */
export type ReadLadder = readonly [
  tag: "ladder",
  ref: number,
  players?: readonly PlayerId[],
];

/**
 * Be ready with one's seat, or not; `dice` is any text to mix into the battle's dice.
 */
export type Ready = readonly [
  tag: "ready",
  ref: number,
  ready?: boolean,
  dice?: string,
];

/**
 * The request was refused, and changed nothing. `ref` is 0 where it could not be read.
 *
 * `text` is a sentence for a player, `rule` the id or page of the rule behind it.
 */
export type Refused = readonly [
  tag: "no",
  ref: number,
  code: "bad_token" | "busy" | "defect" | "illegal" | "malformed" | "no_undo" | "not_allowed" | "not_now" | "not_ready" | "not_seated" | "not_yours" | "occupied" | "paused" | "stale" | "too_early" | "too_fast" | "too_large" | "unknown",
  text: string,
  rule?: string,
];

/**
 * Give a seat up. During a battle a bot drives it until somebody claims it.
 */
export type Release = readonly [
  tag: "release",
  ref: number,
  seat: SeatId,
];

/**
 * Let a member be none any more, or a guest; the leader's right, at any time.
 * Their seats are free (during a battle a bot drives them), every invite code and every link to a
 * replay of the table is worthless, and at a private table their connections end (bye `removed`).
 * Guests, who came by the link for spectators, are those that the table names.
 */
export type Remove = readonly [
  tag: "remove",
  ref: number,
  player: PlayerId,
];

/**
 * Play a battle of the table back to this connection alone, from `version` on.
 *
 * Snapshot and commits come as in live play. `speed` 1 keeps the recorded pace, waits above five
 * seconds shortened; 0 pauses. `watch` or `leave` ends it.
 */
export type Replay = readonly [
  tag: "replay",
  ref: number,
  battle: BattleId,
  version?: number,
  speed?: number,
];

/**
 * Give up, where the seats play against each other: the battle is over at once, and lost.
 * `battle` as an intent's. Refused as `not_allowed` where nobody plays against anybody.
 */
export type Resign = readonly [
  tag: "resign",
  ref: number,
  seat?: SeatId,
  battle?: BattleId,
];

/**
 * The battle goes on.
 */
export type Resumed = readonly [
  tag: "resumed",
  battle: BattleId,
];

/**
 * Make the invite code for a seat, or for spectators (seat ""), worthless. The leader's right.
 * Who has come by it stays. There is no code from then on, until `invite` asks for one.
 */
export type Revoke = readonly [
  tag: "revoke",
  ref: number,
  seat?: SeatId,
];

/**
 * Dice fell. `ordinal` counts the battle's draws on chance; faces count from 0.
 *
 * Face i is the unbiased hash of (battle key, ordinal, i); see PROTOCOL.md.
 */
export type Rolled = readonly [
  tag: "roll",
  ordinal: number,
  what: string,
  who: SeatId | UnitId,
  sides: number,
  faces: readonly number[],
];

/**
 * A round began; the counter shows `round` (6: fatigue).
 */
export type RoundBegan = readonly [
  tag: "round",
  round: number,
];

/**
 * Walk from spot 0, spot by spot, spending at most `budget` and entering at least `low`
 * spots.
 */
export type Route = readonly [
  tag: "route",
  spots: readonly Spot[],
  budget: number,
  low?: number,
];

/**
 * An attribute row of the mat: the attributes in its two circular slots ("": none), and how
 * many of the six squares each uses.
 */
export interface Row {
  readonly left: string;
  readonly right: string;
  readonly left_squares: number;
  readonly right_squares: number;
}

/**
 * A line of chat; `time` in Unix milliseconds.
 */
export type Said = readonly [
  tag: "said",
  table: TableId,
  player: PlayerId,
  name: string,
  text: string,
  time: number,
];

/**
 * Who sat where when the battle began.
 */
export type SeatOf = readonly [
  seat: SeatId,
  name: string,
  bot?: string,
];

/**
 * Go on with one's replay at another version.
 */
export type Seek = readonly [
  tag: "seek",
  ref: number,
  version: number,
];

/**
 * What a table plays and how.
 *
 * `party` seats, called "1", "2" and so on. `decides`: whether the first valid answer to a
 * question for several seats counts, or only the leader's (the lowest seat of those asked). `turn`
 * and `absence`: seconds until the default answer is taken, and until a bot drives an absent
 * player's seat; 0 is off. `public`: listed, and open to anybody. `undo`: "alone" takes back
 * only what nobody else has reacted to, "consent" also everything else if all seats agree, "never"
 * nothing.
 *
 * `delay` and `delay_rounds`: how many seconds, and how many rounds, spectators are behind; they
 * are sent nothing of a battle that is younger. 0 is off. With both, a round that begins, and the
 * end, which frees the last rounds, count when they are `delay` seconds old.
 *
 * Where seats play against each other, `side_clock` gives each side so many seconds for the whole
 * match, and `increment` more by each of its turns; whose time is up has lost. `rated`: the match
 * counts for the ladder. It needs a side clock, `absence` 0, and two players who are not bots.
 */
export type Settings = readonly [
  encounter: string,
  difficulty?: string,
  party?: number,
  decides?: "first" | "leader",
  turn?: number,
  absence?: number,
  public_?: boolean,
  undo?: "alone" | "consent" | "never",
  options?: Readonly<Record<string, string>>,
  delay?: number,
  delay_rounds?: number,
  side_clock?: number,
  increment?: number,
  rated?: boolean,
];

/**
 * The key that opens a battle's replay file to whoever has it. Answered with `shared`.
 * For members of the battle's table, wherever they are, and for all who are at it. A private
 * table's file is given for it alone; a public one's needs none. `renew` makes every earlier key
 * of the table worthless, which is the leader's right; so does the removal of a member.
 */
export type Share = readonly [
  tag: "share",
  ref: number,
  battle: BattleId,
  renew?: boolean,
];

/**
 * The key for `GET /replay/BATTLE`, in the header `Hexwarden-Share`. A link for people is the
 * server's address + `/#replay=` + battle + `&share=` + key.
 */
export type Shared = readonly [
  tag: "shared",
  ref: number,
  battle: BattleId,
  key: string,
];

/**
 * What each side's clock shows in milliseconds, and whose run down now (`running`): those of
 * the seats whose answer is awaited. At 0 that side has lost. Sent whenever that changes; behind a
 * delay once, as it stood at the last commit that is shown, with none that runs.
 */
export type SideClocks = readonly [
  tag: "clocks",
  battle: BattleId,
  left: Readonly<Record<SeatId, number>>,
  running?: readonly SeatId[],
];

/**
 * The party gave up an active side quest.
 */
export type SideQuestDiscarded = readonly [
  tag: "forsake",
  quest: string,
];

/**
 * The party has a side quest more, active from now on.
 */
export type SideQuestGained = readonly [
  tag: "quest",
  quest: string,
];

/**
 * An enemy as a unit of a match sees it, and a shot at it if one may be taken: its chance to
 * hit, of `ALL_WAYS`, and what it does within its range. `window`: it is taken from there.
 */
export type Sighting = readonly [
  unit: UnitId,
  sight: "cover" | "hidden" | "open",
  hits?: number,
  shot?: Fate | null,
  window?: boolean,
];

/**
 * The party gained a tile's skyshards; it has `total` now. `text`: the effect that follows.
 *
 * The card comes to the party, unless it `stays` for what else it does.
 */
export type SkyshardGained = readonly [
  tag: "shard",
  unit: UnitId,
  tile: string,
  count: number,
  total: number,
  text?: string,
  stays?: boolean,
];

/**
 * One part of a plan: pick between `low` and `high` of its options.
 */
export type Slot = readonly [
  name: string,
  options: readonly Option[],
  low: number,
  high: number,
];

/**
 * A battle as it stands after `version`: the state as plain data, and the open questions.
 *
 * `numbers` holds each seat's highest running number that made a commit.
 */
export type Snapshot = readonly [
  tag: "snapshot",
  battle: BattleId,
  version: number,
  state: BattleState,
  questions: readonly Question[],
  numbers: Readonly<Record<SeatId, number>>,
  opening: Opening,
  ms?: number,
  over?: boolean,
  closing?: Closing | null,
];

/**
 * Pick between `low` and `high` different options.
 */
export type Some = readonly [
  tag: "some",
  options: readonly Option[],
  low: number,
  high: number,
];

/**
 * A question that nobody was asked, as nothing hangs on it: its code, the seats that it would
 * have gone to, the options that are taken for its answer, and why, in words after "as".
 *
 * Tells only, changes nothing. A table that plays with `asks=all` is asked instead.
 */
export type Spared = readonly [
  tag: "spared",
  why: string,
  to: readonly SeatId[],
  taken: readonly Option[],
  because: string,
];

/**
 * Share `points` out among receivers; `least` points must be given, no receiver above its
 * cap.
 */
export type Split = readonly [
  tag: "split",
  options: readonly Option[],
  points: number,
  least: number,
  caps?: readonly number[],
];

/**
 * A place of a route: its key, the indices of the spots that can follow, and what entering
 * does.
 *
 * `cost` counts against the budget; a route may end only on a spot with `stop`.
 */
export type Spot = readonly [
  key: string,
  next: readonly number[],
  cost?: number,
  stop?: boolean,
  note?: string,
];

/**
 * Pass in advance whatever may be passed, until one's own next turn begins, or until "off".
 *
 * `whys` limits that to questions whose `why` is one of these; empty means all. `abilities` says
 * of single ones when the seat is asked about them: always (`ask`), only on others' turns
 * (`others`), or `never`; it is kept with the seat until it is said otherwise. An offer is passed
 * where none of its abilities is to be asked about now. `keep` leaves the rest as it is. An
 * ability is named by the key of its option, without adventurers' ids, numbers, and what follows
 * a colon: "a1.a1.combat.2.defend" is "combat.defend". Other questions are named by their `why`,
 * or by its beginning ("enemy" for all of "enemy.order"): the default of one that is not to be
 * asked now is taken at once, where everybody who could answer it has said so.
 */
export type Standing = readonly [
  tag: "standing",
  ref: number,
  until: "keep" | "my_turn" | "off",
  whys?: readonly string[],
  seat?: SeatId,
  abilities?: Readonly<Record<string, "ask" | "never" | "others">>,
];

/**
 * A seat's standing answer was set (`on`) or has ended, and its wishes about `abilities`.
 */
export type StandingSet = readonly [
  tag: "standing",
  battle: BattleId,
  seat: SeatId,
  on: boolean,
  abilities?: Readonly<Record<string, string>>,
];

/**
 * Begin a battle; the leader's right. Answered with `started`; all at the table watch it.
 */
export type Start = readonly [
  tag: "start",
  ref: number,
];

/**
 * The battle that `start` began.
 */
export type Started = readonly [
  tag: "started",
  ref: number,
  battle: BattleId,
];

/**
 * An adventurer's printed value changed: health, stamina, magicka or cooldown.
 */
export type StatChanged = readonly [
  tag: "stat",
  unit: UnitId,
  stat: string,
  now: number,
];

/**
 * A unit gained a status.
 */
export type StatusGained = readonly [
  tag: "status",
  unit: UnitId,
  status: string,
];

/**
 * A status die was placed in a hex; with a `side` only units of that side take it up.
 */
export type StatusLaid = readonly [
  tag: "lay",
  at: Hex,
  status: string,
  side?: string,
];

/**
 * A status die left its hex for the supply.
 */
export type StatusLifted = readonly [
  tag: "lift",
  at: Hex,
  status: string,
  side?: string,
];

/**
 * A status left a unit.
 */
export type StatusLost = readonly [
  tag: "cured",
  unit: UnitId,
  status: string,
];

/**
 * Pause one's replay and go `by` versions on, or back where it is negative.
 */
export type Step = readonly [
  tag: "step",
  ref: number,
  by?: number,
];

/**
 * A public table in the list: `free` seats are held by nobody and no bot.
 */
export type TableLine = readonly [
  table: TableId,
  name: string,
  encounter: string,
  difficulty: string,
  phase: "finished" | "lobby" | "playing",
  party: number,
  free: number,
  battle?: BattleId,
];

/**
 * The whole table. `revision` grows with every change; a lower one is old news.
 *
 * `leader` is a player. `commitment` is the SHA-256 of the next battle's secret seed, shown before
 * anybody contributes. `battles` are in the order played; the last one is on while `phase` is
 * "playing". A session waits while a battle that it called for is on, and then stands last again.
 * `here` are the members with an open connection, `spectators` counts the others'. `guests` are
 * the latest who came to a private table by the link for spectators. `campaign` is the one that
 * the table keeps, null for none.
 */
export type TableState = readonly [
  tag: "table",
  table: TableId,
  revision: number,
  name: string,
  leader: PlayerId,
  phase: "finished" | "lobby" | "playing",
  settings: Settings,
  chairs: readonly Chair[],
  members: readonly Member[],
  commitment: string,
  battles: readonly BattleLine[],
  here?: readonly PlayerId[],
  spectators?: number,
  guests?: readonly Member[],
  campaign?: CampaignLine | null,
];

/**
 * The public tables.
 */
export type Tables = readonly [
  tag: "tables",
  ref: number,
  tables: readonly TableLine[],
];

/**
 * A repeated intent: it made that version, the first time it came.
 */
export type Taken = readonly [
  tag: "taken",
  ref: number,
  number: number,
  version: number,
];

/**
 * A count of the encounter's special rules stands at `now`.
 */
export type Tallied = readonly [
  tag: "tally",
  what: string,
  now: number,
];

/**
 * An adventurer's tenacity stands at `now`.
 */
export type TenacityChanged = readonly [
  tag: "tenacity",
  unit: UnitId,
  now: number,
  why?: string,
];

/**
 * A map tile: its kind, its hexes, and the icons of a delve that are printed on some of them.
 *
 * Doors connect tiles, enemies are deployed on hearts and caches placed on stores. `card` is the
 * delve card beside it ("": none), `shards` are the skyshards still to be gained here, and `armed`
 * says whether its trap is.
 */
export interface Tile {
  readonly kind: string;
  readonly hexes: readonly Hex[];
  readonly doors: readonly Hex[];
  readonly hearts: readonly Hex[];
  readonly stores: readonly Hex[];
  readonly card: string;
  readonly shards: number;
  readonly armed: boolean;
}

/**
 * A tile left its stack; where all its tiles are known, the uppermost one.
 */
export type TileDrawn = readonly [
  tag: "tile",
  stack: string,
  tile: string,
  name?: string,
];

/**
 * A tile was connected to the map: as plain data (`Tile`).
 */
export type TilePlaced = readonly [
  tag: "placed",
  name: string,
  tile: Tile,
];

/**
 * A tile left the map and the battle; nobody stood on it.
 */
export type TileRemoved = readonly [
  tag: "collapse",
  name: string,
];

/**
 * A tile that fits nowhere went under its stack.
 */
export type TileReturned = readonly [
  tag: "untile",
  stack: string,
  tile: string,
  name?: string,
];

/**
 * In `ms` a seat's question is answered ("turn"), a bot drives it ("absence"); -1: stopped.
 */
export type TimeLeft = readonly [
  tag: "time",
  battle: BattleId,
  seat: SeatId,
  clock: "absence" | "turn",
  ms: number,
];

/**
 * The die at `place` of the track went to its end.
 */
export type TokenMoved = readonly [
  tag: "slide",
  unit: UnitId,
  place: number,
  token: string,
];

/**
 * A token of an adventurer's class sheet went onto a unit; on itself: into an active slot.
 */
export type TokenPlaced = readonly [
  tag: "tokenon",
  unit: UnitId,
  on: UnitId,
];

/**
 * The fatigue or status die at `place` left the track (or slots) for the supply.
 */
export type TokenRemoved = readonly [
  tag: "token",
  unit: UnitId,
  place: number,
  token: string,
  where?: string,
];

/**
 * Tokens were put on an adventurer's class sheet or went back to the supply: how many lie there
 * now.
 */
export type TokensChanged = readonly [
  tag: "tokens",
  unit: UnitId,
  now: number,
  why?: string,
];

/**
 * A skill or ability acts: for the story, changes nothing by itself.
 */
export type Told = readonly [
  tag: "told",
  unit: UnitId,
  what: string,
  on?: string,
];

/**
 * The die at `place` of a full track gave way to `token` (its own kind goes home or is
 * drained).
 */
export type TrackReplaced = readonly [
  tag: "replace",
  unit: UnitId,
  place: number,
  token: string,
  to?: string,
];

/**
 * A trap's lock was tried; `sprung`: its effect follows.
 */
export type TrapTried = readonly [
  tag: "trapped",
  unit: UnitId,
  tile: string,
  name: string,
  success: boolean,
  sprung: boolean,
  text?: string,
];

/**
 * A unit entered a trapped tile and has to try its lock; the trap is not armed any more.
 */
export type TrapTriggered = readonly [
  tag: "trap",
  unit: UnitId,
  tile: string,
  name: string,
  lock: string,
];

/**
 * The turn in progress. `step` is "start", "act" or "end".
 *
 * `engages`, `moves` and `explores` count its actions, `moved` the hexes entered; `rolled` says
 * whether its unit has rolled dice. `start` is where units were when it began. `used` are its
 * notes. `engaged` counts how often each unit was engaged, `hurt` is the damage that each took,
 * bonus HP included, `lost` the HP that each lost by any means. An `extra` turn is one that an
 * effect has granted; `outer` is the turn that it interrupts.
 */
export interface Turn {
  readonly unit: UnitId;
  readonly step: string;
  readonly engages: number;
  readonly moves: number;
  readonly explores: number;
  readonly moved: number;
  readonly rolled: boolean;
  readonly extra: boolean;
  readonly start: Readonly<Record<UnitId, Hex>>;
  readonly used: Readonly<Record<string, number>>;
  readonly engaged: Readonly<Record<UnitId, number>>;
  readonly hurt: Readonly<Record<UnitId, number>>;
  readonly lost: Readonly<Record<string, number>>;
  readonly outer: Turn | null;
}

/**
 * A unit's turn began; `extra` if an effect granted it.
 */
export type TurnBegan = readonly [
  tag: "turn",
  unit: UnitId,
  extra?: boolean,
];

/**
 * The turn is over.
 */
export type TurnEnded = readonly [
  tag: "ended",
  unit: UnitId,
];

/**
 * A unit that has acted this round will take another turn next.
 */
export type TurnGranted = readonly [
  tag: "again",
  unit: UnitId,
];

/**
 * The turn went on to its next step: act or end.
 */
export type TurnStepped = readonly [
  tag: "step",
  step: string,
];

/**
 * Ask to stand again as after `version`. At once where that is free, else all seats vote.
 * `number` and `battle` as an intent's.
 */
export type Undo = readonly [
  tag: "undo",
  ref: number,
  number: number,
  version: number,
  seat?: SeatId,
  battle?: BattleId,
];

/**
 * An undo is being voted on; sent again at every vote.
 *
 * `waiting` are the seats whose vote is missing. `verdict`: "" while open, else how it ended.
 */
export type UndoAsked = readonly [
  tag: "undo_asked",
  battle: BattleId,
  version: number,
  by: SeatId,
  waiting: readonly SeatId[],
  verdict?: "" | "declined" | "granted" | "void",
];

/**
 * The battle stands again as it stood after that version.
 */
export type Undone = readonly [
  tag: "undo",
  version: number,
  by: readonly SeatId[],
];

/**
 * A chip with stats: adventurer, enemy, quest unit, objective unit or companion. A decoy is a
 * skill die in a hex that enemies take for an adventurer.
 *
 * `chip` is the id of its printed side, of an adventurer its race, of a decoy the kind of die.
 * `at` is its hex, None off the map; `fate` is "" while it is in play or waits for deployment.
 * `hp` and `bonus` are HP and bonus HP, `health` the stat. `controller` is the seat of a companion
 * or decoy. One that `rests` does not act this round, one that is `still` takes no turns. `turned`
 * marks an enemy chip that is a companion until the round ends. `origin` is the class ability that
 * brought it, or "objective" for a turned objective unit. A companion that `leaves` is removed
 * when the battle ends. `tokens` are the adventurers whose class tokens lie on it.
 */
export interface Unit {
  readonly id: UnitId;
  readonly kind: "adventurer" | "companion" | "decoy" | "enemy" | "objective" | "quest";
  readonly chip: string;
  readonly side: "enemy" | "party";
  readonly name: string;
  readonly hp: number;
  readonly health: number;
  readonly at: Hex | null;
  readonly bonus: number;
  readonly level: number;
  readonly statuses: readonly ("bane" | "blind" | "daze" | "fear" | "maim" | "stealth")[];
  readonly dice: readonly DieId[];
  readonly fatigue: readonly Burden[];
  readonly fate: "" | "defeated" | "escaped" | "gone" | "removed" | "waits";
  readonly controller: SeatId;
  readonly rests: boolean;
  readonly turned: boolean;
  readonly still: boolean;
  readonly origin: string;
  readonly leaves: boolean;
  readonly tokens: readonly UnitId[];
}

/**
 * A unit was defeated and left the map.
 */
export type UnitDefeated = readonly [
  tag: "defeat",
  unit: UnitId,
  by?: UnitId,
];

/**
 * A unit entered the map. `chip` is the whole unit as plain data where it is new.
 */
export type UnitDeployed = readonly [
  tag: "deploy",
  unit: UnitId,
  at: Hex,
  chip?: Unit | null,
  hp?: number,
];

/**
 * A unit moved into a hex.
 */
export type UnitMoved = readonly [
  tag: "move",
  unit: UnitId,
  to: Hex,
];

/**
 * A unit was placed in a hex, which is not moving.
 */
export type UnitPlaced = readonly [
  tag: "place",
  unit: UnitId,
  to: Hex,
];

/**
 * A unit left the map undefeated: escaped, removed by an effect, or (`waits`) a companion that
 * stays for the next battle.
 */
export type UnitRemoved = readonly [
  tag: "remove",
  unit: UnitId,
  fate?: "escaped" | "gone" | "removed" | "waits",
];

/**
 * A unit that took no turns takes turns from now on.
 */
export type UnitRoused = readonly [
  tag: "rouse",
  unit: UnitId,
];

/**
 * An enemy became the companion of a seat until the round's end; "": it is an enemy again.
 */
export type UnitTurned = readonly [
  tag: "turned",
  unit: UnitId,
  controller?: SeatId,
];

/**
 * A unit's values now, each explained: {"combat": "3 = 2 printed +1 Vindictive"}.
 */
export type Values = readonly [
  tag: "values",
  unit: UnitId,
  values: Readonly<Record<string, string>>,
];

/**
 * See a battle of the table from now on, playing or not.
 * `after` is the last version that the client holds, 0 for none. It gets the commits it lacks, or
 * a snapshot where that is shorter, and then every commit.
 */
export type Watch = readonly [
  tag: "watch",
  ref: number,
  battle: BattleId,
  after?: number,
];

/**
 * Hello accepted, or a new token given. `token` only for a new identity, and in answer to
 * `new_token`: keep it, it is never told again.
 *
 * `table` is where the player was last, "" if nowhere; `server` the program's version. `limits`
 * are this server's, by name; `costs` the tokens that a request takes, by its tag, where it is not
 * one. PROTOCOL.md explains the names; skip those that you do not know.
 */
export type Welcome = readonly [
  tag: "welcome",
  ref: number,
  player: PlayerId,
  name: string,
  token?: string,
  table?: TableId,
  server?: string,
  limits?: Readonly<Record<string, number>>,
  costs?: Readonly<Record<string, number>>,
];

/**
 * The party earned XP by something else than the encounter's reward.
 */
export type XpEarned = readonly [
  tag: "xp",
  points: number,
  what: string,
];

export type Request = Hello | NewToken | Pulse | ListTables | ListEncounters | ListBattles | ReadLadder | Create | Change | Invite | Revoke | Join | ReadInvite | Remove | Leave | Claim | Release | HandOver | PutBot | Ready | NameAdventurer | Start | Watch | Intent | Undo | Consent | Standing | Resign | Preview | Chat | Ping | Replay | Share | Pace | Step | Seek;

export type Reply = Welcome | Done | Refused | Joined | Invited | Shared | Started | Taken | Tables | Encounters | Battles | Ladder | Invitation | Previewed | TableState | Presence | Said | Pinged | Snapshot | Commit | Playing | TimeLeft | SideClocks | Driving | StandingSet | Paused | Resumed | UndoAsked | Notice | Alive | Bye;

export type BattleEvent = BeatBegan | Answered | Rolled | Drawn | Undone | BeatRestarted | BattleStopped | AdventurerCreated | MapLaid | DecksMade | PhaseBegan | OrderSet | RoundBegan | TurnBegan | TurnStepped | TurnEnded | TurnGranted | ActionTaken | UnitDeployed | UnitMoved | UnitPlaced | UnitDefeated | FallenTaken | UnitRemoved | UnitTurned | FormChanged | DiceGathered | DiceShown | DieExhausted | DieDrained | DieRecovered | DieActivated | DieSetIn | DieSetOn | FatigueGained | TrackReplaced | TokenRemoved | TokenMoved | FatigueSetOn | FatigueCleared | StatusGained | StatusLost | TenacityChanged | DamageDealt | HpChanged | StatChanged | GroundChanged | CacheMoved | Tallied | UnitRoused | CounterSet | TokensChanged | TokenPlaced | StatusLaid | StatusLifted | SideQuestDiscarded | SideQuestGained | CacheOpened | LockShown | CardCycled | ItemDrawn | DeckShuffled | DeckOrdered | ItemGained | DeckRebuilt | Enchanted | EnchantmentSpent | ChipReturned | Advanced | LineTrained | ItemMoved | ItemSpent | EnemiesOrdered | Noted | Achieved | ClassesOffered | ClassChosen | Promoted | RaceReadied | DelveBegan | TileDrawn | TileReturned | CardRevealed | CardSetAside | CardDiscarded | TilePlaced | TileRemoved | CachePlaced | CardLaid | SkyshardGained | TrapTriggered | TrapTried | XpEarned | EngageBegan | EngageEnded | Spared | Told | BattleEnded;

export type Shape = One | Some | Order | Split | Route | Plan | Place;

export type Foreseen = EngageOdds | EnemyTurn | Values | Consequences | CombatOdds | Outlook;

export type DayTag = "call" | "return" | "revived" | "fought" | "cleared" | "aside" | "choice" | "day" | "day-phase" | "searched" | "dial" | "effect" | "effect-over" | "encounter-over" | "encounter-left" | "encounter" | "guilds" | "given" | "keyword" | "overland-card" | "overland-token" | "travelled" | "guild-quest" | "quests-offered" | "recorded" | "reward" | "rewarded" | "saved-xp" | "session" | "session-over" | "side-quest-over" | "social" | "regain" | "step-over" | "quest-step" | "town-access" | "town-more" | "town-action" | "town" | "town-left" | "tracker" | "trainer" | "twist" | "untrain";

export type MatchTag = "sk.attack" | "sk.check" | "sk.combat" | "sk.combat-end" | "sk.distance" | "sk.declared" | "sk.failed" | "sk.success" | "sk.fear" | "sk.first" | "sk.gear" | "sk.injury" | "sk.leg" | "sk.end" | "sk.open" | "sk.free" | "sk.engaged" | "sk.intercepted" | "sk.measured" | "sk.phase" | "sk.room" | "sk.roster" | "sk.rout" | "sk.shot" | "sk.mustered" | "sk.turn" | "sk.turn-end" | "sk.ongoing" | "sk.spell-end" | "sk.spell" | "sk.protected" | "sk.token-down" | "sk.token-kept" | "sk.token" | "sk.fell" | "sk.lost" | "sk.marked" | "sk.moved" | "sk.raised" | "sk.shifted" | "sk.stationed" | "sk.vanguard" | "sk.wounds";
