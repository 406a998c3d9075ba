/** Keeps the story of the battle shown: sentences, the last roll, and what floats above the units. */

import { authorOf } from "./messages.js";
import { sentences } from "./story.js";

const KEPT = 600;
const FLOAT_MS = 1600;

export class Teller {
  constructor(app) {
    this.app = app;
    /** @type {{text: string, quiet: boolean, tag: string, version: number, id: number}[]} */
    this.lines = [];
    this.roll = null;
    this.floats = [];
    this.lastOwn = 0;
    this.count = 0;
    this.battle = "";
  }

  /** A snapshot has come: learn from its questions; another battle begins an empty story. */
  stood() {
    const { session, lexicon } = this.app;
    const { battle, questions, state, version } = session.battle;
    if (battle !== this.battle) {
      this.lines = [];
      this.lastOwn = 0;
      this.app.ui.showTable = false;
      this.app.ui.mat = "";
    }
    this.battle = battle;
    this.lines = this.lines.filter((line) => line.version <= version);
    this.roll = null;
    for (const question of questions) lexicon.learn(question, state);
  }

  /** Tell a commit. */
  played(played) {
    const { session, lexicon } = this.app;
    const { commit, after } = played;
    for (const question of commit.asked) lexicon.learn(question, after);
    const told = sentences(played, lexicon, session.battle.opening);
    for (const line of told) {
      this.count += 1;
      this.lines.push({ ...line, version: commit.version, id: this.count });
    }
    this.lines.splice(0, Math.max(0, this.lines.length - KEPT));
    const author = authorOf(commit);
    if (author.how === "player" && session.seats.includes(author.seat)) this.lastOwn = commit.version;
    if (author.how === "undo") this.lastOwn = 0;
    this.showDice(commit, after);
    this.floatNumbers(commit);
    speak(told.filter((line) => !line.quiet).map((line) => line.text));
  }

  showDice(commit, after) {
    for (const [tag, ...fields] of commit.events) {
      if (tag === "show" && fields[2] === "roll") {
        const dice = fields[0].map((die, at) => ({ die, kind: after.dice?.[die]?.kind ?? die, face: fields[1][at] }));
        this.roll = { who: after.dice?.[fields[0][0]]?.owner ?? "", dice, version: commit.version };
      } else if (tag === "roll" && fields[1] !== "engage") {
        const dice = fields[4].map((face, at) => ({ die: `${fields[1]}.${at}`, kind: fields[1], face }));
        this.roll = { who: fields[2], dice, version: commit.version };
      }
    }
  }

  floatNumbers(commit) {
    for (const [tag, ...fields] of commit.events) {
      if (tag === "damage") this.float(fields[0], fields[5] || fields[4] ? `-${fields[5] + fields[4]}` : "0", "hurt");
      else if (tag === "hp" && fields[3] === "heal") this.float(fields[0], "+", "heal");
    }
  }

  float(unit, text, kind) {
    this.count += 1;
    const one = { unit, text, kind, id: this.count };
    this.floats.push(one);
    setTimeout(() => {
      this.floats = this.floats.filter((each) => each !== one);
      this.app.render();
    }, FLOAT_MS);
  }
}

/** Let screen readers say what happened. @param {string[]} texts */
function speak(texts) {
  const place = document.getElementById("spoken");
  if (!place || !texts.length) return;
  const line = document.createElement("p");
  line.textContent = texts.join(" ");
  place.append(line);
  while (place.children.length > 12) place.firstChild.remove();
}
