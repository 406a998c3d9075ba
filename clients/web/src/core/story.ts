/** The story of a commit, event by event; HP are counted along, so each sentence is true in its place. */

import { entryAt } from "./certain.ts";
import type { BattleEvent, DieId, QuestionId, SeatId, UnitId } from "../protocol.ts";
import { T } from "../texts/en.ts";
import { QUIET_DAYS, SAY_DAYS } from "../texts/days.ts";
import { QUIET_MATCH, SAY_MATCH } from "../texts/match.ts";
import { causeOf } from "./causes.ts";
import type { Gained } from "./causes.ts";
import { named } from "./given_names.ts";
import { isMatch } from "./match.ts";
import { whereabouts } from "./match_places.ts";
import { placeIn } from "./match_show.ts";
import { calledIn } from "./overland.ts";
import { QUIET, RULES, SAY } from "../texts/story.ts";
import type { Tag } from "./events.ts";
import type { Opening, Played, Question } from "./messages.ts";
import { Names, title } from "./names.ts";
import type { Leftovers } from "./leftovers.ts";
import type { Lexicon } from "./names.ts";
import type { State } from "./state.ts";

/** Something that a sentence names, and its card. */
export type Mention = { card: string; name: string };

/** What somebody has answered to a question of some code. */
export type Choice = { why: string; seat: SeatId; picks: readonly string[] };

/** An event as it is told; `quiet` if it only matters to those who look closely. */
export type Told = {
  text: string;
  quiet: boolean;
  tag: Tag;
  rule: string;
  mentions: Mention[];
  choice?: Choice;
  /** The step of a move: several of one unit are told as one. */
  step?: { unit: UnitId; who: string; to: string };
  gained?: Gained;
};

/** What a sentence is made with: names, the questions asked, and HP as they stand at that moment. */
export type Tells = {
  readonly names: Names;
  question(id: QuestionId): string;
  picks(id: QuestionId, picks: readonly string[]): string;
  /** What campaigns call something by its id. */
  called(id: string): string;
  /** What a choice is called where it was offered, "" if nothing of that is known. */
  chosen(choice: string): string;
  hp(unit: UnitId): readonly [hp: number, bonus: number];
  /** From what a unit gains a status now, "" where nothing tells. */
  cause(unit: UnitId, status: string): string;
  /** The dice, with what they showed, that a unit has left unused in its engage. */
  unused(unit: UnitId): readonly string[];
  /** What a place of a match is on, in or beside, "" where nothing is near. */
  near(place: unknown): string;
};

/** The sentences of a commit, one for each event. */
export function sentences(played: Played, lexicon: Lexicon, opening: Opening | null): Told[] {
  const telling = new Telling(played, lexicon, opening);
  return played.commit.events.map((event) => telling.sentence(event));
}

class Telling implements Tells {
  points: Record<UnitId, [hp: number, bonus: number]>;
  asked: Map<QuestionId, Question>;
  before: State;
  after: State;
  lexicon: Lexicon;
  names: Names;

  version: number;
  left: Leftovers;
  opening: Opening | null;
  /** The events that have been told. */
  past: BattleEvent[] = [];

  constructor({ commit, before, after, asked }: Played, lexicon: Lexicon, opening: Opening | null) {
    this.names = new Names(after, before, lexicon, opening);
    this.lexicon = lexicon;
    [this.before, this.after] = [before, after];
    this.asked = new Map(asked.map((question) => [question.id, question]));
    this.points = hpOf(before);
    this.version = commit.version;
    this.left = lexicon.left(opening);
    this.opening = opening;
  }

  /** An event, told. */
  sentence(event: BattleEvent): Told {
    const [tag, ...fields] = event;
    let text: string;
    try {
      text = this.ofDays(tag, fields) ?? this.ofMatch(tag, fields) ?? sentenceOf(tag)(this, fields);
    } catch {
      text = `${title(String(tag))}: ${fields.filter((field) => field !== "").join(", ")}.`;
    }
    const isLoud =
      (event[0] === "ans" && event[4] === "default") ||
      (event[0] === "roll" && event[2] !== "engage") ||
      (event[0] === "engaged" && this.left.of(event[1]).length > 0);
    const more = this.more(event);
    this.note(event);
    const rule = event[0] === "ans" ? (this.asked.get(event[1])?.rule ?? "") : this.ruleOf(tag, fields);
    return {
      text,
      quiet: (QUIET.has(tag) || QUIET_DAYS.has(tag) || QUIET_MATCH.has(tag)) && !isLoud,
      tag,
      rule,
      mentions: this.mentions(fields, text),
      ...more,
      ...this.choice(event),
    };
  }

  /** What an event says beyond its sentence: the step that a unit takes, the status that it gains. */
  more(event: BattleEvent): Pick<Told, "step" | "gained"> {
    if (event[0] === "move") return { step: { unit: event[1], who: this.names.unit(event[1]), to: event[2].join() } };
    if (event[0] !== "status") return {};
    const [, unit, status] = event;
    return { gained: { unit, status, cause: this.cause(unit, status) } };
  }

