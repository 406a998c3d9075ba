/**
 * What an event changes for the eye, so that a commit can be shown event by event. The server's
 * diff stays the truth: once all its events have been shown, the state is the commit's own.
 */

import { NOBODY, NO_DIE } from "../protocol.ts";
import type { BattleEvent, DieId, UnitId } from "../protocol.ts";
import type { Fields, Tag } from "./events.ts";
import { folded } from "./fold.ts";
import { matchPut } from "./match_show.ts";
import { mapStatusOf } from "./small_dice.ts";
import type { MapStatus } from "./small_dice.ts";
import type { Hex, State, Unit } from "./state.ts";

const PLACES = ["row", "rolled", "active", "track", "drained"] as const;
type Place = (typeof PLACES)[number];

/** What a commit's `put` is made of: values by their paths. */
type Put = Record<string, unknown>;

/** The state as it looks after an event. */
export function staged(state: State, event: BattleEvent): State {
  const [tag, ...fields] = event;
  const change = CHANGES[tag] as Change | null | undefined;
  const put = change ? change(state, fields) : matchPut(state, event);
  return put ? folded(state, [], put) : state;
}

type Change = (state: State, fields: readonly unknown[]) => Put | null;

const unitPut = (state: State, id: UnitId, change: Partial<Unit>): Put | null =>
  state.units?.[id] ? { [`units/${id}`]: { ...state.units[id], ...change } } : null;

type Statuses = readonly string[];

/** Statuses changed: an adventurer's lie in the track, another unit's on its chip. */
function statusesPut(state: State, id: UnitId, change: (all: Statuses) => Statuses): Put | null {
  const mat = state.adventurers?.[id];
  if (mat) return { [`adventurers/${id}/track`]: change(mat.track) };
  return unitPut(state, id, { statuses: change(state.units?.[id]?.statuses ?? []) as Unit["statuses"] });
}

/** A die goes to a place of a mat: out of wherever it lies, to the end there; "" is none. */
function laid(state: State, die: DieId, place: Place | "", unit?: UnitId): Put | null {
  const owner = unit ?? state.dice?.[die]?.owner ?? NOBODY;
  const mat = state.adventurers?.[owner];
  if (!mat) return null;
  const put: Record<string, readonly string[]> = {};
  for (const [name, other] of Object.entries(state.adventurers)) {
    for (const kind of PLACES) {
      if (other[kind].includes(die)) put[`adventurers/${name}/${kind}`] = other[kind].filter((one) => one !== die);
    }
  }
  if (!place) return put;
  const path = `adventurers/${owner}/${place}`;
  put[path] = [...(put[path] ?? mat[place]), die];
  return put;
}

type Laid = readonly (string | MapStatus)[];

/** The status dice of a hex without one of them. */
const lifted = (all: Laid, status: string, side: string): Laid => {
  const gone = all.findIndex((one) => mapStatusOf(one).status === status && mapStatusOf(one).side === side);
  return all.filter((_, at) => at !== gone);
};

/** What lies in a hex, changed. */
const atHex = (state: State, at: Hex, change: (all: Laid) => Laid): Put => ({
  laid: { ...state.laid, [String(at)]: change(state.laid?.[String(at)] ?? []) },
});

