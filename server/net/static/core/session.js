/**
 * Everything that this client knows, and everything that it can ask of the server. Calls `changed`
 * after every change; what happens in a battle goes to `story`.
 */

import { Battle } from "./battle.js";
import { Gap } from "./fold.js";
import { HANDLERS } from "./hearing.js";
import * as read from "./messages.js";
import { keep, kept } from "./keeping.js";
import { remember } from "./memories.js";
import { OTHERS, SEATED } from "./vigil.js";
import { Wire } from "./wire.js";
import { T, WORDS } from "../texts/en.js";
import { refusalIn } from "../texts/language.js";

/** A request that the server refused. */
export class Refusal extends Error {
  constructor(code, text, rule = "") {
    super(text);
    this.code = code;
    this.rule = rule;
  }
}

const NUMBER_STEP = 1000; // how far above the last one that it used a seat's number may lie

/** What the server may grant when it is asked again a little later. */
export const LATER = new Set(["busy", "too_fast", "paused"]);

export class Session {
  /** @param {{changed: () => void, played: (played: any, raw: any[]) => void, answered: (question: number) => void, stood: () => void}} heard */
  constructor(heard) {
    this.heard = heard;
    this.wire = new Wire({
      opened: () => this.greet(),
      received: (message) => this.take(message),
      lost: () => this.lose(),
      outdated: () => this.endFor(T.outdated),
    });
    this.link = "connecting"; // or: up, lost, ended
    this.farewell = "";
    this.player = "";
    this.name = kept("name");
    this.lastTable = "";
    this.table = null;
    this.battle = null;
    this.paused = "";
    this.ballot = null;
    this.notice = null;
    this.posted = "";
    this.chat = [];
    this.pings = [];
    this.driven = {};
    this.clocks = {};
    this.standing = {};
    this.invite = "";
    this.ref = 0;
    this.replies = new Map();
    this.pending = new Map();
    this.isCatchingUp = false;
    this.tableSeen = () => {};
    this.awaitWelcome();
    addEventListener("visibilitychange", () => this.keepPulse());
  }

  /** From now on requests wait until the server has taken us in, and brought us back. */
  awaitWelcome() {
    this.whenWelcome = new Promise((resolve) => (this.welcomed = resolve));
  }

  // Who and where

  get seats() {
    return (this.table?.chairs ?? []).filter((c) => this.player && c.player === this.player).map((c) => c.seat);
  }

  get seatsDriven() {
    return this.seats.filter((seat) => !this.chair(seat).bot);
  }

  get leads() {
    return Boolean(this.table && this.player && this.table.leader === this.player);
  }

  chair(seat) {
    return this.table?.chairs.find((each) => each.seat === seat);
  }

  nameOf(player) {
    return this.table?.members.find((each) => each.player === player)?.name || WORDS.somebody;
  }

  /** The open questions that this player may answer now. */
  get mine() {
    if (!this.battle || this.battle.over) return [];
    return this.battle.questions.filter((question) => this.seatFor(question));
  }

  /** The own seat that can answer a question, "" if none can or another has to decide. */
  seatFor(question) {
    const people = question.to.filter((seat) => !this.isBot(seat));
    let able = people.length ? people : question.to;
    if (this.table?.settings.decides === "leader") able = [...able].sort().slice(0, 1);
    return this.seatsDriven.find((seat) => able.includes(seat)) ?? "";
  }

  isBot(seat) {
    const chair = this.chair(seat);
    return Boolean(chair && (chair.bot || !chair.player || this.driven[seat]));
  }

  // What is said

  start() {
    this.wire.connect();
  }

  /** Ask for something; the reply, or a `Refusal`. @param {string} tag @param {...any} fields */
  call(tag, ...fields) {
    this.ref += 1;
    const ref = this.ref;
    this.wire.send([tag, ref, ...fields]);
    return new Promise((resolve, reject) => this.replies.set(ref, { resolve, reject }));
  }

