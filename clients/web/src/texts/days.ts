/** The story of the days between battles, in English: one short sentence for every event of a session. */

import type { Tells } from "../core/story.ts";
import type { DayTag, UnitId } from "../protocol.ts";
import { listed, plural, title } from "../core/names.ts";
import { OVERLAND } from "./overland.ts";

/** What an event says after its tag: the schema of `SessionEvent` says in which order. */
type Said = readonly unknown[];
/** A sentence; `called` is what the province's words name something, else its id in words. */
type Sentence = (t: Tells, said: Said, called: (id: string) => string) => string;

/** Events that only matter to those who look closely. */
export const QUIET_DAYS: ReadonlySet<string> = new Set([
  "session",
  "day-phase",
  "overland-card",
  "rewarded",
  "encounter-left",
  "effect",
  "effect-over",
  "recorded",
  "town-left",
  "cleared",
  "aside",
  "searched",
  "tracker",
  "overland-token",
  "call",
]);

const text = (said: unknown): string => (typeof said === "string" ? said : "");
const count = (said: unknown): number => (typeof said === "number" ? said : 0);
const list = (said: unknown): string[] => (Array.isArray(said) ? said.filter((one) => typeof one === "string") : []);
const who = (t: Tells, said: unknown): string => t.names.unit(text(said) as UnitId);

const KINDS: Readonly<Record<string, string>> = {
  quest: "The guild's quest",
  "side-quest": "A side quest",
  town: "Into town",
  caravan: "A caravan on the road",
  card: "On the road",
};
const RESULTS: Readonly<Record<string, string>> = {
  victory: "The battle is won.",
  defeat: "The battle is lost.",
  retreat: "The party has fled from the battle.",
};

export const SAY_DAYS: Readonly<Record<string, Sentence>> = {
  session: () => "Decks, bags and the supply are ready.",
  day: (_t, [day]) => `Day ${count(day)} begins.`,
  "day-phase": (_t, [phase]) => OVERLAND.phases[text(phase)] ?? `${title(text(phase))}.`,
  "session-over": (_t, [outcome, why]) =>
    `${outcome === "victory" ? "The quest is done!" : "All is lost."} ${text(why)}`,
  encounter: (_t, [kind, name, unstable], called) =>
    `${KINDS[text(kind)] ?? "An encounter"}: ${called(text(name))}${unstable ? " (unstable)" : ""}.`,
  "overland-card": (_t, [deck, , where]) => `The ${text(deck)} card goes to: ${text(where)}.`,
  choice: (t, [choice], called) => `The party chooses: ${t.chosen(text(choice)) || called(text(choice))}.`,
  social: (_t, [, wanted, success]) =>
    `The social check ${wanted ? `at ${count(wanted)} ` : ""}${success ? "succeeds" : "fails"}.`,
  reward: (_t, [xp, bonus]) =>
    `Earned: ${listed([xp ? `${count(xp)} XP for all` : "", bonus ? `${count(bonus)} bonus XP` : ""].filter(Boolean)) || "a reward"}.`,
  rewarded: () => "The rewards are given.",
  fought: (_t, [result, all]) =>
    all ? "The whole party was defeated." : (RESULTS[text(result)] ?? "The battle is over."),
  "encounter-over": (_t, [success]) => (success ? "The encounter has gone well." : "The encounter has gone badly."),
  "encounter-left": () => "The day goes on.",
  dial: (_t, [xp]) => `Everybody has earned ${count(xp)} XP so far; enemies grow with it.`,
  "saved-xp": (t, [unit, xp]) => `${who(t, unit)} has ${count(xp)} XP saved.`,
  revived: (t, [unit, hp]) => `${who(t, unit)} stands again with ${count(hp)} HP.`,
  untrain: (t, [unit, attribute]) => `${who(t, unit)} untrains ${title(text(attribute))}.`,
  regain: (t, [unit, stat]) => `${who(t, unit)} trains ${title(text(stat))} again.`,
  given: (t, [unit, , to]) => `${who(t, unit)} gives an item to ${who(t, to)}.`,
  travelled: (_t, [path, extra, how]) => {
    const hexes = Array.isArray(path) ? path.length : 0;
    if (text(how) && how !== "move") return "The party finds itself elsewhere.";
    return `The party travels ${plural(hexes, "hex", "hexes")}${extra ? `, ${count(extra)} of them for fatigue` : ""}.`;
  },
  "overland-token": (_t, [token, at], called) =>
    at ? `${called(text(token))} is on the move.` : `${called(text(token))} is gone from the map.`,
  "town-access": (_t, [town, closed], called) =>
    `${called(text(town))} ${closed ? "closes its gates" : "opens its gates"}.`,
  guilds: (_t, [guilds], called) => `Guilds that would have the party: ${listed(list(guilds).map(called))}.`,
  "guild-quest": (_t, [guild], called) => `The party follows the quest of ${called(text(guild))}.`,
  "quest-step": (_t, [step], called) => `Next: ${called(text(step))}.`,
  "step-over": (_t, [step, success], called) => `${called(text(step))}: ${success ? "done" : "failed"}.`,
  "side-quest-over": (_t, [quest], called) => `Side quest done: ${called(text(quest))}.`,
  "quests-offered": () => "What may come next is told.",
  keyword: (_t, [keyword, major]) => `Written into the journal${major ? ", to be remembered" : ""}: ${text(keyword)}.`,
  tracker: (_t, [tracker, value], called) => `${called(text(tracker))}: ${count(value)}.`,
  twist: (_t, [twist]) => `The next battle will be different: ${title(text(twist)).toLowerCase()}.`,
  effect: (_t, [what]) => `In effect: ${title(text(what))}.`,
  "effect-over": (_t, [what]) => `No longer in effect: ${title(text(what))}.`,
  recorded: (_t, [what]) => `Noted: ${title(text(what))}.`,
  town: (_t, [town, actions], called) =>
    `The party is in ${called(text(town))}: ${plural(count(actions), "action")} each.`,
  trainer: (_t, [lines]) => `Taught here today: ${listed(list(lines).map(title)) || "nothing new"}.`,
  "town-action": (t, [unit, feature, about]) =>
    `${who(t, unit)}: ${title(text(feature)).toLowerCase()}${text(about) ? ` (${title(text(about))})` : ""}.`,
  "town-more": (t, [unit]) => `${who(t, unit)} has one action more.`,
  cleared: (_t, [deck, cards]) => `${plural(list(cards).length, `${text(deck)} card`)} go onto the discard pile.`,
  aside: (t, [unit, item, lies]) =>
    `${title(text(item))} ${lies === false ? "lies no longer aside" : "lies aside"} for ${who(t, unit)}.`,
  searched: (_t, [deck]) => `The ${text(deck)} deck is searched.`,
  "town-left": () => "The party leaves town.",
  call: () => "A battle begins.",
  return: () => "The party comes back from battle.",
} satisfies Readonly<Record<DayTag, Sentence>>;
