/** What "!" on a hex stands for: what whoever goes there meets, on the way or at its end. */

import { T } from "../texts/en.ts";
import { listed } from "./names.ts";

/** Why a party is asked for its way over the overland map; what stands there is no danger on the way. */
export const TRAVEL = "overland.move";

/** The kinds that a way's notes name ("trap", "skyshard", "door", a deck's cache), each once. */
export const kindsIn = (note: string): string[] => [...new Set(note.split(", ").filter(Boolean))];

/** A way's notes as one reads them aloud: "a trap and a door to explore"; "" for none. */
export const metWords = (note: string): string => listed(kindsIn(note).map(T.found));

/** What each kind that a way's notes name does to whoever goes there, with its name. */
export const explained = (note: string): { kind: string; name: string; text: string }[] =>
  kindsIn(note).map((kind) => ({
    kind,
    name: T.foundNames[kind] ?? T.cacheOf(kind),
    text: T.foundMeans[kind] ?? T.cacheText,
  }));
