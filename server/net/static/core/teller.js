/** Keeps the story of the battle shown: sentences, the last roll, and what floats above the units. */

import { PHASES, T } from "../texts/en.js";
import { Film } from "./film.js";
import { authorOf } from "./messages.js";
import { sentences } from "./story.js";

const KEPT = 5000;
const FLOAT_MS = 1500;
/** How much room each kind of word takes above a unit. */
const HEIGHTS = { hurt: 19, heal: 19, note: 13 };
const BANNER_MS = 1600;

/** @typedef {import("./story.js").Told & {version: number, at: number, id: string}} Line */

export class Teller {
  constructor(app) {
    this.app = app;
    /** @type {Line[]} */
    this.lines = [];
    this.roll = null;
    this.floats = [];
    this.banner = null;
    this.lastOwn = 0;
    this.count = 0;
    this.sinking = 0;
    this.battle = "";
    /** @type {WeakMap<object, Line[]>} */
    this.known = new WeakMap();
  }

  /** A snapshot has come: learn from its questions; another battle begins an empty story. */
  stood() {
    const { session, lexicon } = this.app;
    const { battle, questions, state, version } = session.battle;
    const isNew = battle !== this.battle;
    if (isNew) {
      this.lastOwn = 0;
      this.app.ui.showTable = false;
      this.app.ui.mat = "";
    }
    this.battle = battle;
    this.lines = isNew ? [] : this.lines.filter((line) => line.version <= version);
    this.calm();
    for (const question of questions) lexicon.learn(question, state);
    if ((this.lines.at(-1)?.version ?? 0) < version) this.catchUp(battle, version);
  }

  /** Forget what moves: the last roll, numbers, banners. */
  calm() {
    this.roll = this.banner = null;
    this.floats = [];
  }

  /** Fetch the story up to a version from the battle's recording. */
  async catchUp(battle, version) {
    try {
      const film = await Film.load(battle, this.app.keys);
      if (this.battle !== battle || this.app.player) return;
      const later = this.lines.filter((line) => line.version > version);
      this.lines = [...this.upTo(film, { version, event: Infinity }), ...later].slice(-KEPT);
      this.app.renderLater();
    } catch {
      // Without the recording the story begins here.
    }
  }

  /** The lines of a film up to a moment. @returns {Line[]} */
  upTo(film, { version, event }) {
    const lines = [];
    for (let at = 1; at <= version; at += 1) {
      if (!film.told.has(at)) film.told.set(at, this.linesOf(film.played(at), film.opening));
      const told = film.told.get(at);
      lines.push(...(at === version ? told.slice(0, event) : told));
    }
    return lines.slice(-KEPT);
  }

  /** Tell a film up to a moment, in place of what has been told. */
  rebuild(film, moment) {
    this.battle = film.id;
    this.lines = this.upTo(film, moment);
    this.calm();
  }

  /** A commit's lines, worked out once. @returns {Line[]} */
  linesOf(played, opening) {
    const known = this.known.get(played.commit);
    if (known) return known;
    const { lexicon } = this.app;
    for (const question of played.commit.asked) lexicon.learn(question, played.after);
    const { version } = played.commit;
    const lines = sentences(played, lexicon, opening).map((one, at) => ({ ...one, version, at, id: `${version}.${at}` }));
    this.known.set(played.commit, lines);
    return lines;
  }

  /** An event of a commit is being shown. */
  told(played, at, state) {
    const lines = this.linesOf(played, this.app.battle?.opening);
    this.lines.push(lines[at]);
    if (this.lines.length > KEPT) this.lines.splice(0, this.lines.length - KEPT);
    const event = played.commit.events[at];
    this.showDice(event, state, played.commit.version, at);
    this.float(event, state);
    this.announce(event, state);
    this.app.sound(event);
  }

