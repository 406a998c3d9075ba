/** What the views read and change: the session, what is shown of it, and what somebody looks at. */

import { Drafts } from "./core/drafts.js";
import { Film } from "./core/film.js";
import { Foresight } from "./core/foresight.js";
import { Glossary } from "./core/glossary.js";
import { carry, keep, kept } from "./core/keeping.js";
import { Keys } from "./core/keys.js";
import { Lexicon } from "./core/names.js";
import { Offers } from "./core/offers.js";
import { Player } from "./core/player.js";
import { Presses } from "./core/presses.js";
import { Session } from "./core/session.js";
import { sound } from "./core/sound.js";
import { Stage } from "./core/stage.js";
import { Teller } from "./core/teller.js";
import { arrowOf, Thinking } from "./core/thinking.js";
import { T } from "./texts/en.js";

/** How fast commits are shown: what is kept, else as the system wants its motion. */
function chosenPace() {
  if (kept("pace")) return Number(kept("pace"));
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1;
}

export class App {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    this.isDue = false;
    this.isBoardFirst = false;
    /** Another object whenever what stands beside the board is to be drawn, too. */
    this.beside = {};
    this.code = "";
    this.tables = [];
    this.battles = [];
    this.hasTables = false;
    /** @type {any} */
    this.inspector = null;
    /** @type {Player | null} */
    this.player = null;
    this.sound = sound;
    this.ui = {
      tab: "board", side: "story", showTable: false, mat: "", details: false, links: {}, forms: {}, hover: "",
      picked: "", cursor: "", camera: null, settings: false, copied: "", follow: "",
    };
    this.glossary = new Glossary();
    this.lexicon = new Lexicon(this.glossary);
    this.drafts = new Drafts();
    this.offers = new Offers();
    this.presses = new Presses();
    this.session = new Session({
      changed: () => this.renderLater(),
      played: (played, raw) => this.played(played, raw),
      answered: (question) => this.drafts.forget(question),
      stood: () => this.stood(),
    });
    this.stage = new Stage({
      changed: () => this.showLater(),
      told: (played, at, state) => this.teller.told(played, at, state),
      done: (played) => {
        this.teller.done(played);
        this.player?.shown();
      },
    });
    this.foresight = new Foresight(this.session, () => {
      this.renderLater();
      this.inspector?.refresh();
    });
    this.stage.speed = chosenPace();
    this.keys = new Keys(this.session);
    this.teller = new Teller(this);
    this.thinking = new Thinking(this.session);
  }

  /** The battle that is looked at: a recorded one, or the one that is played. */
  get battle() {
    return this.player ? this.player.battle : this.session.battle;
  }

  /** The questions that can be answered here and now. */
  get mine() {
    return this.player || this.stage.isBusy ? [] : this.session.mine;
  }

  /** A commit has come: what it answers is no draft any more. */
  played(played, raw) {
    for (const [tag, question] of played.commit.events) if (tag === "ans") this.drafts.forget(question);
    this.drafts.turnTo(this.session.mine, played.after);
    if (!this.player) this.stage.play(played);
    else if (this.player.film.id === this.session.battle.battle && !this.player.grow(raw)) this.fill(this.player);
  }

  /** Commits have come between the loading of a recording and now: take them from a newer one. */
  async fill(player) {
    if (player.isFilling) return;
    player.isFilling = true;
    try {
      const { raw } = await Film.load(player.film.id, this.keys);
      for (const one of raw.slice(player.film.last)) player.grow(one);
    } catch {
      // The next commit tries again.
    }
    player.isFilling = false;
  }

  stood() {
    if (this.player) return;
    this.stage.stand(this.session.battle.state, this.session.battle.version);
    this.teller.stood();
  }

  /** Draw the page as soon as the running handler is done: what somebody clicks shows at once. */
  render() {
    this.isDue = true;
    this.isBoardFirst = false;
    queueMicrotask(() => this.drawIfDue());
  }

  /** Draw the page at the next frame, however many messages come until then. */
  renderLater() {
    if (this.isDue) return;
    this.isDue = true;
    if (document.hidden) setTimeout(() => this.drawIfDue(), 0);
    else requestAnimationFrame(() => this.drawIfDue());
  }

  /** While a commit is shown: the board at the next frame, what stands beside it a frame later. */
  showLater() {
    this.isBoardFirst = this.stage.isBusy;
    this.renderLater();
  }

  drawIfDue() {
    if (!this.isDue) return;
    const { isBoardFirst } = this;
    this.isDue = this.isBoardFirst = false;
    if (!isBoardFirst) this.beside = {};
    this.presses.shown(this.mine);
    this.draw();
    if (isBoardFirst) this.renderLater();
    if (!this.player && this.session.battle)
      this.thinking.show(arrowOf(this.mine, this.drafts, this.session.battle.state));
  }

  /** Change something of the view, and draw. @param {Record<string, any>} change */
  set(change) {
    Object.assign(this.ui, change);
    this.render();
  }

  /** Show commits so fast from now on; 0: at once. */
  setPace(pace) {
    keep("pace", String(pace));
    this.stage.speed = pace;
    if (!pace) this.stage.skip();
    this.render();
  }

  /** Be called so from now on. @param {string} name */
  async rename(name) {
    keep("name", name);
    this.session.name = name;
    await this.session.reintroduce();
  }

  /** Answer a question once, and only with a press that can be meant for it. */
  answer(question, picks) {
    if (!this.session.isSent(question) && this.presses.isFor(question)) this.session.answer(question, picks);
  }

  /** Take another token: every connection that came with the one before is ended. */
  async signOutElsewhere() {
    if (!(await this.session.ask("new_token"))) return;
    await this.session.reintroduce();
    this.session.notice = { text: T.signedOut, rule: "", at: Date.now() };
    this.render();
  }

  /** Take the invitation up. */
  async enter() {
    if (!(await this.session.join(this.code))) {
      this.code = "";
      carry("invitation", "");
      history.replaceState(null, "", "/");
    }
    this.render();
  }

  /** Let a screen reader say something. @param {string} text */
  announce(text) {
    const line = document.createElement("p");
    line.textContent = text;
    document.getElementById("spoken")?.append(line);
  }

  title() {
    const waits = !this.player && this.session.mine.length ? "● " : "";
    const name = this.session.table?.name;
    return `${waits}${name ? `${name} - ` : ""}${T.title}`;
  }

  /** Look at the recording of a battle, from a moment ("version.event") on. */
  async openReplay(battle, at = "", key = "") {
    this.keys.keep(battle, key);
    if (this.player?.film.id === battle) return this.seek(at);
    try {
      const film = await Film.load(battle, this.keys);
      this.player = new Player(film, this.stage, { changed: () => this.renderLater(), sought: () => this.sought() });
      this.seek(at || "1");
    } catch (fault) {
      this.session.refused(fault);
    }
    this.render();
  }

  /** @param {string} at */
  seek(at) {
    const [version, event] = at.split(".").map(Number);
    this.player.seek({ version: version || 1, event: Number.isInteger(event) ? event : Infinity });
  }

  sought() {
    const { film, moment } = this.player;
    this.teller.rebuild(film, moment);
    this.renderLater();
  }

  /** Back from a recording to where one was. */
  leaveReplay() {
    this.player.end();
    this.player = null;
    this.stage.speed = chosenPace();
    history.replaceState(null, "", "/");
    if (this.session.battle) {
      const { showTable } = this.ui;
      this.teller.battle = "";
      this.stood();
      this.ui.showTable = showTable || this.session.battle.over;
    }
    this.render();
  }
}