/** What each event changes for the eye; null for those that it sees only once their commit is done. */
const CHANGES: { readonly [T in Tag]: ((state: State, fields: Fields<T>) => Put | null) | null } = {
  created: (state, [unit, chip, mat, dice]) => ({
    [`units/${unit}`]: chip,
    [`adventurers/${unit}`]: mat,
    dice: { ...state.dice, ...dice },
  }),
  round: (_state, [round]) => ({ round }),
  phase: (_state, [phase]) => ({ phase }),
  turn: (_state, [unit]) => ({ turn: { unit } }),
  ended: () => ({ turn: null }),
  move: (state, [unit, to]) => unitPut(state, unit, { at: to }),
  place: (state, [unit, to]) => unitPut(state, unit, { at: to }),
  deploy: (state, [unit, at, chip, hp]) =>
    chip ? { [`units/${unit}`]: { ...chip, at } } : unitPut(state, unit, { at, ...(hp ? { hp } : {}), fate: "" }),
  damage: (state, [unit, , , , bonus, taken]) => {
    const here = state.units?.[unit];
    return here ? unitPut(state, unit, { hp: here.hp - taken, bonus: here.bonus - bonus }) : null;
  },
  hp: (state, [unit, hp, bonus]) => unitPut(state, unit, { hp, bonus }),
  defeat: (state, [unit]) => unitPut(state, unit, { hp: 0, at: null, fate: "defeated" }),
  remove: (state, [unit, fate]) => unitPut(state, unit, { at: null, fate: fate ?? "removed" }),
  status: (state, [unit, status]) => statusesPut(state, unit, (all) => (all.includes(status) ? all : [...all, status])),
  cured: (state, [unit, status]) => statusesPut(state, unit, (all) => all.filter((one) => one !== status)),
  placed: (_state, [name, tile]) => ({ [`tiles/${name}`]: tile }),
  stash: (_state, [at, deck]) => ({ [`caches/${at.join(",")}`]: deck }),
  ground: (state, [shut, opened = []]) => {
    const open = new Set(opened.map(String));
    return { blocked: [...(state.blocked ?? []).filter((at) => !open.has(String(at))), ...shut] };
  },
  form: (state, [unit, form]) => (state.adventurers?.[unit] ? { [`adventurers/${unit}/form`]: form } : null),
  tenacity: (state, [unit, now]) => (state.adventurers?.[unit] ? { [`adventurers/${unit}/tenacity`]: now } : null),
  show: (state, [dice, faces]) =>
    Object.fromEntries(dice.flatMap((die, at) => (state.dice?.[die] ? [[`dice/${die}/face`, faces[at]]] : []))),
  gather: (state, [unit, dice]) => {
    const mat = state.adventurers?.[unit];
    if (!mat) return null;
    const here = `adventurers/${unit}`;
    return {
      [`${here}/row`]: mat.row.filter((die) => !dice.includes(die)),
      [`${here}/rolled`]: [...mat.rolled, ...dice],
    };
  },
  exhaust: (state, [die]) => laid(state, die, "track"),
  drain: (state, [die]) => laid(state, die, "drained"),
  recover: (state, [die]) => ({
    ...laid(state, die, "row"),
    ...(state.dice?.[die] ? { [`dice/${die}/face`]: -1 } : {}),
  }),
  slot: (state, [die, unit]) => laid(state, die, "active", unit),
  setin: (state, [die, at]) => ({ ...laid(state, die, ""), in_hexes: { ...state.in_hexes, [die]: at } }),
  lay: (state, [at, status, side = ""]) => atHex(state, at, (all) => [...all, { status, side }]),
  lift: (state, [at, status, side = ""]) => atHex(state, at, (all) => lifted(all, status, side)),
  seton: (state, [die, unit]) =>
    state.adventurers?.[unit]
      ? laid(state, die, "track", unit)
      : {
          ...laid(state, die, ""),
          ...(state.units?.[unit] ? { [`units/${unit}/dice`]: [...state.units[unit].dice, die] } : {}),
        },
  token: (state, [unit, place, , where = "track"]) => {
    const mat = state.adventurers?.[unit];
    return mat ? { [`adventurers/${unit}/${where}`]: mat[where as Place].filter((_, at) => at !== place) } : null;
  },
  replace: (state, [unit, place, token, to = "drained"]) => {
    const mat = state.adventurers?.[unit];
    if (!mat) return null;
    const there = (mat.track[place] ?? NO_DIE) as DieId;
    const old = state.dice?.[there] && there;
    const put = (old && laid(state, old, to as Place)) || {};
    return { ...put, [`adventurers/${unit}/track`]: mat.track.map((one, at) => (at === place ? token : one)) };
  },
  fatigue: (state, [unit, kind, where = "track"]) => {
    const mat = state.adventurers?.[unit];
    return mat ? { [`adventurers/${unit}/${where}`]: [...mat[where as Place], kind] } : null;
  },
  beat: null,
  ans: null,
  roll: null,
  draw: null,
  undo: null,
  restart: null,
  stopped: null,
  map: null,
  decks: null,
  order: null,
  step: null,
  again: null,
  act: null,
  unearth: null,
  turned: null,
  slide: null,
  burden: null,
  unburden: null,
  stat: null,
  shift: null,
  tally: null,
  rouse: null,
  counter: null,
  tokens: null,
  tokenon: null,
  forsake: null,
  quest: null,
  cache: null,
  lock: null,
  cycle: null,
  drawn: null,
  shuffled: null,
  ordered: null,
  item: null,
  rebuilt: null,
  enchant: null,
  unenchant: null,
  rebag: null,
  advance: null,
  train: null,
  stow: null,
  spend: null,
  note: null,
  achieve: null,
  classes: null,
  class: null,
  promoted: null,
  readied: null,
  delve: null,
  tile: null,
  untile: null,
  reveal: null,
  facedown: null,
  binned: null,
  collapse: null,
  laid: null,
  shard: null,
  trap: null,
  trapped: null,
  xp: null,
  enemies: null,
  spared: null,
  engage: null,
  engaged: null,
  told: null,
  end: null,
};
