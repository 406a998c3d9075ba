/** Keeps the story of the battle shown: sentences, the last roll, and what floats above the units. */

import { entryAt } from "./certain.ts";
import type { App } from "../app.ts";
import { NOBODY, NO_BATTLE, NO_DIE } from "../protocol.ts";
import type { BattleEvent, BattleId, DieId, Hex, SeatId, UnitId } from "../protocol.ts";
import { DRAMA, TURN } from "../texts/en.ts";
import { Film } from "./film.ts";
import type { Moment } from "./film.ts";
import { authorOf } from "./messages.ts";
import type { Commit, Opening, Played } from "./messages.ts";
import type { Shown } from "./stage.ts";
import { sentences } from "./story.ts";
import type { Told } from "./story.ts";
import type { State } from "./state.ts";
import { inWholeMoves } from "./steps.ts";
import { endsAlone } from "./turn_over.ts";
import { noteWin } from "./wins.ts";

const KEPT = 5000;
const FLOAT_MS = 1500;
/** Time to read a short sentence. */
const BRIEF_MS = 5000;
/** How much room each kind of word takes above a unit. */
const HEIGHTS = { hurt: 42, heal: 34, guard: 15, note: 13 };

/** A sentence, and where it stands. */
export type Line = Told & { version: number; at: number; id: string };

/** A die of a roll, by its id or, where it is none of an adventurer's, by a key of its own; and the face that it shows. */
export type RolledDie = { die: string; kind: string; face: number };

/** The last roll. */
export type Roll = { who: UnitId | SeatId; dice: RolledDie[]; id: string };

/** A word that rises above a unit. */
export type Float = {
  unit: UnitId;
  at: Hex;
  text: string;
  kind: keyof typeof HEIGHTS;
  id: number;
  above: number;
  count: number;
  until: number;
};

export class Teller {
  app: App;
  lines: Line[] = [];
  roll: Roll | null = null;
  floats: Float[] = [];
  lastOwn = 0;
  count = 0;
  sinking: ReturnType<typeof setTimeout> | undefined = undefined;
  battle = NO_BATTLE;
  /** Another number after the whole story was told anew. */
  edition = 0;
  known = new WeakMap<Commit, Line[]>();

  constructor(app: App) {
    this.app = app;
  }

  /** A snapshot has come: learn from its questions; another battle begins an empty story. */
  stood(): void {
    const { session, lexicon } = this.app;
    if (!session.battle) return;
    const { battle, questions, state, version } = session.battle;
    const isNew = battle !== this.battle;
    if (isNew) {
      this.lastOwn = 0;
      this.app.ui.showTable = Boolean(this.app.ui.keepsTable);
      this.app.ui.mat = NOBODY;
    }
    this.battle = battle;
    this.lines = isNew ? [] : this.lines.filter((line) => line.version <= version);
    this.calm();
    for (const question of questions) lexicon.learn(question, state);
    if ((this.lines.at(-1)?.version ?? 0) < version) void this.catchUp(battle, version);
  }

  /** Forget what moves: the last roll, numbers, the drama. */
  calm() {
    this.roll = null;
    this.floats = [];
    this.app.drama.calm();
    this.app.match.found?.calmed(this.app);
  }

  /** Fetch the story up to a version from the battle's recording. */
  async catchUp(battle: BattleId, version: number) {
    try {
      const film = await Film.load(battle, this.app.keys);
      if (this.battle !== battle || this.app.player) return;
      const later = this.lines.filter((line) => line.version > version);
      this.lines = [...this.upTo(film, { version, event: Infinity }), ...later].slice(-KEPT);
      this.edition += 1;
      this.app.renderLater();
    } catch {
      // Without the recording the story begins here.
    }
  }

  /** Names have come that were not there when the story was told: tell it again. */
  retell(): void {
    this.known = new WeakMap();
    const { player, session } = this.app;
    if (player) {
      player.film.told.clear();
      this.rebuild(player.film, player.moment);
    } else if (session.battle) void this.catchUp(session.battle.battle, session.battle.version);
  }

