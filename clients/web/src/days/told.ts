/** What a session's days come to in words and pictures: deeds in a town, what a day was about. */

import type { UnitId } from "../protocol.ts";
import { entryAt } from "../core/certain.ts";
import type { SessionState } from "../core/overland.ts";
import type { CampaignWords, Choices, ProvinceWords } from "../core/words.ts";
import type { Day, Deed } from "./chronicle.ts";
import type { Days } from "./parts.ts";
import type { Motif } from "./vignette.ts";
import { calledIn, placesOf } from "../core/overland.ts";
import { plural } from "../core/names.ts";
import { wordOf } from "../texts/en.ts";
import { SESSION } from "../texts/session.ts";
import { provinceOf } from "../view/overland.ts";
import { motifOf } from "./card.ts";

/** A line of a day, and how it looks: a title, what was chosen, a gain, a loss. */
export type Line = { text: string; look: "" | "title" | "told" | "gain" | "loss" };

/** The deeds since the last event of a kind. */
export function deedsSince(days: readonly Day[], tag: string): Deed[] {
  const { deeds } = days.at(-1) ?? { deeds: [] };
  const from = deeds.findLastIndex((deed) => deed.tag === tag);
  return from < 0 ? [] : deeds.slice(from + 1);
}

/** The actions that were taken in the town where the party is. */
export const deedsInTown = (days: readonly Day[]): Deed[] =>
  deedsSince(days, "town").filter(({ tag }) => tag === "town-action");

/** Every set of choices that an encounter could have had. */
function choicesOf(words: CampaignWords, province: ProvinceWords | undefined, name: string): Choices[] {
  const steps = Object.values(province?.quests ?? {}).flatMap((quest) => Object.entries(quest.steps));
  return [
    words.cards?.[name]?.choices,
    words.side_quests?.[name]?.choices,
    province?.towns[name]?.effect?.choices,
    ...steps.filter(([id]) => id === name).map(([, step]) => step.choices),
    ...(province?.endgame?.days ?? []).map((day) => day.choices),
  ].filter((choices): choices is Choices => choices !== undefined);
}

/** A choice by its id, in the words of the card that offered it. */
export function choiceOf(scene: Days, encounter: string, choice: string) {
  const { campaign } = scene.glossary;
  const all = choicesOf(campaign, provinceOf(scene, scene.state), encounter);
  return all.find((choices) => Object.hasOwn(choices, choice))?.[choice];
}

/** The lines of a day, in their order. */
export function linesOf(scene: Days, day: Day): Line[] {
  const lines: Line[] = [];
  let encounter = "";
  const add = (text: string, look: Line["look"] = "") => text && lines.push({ text, look });
  for (const deed of day.deeds) {
    if (deed.tag === "encounter") encounter = String(deed.said[1]);
    const found = sayings[deed.tag]?.(scene, deed.said, encounter);
    for (const line of found ?? []) add(line.text, line.look);
  }
  return lines;
}

type Saying = (scene: Days, said: readonly unknown[], encounter: string) => Line[];

const nameOf = (scene: Days, unit: unknown): string => scene.names.unit(String(unit) as UnitId);

const line = (text: string, look: Line["look"] = ""): Line[] => [{ text, look }];

/** What a day's page says of an event; what it does not name is in the story. */
const sayings: Readonly<Record<string, Saying>> = {
  travelled: (_scene, [path, extra, how]) => {
    const hexes = Array.isArray(path) ? path.length : 0;
    if (how && how !== "move") return [];
    return line(SESSION.travelled(hexes, Number(extra ?? 0)));
  },
  encounter: (scene, [kind, name]) =>
    line(`${SESSION.sources[String(kind)] ?? ""}: ${calledIn(scene.glossary.campaign, String(name))}`, "title"),
  choice: (scene, [choice], encounter) => {
    const words = choiceOf(scene, encounter, String(choice));
    if (!words) return line(calledIn(scene.glossary.campaign, String(choice)));
    return [{ text: `${words.name}.`, look: "" }, ...(words.text ? line(words.text, "told") : [])];
  },
  "town-action": (scene, [unit, feature, about]) =>
    line(`${nameOf(scene, unit)}, ${deedWords(scene, String(feature ?? ""), String(about ?? ""))}`),
  advance: (scene, [unit, name, kind]) =>
    line(SESSION.grew(nameOf(scene, unit), grownIn(scene, String(name ?? ""), String(kind ?? ""))), "gain"),
  social: (_scene, [, wanted, success]) =>
    line(success ? SESSION.checkWon(Number(wanted)) : SESSION.checkLost(Number(wanted)), success ? "gain" : "loss"),
  fought: (_scene, [result, all]) =>
    line(SESSION.results[all ? "fell" : String(result)] ?? "", result === "victory" ? "gain" : "loss"),
  "step-over": (scene, [step, success]) =>
    line(
      `${calledIn(scene.glossary.campaign, String(step))}: ${success ? SESSION.stepDone : SESSION.stepLost}`,
      success ? "gain" : "loss",
    ),
  "side-quest-over": (scene, [quest]) =>
    line(`${calledIn(scene.glossary.campaign, String(quest))}: ${SESSION.stepDone}`, "gain"),
  keyword: (_scene, [word]) => line(SESSION.written(String(word)), "gain"),
  "town-access": (scene, [town, closed]) =>
    line(`${calledIn(scene.glossary.campaign, String(town))} ${closed ? SESSION.shuts : SESSION.opens}.`),
  dial: (_scene, [xp]) => line(SESSION.dialAt(Number(xp))),
  "session-over": (_scene, [outcome, why]) =>
    line(
      `${outcome === "victory" ? SESSION.won : SESSION.lostAll}. ${String(why ?? "")}`,
      outcome === "victory" ? "gain" : "loss",
    ),
};

