/** What lies in hexes besides units: caches, dice, and the marks that an encounter's map shows. */

import { entriesOf } from "../core/ids.ts";
import type { Hex, State } from "../core/state.ts";
import type { Scene } from "./scene.ts";
import { hexOf, keyOf, neighbours } from "../core/hexes.ts";
import { mapStatusOf } from "../core/small_dice.ts";
import { doorways } from "../board/ground/crossings.ts";
import { T } from "../texts/en.ts";
import { letters, lookOf } from "./dice.ts";
import { h } from "./dom.ts";
import { drawing, isDrawn } from "./icons.ts";
import { moved, SIZE } from "./placing.ts";

/** A mark in its two parts: "gap 3" is a gap with a number. */
export function partsOf(mark: string) {
  const [kind = "", ...more] = mark.split(" ");
  return { kind, number: more.join(" ") };
}

/** The doors of a map; the same while the same tiles lie. */
const doorsOf = new WeakMap<object, ReturnType<typeof doorways>>();

/** Whether a hex has an "open" door or a "shut" one; "" for none. */
export function doorAt(state: State, key: string): "open" | "shut" | "" {
  if (!state.tiles) return "";
  const known = doorsOf.get(state.tiles) ?? doorways(state.tiles);
  doorsOf.set(state.tiles, known);
  const [door] = known.get(key)?.doors ?? [];
  return door ? (door.isOpen ? "open" : "shut") : "";
}

/** The cards of all that lies in a hex, as references. */
export function thingsIn(state: State, key: string): string[] {
  const all = [
    state.caches?.[key] && `cache:${state.caches[key]}`,
    ...(state.laid?.[key] ?? []).map((laid) => `statuses:${mapStatusOf(laid).status}`),
    ...Object.entries(state.in_hexes ?? {})
      .filter(([, at]) => keyOf(at) === key)
      .map(([die]) => `die:${die}`),
    state.marks?.[key] && `mark:${state.marks[key]}`,
    doorAt(state, key) && `door:${doorAt(state, key)}`,
    ...Object.values(state.tiles ?? {})
      .filter((tile) => tile.card && tile.hexes.some((at) => keyOf(at) === key))
      .map((tile) => `cards:${tile.card}`),
  ];
  return all.filter((one): one is string => typeof one === "string" && one !== "");
}

/** A dark disc on which a small sign is read over any ground. */
export const coin = () => h("circle", { class: "coin", r: 13 });

/** What an encounter's map shows on its hexes: a way out on its edges, all else as a sign on a coin. */
export function marks(state: State) {
  const on = new Set(Object.values(state.tiles ?? {}).flatMap((tile) => tile.hexes.map(keyOf)));
  return Object.entries(state.marks ?? {}).map(([key, mark]) => {
    const { kind, number } = partsOf(mark);
    return h(
      "g",
      { key, class: `mark ${kind}`, style: moved(hexOf(key)) },
      h("title", null, T.markNamed(kind, number)),
      kind === "exit"
        ? wayOut(hexOf(key), on)
        : [h("g", { key: "sign", transform: "translate(0 34)" }, coin(), drawing(isDrawn(kind) ? kind : "goal"))],
      number && h("text", { key: "number", y: 6 }, number),
    );
  });
}

/** The outer edges of a hex that leads out, and chevrons that point there. */
function wayOut(at: Hex, on: ReadonlySet<string>) {
  const open = neighbours(at)
    .map((next, side) => ({ side, isOut: !on.has(keyOf(next)) }))
    .filter(({ isOut }) => isOut)
    .map(({ side }) => side);
  const corner = (nth: number) =>
    [Math.cos((nth * Math.PI) / 3) * (SIZE - 2), Math.sin((nth * Math.PI) / 3) * (SIZE - 2)]
      .map((one) => one.toFixed(1))
      .join(" ");
  const edges = open.map((side) => `M${corner(side + 4)}L${corner(side + 5)}`).join("");
  const [x, y] = open.reduce(
    ([sx, sy], side) => [sx + Math.sin((side * Math.PI) / 3), sy - Math.cos((side * Math.PI) / 3)],
    [0, 0],
  );
  const turn = (Math.atan2(y, x) * 180) / Math.PI;
  return [
    h("path", { key: "back", class: "edge-back", d: edges }),
    h("path", { key: "edge", class: "edge-out", d: edges }),
    h(
      "g",
      { key: "chevrons", class: "chevrons", transform: `rotate(${turn.toFixed(0)})` },
      [0, 1, 2].map((nth) => h("path", { key: nth, d: `M${2 + nth * 13} -11l9 11l-9 11`, opacity: 0.45 + nth * 0.25 })),
    ),
  ];
}

/** Chests: a common one of wood and brass, a legendary one that glows. */
export function caches(state: State) {
  return Object.entries(state.caches ?? {}).map(([key, kind]) =>
    h(
      "g",
      { key, class: `cache ${kind}`, style: moved(hexOf(key)) },
      h("title", null, T.cacheOf(kind)),
      h("ellipse", { cx: 6, cy: 17, rx: 36, ry: 19, fill: "url(#coin-shade)" }),
      h("g", { class: "chest-back", transform: "translate(1.4 2.6) scale(2.5)" }, drawing("cache")),
      h("g", { class: "chest", transform: "scale(2.5)", fill: "url(#metal-gilt)" }, drawing("cache")),
    ),
  );
}

/** Skill dice and status dice in hexes; a status die says by a colour for whom it lies there. */
export function lying(scene: Scene) {
  const { state } = scene;
  const dice = entriesOf(state.in_hexes ?? {}).map(([die, at]) => {
    const kind = state.dice?.[die]?.kind ?? die;
    return h(
      "g",
      { key: die, class: `lying ${lookOf(scene.glossary, kind)}`, style: moved(at) },
      h("title", null, scene.names.die(die)),
      square(),
      isDrawn(`dice:${kind}`)
        ? h("g", { transform: "scale(1.3)" }, drawing(`dice:${kind}`))
        : h("text", { y: 6 }, letters(kind)),
    );
  });
  const statuses = Object.entries(state.laid ?? {}).flatMap(([key, tokens]) =>
    tokens.map((token, at) => {
      const { status, side } = mapStatusOf(token);
      return h(
        "g",
        { key: `${key}-${status}-${side}-${at}`, class: `lying laid ${side}`, style: moved(hexOf(key)) },
        h("title", null, scene.lexicon.piece("statuses", status)),
        h(
          "g",
          { transform: `translate(${(at - (tokens.length - 1) / 2) * 34} 0)` },
          square(),
          h("g", { transform: "scale(1.2)" }, drawing(status)),
        ),
      );
    }),
  );
  return [...dice, ...statuses];
}

const square = () => h("rect", { x: -16, y: -16, width: 32, height: 32, rx: 7 });