  /** The lines of a film up to a moment. */
  upTo(film: Film, { version, event }: Moment): Line[] {
    const lines: Line[] = [];
    for (let at = 1; at <= version; at += 1) {
      const told = film.told.get(at) ?? this.linesOf(film.played(at), film.opening);
      film.told.set(at, told);
      lines.push(...(at === version ? told.slice(0, event) : told));
    }
    return lines.slice(-KEPT);
  }

  /** Tell a film up to a moment, in place of what has been told. */
  rebuild(film: Film, moment: Moment) {
    this.battle = film.id;
    this.lines = this.upTo(film, moment);
    this.edition += 1;
    this.calm();
  }

  /** A commit's lines, worked out once. */
  linesOf(played: Played, opening: Opening | null): Line[] {
    const known = this.known.get(played.commit);
    if (known) return known;
    const { lexicon } = this.app;
    for (const question of played.commit.asked) lexicon.learn(question, played.after);
    const { version } = played.commit;
    const lines = sentences(played, lexicon, opening).map((one, at) => ({
      ...one,
      version,
      at,
      id: `${version}.${at}`,
    }));
    this.known.set(played.commit, lines);
    return lines;
  }

  /** An event of a commit is being shown. */
  told(shown: Shown) {
    const { played, at, before, state } = shown;
    const lines = this.linesOf(played, this.app.battle?.opening ?? null);
    this.lines.push(entryAt(lines, at));
    if (this.lines.length > KEPT) this.lines.splice(0, this.lines.length - KEPT);
    const event = entryAt(played.commit.events, at);
    this.showDice(event, state, played.commit.version, at);
    this.float(event, before, state);
    this.app.drama.take(shown);
    this.app.later.found?.suffer(this.app.drama, shown, this.app.glossary);
    this.app.match.found?.told(this.app, shown);
    this.app.sound(shown, this.app.session.seats);
  }

  /** An event is shown of which nothing is told: only what is seen of it. */
  look(shown: Shown) {
    this.float(entryAt(shown.played.commit.events, shown.at), shown.before, shown.state);
    this.app.drama.take(shown);
  }

  /** A commit has been shown. */
  done(played: Played) {
    const { session } = this.app;
    if (!this.app.player) {
      const author = authorOf(played.commit);
      if (author.how === "player" && session.seats.includes(author.seat)) this.lastOwn = played.commit.version;
      if (author.how === "undo") this.lastOwn = 0;
      const { outcome } = played.after;
      if (outcome === "victory" && session.seats.length) noteWin(session.battle?.opening?.encounter ?? "");
      if (endsAlone(played, session.seatsDriven)) this.sayBriefly(TURN.endedAlone);
    }
    const lines = this.linesOf(played, this.app.battle?.opening ?? null).filter((line) => !line.quiet);
    speak(inWholeMoves(lines).map((line) => line.text));
  }

  /** Say what is of no use for long, and would lie over the buttons of the next turn. */
  private sayBriefly(text: string): void {
    const { app } = this;
    app.session.say(text);
    const said = app.session.notice;
    setTimeout(() => {
      if (app.session.notice !== said) return;
      app.session.notice = null;
      app.render();
    }, BRIEF_MS);
  }

  /** From what a unit's statuses came, by status, as far as the story tells. */
  causesOf(unit: UnitId): ReadonlyMap<string, string> {
    const gained = this.lines.flatMap((line) => (line.gained?.unit === unit ? [line.gained] : []));
    return new Map(gained.map(({ status, cause }) => [status, cause]));
  }