  cause(unit: UnitId, status: string): string {
    const { names, opening, past, lexicon, after } = this;
    const begun = past.findLast((event) => event[0] === "turn");
    return causeOf(
      {
        states: names.states,
        names,
        opening,
        past,
        glossary: lexicon.glossary,
        fight: lexicon.fights(opening).now,
        turn: begun?.[0] === "turn" ? begun[1] : (this.before.turn ?? after.turn)?.unit,
      },
      unit,
      status,
    );
  }

  /** The answer that an event is, and to what. */
  choice(event: BattleEvent): { choice?: Choice } {
    if (event[0] !== "ans") return {};
    const [, question, seat, picks] = event;
    const why = this.asked.get(question)?.why;
    return why ? { choice: { why, seat, picks } } : {};
  }

  /** An event of a session between its battles, told; undefined for one of a battle. */
  ofDays(tag: string, fields: readonly unknown[]) {
    return SAY_DAYS[tag]?.(this, fields, (id) => this.called(id));
  }

  called(id: string) {
    return calledIn(this.lexicon.glossary?.campaign ?? {}, id);
  }

  /** An event of a match, told; undefined for one of a battle. */
  ofMatch(tag: string, fields: readonly unknown[]) {
    return SAY_MATCH[tag]?.(this, fields);
  }

  /** The id of the rule that an event follows, "" for none in particular. */
  ruleOf(tag: Tag, fields: readonly unknown[]) {
    const rule = RULES[tag] as string | Sentence | undefined;
    return typeof rule === "function" ? rule(this, fields) : (rule ?? "");
  }

  /** What the sentence names: units, dice, and what the catalogue knows by its id. */
  mentions(fields: readonly unknown[], text: string) {
    const found = new Map<string, Mention>();
    const add = (card: string, name: string) => name && text.includes(name) && found.set(name, { card, name });
    for (const field of fields.flat()) {
      if (typeof field !== "string" || !field) continue;
      const [unit, die] = [field as UnitId, field as DieId];
      if (this.names.states.some((state) => state.units?.[unit])) add(`unit:${unit}`, this.names.unit(unit));
      else if (this.names.find(die)) add(`dice:${this.names.find(die)?.kind}`, this.names.die(die));
      else {
        const kind = this.lexicon.glossary?.kindOf(field);
        if (kind) add(`${kind}:${field}`, this.lexicon.piece(kind, field));
      }
    }
    return [...found.values()];
  }

  /** HP and bonus HP of a unit, before the event that is being told. */
  hp(unit: UnitId): readonly [hp: number, bonus: number] {
    return this.points[unit] ?? [0, 0];
  }

  near(place: unknown) {
    const at = placeIn(place);
    const { after } = this as { after: unknown };
    return at && isMatch(after) ? whereabouts(after, at) : "";
  }

  unused(unit: UnitId) {
    return this.left.of(unit).map(({ die, face }) => {
      const name = this.names.die(die);
      return face < 0 ? name : `${name} [${this.names.face(die, face)}]`;
    });
  }

  /** Count HP along, and learn which race a seat has taken. */
  note(event: BattleEvent) {
    this.past.push(event);
    this.lexicon.fights(this.opening).note(event, this.version);
    this.left.note(event, this.version, (question) => this.asked.get(question)?.why ?? "");
    switch (event[0]) {
      case "ans":
        if (this.asked.get(event[1])?.why === "create.race") this.lexicon.races.set(event[2], entryAt(event[3], 0));
        break;
      case "damage": {
        const [hp, bonus] = this.hp(event[1]);
        this.points[event[1]] = [hp - event[6], bonus - event[5]];
        break;
      }
      case "hp":
        this.points[event[1]] = [event[2], event[3]];
        break;
      case "deploy":
        if (event[3] || event[4]) this.points[event[1]] = [event[3]?.hp ?? event[4] ?? 0, 0];
        break;
      case "created":
        this.points[event[1]] = [event[2].hp, 0];
        break;
      case "defeat":
        this.points[event[1]] = [0, this.hp(event[1])[1]];
        break;
      case "undo":
        this.points = hpOf(this.after);
        break;
      default: // changes no HP
    }
  }

  chosen(choice: string) {
    const offered = [...this.asked.values()].flatMap(({ shape }) => shape.options);
    return offered.find(({ key }) => key === choice)?.text ?? "";
  }

  question(id: QuestionId) {
    return this.asked.get(id)?.text ?? T.question(String(id));
  }

  picks(id: QuestionId, picks: readonly string[]) {
    const asked = this.asked.get(id);
    if (!asked) return picks.join(", ");
    const { shape } = asked;
    // What somebody is called is told when they stand, and is no option.
    const chosen = named(asked.why, picks).picks;
    if (!chosen.length) return T.passed;
    const options = [...shape.options, ...shape.slots.flatMap((slot) => slot.options)];
    const known = new Map(options.map((option) => [option.key, option.text]));
    return chosen.map((pick) => known.get(pick) ?? pick).join(", ");
  }
}

type Sentence = (t: Tells, fields: readonly unknown[]) => string;

/** What tells an event of a kind; a game that is no battle may have others, which nothing tells. */
const sentenceOf = (tag: Tag) => SAY[tag] as Sentence;

function hpOf(state: State): Record<UnitId, [hp: number, bonus: number]> {
  const units = Object.entries(state.units ?? {});
  return Object.fromEntries(units.map(([id, unit]) => [id, [unit.hp, unit.bonus]]));
}
