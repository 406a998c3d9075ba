/**
 * Everything that this client knows, and everything that it can ask of the server. Calls `changed`
 * after every change; what happens in a battle goes to `played`.
 */

import * as wire from "../protocol.ts";
import { T, WORDS } from "../texts/en.ts";
import { refusalIn } from "../texts/language.ts";
import { LATER, Refusal } from "./asking.ts";
import type { Answer, Asked, Asking, ReplyOf, Waiting } from "./asking.ts";
import { Battle } from "./battle.ts";
import { Gap } from "./fold.ts";
import { goesOnIn } from "./going_on.ts";
import { hear } from "./hearing.ts";
import { keep, kept } from "./keeping.ts";
import { remember } from "./memories.ts";
import { authorOf } from "./messages.ts";
import type { Chair, Commit, Question, Snapshot, Table } from "./messages.ts";
import type { Ballot, Clock, Line, Pending, Ping, SessionHeard, Sides } from "./session_parts.ts";
import { OTHERS, SEATED } from "./vigil.ts";
import { Wire } from "./wire.ts";

const NUMBER_STEP = 1000; // how far above the last one that it used a seat's number may lie

export class Session {
  heard: SessionHeard;
  wire: Wire;
  link: "connecting" | "up" | "lost" | "ended" = "connecting";
  farewell = "";
  player = wire.NO_PLAYER;
  name = kept("name");
  lastTable = wire.NO_TABLE;
  table: Table | null = null;
  battle: Battle | null = null;
  paused = "";
  ballot: Ballot | null = null;
  notice: Line | null = null;
  posted = "";
  chat: { name: string; text: string; player?: wire.PlayerId }[] = [];
  pings: Ping[] = [];
  driven: Record<wire.SeatId, boolean> = {};
  clocks: Record<wire.SeatId, Clock> = {};
  sides: Sides | null = null;
  standing: Record<wire.SeatId, boolean> = {};
  wishes: Record<wire.SeatId, Readonly<Record<string, string>>> = {};
  invite = "";
  ref = 0;
  replies = new Map<number, Waiting>();
  pending = new Map<string, Pending>();
  isCatchingUp = false;
  tableSeen: () => void = () => {};
  welcomed: () => void = () => {};
  whenWelcome: Promise<void> = Promise.resolve();

  constructor(heard: SessionHeard) {
    this.heard = heard;
    this.wire = new Wire({
      opened: () => void this.greet(),
      received: (message) => this.take(message),
      lost: () => this.lose(),
      outdated: () => this.endFor(T.outdated),
    });
    this.awaitWelcome();
    addEventListener("visibilitychange", () => this.keepPulse());
  }

  /** From now on requests wait until the server has taken us in, and brought us back. */
  awaitWelcome() {
    this.whenWelcome = new Promise<void>((resolve) => (this.welcomed = resolve));
  }

  // Who and where

  /** The table that one is at. Throws where one is at none: only pages of a table may ask. */
  get atTable(): Table {
    if (!this.table) throw new Error("at no table");
    return this.table;
  }

  /** The seats of this player. */
  get seats(): wire.SeatId[] {
    return (this.table?.chairs ?? []).filter((c) => this.player && c.player === this.player).map((c) => c.seat);
  }

  /** Those of them that no bot plays. */
  get seatsDriven(): wire.SeatId[] {
    return this.seats.filter((seat) => !this.chair(seat)?.bot);
  }

  get leads(): boolean {
    return Boolean(this.table && this.player && this.table.leader === this.player);
  }

  chair(seat: wire.SeatId): Chair | undefined {
    return this.table?.chairs.find((each) => each.seat === seat);
  }

  nameOf(player: wire.PlayerId) {
    return this.table?.members.find((each) => each.player === player)?.name || WORDS.somebody;
  }

  /** The open questions that this player may answer now. */
  get mine(): Question[] {
    if (!this.battle || this.battle.over) return [];
    return this.battle.questions.filter((question) => this.seatFor(question));
  }

