/**
 * What standing in a hex would mean: who could be attacked from there, and which enemies could strike
 * there. Who is in reach follows from what is printed; the odds are the server's (`core/foresight.ts`).
 */

import type { DieId, UnitId } from "../protocol.ts";
import type { Glossary } from "./glossary.ts";
import type { Question, Shape } from "./messages.ts";
import type { State, Unit } from "./state.ts";
import { groundOf, reach, threat } from "./geometry.ts";
import { keyOf } from "./hexes.ts";
import { attackOn, diceIn } from "./plans.ts";

/** Somebody to attack: in which form with the most dice, how many those are, and the plan to ask the odds of. */
export type Prey = { unit: Unit; form: string; dice: number; picks: readonly string[] };

/** An enemy who could come and strike, with the mean of its dice before anything prevents it. */
export type Striker = { unit: Unit; points: number };

export type Ahead = { prey: Prey[]; strikers: Striker[] };

const ENEMY_DIE = "enemy-combat";
const FORM = "form:";
const TARGET = "target:";

/** What standing in a hex would mean for an adventurer; `engage` is the turn's question for an attack, if it has one. */
export function lookAhead(
  state: State,
  own: Unit,
  key: string,
  glossary: Glossary,
  engage: Question | undefined,
): Ahead {
  const foes = Object.values(state.units).filter((unit) => unit.side === "enemy" && unit.at && unit.hp > 0);
  const ground = groundOf(state);
  const reached = glossary
    .all("forms")
    .map(([form]) => ({ form, hexes: ground.within(key, ...reach(state, own, glossary, form)) }));
  const prey = foes.flatMap((unit) => {
    const at = unit.at ? keyOf(unit.at) : "";
    const forms = reached.filter(({ hexes }) => hexes.has(at)).map(({ form }) => form);
    return engage && forms.length ? attackFrom(state, engage, unit, forms) : [];
  });
  const strikers = foes
    .filter((unit) => threat(state, unit, glossary).strikes.has(key))
    .map((unit) => ({ unit, points: meanOf(glossary) * (glossary.entry("chips", unit.chip)?.combat ?? 0) }));
  return { prey: prey.sort((a, b) => b.dice - a.dice || a.unit.hp - b.unit.hp), strikers };
}

/** The attack with the most dice on somebody whom these forms reach; nothing where no die goes with any of them. */
function attackFrom(state: State, engage: Question, unit: Unit, forms: readonly string[]): Prey[] {
  const shape = aimedAt(engage.shape, `${TARGET}${unit.id}`, forms);
  const held = state.adventurers[engage.about as UnitId]?.form ?? "";
  const rank = (die: string) => Number(state.dice[die.slice(die.lastIndexOf(":") + 1) as DieId]?.kind === "combat");
  const picks = attackOn({ ...engage, shape }, [`${FORM}${held}`], `${TARGET}${unit.id}`, rank);
  const dice = picks ? diceIn(shape, picks) : 0;
  const form = picks?.find((pick) => pick.startsWith(FORM))?.slice(FORM.length) ?? held;
  return picks && dice ? [{ unit, form, dice, picks }] : [];
}

/** An engage as it would be offered where one target is in reach of some forms, and nobody else is. */
function aimedAt(shape: Shape, target: string, forms: readonly string[]): Shape {
  const slots = shape.slots.map((slot) =>
    slot.name === "target" ? { ...slot, options: [{ key: target, text: "", note: "" }] } : slot,
  );
  const needs = shape.needs.filter(({ key }) => !key.startsWith(TARGET));
  const others = forms.map((form) => `${FORM}${form}`);
  const hasForms = slots.some(({ options }) => options.some(({ key }) => key.startsWith(FORM)));
  return { ...shape, slots, needs: hasForms ? [...needs, { key: target, others, text: "-" }] : needs };
}

/** The mean of what an enemy's combat die shows. */
function meanOf(glossary: Glossary): number {
  const faces = (glossary.entry("rolls", ENEMY_DIE) ?? []).map(Number);
  return faces.length ? faces.reduce((sum, face) => sum + face, 0) / faces.length : 0;
}
