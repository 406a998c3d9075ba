/** The protocol's arrays as objects with named fields. */

import { NO_BATTLE, NO_PLAYER, NO_SEAT } from "../protocol.ts";
import type { QuestionId, SeatId } from "../protocol.ts";
import type * as wire from "../protocol.ts";
import { questionIn } from "../texts/language.ts";
import type { State } from "./state.ts";

export type Option = { key: string; text: string; note: string };
export type Spot = { key: string; next: readonly number[]; cost: number; stop: boolean; note: string };
export type Slot = { name: string; options: Option[]; low: number; high: number };
export type Limit = { keys: readonly string[]; high: number; text: string };
export type Need = { key: string; others: readonly string[]; text: string };

/** One of the seven shapes of question; what a shape does not have is empty. */
export type Shape = {
  kind: wire.Shape[0];
  options: Option[];
  low: number;
  high: number;
  points: number;
  least: number;
  caps: readonly number[];
  spots: Spot[];
  budget: number;
  slots: Slot[];
  limits: Limit[];
  needs: Need[];
  bounds: readonly (readonly number[])[];
};

export type Question = {
  to: readonly SeatId[];
  why: string;
  text: string;
  /** Its text as the server has written it, where another language is spoken. */
  written?: string;
  shape: Shape;
  rule: string;
  mayPass: boolean;
  fallback: readonly string[];
  about: string;
  id: QuestionId;
};

export type Commit = {
  version: number;
  events: readonly wire.BattleEvent[];
  gone: readonly string[];
  put: Readonly<Record<string, unknown>>;
  asked: Question[];
  again: readonly wire.Again[];
  number: number;
  ms: number;
  pinned: wire.Opening | wire.Closing | null;
};

export type Opening = ReturnType<typeof openingOf>;
export type Snapshot = ReturnType<typeof snapshot>;
export type TableSettings = ReturnType<typeof settings>;
export type Table = ReturnType<typeof table>;
export type Chair = Table["chairs"][number];
export type Member = Table["members"][number];
export type TableLine = ReturnType<typeof tableLine>;
export type OwnCampaign = ReturnType<typeof ownCampaign>;

/** A commit with the states around it, and the questions that it answers. */
export type Played = { commit: Commit; before: State; after: State; asked: readonly Question[] };

const option = ([key, text, note = ""]: wire.Option): Option => ({ key, text, note });

const slot = ([name, options, low, high]: wire.Slot): Slot => ({ name, options: options.map(option), low, high });

const spot = ([key, next, cost = 1, stop = true, note = ""]: wire.Spot): Spot => ({ key, next, cost, stop, note });

const limit = ([keys, high, text]: wire.Limit): Limit => ({ keys, high, text });

const need = ([key, others, text]: wire.Need): Need => ({ key, others, text });

const empty = (kind: Shape["kind"]): Shape => ({
  kind,
  options: [],
  low: 0,
  high: 0,
  points: 0,
  least: 0,
  caps: [],
  spots: [],
  budget: 0,
  slots: [],
  limits: [],
  needs: [],
  bounds: [],
});

function shape(raw: wire.Shape): Shape {
  const form = empty(raw[0]);
  switch (raw[0]) {
    case "one":
    case "order":
      return { ...form, options: raw[1].map(option) };
    case "some":
      return { ...form, options: raw[1].map(option), low: raw[2], high: raw[3] };
    case "split":
      return { ...form, options: raw[1].map(option), points: raw[2], least: raw[3], caps: raw[4] ?? [] };
    case "route":
      return { ...form, spots: raw[1].map(spot), budget: raw[2], low: raw[3] ?? 1 };
    case "plan":
      return {
        ...form,
        slots: raw[1].map(slot),
        limits: (raw[2] ?? []).map(limit),
        needs: (raw[3] ?? []).map(need),
      };
    case "place":
      return { ...form, options: raw[1].map(option), bounds: [raw[2], raw[3]] };
  }
}

/** A question, in the language that is spoken. */
export function question(raw: wire.Question): Question {
  const [to, why, text, form, rule = "", mayPass = false, fallback = [], about = "", id = 0 as QuestionId] = raw;
  return questionIn({ to, why, text, shape: shape(form), rule, mayPass, fallback, about, id });
}

