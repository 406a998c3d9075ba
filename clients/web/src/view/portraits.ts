/** Pictures of what is chosen before a battle: an adventurer's token by race, and medals of lines and classes. */

import type { SeatId } from "../protocol.ts";
import { definitions } from "../board/shells.ts";
import type { Glossary } from "../core/glossary.ts";
import type { Scene } from "./scene.ts";
import type { Option } from "../core/messages.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import { tokenOf } from "./tokens.ts";

const READY = "ready:";
const ADVENTURER = "adventurer";

/** What tokens are made of: once on a page, before the first token. Never within what may be hidden, where nothing would fill them. */
export const tokenParts = () =>
  h("svg", { class: "definitions", key: "definitions", "aria-hidden": "true" }, definitions());

/** A token in the colour of a seat; without a race it is anybody's. */
export const seatToken = (seat: SeatId, race = "") =>
  h(
    "svg",
    { class: "portrait-token", viewBox: "-44 -44 88 88", "aria-hidden": "true" },
    tokenOf(ADVENTURER, "party", seat, race ? `races:${race}` : ADVENTURER),
  );

/** A sign on a disc in the colour of its constellation. */
export const medal = (sign: string, constellation: string) =>
  h("span", { class: `portrait-medal ${constellation}`, "aria-hidden": "true" }, icon(sign));

/** The picture of what an option of creation is; false for what has none. */
export function portraitOption({ glossary }: Pick<Scene, "glossary">, { key }: Option, seat: SeatId) {
  const ready = key.startsWith(READY) ? glossary.entry("ready", key.slice(READY.length)) : undefined;
  if (ready) return seatToken(seat, ready.race);
  if (glossary.entry("races", key)) return seatToken(seat, key);
  return medalOf(glossary, key);
}

/** The medal of a line or a class by its id. */
function medalOf(glossary: Glossary, id: string) {
  const line = glossary.entry("lines", id);
  if (line) return medal(`lines:${id}`, line.constellation);
  const sheet = glossary.entry("classes", id);
  return sheet ? medal(`classes:${id}`, sheet.constellation) : false;
}
