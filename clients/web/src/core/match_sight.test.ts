import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sighting } from "./foresight.ts";
import { reachTold } from "./match_sight.ts";
import { MATCH } from "../texts/match.ts";

const option = (key: string) => ({ key, text: key, note: "" });
const seen = (unit: string, sight: Sighting["sight"]) => ({ unit, sight }) as Sighting;

test("targets in sight come first, in the order that they had, and each says what decides how far one comes", () => {
  const slot = {
    name: "targets",
    options: ["target:a", "target:b", "target:c", "target:d"].map(option),
    low: 1,
    high: 4,
  };
  const told = reachTold(slot, [seen("a", "hidden"), seen("b", "cover"), seen("c", "hidden"), seen("d", "open")]);
  assert.deepEqual(
    told.options.map(({ key, note }) => [key, note]),
    [
      ["target:b", MATCH.inSight],
      ["target:d", MATCH.inSight],
      ["target:a", MATCH.outOfSight],
      ["target:c", MATCH.outOfSight],
    ],
  );
  assert.doesNotMatch(JSON.stringify(told), /\d"|inch/, "no length");
});
