/** The story of a commit, event by event; HP are counted along, so each sentence is true in its place. */

import { T } from "../texts/en.js";
import { QUIET, RULES, SAY } from "../texts/story.js";
import { Names, title } from "./names.js";

/**
 * @typedef {{card: string, name: string}} Mention something that a sentence names, and its card
 * @typedef {{text: string, quiet: boolean, tag: string, rule: string, mentions: Mention[]}} Told
 */

/**
 * One sentence an event; `quiet` if it only matters to those who look closely.
 * @returns {Told[]}
 */
export function sentences(played, lexicon, opening) {
  const telling = new Telling(played, lexicon, opening);
  return played.commit.events.map((event) => telling.sentence(event));
}

class Telling {
  constructor({ before, after, asked }, lexicon, opening) {
    this.names = new Names(after, before, lexicon, opening);
    this.lexicon = lexicon;
    this.after = after;
    this.asked = new Map(asked.map((question) => [question.id, question]));
    this.points = hpOf(before);
  }

  /** @returns {Told} */
  sentence([tag, ...fields]) {
    let text;
    try {
      text = SAY[tag](this, fields);
    } catch {
      text = `${title(String(tag))}: ${fields.filter((field) => field !== "").join(", ")}.`;
    }
    this.note(tag, fields);
    const isLoud = (tag === "ans" && fields[3] === "default") || (tag === "roll" && fields[1] !== "engage");
    const rule = tag === "ans" ? this.asked.get(fields[0])?.rule ?? "" : this.ruleOf(tag, fields);
    return { text, quiet: QUIET.has(tag) && !isLoud, tag, rule, mentions: this.mentions(fields, text) };
  }

  /** The id of the rule that an event follows, "" for none in particular. */
  ruleOf(tag, fields) {
    const rule = RULES[tag];
    return typeof rule === "function" ? rule(this, fields) : rule ?? "";
  }

  /** What the sentence names: units, dice, and what the catalogue knows by its id. */
  mentions(fields, text) {
    /** @type {Map<string, Mention>} */
    const found = new Map();
    const add = (card, name) => name && text.includes(name) && found.set(name, { card, name });
    for (const field of fields.flat()) {
      if (typeof field !== "string" || !field) continue;
      if (this.names.states.some((state) => state.units?.[field])) add(`unit:${field}`, this.names.unit(field));
      else if (this.names.find(field)) add(`dice:${this.names.find(field).kind}`, this.names.die(field));
      else {
        const kind = this.lexicon.glossary?.kindOf(field);
        if (kind) add(`${kind}:${field}`, this.lexicon.piece(kind, field));
      }
    }
    return [...found.values()];
  }

  /** HP and bonus HP of a unit, before the event that is being told. */
  hp(unit) {
    return this.points[unit] ?? [0, 0];
  }

  note(tag, fields) {
    const [unit] = fields;
    const [hp, bonus] = this.hp(unit);
    if (tag === "ans" && this.asked.get(unit)?.why === "create.race") this.lexicon.races.set(fields[1], fields[2][0]);
    if (tag === "damage") this.points[unit] = [hp - fields[5], bonus - fields[4]];
    else if (tag === "hp") this.points[unit] = [fields[1], fields[2]];
    else if (tag === "deploy" && (fields[2] || fields[3])) this.points[unit] = [fields[2]?.hp ?? fields[3], 0];
    else if (tag === "created") this.points[unit] = [fields[1].hp, 0];
    else if (tag === "defeat") this.points[unit] = [0, bonus];
    else if (tag === "undo") this.points = hpOf(this.after);
  }

  question(id) {
    return this.asked.get(id)?.text ?? T.question(id);
  }

  picks(id, picks) {
    const shape = this.asked.get(id)?.shape;
    if (!shape) return picks.join(", ");
    if (!picks.length) return T.passed;
    const options = [...shape.options, ...shape.slots.flatMap((slot) => slot.options)];
    const known = new Map(options.map((option) => [option.key, option.text]));
    return picks.map((pick) => known.get(pick) ?? pick).join(", ");
  }
}

function hpOf(state) {
  const units = Object.entries(state.units ?? {});
  return Object.fromEntries(units.map(([id, unit]) => [id, [unit.hp, unit.bonus]]));
}
