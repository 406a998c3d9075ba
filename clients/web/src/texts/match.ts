/** What a match of the skirmish says, in English: the page's words, and a sentence for every event. */

import type { Tells } from "../core/story.ts";
import type { MatchTag, SeatId, UnitId } from "../protocol.ts";
import { inches, MILS } from "../core/match.ts";
import type { Losses } from "../core/match_rout.ts";
import { listed, title } from "../core/names.ts";

/** A length in inches to a tenth, as the rim of the table is numbered. */
const tenths = (mils: number): number => Math.round(mils / 100) / 10;

export const MATCH = {
  table: (board: string) => `The table: ${board}, seen from above`,
  steering: "Arrow keys move the place, with Shift in small steps; Enter confirms.",
  spot: (x: number, y: number, z: number) =>
    [`Picked: ${x / MILS} to the right, ${y / MILS} up the table`, z > 0 && inches(z) + " high"]
      .filter(Boolean)
      .join(", "),
  movesFar: (mils: number) => `moves ${tenths(mils)}"`,
  runsFar: (mils: number) => `runs ${tenths(mils)}": no shot`,
  tooFar: "too far",
  slowed: (words: string) => `${words} (rough ground: 2" less)`,
  on: (piece: string) => `on ${piece}`,
  in: (piece: string) => `in ${piece}`,
  beside: (piece: string) => `beside ${piece}`,
  inZone: (left: number, up: number) => `${inches(left)} from the left, ${inches(up)} in`,
  nth: (text: string, count: number, all: number) => `${text} ${count} of ${all}`,
  right: (mils: number) => `${inches(mils)} right`,
  left: (mils: number) => `${inches(mils)} left`,
  ahead: (mils: number) => `${inches(mils)} ahead`,
  back: (mils: number) => `${inches(mils)} back`,
  here: "where it stands",
  at: (x: number, y: number) => `at ${tenths(x)}, ${tenths(y)}`,
  phases: {
    first: "Who begins?",
    deploy: "Deployment",
    vanguard: "Vanguards",
    begin: "A turn begins",
    upkeep: "Upkeep",
    engage: "Engage Phase",
    move: "Move Phase",
    cast: "Cast Phase",
    ranged: "Ranged Phase",
    melee: "Melee Phase",
    end: "The turn ends",
    over: "The match is over",
  } as Readonly<Record<string, string>>,
  turnOf: (side: string, turn: number) => `Turn ${turn}: ${side}`,
  yourTurn: (turn: number) => `Turn ${turn}: yours`,
  lost: (count: number) => `${count} lost`,
  losses: ({ out, held, all, from }: Losses) =>
    `losses ${all} of ${from}` +
    (held ? ` (${out} out of action, ${held === 1 ? "1 treasure" : `${held} treasures`} in enemy hands)` : ""),
  routNear: (more: number) => `${more === 1 ? "1 more loss" : `${more} more losses`}, and it has to test for rout`,
  routTest: (who: string, needs: number) =>
    `Rout test as its next turn begins: ${who} has to roll ${needs} or more, or the match is lost`,
  routSure: "Routs as its next turn begins: no hero is left who could rally it",
  feats: {
    fallen: (who: string) => `${who} has fallen`,
    steps: (who: string) => `${who} steps in`,
    casts: (who: string, spell: string) => `${who}: ${spell}`,
    fizzles: (who: string, spell: string) => `${who} fails to cast ${spell}`,
  },
  featOf: {
    fallen: (by: string) => `by ${by}`,
    steps: (whose: string) => `in the way of ${whose}`,
    casts: (whom: string) => `at ${whom}`,
    fizzles: (whom: string) => `at ${whom}`,
  },
  /** Signs of what ails a unit, where words are too small. */
  ails: { staggered: "~", dazed: "!", stunned: "✕" } as Readonly<Record<string, string>>,
  routed: (side: string) => `${side} routs`,
  stands: (side: string) => `${side} stands`,
  routRoll: (all: number, from: number, roll: string) => `Losses ${all} of ${from}: ${roll}`,
  routRolled: (who: string, counts: number, needs: number) => `${who} rolled ${counts}, needed ${needs}`,
  noHero: "no hero was left to rally it",
  standing: (count: number) => `${count} standing`,
  treasures: (count: number) => (count === 1 ? "1 treasure" : `${count} treasures`),
  timeLeft: "Time left for this match",
  clockFace: (ms: number) => {
    const seconds = Math.ceil(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  },
  foreseen: (name: string) => `${name}: figures and sight`,
  meleeNow: "This melee",
  meleeIf: "The melee, if it comes there",
  fates: { lost: "out", stunned: "stunned", dazed: "dazed", wounded: "wounded", unhurt: "unhurt" } as Readonly<
    Record<string, string>
  >,
  sees: "Sees",
  seesThere: "Sees from there",
  sights: { open: "In the open", cover: "In cover (its defence is better by 3)", hidden: "Not seen" } as Readonly<
    Record<string, string>
  >,
  shot: (name: string, hits: string, isFromWindow: boolean) =>
    `Shot at ${name}${isFromWindow ? ", out of the window" : ""}: hits ${hits}`,
  figure: (name: string) => name.charAt(0).toUpperCase() + name.slice(1),
  resign: "Resign",
  reallyResign: "Give the match up? It is over at once, and lost.",
  won: (side: string) => `${side} has won`,
  youHaveWon: "You have won",
  youHaveLost: "You have lost",
  pointAtTable: "Press the table where it is to be, drag the base there, or pick a place from the list.",
  pickUnits: "Units that may be named are ringed in gold on the table.",
  stepIn:
    "Who steps in takes the fight in place of the target; whoever is named, the melee's odds are told above. " +
    "Drag a unit of yours into the way, or name it here. The arrow says who comes at whom, not by which way.",
  stepWhere: "Take the place that is suggested, or press any within 2 inches of it that lies in the way.",
  strikesWhom: (who: string) => `Whom does ${who} strike?`,
  inSight: "in sight",
  outOfSight: "not in sight: its reach is rolled",
  climbsOrJumps: "Where it climbs or jumps",
  kindOfWay: "Which way",
  targets: "Whom",
  whoGoes: "Who",
  lettered: (name: string, letter: string) => `${name} ${letter}`,
  dragToGo:
    "Drag a unit of yours to where it is to go, or name it and press the table. " +
    "Within the inner ring it moves, within the outer one it runs; nothing is settled before you confirm.",
  dragToEngage:
    "Drag a unit of yours onto an enemy, then choose the way. Nothing is measured before that. Whom it sees, it comes " +
    "one and a half times its Move for; else a die decides: 1–5 half its Move, 6–15 its Move, 16–20 one and a half times. " +
    "Who falls short has moved, and neither moves nor shoots this turn.",
  sides: "Warbands",
  treasure: "Treasure",
  treasureHow: "Who stands on it as its side's turn begins may take it",
  treasureAsked: "this is the one that is asked about",
  goal: "How the match is won",
  goals: [
    "A warband whose losses have come to its threshold has to test for rout as its turn begins: its best hero rolls for Morale, " +
      "each loss beyond makes it harder by 1. Who fails loses the match.",
    "Losses are units out of action, large ones twice, and each treasure that a unit of the enemy carries.",
    "Treasure: a unit that touches it as its side's turn begins may take it; with an enemy within 2 inches only after a Morale check. " +
      "Who carries it cannot run, and drops it when put out of action. Animals and large units carry none.",
    "After the match carriers keep what they have; what lies free goes to units within 5 inches.",
  ],
  ladder: (height: number) => `Ladder, ${inches(height)}`,
  height: (mils: number) => inches(mils),
  footing: { firm: "", difficult: "difficult ground", shallow: "shallow water", deep: "deep water" } as Readonly<
    Record<string, string>
  >,
  unit: (name: string, side: string, more: string[]) => [`${name} (${side})`, ...more].join(", "),
  carries: "carries treasure",
  up: (mils: number) => `${inches(mils)} up`,
  kinds: {
    1: "1: the shortest way on foot and by ladders",
    2: "2: a shorter way that climbs or jumps",
    3: "3: a way that ends in a jump down onto the enemy",
  },
  checkKinds: { climb: "Climb", across: "Jump across", down: "Jump down" } as Readonly<Record<string, string>>,
  noChecks: "Nowhere: no checks on the way",
  inThisOrder: (texts: string[]) => texts.map((text, at) => `${at + 1}. ${text}`).join(", "),
  struck: (who: string, whom: string, hits: boolean, crits: boolean) =>
    crits ? `${who} hits ${whom} and strikes again` : `${who} ${hits ? "hits" : "misses"} ${whom}`,
  checked: (who: string, stat: string, passed: boolean) => `${who} ${passed ? "passes" : "fails"} ${stat}`,
  counted: (counts: number, needs: number) => `${counts}, needs ${needs}`,
  stopped: "stopped by the defence",
  notStopped: "not stopped",
  harms: {
    staggered: "Staggered",
    dazed: "Dazed",
    stunned: "Stunned",
    lost: "Out of action",
    fear: "Afraid",
    "": "",
  } as Readonly<Record<string, string>>,
  tilted: "Seen from a slant",
  whole: "Whole table",
  engagedWith: (names: string[]) => `engaged with ${listed(names)}`,
} as const;

/** What an event says after its tag: the schema of `SkirmishEvent` says in which order. */
type Said = readonly unknown[];
type Sentence = (t: Tells, said: Said) => string;

/** Events that only matter to those who look closely. */
export const QUIET_MATCH: ReadonlySet<string> = new Set([
  "sk.combat-end",
  "sk.turn-end",
  "sk.marked",
  "sk.vanguard",
  "sk.engaged",
]);

const text = (said: unknown): string => (typeof said === "string" ? said : "");
const count = (said: unknown): number => (typeof said === "number" ? said : 0);
const list = (said: unknown): string[] => (Array.isArray(said) ? said.filter((one) => typeof one === "string") : []);
const who = (t: Tells, said: unknown): string => t.names.unit(text(said) as UnitId);
const all = (t: Tells, said: unknown): string => listed(list(said).map((unit) => t.names.unit(unit as UnitId)));
const side = (t: Tells, said: unknown): string => t.names.seat(text(said) as SeatId);
const pairs = (t: Tells, said: unknown): string =>
  listed(
    (Array.isArray(said) ? said : []).map((pair) =>
      list(pair)
        .map((unit) => t.names.unit(unit as UnitId))
        .join(" – "),
    ),
  );
const up = (said: unknown): string => {
  const z = Array.isArray(said) ? count(said[2]) : 0;
  return z ? `, ${MATCH.up(z)}` : "";
};

/** Where somebody has come to: what is there, else as the table's rim is numbered. */
const to = (t: Tells, said: unknown): string => {
  const near = t.near(said);
  return near ? ` to a place ${near}` : toNumbers(said);
};
const toNumbers = (said: unknown): string =>
  Array.isArray(said) ? ` to ${tenths(count(said[0]))}, ${tenths(count(said[1]))}${up(said)}` : "";

const CHOICES: Readonly<Record<number, string>> = {
  1: "the shortest way on foot",
  2: "a shorter way that climbs or jumps",
  3: "a jump down onto it",
};
const FAILED: Readonly<Record<string, string>> = {
  fear: "does not dare to",
  short: "does not get there",
  check: "fails a check on the way",
  room: "finds no room",
};
const WAYS: Readonly<Record<string, string>> = {
  move: "moves",
  run: "runs",
  vanguard: "moves ahead",
  engage: "charges",
  intercept: "steps in",
};
const LEGS: Readonly<Record<string, string>> = { climb: "climbs", across: "jumps across", down: "jumps down" };

export const SAY_MATCH: Readonly<Record<string, Sentence>> = {
  "sk.roster": (t, [seat, warband, units]) =>
    `${side(t, seat)} drafts ${Array.isArray(units) ? units.length : 0} of ${title(text(warband))}.`,
  "sk.mustered": (t, [seat]) => `${side(t, seat)} has mustered.`,
  "sk.first": (t, [seat]) => `${side(t, seat)} deploys first and has the first turn.`,
  "sk.stationed": (t, [unit, at]) => `${who(t, unit)} is deployed${up(at)}.`,
  "sk.vanguard": (t, [unit]) => `${who(t, unit)} is in place.`,
  "sk.phase": (_t, [phase]) => `${MATCH.phases[text(phase)] ?? title(text(phase))}.`,
  "sk.turn": (t, [turn, seat]) => `Turn ${count(turn)}: ${side(t, seat)}.`,
  "sk.turn-end": (t, [seat]) => `The turn of ${side(t, seat)} is over.`,
  "sk.rout": (t, [seat, stays]) => `${side(t, seat)} ${stays ? "stands its ground" : "routs: the match is lost"}.`,
  "sk.token": (t, [, unit]) => `${who(t, unit)} takes a treasure.`,
  "sk.token-down": () => "A treasure lies on the table again.",
  "sk.token-kept": (t, [, seat]) => `${side(t, seat)} carries a treasure off.`,
  "sk.end": (t, [winner, how]) => `${side(t, winner)} has won: the others have ${text(how)}.`,
  "sk.declared": (t, [unit, targets, choice]) =>
    `${who(t, unit)} wants to engage ${all(t, targets)}: ${CHOICES[count(choice)] ?? "some way"}.`,
  "sk.fear": (t, [unit, of, passed]) =>
    `${who(t, unit)} ${passed ? "stands" : "cannot stand"} the sight of ${who(t, of)}.`,
  "sk.distance": (t, [unit, face, reach]) =>
    `${who(t, unit)} comes ${inches(count(reach))} far${face ? ` (out of sight, rolled ${count(face)})` : ""}.`,
  "sk.measured": (_t, [, length, reaches]) => `It is ${inches(count(length))}: ${reaches ? "near enough" : "too far"}.`,
  "sk.open": () => "Nobody steps in.",
  "sk.intercepted": (t, [unit, by]) => `${who(t, by)} steps into the way of ${who(t, unit)}.`,
  "sk.leg": (t, [unit, leg, passed]) =>
    `${who(t, unit)} ${LEGS[text(leg)] ?? text(leg)}${passed ? "" : ", and fails"}.`,
  "sk.room": (t, [, target]) => `${who(t, target)} is pushed back to make room.`,
  "sk.success": (t, [unit, others]) => `${who(t, unit)} engages ${all(t, others)}.`,
  "sk.failed": (t, [unit, why]) => `${who(t, unit)} ${FAILED[text(why)] ?? "engages nobody"}.`,
  "sk.spell": (t, [unit, spell, target, came]) =>
    `${who(t, unit)} casts ${title(text(spell))}${target ? ` on ${who(t, target)}` : ""}${came ? "" : ", and fails"}.`,
  "sk.ongoing": (t, [spell, , target]) => `${title(text(spell))} lies on ${who(t, target)}.`,
  "sk.spell-end": (t, [caster]) => `The spell of ${who(t, caster)} is over.`,
  "sk.shot": (t, [unit, weapon, target]) => `${who(t, unit)} shoots at ${who(t, target)} (${title(text(weapon))}).`,
  "sk.protected": (t, [target, by, passed]) =>
    `${who(t, by)} ${passed ? "takes" : "is too slow to take"} the shot meant for ${who(t, target)}.`,
  "sk.combat": (t, [order]) => `Melee, in this order: ${all(t, order)}.`,
  "sk.combat-end": () => "The melee is fought.",
  "sk.attack": (t, [unit, target, , needs, , counts, hits, crits]) =>
    `${who(t, unit)} attacks ${who(t, target)} and ${hits ? (crits ? "hits and strikes again" : "hits") : "misses"} ` +
    `(${count(counts)} of ${count(needs)}).`,
  "sk.moved": (t, [unit, how, way]) =>
    `${who(t, unit)} ${WAYS[text(how)] ?? "moves"}${Array.isArray(way) ? to(t, way.at(-1)) : ""}.`,
  "sk.shifted": (t, [unit]) => `${who(t, unit)} is put elsewhere.`,
  "sk.check": (t, [unit, stat, why, needs, , counts, passed]) =>
    needs
      ? why === "rout"
        ? `Rout test: ${who(t, unit)} ${passed ? "rallies" : "cannot rally"} the warband (${count(counts)} of ${count(needs)}).`
        : `${who(t, unit)} ${passed ? "passes" : "fails"} ${title(text(stat))} (${count(counts)} of ${count(needs)}).`
      : `${who(t, unit)} has no ${title(text(stat))} to roll for.`,
  "sk.fell": (t, [unit, height, total]) => `${who(t, unit)} falls ${inches(count(height))}: mishap ${count(total)}.`,
  "sk.injury": (t, [unit, injury]) => `${who(t, unit)} is ${text(injury) || "unhurt"}.`,
  "sk.wounds": (t, [unit, left]) => `${who(t, unit)} has ${count(left)} left to lose.`,
  "sk.lost": (t, [unit, by]) => `${who(t, unit)} is put out of action${by ? ` by ${who(t, by)}` : ""}.`,
  "sk.raised": (t, [unit]) => `${who(t, unit)} rises again.`,
  "sk.engaged": (t, [made]) => `Engaged: ${pairs(t, made)}.`,
  "sk.free": (t, [ended]) => `No longer engaged: ${pairs(t, ended)}.`,
  "sk.marked": (t, [unit, mark]) => `${who(t, unit)} is marked: ${text(mark)}.`,
  "sk.gear": (t, [unit, weapon]) => `${who(t, unit)} has lost the ${title(text(weapon))}.`,
} satisfies Readonly<Record<MatchTag, Sentence>>;