/** The light in which a town is seen, day after day: none of its pictures is like the one before. */
const HOURS = ["dusk", "day", "night"] as const;

/** What an action in a town was, and what it was about: "Trainer: Bow". */
export function deedWords(scene: Days, feature: string, about: string): string {
  const kind = scene.glossary.kindOf(about);
  return [SESSION.features[feature] ?? feature, kind ? scene.lexicon.piece(kind, about) : about]
    .filter(Boolean)
    .join(": ");
}

/** What an adventurer has grown in: a die by its name, else a line or an attribute. */
export function grownIn(scene: Days, name: string, kind: string): string {
  return kind ? scene.lexicon.piece("dice", kind) : (wordOf(name) ?? scene.lexicon.piece("lines", name));
}

/** What the picture of a day shows. */
export function pictureOf(
  scene: Days,
  day: Day,
): { name: string; land: string; motif: Motif; mood?: (typeof HOURS)[number] } {
  const has = (tag: string) => day.deeds.find((deed) => deed.tag === tag);
  const met = day.deeds.findLast((deed) => deed.tag === "encounter");
  const [kind, name] = (met?.said ?? []).map(String);
  const land = landAfter(scene, day);
  const over = has("session-over");
  if (over) return { name: `end ${day.day}`, land, motif: over.said[0] === "victory" ? "won" : "lost" };
  if (has("town")) {
    const mood = entryAt(HOURS, day.day % HOURS.length);
    return { name: String(has("town")?.said[0]), land, motif: "town", mood };
  }
  if (has("call")) return { name: name ?? `day ${day.day}`, land, motif: isDeep(scene, day) ? "deep" : "battle" };
  const printed = scene.glossary.campaign.cards?.[name ?? ""] ?? scene.glossary.campaign.side_quests?.[name ?? ""];
  const motif = printed ? motifOf({ deck: "", kind: kind ?? "", choices: {}, ...printed }) : "road";
  return { name: name ?? `day ${day.day}`, land, motif };
}

function isDeep(scene: Days, day: Day): boolean {
  const spec = day.deeds.find((deed) => deed.tag === "call")?.said[1] as { settings?: { encounter?: string } } | null;
  const kind = scene.glossary.entry("encounters", spec?.settings?.encounter ?? "")?.kind;
  return kind === "delve" || kind === "dungeon";
}

/** The terrain where a day's way has ended, else where the party is now. */
function landAfter(scene: Days, day: Day): string {
  const { state }: { state: SessionState } = scene;
  const province = provinceOf(scene, state);
  const path = day.deeds.findLast((deed) => deed.tag === "travelled")?.said[0];
  const last = Array.isArray(path) ? String(path.at(-1)) : String(state.party_at ?? "");
  return (province && placesOf(province).find((place) => place.key === last)?.terrain) ?? "";
}

/** What was earned in a day, in words. */
export const earned = (day: Day): string => {
  const xp = day.deeds.filter(({ tag }) => tag === "reward").reduce((sum, { said }) => sum + Number(said[0] ?? 0), 0);
  return xp ? plural(xp, "XP", "XP") : "";
};

/** Everything since this day's growth began. */
export const deedsOfToday = (days: readonly Day[]): Deed[] => {
  const { deeds } = days.at(-1) ?? { deeds: [] };
  const from = deeds.findLastIndex(({ tag, said }) => tag === "day-phase" && said[0] === "growth");
  return from < 0 ? [] : deeds.slice(from + 1);
};
