/** Which sign of game-icons stands for what: for every id of the catalogue, and for what a page says besides. */

import signs from "./signs.json" with { type: "json" };

/** Kinds of things that have signs of their own. */
export type Kind = keyof typeof signs;

/** All signs, by kind and id. */
export const SIGNS: Readonly<Record<string, Readonly<Record<string, string>>>> = signs;

/** Kinds whose signs are seen only in battles: they lie on a sheet of their own, which is fetched then. */
const IN_BATTLE = new Set([
  "dice",
  "faces",
  "chips",
  "cards",
  "skills",
  "terrain",
  "lines",
  "races",
  "classes",
  "features",
  "subtypes",
  "rolls",
  "statuses",
  "forms",
  "fatigue",
  "days",
  "fighters",
]);

/** Kinds whose ids may stand alone, the first that knows one gives its sign. */
const ALONE: readonly Kind[] = ["signs", "statuses", "forms", "features", "fatigue", "kinds", "days"];

/** Battles of a province are on no first page: "bm-ox-bend" is one of Black Marsh. */
const isOfProvince = (id: string): boolean => /^[a-z]{2}-/.test(id);

const everywhere = new Set(
  Object.entries(SIGNS)
    .filter(([kind]) => !IN_BATTLE.has(kind))
    .flatMap(([, group]) => Object.entries(group))
    .flatMap(([id, sign]) => (isOfProvince(id) ? [] : [sign])),
);

export type Sheet = "icon" | "pieces";

/** Half of the box in which a sheet's signs are drawn around its middle: those of pieces are as large as tokens bear them. */
export const HALF: Readonly<Record<Sheet, number>> = { icon: 256, pieces: 20 };

/** The sheet on which a sign lies. */
export const sheetOf = (sign: string): Sheet => (everywhere.has(sign) ? "icon" : "pieces");

/** Signs of these kinds. */
const signsOf = (...kinds: readonly Kind[]): string[] => kinds.flatMap((kind) => Object.values(SIGNS[kind] ?? {}));

/**
 * Signs that tokens bear. All of them lie among the pieces, each with its shade: the same sign, so far aside, under its
 * name and `SHADE.ending`. What is drawn in place needs no transform, for each of which the browser makes a layer.
 */
export const PORTRAITS: ReadonlySet<string> = new Set(signsOf("chips", "races", "features"));
export const SHADE = { ending: ".shade", x: 0.9, y: 1.9 };

/** Signs that stand before the lines of a story, as letters of a face; the first of them has the first letter. */
export const TOLD: readonly string[] = [...new Set(signsOf("signs", "features", "forms", "statuses", "dice"))].sort();
const FIRST_LETTER = 0xe000;

/** A sign's letter in the face of the story, "" if it has none. */
export function letterOf(sign: string): string {
  const at = TOLD.indexOf(sign);
  return at < 0 ? "" : String.fromCodePoint(FIRST_LETTER + at);
}

/** The sign of a thing, "" if it has none. Things go by kind and id ("chips:wolf"), some by their id alone. */
export function signOf(thing: string): string {
  const at = thing.indexOf(":");
  if (at > 0) return SIGNS[thing.slice(0, at)]?.[thing.slice(at + 1)] ?? "";
  for (const kind of ALONE) {
    const found = SIGNS[kind]?.[thing];
    if (found) return found;
  }
  return "";
}