  /** Ask until the server can say yes, as long as this connection lasts; see `call`. */
  async insist(tag, ...fields) {
    const socket = this.wire.socket;
    for (let wait = 250; ; wait = Math.min(5000, 2 * wait)) {
      try {
        return await this.call(tag, ...fields);
      } catch (fault) {
        if (!LATER.has(fault.code)) throw fault;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (this.wire.socket !== socket) throw new Error(T.lineLost);
    }
  }

  /** Ask, and show a refusal as a notice. Gives the reply, or null. */
  async ask(tag, ...fields) {
    await this.whenWelcome;
    try {
      return await this.call(tag, ...fields);
    } catch (fault) {
      this.refused(fault);
      return null;
    }
  }

  /** Ask for something that nobody misses if it is refused. */
  tell(tag, ...fields) {
    if (this.link === "up") this.call(tag, ...fields).catch(() => {});
  }

  refused(fault) {
    this.notice = { text: fault.message, rule: fault.rule ?? "", at: Date.now() };
    this.heard.changed();
  }

  /** Say hello again, under a new name: that takes a new connection. */
  reintroduce() {
    this.awaitWelcome();
    this.wire.restart();
    return this.whenWelcome;
  }

  async join(invite, table = "") {
    const reply = await this.ask("join", invite, table);
    if (reply && invite) this.invite = invite;
    return Boolean(reply);
  }

  async leave() {
    await this.ask("leave");
    this.table = this.battle = null;
    this.chat = [];
    this.heard.changed();
  }

  watch(battle, after = 0) {
    return this.ask("watch", battle, after);
  }

  /** Answer a question. It is sent again after any failure, under the same number. */
  answer(question, picks) {
    const seat = this.seatFor(question);
    if (!seat) return;
    const { battle } = this.battle;
    this.submit(seat, (ref, number) => ["intent", ref, number, question.id, picks, seat, battle], question.id);
  }

  undo(version) {
    const seat = this.seatsDriven[0];
    const { battle } = this.battle;
    if (seat) this.submit(seat, (ref, number) => ["undo", ref, number, version, seat, battle], -1);
  }

  submit(seat, message, question) {
    const known = this.battle.numbers[seat] ?? 0;
    const next = Math.max(known, this.battle.used[seat] ?? 0) + 1;
    const number = next > known + NUMBER_STEP ? known + 1 : next; // so many were refused: never used
    this.battle.used[seat] = number;
    this.pending.set(`${seat}:${number}`, { seat, number, message, question, ref: 0 });
    this.notice = null;
    this.sendPending(`${seat}:${number}`);
    this.heard.changed();
  }

  sendPending(key) {
    const one = this.pending.get(key);
    this.ref += 1;
    one.ref = this.ref;
    this.wire.send(one.message(one.ref, one.number));
  }

  isSent(question) {
    return [...this.pending.values()].some((each) => each.question === question.id);
  }

  // The connection

  async greet() {
    try {
      await this.call("hello", kept("token") || null, this.name, "hexwarden-web");
      await this.comeBack();
    } catch (fault) {
      if (fault.code === "bad_token" && kept("token")) {
        keep("token", "");
        this.greet();
      } else if (fault.code === "not_allowed" && this.name) {
        keep("name", "");
        this.name = "";
        this.refused(fault);
        this.greet();
      } else if (LATER.has(fault.code)) this.wire.retreat();
      else if (fault instanceof Refusal) this.refused(fault);
    }
  }

  async comeBack() {
    if (this.table) await this.sitDownAgain();
    this.link = "up";
    this.farewell = "";
    this.welcomed();
    this.heard.changed();
  }

  /** At the table, and in the battle there was or that was begun since; at neither, if they are gone. */
  async sitDownAgain() {
    const isMember = this.table.members.some((each) => each.player === this.player);
    try {
      const seen = new Promise((resolve) => (this.tableSeen = () => resolve(null)));
      await this.insist("join", isMember ? "" : this.invite, this.table.id);
      await seen;
      if (this.battle && !this.battle.over) {
        await this.insist("watch", this.battle.battle, this.battle.version);
        for (const key of this.pending.keys()) this.sendPending(key);
      }
      const last = this.table.phase === "playing" ? this.table.battles.at(-1)?.battle : "";
      if (last && this.battle?.battle !== last) await this.insist("watch", last, 0);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      this.table = this.battle = null;
      this.pending.clear();
      this.refused(fault);
    }
  }

  /** Ask for signs of life as often as this page needs them to notice that none come. */
  keepPulse() {
    const every = this.seats.length && !document.hidden ? SEATED : OTHERS;
    if (this.wire.vigil.wants(every)) this.call("pulse", every).catch(() => {});
  }

  /** No connection any more, and why. @param {string} text */
  endFor(text) {
    this.farewell = text;
    this.link = "ended";
    this.wire.end();
    this.heard.changed();
  }

  lose() {
    if (this.link === "up") this.awaitWelcome();
    this.link = "lost";
    for (const each of this.replies.values()) each.reject(new Error(T.lineLost));
    this.replies.clear();
    this.heard.changed();
  }

  // What is heard

  take(message) {
    const handler = HANDLERS[message[0]];
    if (handler) handler(this, message);
    else this.settle(message);
    this.heard.changed();
  }

  settle(message) {
    this.replies.get(message[1])?.resolve(message);
    this.replies.delete(message[1]);
  }

  takeRefusal([, ref, code, text, rule = ""]) {
    const fault = new Refusal(code, refusalIn(code, text, rule), rule);
    for (const [key, each] of this.pending) {
      if (each.ref !== ref) continue;
      if (LATER.has(code)) {
        if (code !== "paused") setTimeout(() => this.pending.has(key) && this.sendPending(key), 1000);
        return;
      }
      this.pending.delete(key);
      if (code !== "stale") this.refused(fault);
      return;
    }
    this.replies.get(ref)?.reject(fault);
    this.replies.delete(ref);
  }

  takeTable(table) {
    if (this.table?.id === table.id && this.table.revision > table.revision) return this.tableSeen();
    if (this.table && this.table.id !== table.id) {
      this.battle = null;
      this.pending.clear();
      this.chat = [];
    }
    const isNew = this.table?.id !== table.id;
    this.table = table;
    this.tableSeen();
    remember(table);
    this.keepPulse();
    const last = table.battles.at(-1);
    if (isNew && table.phase === "playing" && last && this.battle?.battle !== last.battle) this.watch(last.battle);
  }

  takeSnapshot(snapshot) {
    this.isCatchingUp = false;
    if (this.battle?.battle === snapshot.battle) {
      this.battle.stand(snapshot);
      for (const [key, each] of this.pending) {
        // The number has made a commit: this one's, or another page's of the same player. We ask.
        if ((this.battle.numbers[each.seat] ?? 0) >= each.number) this.sendPending(key);
      }
    } else {
      this.battle = new Battle(snapshot);
      this.pending.clear();
      this.driven = {};
      this.clocks = {};
      this.ballot = null;
    }
    this.heard.stood();
  }

  takeCommit(commit, raw) {
    if (!this.battle) return;
    try {
      const played = this.battle.take(commit);
      if (!played) return;
      this.isCatchingUp = false;
      if (commit.number) this.pending.delete(`${read.authorOf(commit).seat}:${commit.number}`);
      this.heard.played(played, raw);
    } catch (fault) {
      if (!(fault instanceof Gap)) throw fault;
      if (this.isCatchingUp) return;
      this.isCatchingUp = true;
      this.watch(this.battle.battle, this.battle.version);
    }
  }
}
