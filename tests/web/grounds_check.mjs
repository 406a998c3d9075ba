// Prints the kind of ground of every hex of some maps as the browser plans them: a list of [encounter, laid] comes in.
import { readFileSync } from "node:fs";

const ground = new URL("../../clients/web/src/board/ground/", import.meta.url);
const { planOf } = await import(new URL("plan.ts", ground));

const maps = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const told = maps.map(([encounter, laid]) =>
  planOf(laid, encounter).spots.map(({ q, r, kind, obstacle, bridge }) => [
    [q, r],
    kind,
    bridge !== null ? "bridge" : obstacle === "water" || obstacle === "pit" ? "" : obstacle,
  ]),
);
console.log(JSON.stringify(told));
