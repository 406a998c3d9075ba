/** The ground is the same wherever it is painted, grows without changing, and is painted in time. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { frameOf, painted } from "./paint.ts";
import { planOf, type Laid } from "./plan.ts";
import { CARDS, SCENES } from "./scenes.ts";

/** Microseconds a pixel of the dearest texture may take, on a machine with much else to do. */
const MOST_A_PIXEL = 12;

function disc(radius: number): [number, number][] {
  const hexes: [number, number][] = [];
  for (let q = -radius; q <= radius; q += 1)
    for (let r = Math.max(-radius, -q - radius); r <= Math.min(radius, -q + radius); r += 1) hexes.push([q, r]);
  return hexes;
}

const laid = (hexes: [number, number][], marks: Record<string, string> = {}): Laid => ({
  tiles: { clash: { kind: "clash", hexes }, entrance: { kind: "entrance", hexes: [[9, 0]] } },
  blocked: [[1, 0]],
  marks,
});

function picture(map: Laid, encounter: string, theme: "dark" | "light", scale = 0.2): Uint8ClampedArray {
  const plan = planOf(map, encounter);
  const frame = frameOf(plan, scale);
  const into = new Uint8ClampedArray(frame.width * frame.height * 4);
  for (const _row of painted(plan, frame, theme, into));
  return into;
}

const digest = (bytes: Uint8ClampedArray): string => createHash("sha256").update(bytes).digest("hex");

test("a map is painted the same every time, and otherwise by another light", () => {
  const map = laid(disc(2));
  assert.equal(digest(picture(map, "black-ford", "dark")), digest(picture(map, "black-ford", "dark")));
  assert.notEqual(digest(picture(map, "black-ford", "dark")), digest(picture(map, "black-ford", "light")));
  assert.notEqual(digest(picture(map, "black-ford", "dark")), digest(picture(map, "ambush", "dark")));
});

test("hexes keep their ground when the map grows around them", () => {
  const small = planOf(laid(disc(2)), "ruined-keep");
  const large = planOf(laid(disc(4)), "ruined-keep");
  for (const spot of small.spots) {
    const same = large.spots[large.at(spot.q, spot.r)];
    assert.deepEqual([same?.kind, same?.obstacle], [spot.kind, spot.obstacle]);
  }
});

test("what stands in the way is painted, and so is what is marked", () => {
  const plan = planOf(laid(disc(2), { "0,0": "water", "0,1": "fire" }), "black-ford");
  assert.equal(plan.spots[plan.at(1, 0)]?.obstacle, "trees");
  assert.equal(plan.spots[plan.at(0, 0)]?.kind, "water");
  assert.equal(plan.spots[plan.at(0, 1)]?.kind, "ash");
  const fallen = planOf({ ...laid(disc(2), { "1,0": "gap 2" }) }, "sinkhole");
  assert.equal(fallen.spots[fallen.at(1, 0)]?.kind, "pit");
});

test("every encounter and every delve card has a ground of its own", () => {
  const signs = JSON.parse(readFileSync(new URL("../../icons/signs.json", import.meta.url), "utf-8"));
  // Battles that a campaign calls for have a ground, and no sign: nobody chooses them in the lobby.
  const chosen = Object.keys(signs.encounters);
  assert.deepEqual(
    chosen.filter((one) => !(one in SCENES)),
    [],
  );
  assert.deepEqual(Object.keys(CARDS).sort(), Object.keys(signs.cards).sort());
});

test("a pixel is painted in time", () => {
  const map = laid(disc(8));
  for (const encounter of ["jailbreak", "ruined-keep", "ambush", "glass-mine"]) {
    const plan = planOf(map, encounter);
    const frame = frameOf(plan, 0.15);
    const into = new Uint8ClampedArray(frame.width * frame.height * 4);
    const began = process.cpuUsage();
    for (const _row of painted(plan, frame, "dark", into));
    const { user, system } = process.cpuUsage(began);
    assert.ok((user + system) / (frame.width * frame.height) < MOST_A_PIXEL, encounter);
  }
});
