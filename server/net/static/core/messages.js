/**
 * The protocol's arrays as objects with named fields.
 *
 * @typedef {{key: string, text: string, note: string}} Option
 * @typedef {{key: string, next: number[], cost: number, stop: boolean, note: string}} Spot
 * @typedef {{name: string, options: Option[], low: number, high: number}} Slot
 * @typedef {{keys: string[], high: number, text: string}} Limit
 * @typedef {{key: string, others: string[], text: string}} Need
 * @typedef {{kind: string, options: Option[], low: number, high: number, points: number,
 *   least: number, caps: number[], spots: Spot[], budget: number, slots: Slot[], limits: Limit[],
 *   needs: Need[]}} Shape
 * @typedef {{to: string[], why: string, text: string, shape: Shape, rule: string,
 *   mayPass: boolean, fallback: string[], about: string, id: number}} Question
 * @typedef {{version: number, events: any[][], gone: string[], put: Record<string, any>,
 *   asked: Question[], again: [number, number, string[]][], number: number, ms: number,
 *   pinned: any[] | null}} Commit
 */

import { questionIn } from "../texts/language.js";

const option = ([key, text, note = ""]) => ({ key, text, note });

/** @param {Protocol.Question[3]} raw @returns {Shape} */
function shape(raw) {
  const [kind, first, second, third, fourth] = raw;
  const empty = {
    kind, options: [], low: 0, high: 0, points: 0, least: 0, caps: [],
    spots: [], budget: 0, slots: [], limits: [], needs: [],
  };
  switch (kind) {
    case "some":
      return { ...empty, options: first.map(option), low: second, high: third };
    case "split":
      return { ...empty, options: first.map(option), points: second, least: third, caps: fourth ?? [] };
    case "route":
      return { ...empty, spots: first.map(spot), budget: second, low: third ?? 1 };
    case "plan":
      return {
        ...empty,
        slots: first.map(([name, options, low, high]) => ({ name, options: options.map(option), low, high })),
        limits: (second ?? []).map(([keys, high, text]) => ({ keys, high, text })),
        needs: (third ?? []).map(([key, others, text]) => ({ key, others, text })),
      };
    default:
      return { ...empty, options: first.map(option) };
  }
}

const spot = ([key, next, cost = 1, stop = true, note = ""]) => ({ key, next, cost, stop, note });

/** @param {Protocol.Question} raw @returns {Question} */
export function question(raw) {
  const [to, why, text, form, rule = "", mayPass = false, fallback = [], about = "", id = 0] = raw;
  return questionIn({ to, why, text, shape: shape(form), rule, mayPass, fallback, about, id });
}

/** @param {Protocol.Commit} raw @returns {Commit} */
export function commit(raw) {
  const [, version, events, gone, put, asked, again = [], number = 0, ms = 0, pinned = null] = raw;
  return { version, events, gone, put, asked: asked.map(question), again, number, ms, pinned };
}

/** @param {Protocol.Opening | null} raw */
export function opening(raw) {
  if (!raw) return null;
  const [, battle, table, game, encounter, difficulty, options, seats] = raw;
  const [commitment, contributions, time] = raw.slice(10, 13);
  return {
    battle, table, game, encounter, difficulty, options, commitment, contributions, time,
    seats: seats.map(([seat, name, bot = ""]) => ({ seat, name, bot })),
  };
}

/** @param {Protocol.Snapshot} raw */
export function snapshot(raw) {
  const [, battle, version, state, questions, numbers, open, ms = 0, over = false] = raw;
  return {
    battle, version, state, questions: questions.map(question), numbers,
    opening: opening(open), ms, over,
  };
}

/** @param {Protocol.Settings} raw */
export function settings(raw) {
  const [encounter, difficulty, party, decides, turn, absence, isPublic, undo, options, delay = 0, delayRounds = 0] = raw;
  return { encounter, difficulty, party, decides, turn, absence, isPublic, undo, options, delay, delayRounds };
}

/** @param {Protocol.TableState} raw */
export function table(raw) {
  const [, id, revision, name, leader, phase, chosen, chairs, members, commitment, battles,
    here = [], spectators = 0] = raw;
  return {
    id, revision, name, leader, phase, settings: settings(chosen), commitment, here, spectators,
    chairs: chairs.map(([seat, player = "", bot = "", ready = false]) => ({ seat, player, bot, ready })),
    members: members.map(([player, called]) => ({ player, name: called })),
    battles: battles.map(([battle, encounter, started, over = false, lost = false]) => ({ battle, encounter, started, over, lost })),
  };
}

/** A public table of the list. @param {Protocol.TableLine} raw */
export function tableLine(raw) {
  const [id, name, encounter, difficulty, phase, party, free, battle = ""] = raw;
  return { id, name, encounter, difficulty, phase, party, free, battle };
}

/** One of the player's own battles. @param {Protocol.OwnBattle} raw @returns {import("./memories.js").Memory} */
export function ownBattle(raw) {
  const [battle, table, name, encounter, started, over = false, lost = false] = raw;
  return { battle, table, name, encounter, started, over, lost };
}

/** Whose intent made a commit: its seat, "" for the server. @param {Commit} one */
export function authorOf(one) {
  const first = one.events[0] ?? [];
  if (first[0] === "ans") return { seat: first[2], how: first[4] ?? "player" };
  if (first[0] === "undo") return { seat: first[2][0] ?? "", how: "undo" };
  return { seat: "", how: "server" };
}
