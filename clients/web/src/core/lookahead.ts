/**
 * What standing in a hex would mean: who could be attacked from there, and which enemies could strike
 * there. Worked out of what is printed; effects that change reach or dice are not in it.
 */

import type { Glossary } from "./glossary.ts";
import type { State, Unit } from "./state.ts";
import { groundOf, reach, threat } from "./geometry.ts";
import { keyOf } from "./hexes.ts";

/** Somebody to attack: in which form with the most dice, and how many those are. */
export type Prey = { unit: Unit; form: string; dice: number };

/** An enemy who could come and strike, with the mean of its dice before anything prevents it. */
export type Striker = { unit: Unit; points: number };

export type Ahead = { prey: Prey[]; strikers: Striker[] };

const ENEMY_DIE = "enemy-combat";

/** What standing in a hex would mean for an adventurer. */
export function lookAhead(state: State, own: Unit, key: string, glossary: Glossary): Ahead {
  const foes = Object.values(state.units).filter((unit) => unit.side === "enemy" && unit.at && unit.hp > 0);
  const ground = groundOf(state);
  const forms = glossary.all("forms").map(([form]) => ({ form, dice: diceFor(state, own, form, glossary) }));
  const reached = forms
    .filter(({ dice }) => dice > 0)
    .map((one) => ({ ...one, hexes: ground.within(key, ...reach(state, own, glossary, one.form)) }));
  const prey = foes.flatMap((unit) => {
    const at = unit.at ? keyOf(unit.at) : "";
    const [best] = reached.filter(({ hexes }) => hexes.has(at)).sort((a, b) => b.dice - a.dice);
    return best ? [{ unit, form: best.form, dice: best.dice }] : [];
  });
  const strikers = foes
    .filter((unit) => threat(state, unit, glossary).strikes.has(key))
    .map((unit) => ({ unit, points: meanOf(glossary) * (glossary.entry("chips", unit.chip)?.combat ?? 0) }));
  return { prey, strikers };
}

/** How many of an adventurer's dice go with a form; what rolls a die in any form are plain combat dice. */
function diceFor(state: State, own: Unit, form: string, glossary: Glossary): number {
  const row = state.adventurers[own.id]?.row ?? [];
  return row.filter((die) => {
    const kind = state.dice[die]?.kind ?? "";
    const line = glossary.lineOf(kind);
    return kind === "combat" || Boolean(line?.engages && line.forms.includes(form));
  }).length;
}

/** The mean of what an enemy's combat die shows. */
function meanOf(glossary: Glossary): number {
  const faces = (glossary.entry("rolls", ENEMY_DIE) ?? []).map(Number);
  return faces.length ? faces.reduce((sum, face) => sum + face, 0) / faces.length : 0;
}
