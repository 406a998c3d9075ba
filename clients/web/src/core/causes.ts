/**
 * From what a status came. No event says so by itself: it follows from what happened just before, from who attacks
 * whom or has the turn, and from what is printed on their pieces. Where none of that names the status nothing is said.
 */

import type { BattleEvent, DieId, UnitId } from "../protocol.ts";
import { TELLING } from "../texts/en.ts";
import type { Glossary } from "./glossary.ts";
import type { Opening } from "./messages.ts";
import type { Names } from "./names.ts";
import { entriesOf } from "./ids.ts";
import type { State, Unit } from "./state.ts";

/** A status that a unit has gained, and from what, in words. */
export type Gained = { unit: UnitId; status: string; cause: string };

/** Who attacks whom. */
type Fight = { by: UnitId; targets: readonly UnitId[] };

/** The one status that its bearer wants. */
const WANTED = "stealth";
/** Words after which a status is only spoken of, and not given. */
const SPOKEN_OF = "in|leave|your|without|lose|loses|of|from|has|have|leaves";

/** The attack that a battle is in, followed from commit to commit. */
export class Fights {
  now: Fight | null = null;
  private version = 0;

  note(event: BattleEvent, version: number): void {
    if (version !== this.version && version !== this.version + 1) this.now = null;
    this.version = version;
    if (event[0] === "engage") this.now = { by: event[1], targets: event[2] };
    else if (["turn", "ended", "round", "undo", "restart"].includes(event[0])) this.now = null;
  }
}

/** What is known as a status is gained. */
export type Moment = {
  states: readonly State[];
  names: Names;
  glossary: Glossary | null;
  opening: Opening | null;
  fight: Fight | null;
  turn: UnitId | undefined;
  /** The events of its commit before it. */
  past: readonly BattleEvent[];
};

/** From what a unit has gained a status, "" where nothing tells. */
export function causeOf(moment: Moment, unit: UnitId, status: string): string {
  const { glossary } = moment;
  if (!glossary) return "";
  const name = glossary.name("statuses", status);
  const gives = new RegExp(`(?<!\\b(?:${SPOKEN_OF}) )\\b${name}\\b`);
  const tests = (text: string) => name !== "" && gives.test(text);
  const whose = (who: UnitId, what: string) =>
    TELLING.cause(who === unit && what !== name ? "" : moment.names.unit(who), what === name ? "" : what);
  const [who = unit, what = ""] =
    skillThat(moment, glossary, tests, unit, status) ??
    dieThat(moment, glossary, tests) ??
    pieceThat(moment, glossary, tests, unit) ??
    [];
  const rules = glossary.entry("encounters", moment.opening?.encounter ?? "")?.special ?? [];
  return (
    happened(moment, tests, status) ||
    (what && whose(who, what)) ||
    (rules.some(({ text }) => tests(text)) && TELLING.battleRule) ||
    struck(moment, unit, status)
  );
}

type Source = readonly [who: UnitId, what: string];
type Tests = (text: string) => boolean;

const unitIn = ({ states }: Moment, id: UnitId | undefined): Unit | undefined =>
  states.map((state) => id && state.units?.[id]).find(Boolean) || undefined;

/** What the events just before say: a trap, a card, an item that was used, a status that lay there. */
function happened({ past, names, glossary }: Moment, tests: Tests, status: string): string {
  for (const event of [...past].reverse()) {
    if (event[0] === "turn" || event[0] === "engage") return "";
    if (event[0] === "lift" && event[2] === status) return TELLING.lay;
    if (event[0] === "trap" || event[0] === "trapped" || event[0] === "reveal") return event[3];
    if (event[0] === "spend") {
      const item = names.card(event[1], event[2]);
      if (glossary?.all("items").some(([, one]) => one.name === item && tests(one.text))) return item;
    }
  }
  return "";
}

/** An enemy's skill: of who attacks, of who is attacked, of whose turn it is. */
function skillThat(moment: Moment, glossary: Glossary, tests: Tests, unit: UnitId, status: string): Source | undefined {
  const { fight, turn } = moment;
  const isOwn = status === WANTED && turn === unit;
  const others = fight?.by === unit ? fight.targets : [fight?.by, turn].filter((one) => one !== unit);
  for (const id of isOwn ? [unit, ...others] : others) {
    const chip = glossary.entry("chips", unitIn(moment, id)?.chip ?? "");
    const skill = chip?.skills
      .map((written) => glossary.skill(written))
      .find((one) => one && [one.name, one.text, ...one.more.map(({ text }) => text)].some(tests));
    if (id && skill) return [id, skill.name];
  }
  return undefined;
}

/** A die that has just been used: what its face says. */
function dieThat({ past, states, names }: Moment, glossary: Glossary, tests: Tests): Source | undefined {
  for (const die of past.flatMap(diceOf).reverse()) {
    for (const state of states) {
      const { kind = "", face = -1, owner } = state.dice?.[die] ?? {};
      if (owner && face >= 0 && tests(glossary.shown(kind, face)?.text ?? "")) return [owner as UnitId, names.die(die)];
    }
  }
  return undefined;
}

/** The dice that an event is about. */
function diceOf(event: BattleEvent): readonly DieId[] {
  switch (event[0]) {
    case "show":
      return event[1];
    case "exhaust":
    case "drain":
    case "slot":
    case "seton":
      return [event[1]];
    case "ans":
      return event[3] as readonly DieId[];
    case "spared":
      return event[3].map(([key]) => key as DieId);
    default:
      return [];
  }
}

/** What an adventurer has: the race's ability, the class sheet, an item; one's own first, then of who acts. */
function pieceThat(moment: Moment, glossary: Glossary, tests: Tests, unit: UnitId): Source | undefined {
  const { fight, turn, states } = moment;
  const mats = new Map(states.flatMap((state) => entriesOf(state.adventurers ?? {})));
  const isEnemy = !mats.has(unit);
  const acting = [fight?.by, turn].filter((one): one is UnitId => one !== undefined);
  const ids = isEnemy ? acting : [unit, ...acting, ...mats.keys()];
  for (const id of ids) {
    const mat = mats.get(id);
    if (!mat) continue;
    const sheet = glossary.entry("classes", mat.cls);
    const side = mat.master ? sheet?.master : sheet?.novice;
    const race = glossary.entry("races", mat.race);
    const known = [
      ...(race ? [{ name: race.ability.name || race.name, text: race.ability.text }] : []),
      ...[...(side?.abilities ?? []), ...(side?.interrupts ?? []), ...(side?.innate ?? [])],
      ...mat.ready.flatMap(({ item }) => glossary.entry("items", item) ?? []),
    ];
    const found = known.find(({ text }) => tests(text));
    if (found) return [id, found.name];
  }
  return undefined;
}

/** An attack by the other side, where nothing closer is known of what harms. */
function struck(moment: Moment, unit: UnitId, status: string): string {
  const { fight, names } = moment;
  const isHit = fight?.targets.includes(unit) && unitIn(moment, fight.by)?.side !== unitIn(moment, unit)?.side;
  return fight && isHit && status !== WANTED ? names.unit(fight.by) : "";
}
