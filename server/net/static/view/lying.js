/** What lies in hexes besides units: caches, dice, and the marks that an encounter's map shows. */

import { keyOf, parse } from "../core/hexes.js";
import { T } from "../texts/en.js";
import { letters, lookOf } from "./dice.js";
import { h } from "./dom.js";
import { drawing, isDrawn } from "./icons.js";
import { moved } from "./placing.js";

/** A mark in its two parts: "gap 3" is a gap with a number. @param {string} mark */
export function partsOf(mark) {
  const [kind, ...more] = mark.split(" ");
  return { kind, number: more.join(" ") };
}

/** The cards of all that lies in a hex, as references. @param {any} state @param {string} key @returns {string[]} */
export function thingsIn(state, key) {
  return [
    state.caches?.[key] && `cache:${state.caches[key]}`,
    ...(state.laid?.[key] ?? []).map((token) => `statuses:${token.split("@")[0]}`),
    ...Object.entries(state.in_hexes ?? {}).filter(([, at]) => keyOf(at) === key).map(([die]) => `die:${die}`),
    state.marks?.[key] && `mark:${state.marks[key]}`,
    ...Object.values(state.tiles ?? {}).filter((tile) => tile.card && tile.hexes.some((at) => keyOf(at) === key)).map((tile) => `cards:${tile.card}`),
  ].filter(Boolean);
}

/** What an encounter's map shows on its hexes. */
export function marks(state) {
  return Object.entries(state.marks ?? {}).map(([key, mark]) => {
    const { kind, number } = partsOf(mark);
    return h("g", { key, class: `mark ${kind}`, style: moved(parse(key)) },
      h("title", null, T.markNamed(kind, number)),
      h("g", { transform: placeOf(number, state.caches?.[key]) }, drawing(isDrawn(kind) ? kind : "goal")),
      number && h("text", { y: 15 }, number));
  });
}

/** A number stands below a mark; beside a cache it makes room. */
function placeOf(number, cache) {
  if (cache) return "translate(0 17) scale(.75)";
  return number ? "translate(0 -9) scale(1.1)" : "scale(1.6)";
}

export function caches(state) {
  return Object.entries(state.caches ?? {}).map(([key, kind]) =>
    h("g", { key, class: `cache ${kind}`, style: moved(parse(key)) },
      h("title", null, T.cacheOf(kind)), h("g", { transform: state.marks?.[key] ? "translate(0 -6) scale(1.3)" : "scale(1.5)" }, drawing("cache"))));
}

/** Skill dice and status dice in hexes; a status die says by a colour for whom it lies there. */
export function lying(scene) {
  const { state } = scene;
  const dice = Object.entries(state.in_hexes ?? {}).map(([die, at]) => {
    const kind = state.dice?.[die]?.kind ?? die;
    return h("g", { key: die, class: `lying ${lookOf(scene.glossary, kind)}`, style: moved(at) },
      h("title", null, scene.names.die(die)), square(), h("text", { y: 4 }, letters(kind)));
  });
  const statuses = Object.entries(state.laid ?? {}).flatMap(([key, tokens]) => tokens.map((token, at) => {
    const [status, side = ""] = token.split("@");
    return h("g", { key: `${key}-${token}-${at}`, class: `lying laid ${side}`, style: moved(parse(key)) },
      h("title", null, scene.lexicon.piece("statuses", status)),
      h("g", { transform: `translate(${(at - (tokens.length - 1) / 2) * 21} 0)` }, square(), h("g", { transform: "scale(.75)" }, drawing(status))));
  }));
  return [...dice, ...statuses];
}

const square = () => h("rect", { x: -10, y: -10, width: 20, height: 20, rx: 4 });