  /** The own seat that can answer a question, "" if none can or another has to decide. */
  seatFor(question: Question): wire.SeatId {
    const people = question.to.filter((seat) => !this.isBot(seat));
    let able = people.length ? people : question.to;
    if (this.table?.settings.decides === "leader") able = [...able].sort().slice(0, 1);
    return this.seatsDriven.find((seat) => able.includes(seat)) ?? wire.NO_SEAT;
  }

  isBot(seat: wire.SeatId): boolean {
    const chair = this.chair(seat);
    return Boolean(chair && (chair.bot || !chair.player || this.driven[seat]));
  }

  // What is said

  start(): void {
    this.wire.connect();
  }

  /** Ask for something; the reply, or a `Refusal`. */
  call<A extends Asked>(tag: A, ...fields: Asking<A>): Promise<Answer<A>> {
    this.ref += 1;
    const ref = this.ref;
    this.wire.send([tag, ref, ...fields] as unknown as wire.Request);
    return new Promise<wire.Reply>((resolve, reject) => this.replies.set(ref, { resolve, reject })) as Promise<
      Answer<A>
    >;
  }

  /** Ask until the server can say yes, as long as this connection lasts; see `call`. */
  async insist<A extends Asked>(tag: A, ...fields: Asking<A>): Promise<Answer<A>> {
    const socket = this.wire.socket;
    for (let wait = 250; ; wait = Math.min(5000, 2 * wait)) {
      try {
        return await this.call(tag, ...fields);
      } catch (fault) {
        if (!(fault instanceof Refusal) || !LATER.has(fault.code)) throw fault;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (this.wire.socket !== socket) throw new Error(T.lineLost);
    }
  }

  /** Ask, and show a refusal as a notice. Gives the reply, or null. */
  async ask<A extends Asked>(tag: A, ...fields: Asking<A>): Promise<Answer<A> | null> {
    await this.whenWelcome;
    try {
      return await this.call(tag, ...fields);
    } catch (fault) {
      this.refused(fault);
      return null;
    }
  }

  /** Ask for something that nobody misses if it is refused. */
  tell<A extends Asked>(tag: A, ...fields: Asking<A>): void {
    if (this.link === "up") this.call(tag, ...fields).catch(() => {});
  }

  /** Show what went wrong. */
  refused(fault: unknown): void {
    const text = fault instanceof Error ? fault.message : String(fault);
    this.say(text, fault instanceof Refusal ? fault.rule : "");
    this.heard.changed();
  }

  /** Show a line to whoever sits here. */
  say(text: string, rule = ""): void {
    this.notice = { text, rule, at: Date.now() };
  }

  /** Say hello again, under a new name: that takes a new connection. */
  reintroduce(): Promise<void> {
    this.awaitWelcome();
    this.wire.restart();
    return this.whenWelcome;
  }

  /** Come to a table, by its invite code or its id; whether one may. */
  async join(invite: string, table = wire.NO_TABLE): Promise<boolean> {
    const reply = await this.ask("join", invite, table);
    if (reply && invite) this.invite = invite;
    return Boolean(reply);
  }

  /** Leave the table. */
  async leave(): Promise<void> {
    await this.ask("leave");
    this.table = this.battle = null;
    this.chat = [];
    this.heard.changed();
  }

  /** Watch a battle, from a version on. */
  watch(battle: wire.BattleId, after = 0) {
    return this.ask("watch", battle, after);
  }

  /** Answer a question. It is sent again after any failure, under the same number. */
  answer(question: Question, picks: readonly string[]): void {
    const seat = this.seatFor(question);
    if (!seat || !this.battle) return;
    const { battle } = this.battle;
    this.submit(seat, (ref, number) => ["intent", ref, number, question.id, picks, seat, battle], question.id);
  }

  /** Ask to go back to a version. */
  undo(version: number): void {
    const seat = this.seatsDriven[0];
    if (!seat || !this.battle) return;
    const { battle } = this.battle;
    this.submit(seat, (ref, number) => ["undo", ref, number, version, seat, battle], -1 as wire.QuestionId);
  }

  /** Send what a seat does, under its next number, until it is granted or refused. */
  submit(seat: wire.SeatId, message: Pending["message"], question: wire.QuestionId): void {
    if (!this.battle) return;
    const known = this.battle.numbers[seat] ?? 0;
    const next = Math.max(known, this.battle.used[seat] ?? 0) + 1;
    const number = next > known + NUMBER_STEP ? known + 1 : next; // so many were refused: never used
    this.battle.used[seat] = number;
    this.pending.set(`${seat}:${number}`, { seat, number, message, question, ref: 0 });
    this.notice = null;
    this.sendPending(`${seat}:${number}`);
    this.heard.changed();
  }

  /** Send again what is not granted or refused yet. */
  sendPending(key: string): void {
    const one = this.pending.get(key);
    if (!one) return;
    this.ref += 1;
    one.ref = this.ref;
    this.wire.send(one.message(one.ref, one.number));
  }

  /** Whether an answer is on its way. */
  isSent(question: Question): boolean {
    return [...this.pending.values()].some((each) => each.question === question.id);
  }

  // The connection

  async greet() {
    try {
      await this.call("hello", kept("token") || null, this.name, "hexwarden-web");
      await this.comeBack();
    } catch (fault) {
      if (!(fault instanceof Refusal)) return;
      if (fault.code === "bad_token" && kept("token")) {
        keep("token", "");
        void this.greet();
      } else if (fault.code === "not_allowed" && this.name) {
        keep("name", "");
        this.name = "";
        this.refused(fault);
        void this.greet();
      } else if (LATER.has(fault.code)) {
        this.farewell = fault.message;
        this.wire.retreat();
      } else this.refused(fault);
    }
  }

  async comeBack() {
    if (this.table) await this.sitDownAgain(this.table);
    [this.link, this.farewell] = ["up", ""];
    this.welcomed();
    this.heard.changed();
  }

  /** At the table, in the battle there was or that was begun since (asked for even if shown: what was granted may be shown after it); at neither, if they are gone. */
  async sitDownAgain(before: Table): Promise<void> {
    const isMember = before.members.some((each) => each.player === this.player);
    try {
      const seen = new Promise<void>((resolve) => (this.tableSeen = resolve));
      await this.insist("join", isMember ? "" : this.invite, before.id);
      await seen;
      const held = this.battle;
      if (held && !held.over) {
        await this.insist("watch", held.battle, held.version);
        for (const key of this.pending.keys()) this.sendPending(key);
      }
      const last = goesOnIn(this.table ?? before, held?.battle);
      if (last && held?.battle !== last) await this.insist("watch", last, 0);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      this.table = this.battle = null;
      this.pending.clear();
      this.refused(fault);
    }
  }

  /** Ask for signs of life as often as this page needs them to notice that none come. */
  keepPulse(): void {
    const every = this.seats.length && !document.hidden ? SEATED : OTHERS;
    if (this.wire.vigil.wants(every)) this.call("pulse", every).catch(() => {});
  }

  /** No connection any more, and why. */
  endFor(text: string): void {
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

  take(message: wire.Reply): void {
    hear(this, message);
    this.heard.changed();
  }

  /** A request has its reply. */
  settle(ref: number, message: wire.Reply): void {
    this.replies.get(ref)?.resolve(message);
    this.replies.delete(ref);
  }

  takeRefusal([, ref, code, text, rule = ""]: ReplyOf<"no">): void {
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

  takeTable(table: Table): void {
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
    if (isNew && table.phase === "playing" && last && this.battle?.battle !== last.battle) void this.watch(last.battle);
  }

  takeSnapshot(snapshot: Snapshot): void {
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
      [this.clocks, this.sides, this.ballot] = [{}, null, null];
    }
    this.heard.stood();
  }

  takeCommit(commit: Commit, raw: wire.Commit): void {
    if (!this.battle) return;
    try {
      const played = this.battle.take(commit);
      if (!played) return;
      this.isCatchingUp = false;
      if (commit.number) this.pending.delete(`${authorOf(commit).seat}:${commit.number}`);
      this.heard.played(played, raw);
    } catch (fault) {
      if (!(fault instanceof Gap)) throw fault;
      if (this.isCatchingUp) return;
      this.isCatchingUp = true;
      void this.watch(this.battle.battle, this.battle.version);
    }
  }
}
