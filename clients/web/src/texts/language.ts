/**
 * Another language in place of English. A translation is one module, served as `/static/texts/<language>.js`, which
 * exports as much as it has; what it leaves out stays English:
 *
 * - `WORDS`, `PHASES`, `REASONS`, `T` and whatever else `en.ts` exports: what this page says itself;
 * - `SAY`: the story, a sentence for each event (`story.ts`);
 * - `CATALOGUE`: the server's words, in the form of /catalogue.json, by kind and id;
 * - `QUESTIONS`: by a question's `why`, its text ({budget}, {points}, {low}, {high} stand for the
 *   shape's numbers), or a function from the question to the question in other words;
 * - `OPTIONS`: by "why/key", else by "why/topic", key or topic, an option's text. The topic of
 *   "drop:a1.combat.2" is "drop", that of "a3.nord.reveler" is "reveler";
 * - `LIMITS` and `NEEDS`: why options of a plan do not go together, by "why/topic", else topic of the
 *   (first) option that it is about; a text ({high}: how many at most), or a function of it all;
 * - `REFUSALS`: by a refusal's code, its text, or a function of the server's text and the rule.
 *
 * `?lang=de` in the page's address asks for a language, and so does the menu where there is more
 * than one; that is remembered. Else the browser's own is taken, if it is one of `LANGUAGES`.
 */

import type { Limit, Need, Option, Question } from "../core/messages.ts";
import type { Catalogue } from "../core/words.ts";
import * as english from "./en.ts";
import { SAY } from "./story.ts";

/** The languages that come along, besides English, as the page names them: `data-languages="de fr"`. */
const LANGUAGES = (globalThis.document?.documentElement.dataset.languages ?? "").split(" ").filter(Boolean);
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/;

/** A text, or what makes one. */
type Said<A extends unknown[]> = string | ((...about: A) => string);

/** What a translation may say of the server's words; its own words lie over those of `en.ts`. */
type Spoken = {
  QUESTIONS: Record<string, string | ((question: Question) => Question)>;
  OPTIONS: Record<string, string>;
  LIMITS: Record<string, Said<[Limit]>>;
  NEEDS: Record<string, Said<[Need]>>;
  REFUSALS: Record<string, Said<[text: string, rule: string]>>;
  CATALOGUE: Record<string, Record<string, unknown>> | null;
};

const spoken: Spoken = { QUESTIONS: {}, OPTIONS: {}, LIMITS: {}, NEEDS: {}, REFUSALS: {}, CATALOGUE: null };
const ABOUT_QUESTIONS = ["QUESTIONS", "OPTIONS", "LIMITS", "NEEDS"] as const;

/** Whether the server's words are told in another language. */
export const isTranslated = () => Boolean(spoken.CATALOGUE);

/**
 * The language to speak, "" for English.
 */
export function chosen(wish: string, before: string, own: readonly string[]) {
  const asked = wish || before;
  if (asked) return LANGUAGE.test(asked) && asked !== "en" ? asked : "";
  for (const each of own) {
    const [short = ""] = each.split("-");
    if (short === "en") return "";
    const found = [each, short].find((one) => LANGUAGES.includes(one));
    if (found) return found;
  }
  return "";
}

/** The languages to choose from: those that come along, and the one that is spoken. */
export const languages = (now: string) => [...new Set(["en", ...LANGUAGES, now])];

/** Speak a language from now on; before anything is said. True if there is a translation. */
export async function speak(language: string) {
  if (!language) return true;
  try {
    use((await import(/* @vite-ignore */ `/static/texts/${language}.js`)) as Record<string, unknown>);
    return true;
  } catch {
    return false;
  }
}

/** Take a translation. */
export function use(translation: Readonly<Record<string, unknown>>): void {
  const own = english as unknown as Readonly<Record<string, unknown>>;
  for (const [name, words] of Object.entries(translation)) {
    if (name === "SAY") Object.assign(SAY, words);
    else if (name in spoken) Object.assign(spoken, { [name]: words });
    else if (isPlain(own[name]) && isPlain(words)) laidOver(own[name], words);
    else if (isPlain(words)) waiting[name] = words;
  }
}

