/** A town's options sorted by the feature that offers them: each thing once, with the ways to take it. */

import type { Option, Question } from "../core/messages.ts";

/** Something that a feature offers: what it is, and each way to have it by a word ("ready", "3R"). */
export type Ware = { feature: string; id: string; text: string; note: string; ways: { key: string; how: string }[] };

/** The feature that an option's key begins with. */
const FEATURES: Readonly<Record<string, string>> = {
  shop: "shop",
  trainer: "trainer",
  inn: "inn",
  board: "quest-board",
  kiosk: "guild-kiosk",
  square: "town-square",
  alchemy: "alchemy-station",
  step: "quest",
};
/** How a shop's option says where its card goes, behind the name. */
const WHERE = /, (ready|into the pack)$/;

/** What a question of a town offers, in its order; "done" is no ware. */
export function waresOf(question: Question): Ware[] {
  const found = new Map<string, Ware>();
  for (const option of question.shape.options) {
    if (option.key === "done") continue;
    const ware = wareOf(option);
    const known = found.get(`${ware.feature} ${ware.id}`);
    if (known) known.ways.push(...ware.ways);
    else found.set(`${ware.feature} ${ware.id}`, ware);
  }
  return [...found.values()];
}

function wareOf({ key, text, note }: Option): Ware {
  const [kind = "", ...rest] = key.split(":");
  const feature = FEATURES[kind] ?? "own";
  if (feature === "shop")
    return { feature, id: rest[1] ?? "", text: text.replace(WHERE, ""), note, ways: [{ key, how: rest[2] ?? "" }] };
  if (feature === "trainer") return { feature, id: rest[0] ?? "", text, note: "", ways: [{ key, how: rest[1] ?? "" }] };
  return { feature, id: rest.join(":") || kind, text, note, ways: [{ key, how: "" }] };
}

/** How many more things the shop's action before this takes, for which nothing is paid; 0: an action is to be paid. */
export const moreOf = ({ text }: Pick<Question, "text">): number =>
  Number(/^You may take (\d+) more from the shop/.exec(text)?.[1] ?? 0);

/** The ware that a pick belongs to. */
export const pickedWare = (wares: readonly Ware[], pick: string | undefined): Ware | undefined =>
  wares.find((ware) => ware.ways.some(({ key }) => key === pick));
