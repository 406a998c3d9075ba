/** Offers by what they are about: a seat says of each ability when it is asked about it. */

import { title } from "./names.ts";
import type { Question } from "./messages.ts";

/** When a seat is asked about an ability. */
export const WHENS = ["ask", "others", "never"] as const;
export type When = (typeof WHENS)[number];

/** Questions that the game may decide as it suggests, by their `why` or its beginning. */
export const LEAVABLE = ["enemy", "engage.resolve"] as const;
export type Leavable = (typeof LEAVABLE)[number];

/** By which name a question can be left to the game, undefined where it cannot. */
export const leavableAs = ({ why, fallback }: Question): Leavable | undefined =>
  fallback.length ? LEAVABLE.find((name) => `${why}.`.startsWith(`${name}.`)) : undefined;

/** Whether a part of a key is a number, or an adventurer's id. */
const isNumbered = (part: string): boolean => /^a?\d+$/.test(part);

/** What an offer's option is about, whoever uses it with whichever die: "a1.a1.combat.2.defend" is "combat.defend". */
export const abilityIn = (key: string): string =>
  key
    .replace(/:.*/s, "")
    .split(".")
    .filter((part) => !isNumbered(part))
    .join(".");

/** The abilities that a question offers, each with its words; none where it may not be passed. */
export function abilitiesOf({ mayPass, shape }: Question): ReadonlyMap<string, string> {
  const offers = mayPass && shape.kind === "one" ? shape.options.filter(({ key }) => key.includes(".")) : [];
  return new Map(offers.map(({ key, text }) => [abilityIn(key), text]));
}

/** An ability as it is said where no offer of it is at hand: by its name and whose it is, "Defend (Combat)". */
export function abilityNamed(ability: string): string {
  const parts = ability.split(".");
  const [name = "", ...whose] = [parts.at(-1) ?? "", ...parts.slice(0, -1)];
  return whose.length ? `${title(name)} (${whose.map((part) => title(part)).join(", ")})` : title(name);
}
