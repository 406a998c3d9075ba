/** What things are called, by the folded state and by what questions have told. */

import type { DieId, SeatId, UnitId } from "../protocol.ts";
import type { Glossary } from "./glossary.ts";
import type { Opening, Question } from "./messages.ts";
import { capital } from "./capital.ts";
import { Fights } from "./causes.ts";
import { Leftovers } from "./leftovers.ts";
import { entriesOf } from "./ids.ts";
import { unitNamed } from "./state.ts";
import type { State, Unit } from "./state.ts";
import { BOTS, smallWord, WORDS } from "../texts/en.ts";

export const SMALL = new Set(["and", "of", "the", "with", "in"]);
const TOKENS: Readonly<Record<string, string>> = { LF: "lightFatigue", OF: "overfatigue" };

/** A key in words: "one-hand-and-shield" is One Hand and Shield. */
export function title(key: string) {
  const words = String(key).replace(/[-_]/g, " ").split(" ").filter(Boolean);
  return words.map((word, at) => (at && SMALL.has(word) ? word : capital(word))).join(" ");
}

/** "a, b and c". */
export function listed(words: string[]) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${WORDS.and} ${words.at(-1)}`;
}

/** A lock as a sentence tells it: "2:4k-5-2" is 4-5-2, 4 first, 2 attempts. */
export function lockInWords(lock: string) {
  const [attempts, code] = lock.split(":");
  if (!code) return lock;
  const keys = code
    .split("-")
    .filter((digit) => digit.endsWith("k"))
    .map((digit) => digit[0])
    .join("-");
  return `${code.replaceAll("k", "")}${keys && `, ${keys} first`}, ${plural(Number(attempts), "attempt")}`;
}

/** "1 die", "2 dice". */
export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** What the faces of dice show: by the catalogue, else by the questions that spelt them out. */
export class Lexicon {
  glossary: Glossary | null;
  faces = new Map<string, string>();
  /** The race that each seat has answered with, until its adventurer stands. */
  races = new Map<SeatId, string>();
  /** What of each battle's engages has been left unused so far, by its opening. */
  leftovers = new WeakMap<object, Leftovers>();
  /** The attack that each battle is in, as far as its story has been told. */
  private attacks = new WeakMap<object, Fights>();

  constructor(glossary: Glossary | null = null) {
    this.glossary = glossary;
  }

  /** Learn what faces show from the options that spell them out. */
  learn(question: Question, state: State): void {
    const dice = state.dice ?? {};
    const { shape } = question;
    for (const option of [...shape.options, ...shape.slots.flatMap((slot) => slot.options)]) {
      const die = dice[option.key as DieId];
      const [, shown] = parted(option.text, ": ");
      if (die && shown && die.face >= 0) this.faces.set(`${die.kind}/${die.face}`, faceOf(die.kind, shown));
      const six = option.note.split(", ");
      if (question.why === "create.dice" && six.length === 6)
        six.forEach((face, at) => this.faces.set(`${option.key}/${at}`, faceOf(option.key, face)));
    }
  }

  /** What has been left unused in a battle, as far as its story has been told. */
  left(opening: Opening | null): Leftovers {
    const known = this.leftovers.get(opening ?? this) ?? new Leftovers();
    this.leftovers.set(opening ?? this, known);
    return known;
  }

  /** The attack that a battle is in. */
  fights(opening: Opening | null): Fights {
    const known = this.attacks.get(opening ?? this) ?? new Fights();
    this.attacks.set(opening ?? this, known);
    return known;
  }

  face(kind: string, face: number) {
    const shown = this.glossary?.shown(kind, face);
    if (shown) return faceOf(kind, shown.value ? `${shown.icon}:${shown.value}` : shown.icon);
    return this.faces.get(`${kind}/${face}`) ?? `${WORDS.face} ${face + 1}`;
  }

  /** What a piece is called: as its catalogue entry says, else its id in words. */
  piece(kind: string, id: string) {
    return this.glossary?.name(kind, id) || title(id);
  }
}

/** What a face shows, in words: "combat:2" of a Combat die is 2, "tenacity" is Tenacity. */
export function faceOf(kind: string, shown: string) {
  const [icon = "", number] = parted(shown, ":");
  return icon === kind && number ? number : title(icon) + (number ? ` ${number}` : "");
}

/** A die and what it shows; a face that bears the die's name says it once. */
export const showing = (die: string, face: string) => (face.startsWith(die) ? face : `${die}: ${face}`);

function parted(text: string, by: string) {
  const at = text.indexOf(by);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + by.length)];
}

/** How units are numbered: a letter for how they came, and how many had come by then. */
const ID = /^[a-z](\d+)$/;

const serialOf = (id: UnitId): number => Number(ID.exec(id)?.[1] ?? 0);

/** Who of those called the same each unit is: the first that came is 1. Nobody ever leaves the state, so it stays. */
function numbersOf(units: Readonly<Record<UnitId, Unit>>): Map<UnitId, number> {
  const called = new Map<string, { id: UnitId; serial: number }[]>();
  for (const [id, { name }] of entriesOf(units)) {
    const twins = called.get(name) ?? [];
    twins.push({ id, serial: serialOf(id) });
    called.set(name, twins);
  }
  const several = [...called.values()].filter((twins) => twins.length > 1);
  for (const twins of several) twins.sort((one, other) => one.serial - other.serial);
  return new Map(several.flatMap((twins) => twins.map(({ id }, at) => [id, at + 1] as const)));
}

/** The names in a state; `older` is asked where the state does not know a thing any more. */
export class Names {
  states: State[];
  lexicon: Lexicon;
  seats: Record<SeatId, Opening["seats"][number]>;
  /** For each state that was asked, which number each unit bears that is not the only one called so. */
  private readonly numbers = new Map<State, Map<UnitId, number>>();

  constructor(state: State, older: State | null, lexicon: Lexicon, opening: Opening | null) {
    this.states = older ? [state, older] : [state];
    this.lexicon = lexicon;
    this.seats = Object.fromEntries((opening?.seats ?? []).map((each) => [each.seat, each]));
  }

  unit(id: UnitId | SeatId): string {
    for (const state of this.states) {
      const unit = unitNamed(state, id);
      if (!unit) continue;
      const number = this.numbersIn(state).get(id as UnitId);
      return number ? `${this.called(unit)} ${number}` : this.called(unit);
    }
    if (this.seats[id as SeatId]) return this.seat(id as SeatId);
    return ID.test(id) ? WORDS.somebody : id || WORDS.nobody;
  }

  private numbersIn(state: State): Map<UnitId, number> {
    const known = this.numbers.get(state) ?? numbersOf(state.units);
    this.numbers.set(state, known);
    return known;
  }

  /** A unit's name; in another language the one of its chip or of its race. */
  called({ id, name, chip }: Unit): string {
    const { glossary } = this.lexicon;
    if (!glossary?.isTranslated) return name;
    const mat = this.states.map((state) => state.adventurers?.[id]).find(Boolean);
    if (!mat) return glossary.name("chips", chip) || name;
    // Adventurers of before bear race and seat; a name of one's own is the same in every language.
    return name.endsWith(`(${mat.seat})`) ? `${this.lexicon.piece("races", mat.race)} (${mat.seat})` : name;
  }

  units(ids: readonly UnitId[]) {
    return listed(ids.map((id) => this.unit(id))) || WORDS.nobody;
  }

  seat(seat: SeatId) {
    const { name = "", bot = "" } = this.seats[seat] ?? {};
    const who = name || BOTS[bot]?.name || bot;
    return who ? `${who} (${WORDS.seat} ${seat})` : `${title(WORDS.seat)} ${seat}`;
  }

  /** A seat's adventurer; before that stands, the seat. */
  hero(seat: SeatId): string {
    const heroes = this.states.flatMap(({ adventurers = {} }) => entriesOf(adventurers));
    const found = heroes.find(([, mat]) => mat.seat === seat);
    return found ? this.unit(found[0]) : this.seat(seat);
  }

  find(die: DieId) {
    return this.states.map((state) => state.dice?.[die]).find(Boolean);
  }

  die(die: string) {
    return smallWord(TOKENS[die] ?? "") ?? this.lexicon.piece("dice", this.find(die as DieId)?.kind ?? die);
  }

  dice(dice: readonly DieId[]) {
    const names = dice.map((die) => this.die(die));
    const counted = [...new Set(names)].map((name) => {
      const count = names.filter((other) => other === name).length;
      return count > 1 ? `${count} ${name}` : name;
    });
    return listed(counted) || WORDS.noDice;
  }

  face(die: DieId, face: number) {
    const found = this.find(die);
    return found ? this.lexicon.face(found.kind, face) : `${WORDS.face} ${face + 1}`;
  }

  owner(die: DieId) {
    const found = this.find(die);
    return found ? this.unit(found.owner) : WORDS.somebody;
  }

  card(unit: UnitId, card: string) {
    for (const { adventurers = {} } of this.states) {
      const mat = adventurers[unit];
      const found = [...(mat?.ready ?? []), ...(mat?.pack ?? [])].find((one) => one.id === card);
      if (found) return this.lexicon.piece("items", found.item);
    }
    return title(card);
  }

  /** What an enchantment is put on: a unit, an item of an inventory, or a tile. */
  component(on: string) {
    for (const { units = {}, adventurers = {} } of this.states) {
      if (units[on as UnitId]) return this.unit(on as UnitId);
      const holder = entriesOf(adventurers).find(([, { ready, pack }]) =>
        [...ready, ...pack].some((one) => one.id === on),
      );
      if (holder) return this.card(holder[0], on);
    }
    return WORDS.tile(title(on));
  }
}
