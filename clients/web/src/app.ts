/** What the views read and change: the session, what is shown of it, and what somebody looks at. */

import { Refusal } from "./core/asking.ts";
import { Chain } from "./core/chain.ts";
import { Drafts } from "./core/drafts.ts";
import { Drama } from "./core/drama.ts";
import { Film } from "./core/film.ts";
import { Foresight } from "./core/foresight.ts";
import { Frames } from "./core/frames.ts";
import { Glossary } from "./core/glossary.ts";
import { Coming } from "./core/coming.ts";
import { carried, carry, keep } from "./core/keeping.ts";
import { Keys } from "./core/keys.ts";
import { carryingName } from "./core/making.ts";
import type { Memory } from "./core/memories.ts";
import type { OwnCampaign, Played, Question, TableLine } from "./core/messages.ts";
import { ownBattle, ownCampaign } from "./core/messages.ts";
import { Notices } from "./core/notices.ts";
import { LookingBack } from "./core/looking_back.ts";
import { Live } from "./core/live.ts";
import { viewIn } from "./core/links.ts";
import { Lexicon } from "./core/names.ts";
import { Offers } from "./core/offers.ts";
import { Parting } from "./core/parting.ts";
import { Player } from "./core/player.ts";
import { answerCreation, idleOf, quickStart } from "./core/quick_start.ts";
import { Presses } from "./core/presses.ts";
import { Session } from "./core/session.ts";
import { sound } from "./core/sound.ts";
import { chosenPace, Stage } from "./core/stage.ts";
import { Teller } from "./core/teller.ts";
import { arrowOf, Thinking } from "./core/thinking.ts";
import { Trailer } from "./core/trailer.ts";
import { usualDifficulty } from "./core/wins.ts";
import type { Battle } from "./core/battle.ts";
import * as wire from "./protocol.ts";
import { CAMPAIGNS, T } from "./texts/en.ts";
import { partIn } from "./texts/language.ts";
import { AWAY, beginning } from "./ui.ts";
import type { Mode, Ui } from "./ui.ts";

/** What shows cards of what is pointed at. */
export type Cards = { refresh: () => void; close: () => boolean; pin: (place: Element | null) => void };

/** How often the lobby asks whether it is the player's turn somewhere, in milliseconds: turns take minutes, or days. */
const LOOK_FOR_TURNS = 60_000;

export class App {
  draw: () => void;
  /** Whether the steps of creation are answered as suggested. */
  isSuggesting = false;
  /** Whether a battle that began by one press is not laid yet. */
  isBeginning = false;
  /** What of the page is drawn in which frame. */
  frames = new Frames(() => this.drawNow());
  code = "";
  /** What the code leads to, for somebody who is asked for a name first. */
  invitation: wire.Invitation | null = null;
  tables: TableLine[] = [];
  battles: Memory[] = [];
  campaigns: OwnCampaign[] = [];
  notices = new Notices(() => this.render());
  hasTables = false;
  inspector: Cards | null = null;
  player: Player | null = null;
  sound = sound;
  ui: Ui = beginning();
  glossary = new Glossary();
  lexicon = new Lexicon(this.glossary);
  drafts = new Drafts();
  offers = new Offers();
  presses = new Presses();
  session: Session;
  chain: Chain;
  stage: Stage;
  foresight: Foresight;
  keys: Keys;
  /** The abilities that were offered here, in their words. */
  abilities = new Map<string, string>();
  teller: Teller;
  thinking: Thinking;
  lookingBack: LookingBack;
  parting: Parting;
  live: Live;
  trailer: Trailer;
  private readonly coming = <Part>(load: () => Promise<Part>) => new Coming(load, () => this.render());
  /** What shows the days between battles: it comes with the first session. */
  days = this.coming(() => import("./days/days.ts"));
  /** What shows a match of the skirmish: it comes with the first match. */
  match = this.coming(() => import("./match/match.ts"));
  /** The ladder, and what two players settle before a match: it comes with the first of them. */
  ladder = this.coming(async () => partIn(await import("./ladder/ladder.ts")));
  /** What a battle needs once it is on, such as its end: it comes with the first battle, so that nobody waits for it. */
  later = this.coming(async () => partIn(await import("./view/later.ts")));
  drama = new Drama(
    () => this.moveLater(),
    (unit, state) => this.session.seats.includes(state.adventurers?.[unit]?.seat ?? wire.NO_SEAT),
  );