  /** Lay the dice of a roll into the tray. */
  showDice(event: BattleEvent, state: State, version: number, at: number): void {
    const id = `${version}.${at}`;
    switch (event[0]) {
      case "show":
        this.showFaces(event[1], event[2], event[3] === "roll", state, id);
        break;
      case "roll": {
        const [, , what, who, , faces] = event;
        if (!this.canShow(what) || !faces.length) break;
        this.roll = { who, dice: faces.map((face, n) => ({ die: `${what}.${n}`, kind: what, face })), id };
        break;
      }
      case "turn":
        this.roll = null;
        break;
      default: // rolls nothing
    }
  }

  showFaces(dice: readonly DieId[], faces: readonly number[], isRoll: boolean, state: State, id: string): void {
    if (isRoll) {
      const rolled = dice.map((die, n) => ({ die, kind: state.dice?.[die]?.kind ?? die, face: entryAt(faces, n) }));
      this.roll = { who: state.dice?.[dice[0] ?? NO_DIE]?.owner ?? NOBODY, dice: rolled, id };
    } else if (this.roll) {
      const before = this.roll.dice;
      const turned = new Map<string, number | undefined>(dice.map((die, n) => [die, faces[n]]));
      const now = before.map((one) => ({ ...one, face: turned.get(one.die) ?? one.face }));
      if (now.some(({ face }, n) => face !== before[n]?.face)) this.roll = { ...this.roll, dice: now, id };
    }
  }

  /** What rises above a unit as something happens to it. */
  float(event: BattleEvent, before: State, state: State): void {
    const { lexicon } = this.app;
    switch (event[0]) {
      case "damage": {
        const [, unit, , , prevented, bonus, taken] = event;
        if (taken || bonus) this.raise(state, unit, `−${taken + bonus}`, "hurt");
        if (prevented) this.raise(state, unit, DRAMA.blocked(prevented), "guard");
        else if (!taken && !bonus) this.raise(state, unit, DRAMA.missed, "guard");
        return;
      }
      case "hp": {
        const gained = event[2] - (before.units?.[event[1]]?.hp ?? event[2]);
        if (event[4] === "heal" && gained > 0) this.raise(state, event[1], DRAMA.healed(gained), "heal");
        return;
      }
      case "status":
        return this.raise(state, event[1], lexicon.piece("statuses", event[2]), "note");
      case "told":
        return this.raise(state, event[1], lexicon.piece("skills", event[2]), "note");
      case "fatigue":
        this.raise(state, event[1], lexicon.piece("fatigue", event[2]), "note");
        return;
      case "end":
        // The banner of the end comes: numbers would stand around it.
        this.floats = [];
        return;
      default: // nothing rises
    }
  }

  /** Whether a roll is of dice whose faces are known; one skill die that is rolled again is turned. */
  canShow(kind: string) {
    const { glossary } = this.app;
    return kind !== "engage" && Boolean(glossary.entry("rolls", kind) || glossary.shown(kind, 0));
  }

  raise(state: State, unit: UnitId, text: string, kind: Float["kind"]): void {
    const at = state.units?.[unit]?.at;
    if (!at) return;
    this.count += 1;
    const now = performance.now();
    this.floats = this.floats.filter((each) => each.until > now);
    const others = this.floats.filter((each) => each.unit === unit);
    const same = others.find((each) => each.text === text && each.kind === kind);
    if (same) same.count += 1;
    else {
      const above = others.reduce((sum, each) => sum + HEIGHTS[each.kind], 0);
      this.floats.push({ unit, at, text, kind, id: this.count, above, count: 1, until: now + FLOAT_MS });
    }
    clearTimeout(this.sinking);
    this.sinking = setTimeout(() => {
      this.floats = [];
      this.app.moveLater();
    }, FLOAT_MS);
  }
}

/** Let screen readers say what happened. */
function speak(texts: string[]) {
  const place = document.getElementById("spoken");
  if (!place || !texts.length) return;
  const line = document.createElement("p");
  line.textContent = texts.join(" ");
  place.append(line);
  while (place.children.length > 12) place.firstChild?.remove();
}
