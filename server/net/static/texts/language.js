/**
 * Another language in place of English. A translation is one module, `texts/<language>.js`, which
 * exports as much as it has; what it leaves out stays English:
 *
 * - `WORDS`, `PHASES`, `REASONS`, `T` and whatever else `en.js` exports: what this page says itself;
 * - `SAY`: the story, a sentence for each event (`story.js`);
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

import * as english from "./en.js";
import { SAY } from "./story.js";

/** The languages that come along, besides English. @type {string[]} */
const LANGUAGES = [];
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/;

/** @type {{QUESTIONS: any, OPTIONS: any, LIMITS: any, NEEDS: any, REFUSALS: any, CATALOGUE: any}} */
const spoken = { QUESTIONS: {}, OPTIONS: {}, LIMITS: {}, NEEDS: {}, REFUSALS: {}, CATALOGUE: null };
const ABOUT_QUESTIONS = ["QUESTIONS", "OPTIONS", "LIMITS", "NEEDS"];

/** Whether the server's words are told in another language. */
export const isTranslated = () => Boolean(spoken.CATALOGUE);

/**
 * The language to speak, "" for English.
 * @param {string} wish what the address asks for @param {string} before what it has asked for earlier
 * @param {readonly string[]} own the browser's languages
 */
export function chosen(wish, before, own) {
  const asked = wish || before;
  if (asked) return LANGUAGE.test(asked) && asked !== "en" ? asked : "";
  for (const each of own) {
    const short = each.split("-")[0];
    if (short === "en") return "";
    const found = [each, short].find((one) => LANGUAGES.includes(one));
    if (found) return found;
  }
  return "";
}

/** The languages to choose from: those that come along, and the one that is spoken. @param {string} now */
export const languages = (now) => [...new Set(["en", ...LANGUAGES, now])];

/** Speak a language from now on; before anything is said. True if there is a translation. */
export async function speak(language) {
  if (!language) return true;
  try {
    use(await import(`./${language}.js`));
    return true;
  } catch {
    return false;
  }
}

/** Take a translation. @param {Record<string, any>} translation */
export function use(translation) {
  for (const [name, words] of Object.entries(translation)) {
    if (name === "SAY") Object.assign(SAY, words);
    else if (name in spoken) spoken[name] = words;
    else if (name in english) laidOver(english[name], words);
  }
}

const isPlain = (one) => typeof one === "object" && one !== null && !Array.isArray(one);

/** Words over other words, in place, entry by entry. */
function laidOver(base, words) {
  for (const [key, value] of Object.entries(words)) {
    if (isPlain(value) && isPlain(base[key])) laidOver(base[key], value);
    else base[key] = value;
  }
  return base;
}

/** The server's catalogue in the language that is spoken. */
export const catalogueIn = (data) => (spoken.CATALOGUE ? laidOver(data, spoken.CATALOGUE) : data);

/** A refusal in the language that is spoken. */
export function refusalIn(code, text, rule) {
  const words = spoken.REFUSALS[code];
  return typeof words === "function" ? words(text, rule) : words ?? text;
}

/** A question in the language that is spoken. @template {import("../core/messages.js").Question} Q @param {Q} question @returns {Q} */
export function questionIn(question) {
  const { why, shape } = question;
  if (!isTranslated() && ABOUT_QUESTIONS.every((name) => !Object.keys(spoken[name]).length)) return question;
  const words = spoken.QUESTIONS[why];
  if (typeof words === "function") return words(question);
  const option = (one) => ({ ...one, text: optionIn(why, one) });
  const slots = shape.slots.map((slot) => ({ ...slot, options: slot.options.map(option) }));
  const text = words ? filled(words, shape) : question.text;
  const limits = shape.limits.map((one) => ({ ...one, text: reasonIn(spoken.LIMITS, why, one.keys[0] ?? "", one) }));
  const needs = shape.needs.map((one) => ({ ...one, text: reasonIn(spoken.NEEDS, why, one.key, one) }));
  return { ...question, text, shape: { ...shape, options: shape.options.map(option), slots, limits, needs } };
}

/** A text with the numbers that it names. */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** Why options do not go together. */
function reasonIn(table, why, key, one) {
  const words = table[`${why}/${topicOf(key)}`] ?? table[topicOf(key)] ?? one.text;
  return typeof words === "function" ? words(one) : filled(words, one);
}

/** @param {string} key */
const topicOf = (key) => (key.includes(":") ? key.slice(0, key.indexOf(":")) : key.slice(key.lastIndexOf(".") + 1));

function optionIn(why, { key, text }) {
  const { OPTIONS, CATALOGUE } = spoken;
  const topic = topicOf(key);
  const named = [`${why}/${key}`, `${why}/${topic}`, key, topic].find((one) => Object.hasOwn(OPTIONS, one));
  if (named) return OPTIONS[named];
  const piece = Object.values(CATALOGUE ?? {}).find((kind) => isPlain(kind[key]) && kind[key].name);
  return piece ? piece[key].name : text;
}