/** What a translation says of parts of the page that come later. */
const waiting: Record<string, Record<string, unknown>> = {};

/** Lay what a translation has of a later part's words over them, once. */
export function spokenIn(name: string, words: Record<string, unknown>): void {
  if (waiting[name]) laidOver(words, waiting[name]);
}

/** A part of the page that comes later, with the words that it exports in the language that is spoken. */
export function partIn<P extends object>(part: P): P {
  for (const [name, words] of Object.entries(part)) if (isPlain(words)) spokenIn(name, words);
  return part;
}

const isPlain = (one: unknown): one is Record<string, unknown> =>
  typeof one === "object" && one !== null && !Array.isArray(one);

/** Words over other words, in place, entry by entry. */
function laidOver(base: Record<string, unknown>, words: Readonly<Record<string, unknown>>) {
  for (const [key, value] of Object.entries(words)) {
    const below = base[key];
    if (isPlain(value) && isPlain(below)) laidOver(below, value);
    else base[key] = value;
  }
}

/** The server's catalogue, or a part of it, in the language that is spoken: only kinds that the part has. */
export function catalogueIn(data: Catalogue): Catalogue {
  const words = Object.entries(spoken.CATALOGUE ?? {}).filter(([kind]) => Object.hasOwn(data, kind));
  laidOver(data, Object.fromEntries(words));
  return data;
}

/** A refusal in the language that is spoken. */
export function refusalIn(code: string, text: string, rule: string): string {
  const words = spoken.REFUSALS[code];
  return typeof words === "function" ? words(text, rule) : (words ?? text);
}

/** A question in the language that is spoken. */
export function questionIn(question: Question): Question {
  const { why, shape } = question;
  if (!isTranslated() && ABOUT_QUESTIONS.every((name) => !Object.keys(spoken[name]).length)) return question;
  const words = spoken.QUESTIONS[why];
  const written = question.text;
  if (typeof words === "function") return { ...words(question), written };
  const option = (one: Option) => ({ ...one, text: optionIn(why, one) });
  const slots = shape.slots.map((slot) => ({ ...slot, options: slot.options.map(option) }));
  const text = words ? filled(words, shape) : question.text;
  const limits = shape.limits.map((one) => ({ ...one, text: reasonIn(spoken.LIMITS, why, one.keys[0] ?? "", one) }));
  const needs = shape.needs.map((one) => ({ ...one, text: reasonIn(spoken.NEEDS, why, one.key, one) }));
  return { ...question, text, written, shape: { ...shape, options: shape.options.map(option), slots, limits, needs } };
}

/** A text with the numbers that it names. */
const filled = (text: string, values: object) =>
  text.replace(/\{(\w+)\}/g, (_, name) => String((values as Record<string, unknown>)[name] ?? ""));

/** Why options do not go together. */
function reasonIn<A extends { text: string }>(
  table: Record<string, Said<[A]>>,
  why: string,
  key: string,
  one: A,
): string {
  const words = table[`${why}/${topicOf(key)}`] ?? table[topicOf(key)] ?? one.text;
  return typeof words === "function" ? words(one) : filled(words, one);
}

const topicOf = (key: string) =>
  key.includes(":") ? key.slice(0, key.indexOf(":")) : key.slice(key.lastIndexOf(".") + 1);

function optionIn(why: string, { key, text }: Option): string {
  const { OPTIONS, CATALOGUE } = spoken;
  const topic = topicOf(key);
  const named = [`${why}/${key}`, `${why}/${topic}`, key, topic].find((one) => Object.hasOwn(OPTIONS, one));
  if (named) return OPTIONS[named] ?? text;
  for (const kind of Object.values(CATALOGUE ?? {})) {
    const piece = kind[key];
    if (isPlain(piece) && typeof piece["name"] === "string" && piece["name"]) return piece["name"];
  }
  return text;
}