  constructor(draw: () => void) {
    this.draw = draw;
    this.session = new Session({
      changed: () => this.renderLater(),
      played: (played, raw) => this.played(played, raw),
      answered: (question) => this.drafts.forget(question),
      stood: () => this.stood(),
    });
    this.chain = new Chain(this.session);
    this.parting = new Parting(this.session);
    this.stage = new Stage({
      changed: () => this.showLater(),
      told: (shown) => (this.trailer.isOn ? this.trailer.told(shown) : this.teller.told(shown)),
      done: (played) => {
        if (this.trailer.isOn) return this.trailer.done();
        this.teller.done(played);
        this.player?.shown();
      },
    });
    this.foresight = new Foresight(this.session, () => {
      this.renderLater();
      this.inspector?.refresh();
    });
    this.stage.speed = chosenPace();
    this.ui.mode = (["move", "attack", "other"] as const).find((mode) => mode === carried("mode"));
    this.keys = new Keys(this.session);
    this.teller = new Teller(this);
    this.lookingBack = new LookingBack(
      this.keys,
      (kind) => this.glossary.entry("dice", kind)?.faces ?? [],
      () => this.renderLater(),
    );
    setInterval(() => void this.lookForTurns(), LOOK_FOR_TURNS);
    this.thinking = new Thinking(this.session);
    this.live = new Live(this.keys, () => this.renderLater());
    this.trailer = new Trailer(
      this.stage,
      this.drama,
      (shown) => this.teller.look(shown),
      () => this.renderLater(),
    );
  }

  /** The battle that is looked at: a recorded one, one that is parted from, or the one that is played. */
  get battle(): Battle | null {
    return this.player ? this.player.battle : (this.parting.battle ?? this.session.battle);
  }

  /** The questions that can be answered here and now. */
  get mine(): Question[] {
    return this.player || this.parting.battle || this.stage.isBusy ? [] : this.session.mine;
  }

  /** A commit has come: what it answers is no draft any more. */
  played(played: Played, raw: wire.Commit): void {
    for (const [tag, question] of played.commit.events) if (tag === "ans") this.drafts.forget(question);
    this.drafts.turnTo(this.session.mine, played.after);
    this.days.found?.heard(this, played.commit);
    this.suggestOn();
    this.chain.step();
    if (this.parting.note()) return;
    if (!this.player) this.stage.play(played);
    else if (this.player.film.id === this.session.battle?.battle && !this.player.grow(raw)) void this.fill(this.player);
  }

