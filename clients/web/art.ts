/**
 * Makes what is drawn with, into `made`: two sheets of signs out of game-icons, as far as `signs.json`
 * names them, and the two faces, cut down to the letters of western European languages.
 *
 * The signs that every page may need lie in the page's own icon, so that they take no request more;
 * those of dice, enemies and cards come with the first battle. Faces lie in the script, for the
 * page's policy allows no address within a style sheet but a file's, and each file is a request.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import svgpath from "svgpath";
import svg2ttf from "svg2ttf";
import { HALF, letterOf, PORTRAITS, SHADE, sheetOf, SIGNS, TOLD } from "./src/icons/signs.ts";
import type { Sheet } from "./src/icons/signs.ts";

const ROOT = import.meta.dirname;
const MADE = join(ROOT, "made");
const require = createRequire(import.meta.url);

/** Basic Latin, Latin-1, the letters that names in Western Europe need besides, and signs of texts. */
const LETTERS = [...range(0x20, 0x7e), ...range(0xc0, 0xff), ..."ŒœŠšŽžŸ–—‘’“”•…·−×"].join("");

/** Where the faces come from, by what style sheets call them. */
const FACES = {
  "Cinzel|400 900": "@fontsource-variable/cinzel/files/cinzel-latin-wght-normal.woff2",
  "Alegreya Sans|300 600": "@fontsource/alegreya-sans/files/alegreya-sans-latin-500-normal.woff2",
  "Alegreya Sans|700 900": "@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2",
};

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
}

/** game-icons draw in a square of so many units. */
const DRAWN = 512;

type Icons = Readonly<Record<string, { body: string }>>;

/** A sign's paths as game-icons have them. Throws where they have none. */
function pathsOf(name: string, icons: Icons): ReturnType<typeof svgpath>[] {
  const drawn = icons[name];
  if (!drawn) throw new Error(`game-icons has no ${name}; signs.json names it`);
  return [...drawn.body.matchAll(/ d="([^"]+)"/g)].map(([, one = ""]) => svgpath(one));
}

/**
 * A sign as a path around its middle: no symbol's box and no place in it have to be worked out, kept and painted
 * apart for each of the hundreds of signs on a page. As fine as any screen shows: a box has hundreds of steps.
 */
function path(name: string, icons: Icons, half: number, shade = { ending: "", x: 0, y: 0 }): string {
  const paths = pathsOf(name, icons).map((one) =>
    one
      .translate(-DRAWN / 2, -DRAWN / 2)
      .scale((2 * half) / DRAWN)
      .translate(shade.x, shade.y)
      .rel()
      .round(half < 100 ? 1 : 0)
      .toString(),
  );
  return `<path id="${name}${shade.ending}" d="${paths.join("")}"/>`;
}

function sheet(name: Sheet, own: string, icons: Icons): string {
  const names = [...new Set(Object.values(SIGNS).flatMap((group) => Object.values(group)))].sort();
  const isBorne = (sign: string) => name === "pieces" && PORTRAITS.has(sign);
  const paths = names
    .filter((one) => sheetOf(one) === name || isBorne(one))
    .flatMap((one) => [
      path(one, icons, HALF[name]),
      // Beside its sign, which it differs from by its first place alone: packed, it takes next to nothing.
      ...(isBorne(one) ? [path(one, icons, HALF[name], SHADE)] : []),
    ]);
  const defs = `<defs>${paths.join("")}</defs>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 24 24">${defs}${own}</svg>\n`;
}

/** The face of signs, a letter for each that stands before the lines of a story; a letter fills the square of its height. */
async function signs(icons: Icons): Promise<Buffer> {
  const glyphs = TOLD.map((name) => {
    // Letters stand on their line and go upwards from it.
    const d = pathsOf(name, icons).map((one) => one.scale(1, -1).translate(0, DRAWN).round(0).toString());
    return `<glyph unicode="${letterOf(name)}" horiz-adv-x="${DRAWN}" d="${d.join("")}"/>`;
  });
  const face = `<font-face font-family="Signs" units-per-em="${DRAWN}" ascent="${DRAWN}" descent="0"/>`;
  const font = `<svg xmlns="http://www.w3.org/2000/svg"><font id="signs">${face}${glyphs.join("")}</font></svg>`;
  // Of one moment in time, for two builds are alike.
  const drawn = Buffer.from(svg2ttf(font, { ts: 0 }).buffer);
  return subsetFont(drawn, TOLD.map(letterOf).join(""), { targetFormat: "woff2" });
}

/** The weight of titles: one of the face's many, for each of them would be carried to everybody. */
const TITLES = { wght: 740 };

async function face(file: string): Promise<string> {
  const cut = await subsetFont(readFileSync(require.resolve(file)), LETTERS, {
    targetFormat: "woff2",
    // No ligatures: they weigh 3 KB of the first page, more than what they join.
    keepFeatures: ["kern", "lnum", "tnum"],
    noHinting: true,
    ...(file.includes("variable") ? { variationAxes: TITLES } : {}),
  });
  return cut.toString("base64");
}

/** Make it all. */
export async function makeArt(): Promise<void> {
  mkdirSync(MADE, { recursive: true });
  const { icons } = JSON.parse(readFileSync(require.resolve("@iconify-json/game-icons/icons.json"), "utf-8"));
  const own = readFileSync(join(ROOT, "src/icon.svg"), "utf-8").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");
  writeFileSync(join(MADE, "icon.svg"), sheet("icon", own, icons));
  writeFileSync(join(MADE, "pieces.svg"), sheet("pieces", "", icons));
  writeFileSync(join(MADE, "signs.woff2"), await signs(icons));
  const faces = await Promise.all(Object.entries(FACES).map(async ([name, file]) => [name, await face(file)]));
  writeFileSync(join(MADE, "faces.json"), JSON.stringify(Object.fromEntries(faces)));
}

if (import.meta.main) await makeArt();
