/**
 * Writes what grounds are made of beside the built pages, as `assets/grounds-HASH.json`: the scenes of encounters, delve cards,
 * lands and boards, and the colours of each kind. The server draws the pictures of links by it (`share_ground.py`), so
 * that who opens a link finds the ground that its picture has shown.
 */

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { GROUNDS } from "./src/board/ground/kinds.ts";
import { CARDS, LANDS, PLAIN, SCENES } from "./src/board/ground/scenes.ts";
import { BARE, ROOFS, YARDS } from "./src/board/ground/yards.ts";

/** Write the file into a folder of built pages. */
export function writeGrounds(folder: string): void {
  const kinds = Object.entries(GROUNDS).map(([kind, { texture, tones }]) => [kind, { texture, tones }]);
  const boards = Object.fromEntries(
    Object.entries({ ...YARDS, "": BARE }).map(([id, { base, patch, ways, decks }]) => [
      id,
      { base, patch, ways, decks },
    ]),
  );
  const told = {
    kinds: Object.fromEntries(kinds),
    scenes: { ...SCENES, "": PLAIN },
    cards: CARDS,
    lands: LANDS,
    boards,
    roofs: ROOFS,
  };
  const text = `${JSON.stringify(told)}\n`;
  // Named by its hash as all that lies there: what has such a name is kept for good.
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  writeFileSync(join(folder, "assets", `grounds-${hash}.json`), text);
}