  /** Commits have come between the loading of a recording and now: take them from a newer one. */
  async fill(player: Player) {
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

  /** A battle stands: another one, or this one after a gap. */
  stood(): void {
    const { battle } = this.session;
    this.chain.stop();
    if (battle && this.drafts.recall(battle.battle)) this.lookAway();
    this.leaveTrailer();
    this.suggestOn();
    if (this.player || this.parting.battle || !battle) return;
    this.stage.stand(battle.state, battle.version);
    this.teller.stood();
  }

  /** Another battle, or another moment, is shown: nobody looks at any of its units yet. */
  private lookAway(): void {
    this.inspector?.close();
    Object.assign(this.ui, AWAY);
  }

  /** The first page is left: its film ends, and the stage is free. */
  leaveTrailer(): void {
    if (this.trailer.isOn) {
      this.ui.camera = null;
      this.stage.speed = chosenPace();
    }
    this.trailer.end();
  }

  /** Draw the page as soon as the running handler is done: what somebody clicks shows at once. */
  render() {
    this.frames.now();
  }

  /** Draw the page at the next frame, however many messages come until then. */
  renderLater() {
    this.frames.later();
  }

  /** While a commit is shown: the board at the next frame, what stands beside it in those that follow. */
  showLater() {
    if (this.stage.isBusy) this.frames.partly();
    else this.frames.later();
  }

  /** Something moves on the board, of which nothing stands beside it. */
  moveLater() {
    this.frames.board();
  }

  private drawNow() {
    this.presses.shown(this.mine);
    this.draw();
    if (!this.player && !this.parting.battle && this.session.battle)
      this.thinking.show(arrowOf(this.mine, this.drafts, this.session.battle.state));
  }

  /** Change something of the view, and draw. */
  set(change: Partial<Ui>): void {
    Object.assign(this.ui, change);
    this.render();
  }

  /** Show commits so fast from now on; 0: at once. */
  setPace(pace: number) {
    keep("pace", String(pace));
    this.stage.speed = pace;
    if (!pace) this.stage.skip();
    this.render();
  }

  /** Be called so from now on. */
  async rename(name: string) {
    keep("name", name);
    this.session.name = name;
    await this.session.reintroduce();
  }

  /** Answer a question once, and only with a press that can be meant for it. */
  answer(question: Question, picks: readonly string[]) {
    if (this.session.isSent(question) || !this.presses.isFor(question)) return;
    this.turnTo(undefined);
    this.ui.hover = ""; // a finger that has looked at a unit among the options leaves it with its answer
    this.session.answer(question, carryingName(this, question, picks));
  }

  /** Turn to a part of one's turn; a page that is loaded again is there, too. */
  turnTo(mode: Mode | undefined) {
    this.ui.mode = mode;
    carry("mode", mode ?? "");
  }

  /** Open a table with bots, as hard as the form says, have an adventurer made, and begin. */
  async playNow(encounter: string) {
    this.isSuggesting = this.isBeginning = true;
    const isOn = await quickStart(this.session, encounter, this.ui.forms.difficulty || usualDifficulty());
    if (!isOn) this.isSuggesting = this.isBeginning = false;
    this.render();
  }

  /** Answer what creation asks now; ends by itself with the first question that is another's. */
  suggestOn() {
    const last = idleOf(this.session);
    if (last && !this.session.isSent(last)) this.session.answer(last, last.fallback);
    if (this.isSuggesting && this.session.mine.length) this.isSuggesting = answerCreation(this.session);
  }

  /** Take the invitation up. */
  async enter() {
    if (!(await this.session.join(this.code))) this.decline();
    this.render();
  }

  /** Ask what the invitation leads to; one that leads nowhere is told of on the first page. */
  async readInvitation() {
    try {
      this.invitation = await this.session.insist("invitation", this.code);
    } catch (fault) {
      // Who gives a name before the answer is there has begun a new connection: that is no refusal.
      if (!(fault instanceof Refusal)) return;
      this.session.refused(fault);
      this.decline();
    }
    this.render();
  }

  /** Leave the invitation alone: the first page. */
  decline() {
    this.code = "";
    carry("invitation", "");
    history.replaceState(null, "", "/");
    this.render();
  }

  /** What the server says of the player's own battles and campaigns. */
  hear([, , battles, campaigns = []]: wire.Battles): void {
    this.battles = battles.map(ownBattle);
    this.campaigns = campaigns.map(ownCampaign);
  }

  /** Tell who looks elsewhere that they are waited for: at their table, else in one of their campaigns. */
  notice(): void {
    const { table, mine } = this.session;
    const waits = table ? mine.length > 0 && !this.player : this.campaigns.some((one) => one.yours);
    const named = table?.name ?? this.campaigns.find((one) => one.yours)?.name;
    this.notices.check(waits, named ?? T.title, CAMPAIGNS.yourTurn);
  }

  /** In the lobby: ask now and then whether one of the player's campaigns waits for them by now. */
  private async lookForTurns(): Promise<void> {
    if (this.session.table || this.session.link !== "up" || !this.campaigns.length) return;
    const own = await this.session.ask("battles");
    if (own) this.hear(own);
    this.render();
  }

  /** Let a screen reader say something. */
  announce(text: string) {
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
  async openReplay(battle: wire.BattleId, at = "", key = "") {
    this.keys.keep(battle, key);
    // An address without a moment means the recording as it stands, not its first, empty page.
    if (this.player?.film.id === battle) return at ? this.seek(at) : undefined;
    try {
      const film = await Film.load(battle, this.keys);
      this.leaveTrailer();
      this.lookAway();
      this.ui.linkedView = viewIn(new URLSearchParams(location.hash.slice(1)).get("view"));
      this.player = new Player(film, this.stage, { changed: () => this.renderLater(), sought: () => this.sought() });
      this.seek(at || film.beginning());
    } catch (fault) {
      this.session.refused(fault);
    }
    this.render();
  }

  /** Look at a moment of the recording, "version.event". */
  seek(at: string): void {
    const [version, event] = at.split(".").map(Number);
    this.player?.seek({
      version: version || 1,
      event: event !== undefined && Number.isInteger(event) ? event : Infinity,
    });
  }

  sought(): void {
    if (!this.player) return;
    const { film, moment } = this.player;
    this.teller.rebuild(film, moment);
    this.renderLater();
  }

  /** Back from a recording to where one was. */
  leaveReplay(): void {
    this.player?.end();
    [this.player, this.ui.backTo] = [null, null];
    this.lookAway();
    this.stage.speed = chosenPace();
    const ended = this.parting.battle;
    if (ended) this.stage.stand(ended.state, ended.version);
    else if (this.session.battle) {
      const { showTable } = this.ui;
      this.teller.battle = wire.NO_BATTLE;
      this.stood();
      this.ui.showTable = showTable;
    }
    this.render();
  }
}
