/** The story of a commit, event by event; HP are counted along, so each sentence is true in its place. */

import { QUIET, SAY } from "../texts/story.js";
import { Names, title } from "./names.js";

/**
 * One sentence an event; `quiet` if it only matters to those who look closely.
 * @returns {{text: string, quiet: boolean, tag: string}[]}
 */
export function sentences(played, lexicon, opening) {
  const telling = new Telling(played, lexicon, opening);
  return played.commit.events.map((event) => telling.sentence(event));
}

class Telling {
  constructor({ before, after, asked }, lexicon, opening) {
    this.names = new Names(after, before, lexicon, opening);
    this.after = after;
    this.asked = new Map(asked.map((question) => [question.id, question]));
    this.points = hpOf(before);
  }

  sentence([tag, ...fields]) {
    let text;
    try {
      text = SAY[tag](this, fields);
    } catch {
      text = `${title(String(tag))}: ${fields.filter((field) => field !== "").join(", ")}.`;
    }
    this.note(tag, fields);
    const isLoud = (tag === "ans" && fields[3] === "default") || (tag === "roll" && fields[1] !== "engage");
    return { text, quiet: QUIET.has(tag) && !isLoud, tag };
  }

  /** HP and bonus HP of a unit, before the event that is being told. */
  hp(unit) {
    return this.points[unit] ?? [0, 0];
  }

  note(tag, fields) {
    const [unit] = fields;
    const [hp, bonus] = this.hp(unit);
    if (tag === "damage") this.points[unit] = [hp - fields[5], bonus - fields[4]];
    else if (tag === "hp") this.points[unit] = [fields[1], fields[2]];
    else if (tag === "deploy" && (fields[2] || fields[3])) this.points[unit] = [fields[2]?.hp ?? fields[3], 0];
    else if (tag === "created") this.points[unit] = [fields[1].hp, 0];
    else if (tag === "defeat") this.points[unit] = [0, bonus];
    else if (tag === "undo") this.points = hpOf(this.after);
  }

  question(id) {
    return this.asked.get(id)?.text ?? `Question ${id}`;
  }

  picks(id, picks) {
    const shape = this.asked.get(id)?.shape;
    if (!shape) return picks.join(", ");
    if (!picks.length) return "(pass)";
    const options = [...shape.options, ...shape.slots.flatMap((slot) => slot.options)];
    const known = new Map(options.map((option) => [option.key, option.text]));
    return picks.map((pick) => known.get(pick) ?? pick).join(", ");
  }
}

function hpOf(state) {
  const units = Object.entries(state.units ?? {});
  return Object.fromEntries(units.map(([id, unit]) => [id, [unit.hp, unit.bonus]]));
}