/** A commit. */
export function commit(raw: wire.Commit): Commit {
  const [, version, events, gone, put, asked, again = [], number = 0, ms = 0, pinned = null] = raw;
  return { version, events, gone, put, asked: asked.map(question), again, number, ms, pinned };
}

function openingOf(raw: wire.Opening) {
  const [, battle, table, game, encounter, difficulty, options, seats] = raw;
  const [commitment, contributions, time] = [raw[10], raw[11], raw[12]];
  return {
    battle,
    table,
    game,
    encounter,
    difficulty,
    options,
    commitment,
    contributions,
    time,
    seats: seats.map(([seat, name, bot = ""]) => ({ seat, name, bot })),
    sideClock: raw[23] ?? 0,
    rated: raw[25] ?? false,
    ratings: raw[26] ?? {},
  };
}

/** What a battle's first commit pins, null where it is not known. */
export function opening(raw: wire.Opening | wire.Closing | null | undefined): Opening | null {
  return raw?.[0] === "open" ? openingOf(raw) : null;
}

/** A whole battle as it stands. */
export function snapshot(raw: wire.Snapshot) {
  const [, battle, version, state, questions, numbers, open, ms = 0, over = false] = raw;
  return {
    battle,
    version,
    state,
    questions: questions.map(question),
    numbers,
    opening: opening(open),
    ms,
    over,
  };
}

/** What a table plays, and how. */
export function settings(raw: wire.Settings) {
  const [encounter, difficulty = "", party = 4, decides = "first", turn = 0, absence = 120] = raw;
  const [isPublic = false, undo = "consent", options = {}] = [raw[6], raw[7], raw[8]];
  const [delay = 0, delayRounds = 0, sideClock = 0, increment = 0, rated = false] = [
    raw[9],
    raw[10],
    raw[11],
    raw[12],
    raw[13],
  ];
  return {
    encounter,
    difficulty,
    party,
    decides,
    turn,
    absence,
    isPublic,
    undo,
    options,
    delay,
    delayRounds,
    sideClock,
    increment,
    rated,
  };
}

/** A table. */
export function table(raw: wire.TableState) {
  const [, id, revision, name, leader, phase, chosen, chairs, members, commitment, battles] = raw;
  const [here = [], spectators = 0, guests = [], campaign = null] = [raw[11], raw[12], raw[13], raw[14]];
  return {
    id,
    revision,
    name,
    leader,
    phase,
    settings: settings(chosen),
    commitment,
    here,
    spectators,
    chairs: chairs.map(([seat, player = NO_PLAYER, bot = "", ready = false, , adventurer = ""]) => ({
      seat,
      player,
      bot,
      ready,
      adventurer,
    })),
    members: members.map(([player, called]) => ({ player, name: called })),
    guests: guests.map(([player, called]) => ({ player, name: called })),
    battles: battles.map(([battle, encounter, started, over = false, lost = false, session = NO_BATTLE]) => ({
      battle,
      encounter,
      started,
      over,
      lost,
      session,
    })),
    campaign: campaign && campaignOf(campaign),
  };
}

const campaignOf = ([part, encounter, quest, phase]: wire.CampaignLine) => ({ part, encounter, quest, phase });

/** A public table of the list. */
export function tableLine(raw: wire.TableLine) {
  const [id, name, encounter, difficulty, phase, party, free, battle = NO_BATTLE] = raw;
  return { id, name, encounter, difficulty, phase, party, free, battle };
}

/** One of the player's own battles. */
export function ownBattle(raw: wire.OwnBattle) {
  const [battle, table, name, encounter, started, over = false, lost = false] = raw;
  return { battle, table, name, encounter, started, over, lost };
}

/** A campaign of the player's, and what it waits for. */
export function ownCampaign(raw: wire.OwnCampaign) {
  const [table, name, part, encounter, phase, day = 0, battle = NO_BATTLE, yours = false, waits = []] = raw;
  return { table, name, part, encounter, phase, day, battle, yours, waits };
}

/** Whose intent made a commit: its seat, "" for the server. */
export function authorOf(one: Commit): { seat: SeatId; how: string } {
  const first = one.events[0];
  if (first?.[0] === "ans") return { seat: first[2], how: first[4] ?? "player" };
  if (first?.[0] === "undo") return { seat: first[2][0] ?? NO_SEAT, how: "undo" };
  return { seat: NO_SEAT, how: "server" };
}
