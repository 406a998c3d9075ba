/**
 * Builds both pages into server/net/built, each with one script and one style sheet of its own: a
 * first page is few requests, and what both need is small. What only sessions of a campaign need is
 * a script and a style sheet that the game's page fetches with the first session. File names carry a hash of what they
 * hold, so browsers may keep them for good; only the pages themselves are asked for again. Beside each file that it shortens
 * lies the same compressed with Brotli, `NAME.br`, which takes too long to be done by a server.
 *
 * `node build.ts --again` builds elsewhere and compares: two builds of the same sources are alike.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

import { build } from "vite";

import { makeArt } from "./art.ts";
import { writeGrounds } from "./grounds.ts";

const PAGES = ["index.html", "operator.html"];
const BUILT = join(import.meta.dirname, "../../server/net/built");

/** Files that Brotli shortens; recordings are packed already. */
const TEXTS = /\.(js|css|svg)$/;

/** Lay the same compressed beside each file named by its hash. */
function compressAll(folder: string): void {
  const assets = join(folder, "assets");
  for (const name of readdirSync(assets).filter((one) => TEXTS.test(one))) {
    const plain = readFileSync(join(assets, name));
    const params = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    };
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(plain, { params }));
  }
}

/** Build both pages into a folder. */
async function buildInto(folder: string): Promise<void> {
  await makeArt();
  for (const [at, page] of PAGES.entries()) {
    await build({
      root: import.meta.dirname,
      logLevel: "warn",
      build: {
        outDir: folder,
        emptyOutDir: at === 0,
        rolldownOptions: { input: page, output: { codeSplitting: page === "index.html" } },
      },
    });
  }
  compressAll(folder);
  writeGrounds(folder);
}

/** The files of a folder by their names, as text that two builds can be compared by. */
function filesOf(folder: string): Map<string, string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = all.map((one) => join(one.parentPath, one.name)).sort();
  return new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, "base64")]));
}

/** Names of the files in which two builds differ. */
function differing(one: Map<string, string>, other: Map<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}

if (process.argv.includes("--again")) {
  const folder = mkdtempSync(join(tmpdir(), "hexwarden-web-"));
  await buildInto(folder);
  const found = differing(filesOf(BUILT), filesOf(folder));
  rmSync(folder, { recursive: true });
  if (found.length) throw new Error(`built again, these files differ: ${found.join(", ")}`);
} else await buildInto(BUILT);
