/**
 * What an event changes for the eye, so that a commit can be shown event by event. The server's
 * diff stays the truth: once all its events have been shown, the state is the commit's own.
 */

import { folded } from "./fold.js";

const PLACES = ["row", "rolled", "active", "track", "drained"];

/** How long each event is looked at, in milliseconds at normal speed. */
const LOOK = {
  move: 190, place: 220, deploy: 260, placed: 500, reveal: 500, shard: 500, trap: 400, trapped: 400, damage: 520, hp: 380, defeat: 520, remove: 350, roll: 0, show: 0,
  turn: 420, round: 800, status: 320, cured: 200, engage: 420, told: 350, exhaust: 70, drain: 120, recover: 70,
  slot: 120, fatigue: 160, tenacity: 120, form: 250, cache: 350, item: 350, achieve: 400, end: 600, seton: 150,
};
const DICE_LOOK = 900;

/** How long an event is looked at. @param {any[]} event */
export function lookAt(event) {
  const [tag] = event;
  if (tag === "show") return event[3] === "roll" && event[1].length ? DICE_LOOK : 80;
  if (tag === "roll") return event[2] === "engage" || !event[5].length ? 0 : DICE_LOOK;
  return LOOK[tag] ?? 0;
}

/** The state as it looks after an event. @param {Record<string, any>} state @param {any[]} event */
export function staged(state, [tag, ...fields]) {
  const change = CHANGES[tag];
  if (!change) return state;
  const put = change(state, fields);
  return put ? folded(state, [], put) : state;
}

const unitPut = (state, id, change) => (state.units?.[id] ? { [`units/${id}`]: { ...state.units[id], ...change } } : null);

/** Statuses changed: an adventurer's lie in the track, another unit's on its chip. */
function statusesPut(state, id, change) {
  const mat = state.adventurers?.[id];
  if (mat) return { [`adventurers/${id}/track`]: change(mat.track) };
  return unitPut(state, id, { statuses: change(state.units?.[id]?.statuses ?? []) });
}

/** A die goes to a place of a mat: out of wherever it lies, to the end there. */
function laid(state, die, place, unit) {
  const owner = unit ?? state.dice?.[die]?.owner;
  if (!state.adventurers?.[owner]) return null;
  /** @type {Record<string, any>} */
  const put = {};
  for (const [name, mat] of Object.entries(state.adventurers)) {
    for (const other of PLACES) {
      if (mat[other].includes(die)) put[`adventurers/${name}/${other}`] = mat[other].filter((one) => one !== die);
    }
  }
  if (!place) return put;
  const path = `adventurers/${owner}/${place}`;
  put[path] = [...(put[path] ?? state.adventurers[owner][place]), die];
  return put;
}

const tokenOf = (status, side) => (side ? `${status}@${side}` : status);

/** A list without the first of its entries that is so. */
const without = (list, one) => list.filter((_, at) => at !== list.indexOf(one));

/** What lies in a hex, changed. */
const atHex = (state, at, change) => ({ laid: { ...state.laid, [String(at)]: change(state.laid?.[String(at)] ?? []) } });

/** @type {Record<string, (state: any, fields: any[]) => Record<string, any> | null>} */
const CHANGES = {
  created: (state, [unit, chip, mat, dice]) => ({
    [`units/${unit}`]: chip, [`adventurers/${unit}`]: mat, dice: { ...state.dice, ...dice },
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
    return { [`${here}/row`]: mat.row.filter((die) => !dice.includes(die)), [`${here}/rolled`]: [...mat.rolled, ...dice] };
  },
  exhaust: (state, [die]) => laid(state, die, "track"),
  drain: (state, [die]) => laid(state, die, "drained"),
  recover: (state, [die]) => ({ ...laid(state, die, "row"), ...(state.dice?.[die] ? { [`dice/${die}/face`]: -1 } : {}) }),
  slot: (state, [die, unit]) => laid(state, die, "active", unit),
  setin: (state, [die, at]) => ({ ...laid(state, die, ""), in_hexes: { ...state.in_hexes, [die]: at } }),
  lay: (state, [at, status, side = ""]) => atHex(state, at, (tokens) => [...tokens, tokenOf(status, side)]),
  lift: (state, [at, status, side = ""]) => atHex(state, at, (tokens) => without(tokens, tokenOf(status, side))),
  seton: (state, [die, unit]) =>
    state.adventurers?.[unit]
      ? laid(state, die, "track", unit)
      : { ...laid(state, die, ""), ...(state.units?.[unit] ? { [`units/${unit}/dice`]: [...state.units[unit].dice, die] } : {}) },
  token: (state, [unit, place, , where = "track"]) => {
    const mat = state.adventurers?.[unit];
    return mat ? { [`adventurers/${unit}/${where}`]: mat[where].filter((_, at) => at !== place) } : null;
  },
  replace: (state, [unit, place, token, to = "drained"]) => {
    const mat = state.adventurers?.[unit];
    if (!mat) return null;
    const old = state.dice?.[mat.track[place]] && mat.track[place];
    const put = (old && laid(state, old, to)) || {};
    return { ...put, [`adventurers/${unit}/track`]: mat.track.map((one, at) => (at === place ? token : one)) };
  },
  fatigue: (state, [unit, kind, where = "track"]) => {
    const mat = state.adventurers?.[unit];
    return mat ? { [`adventurers/${unit}/${where}`]: [...mat[where], kind] } : null;
  },
};