  /** A commit has been shown. */
  done(played) {
    const { session } = this.app;
    if (!this.app.player) {
      const author = authorOf(played.commit);
      if (author.how === "player" && session.seats.includes(author.seat)) this.lastOwn = played.commit.version;
      if (author.how === "undo") this.lastOwn = 0;
    }
    speak(this.linesOf(played).filter((line) => !line.quiet).map((line) => line.text));
  }

  showDice([tag, ...fields], state, version, at) {
    const id = `${version}.${at}`;
    if (tag === "show" && fields[2] === "roll") {
      const dice = fields[0].map((die, n) => ({ die, kind: state.dice?.[die]?.kind ?? die, face: fields[1][n] }));
      this.roll = { who: state.dice?.[fields[0][0]]?.owner ?? "", dice, id };
    } else if (tag === "show" && this.roll) {
      const turned = new Map(fields[0].map((die, n) => [die, fields[1][n]]));
      const dice = this.roll.dice.map((one) => ({ ...one, face: turned.get(one.die) ?? one.face }));
      if (dice.some(({ face }, n) => face !== this.roll?.dice[n].face)) this.roll = { ...this.roll, dice, id };
    } else if (tag === "roll" && this.canShow(fields[1]) && fields[4].length) {
      const dice = fields[4].map((face, n) => ({ die: `${fields[1]}.${n}`, kind: fields[1], face }));
      this.roll = { who: fields[2], dice, id };
    } else if (tag === "turn") this.roll = null;
  }

  float([tag, ...fields], state) {
    const [unit] = fields;
    if (tag === "damage") this.raise(unit, fields[5] || fields[4] ? `-${fields[5] + fields[4]}` : "0", "hurt");
    else if (tag === "hp" && fields[3] === "heal") this.raise(unit, "+", "heal");
    else if (tag === "status") this.raise(unit, this.app.lexicon.piece("statuses", fields[1]), "note");
    else if (tag === "told") this.raise(unit, this.app.lexicon.piece("skills", fields[1]), "note");
    else if (tag === "fatigue" && state.units?.[unit]) this.raise(unit, this.app.lexicon.piece("fatigue", fields[1]), "note");
  }

  /** Whether a roll is of dice whose faces are known; one skill die that is rolled again is turned. */
  canShow(kind) {
    const { glossary } = this.app;
    return kind !== "engage" && Boolean(glossary.entry("rolls", kind) || glossary.shown(kind, 0));
  }

  raise(unit, text, kind) {
    this.count += 1;
    const now = performance.now();
    this.floats = this.floats.filter((each) => each.until > now);
    const others = this.floats.filter((each) => each.unit === unit);
    const same = others.find((each) => each.text === text && each.kind === kind);
    if (same) same.count += 1;
    else {
      const above = others.reduce((sum, each) => sum + HEIGHTS[each.kind], 0);
      this.floats.push({ unit, text, kind, id: this.count, above, count: 1, until: now + FLOAT_MS });
    }
    clearTimeout(this.sinking);
    this.sinking = setTimeout(() => {
      this.floats = [];
      this.app.renderLater();
    }, FLOAT_MS);
  }

  /** Something that everybody should notice, across the board for a moment. */
  announce([tag, first], state) {
    let text = "";
    if (tag === "round") text = T.round(first);
    else if (tag === "phase" && first === "enemies") text = PHASES.enemies;
    else if (tag === "turn" && this.app.session.seats.includes(state.adventurers?.[first]?.seat)) text = T.yourTurn;
    else if (tag === "end") text = T[first] ?? first;
    if (!text || (!this.app.stage.speed && tag !== "end")) return;
    this.count += 1;
    const one = { text, id: this.count };
    this.banner = one;
    setTimeout(() => {
      if (this.banner === one) this.banner = null;
      this.app.renderLater();
    }, BANNER_MS);
  }
}

/** Let screen readers say what happened. @param {string[]} texts */
function speak(texts) {
  const place = document.getElementById("spoken");
  if (!place || !texts.length) return;
  const line = document.createElement("p");
  line.textContent = texts.join(" ");
  place.append(line);
  while (place.children.length > 12) place.firstChild?.remove();
}
