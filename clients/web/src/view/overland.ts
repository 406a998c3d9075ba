/** The overland map: towns, landmarks and places with their names, other tokens, the party. */

import type { PlayerId } from "../protocol.ts";
import { idsOf } from "../core/ids.ts";
import { entryAt } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Scene } from "./scene.ts";
import type { Place, SessionState } from "../core/overland.ts";
import type { ProvinceWords } from "../core/words.ts";
import type { Hex } from "../core/state.ts";
import { boardSize, isNear } from "../board/backdrop.ts";
import { isSession, placesOf } from "../core/overland.ts";
import { ends } from "../core/answers.ts";
import { hexOf, keyOf } from "../core/hexes.ts";
import { title } from "../core/names.ts";
import { OVERLAND } from "../texts/overland.ts";
import { enamel, portraitOf } from "./tokens.ts";
import { h, memo } from "./dom.ts";
import { drawing } from "./icons.ts";
import { moved, placed } from "./placing.ts";
import { TRAVEL } from "../core/waymarks.ts";

/** A marker's outline, around its middle: the shape says what it is, the colour repeats it. */
const OUTLINES: Readonly<Record<string, string>> = {
  town: "M-20-19 H20 V2 Q20 15 0 24 Q-20 15-20 2Z",
  peaceful: "M0-21 A21 21 0 1 1 0 21 A21 21 0 1 1 0-21Z",
  conflict: "M0-25 L25 0 L0 25 L-25 0Z",
  unstable: "M0-24 L21-12 V12 L0 24 L-21 12 V-12Z",
  place: "M-18-18 H18 V18 H-18Z",
  token: "M0-20 A20 20 0 1 1 0 20 A20 20 0 1 1 0-20Z",
};
/** Half a letter's width, the letters of a line, and from line to line, in units of the board. */
const [LETTER, LETTERS, LINE] = [6.1, 12, 14];
/** How the party's discs stand on their token. */
const STANDS: readonly (readonly [number, number])[] = [
  [-14, -13],
  [14, -13],
  [-14, 13],
  [14, 13],
];

/** A board this wide (CSS pixels) has room for every name; a narrower one, seen from afar, for those of towns alone. */
const WIDE = 640;
const hasRoom = (): boolean => isNear() || boardSize().width >= WIDE;

/** The province that a session plays in, once its words have come. */
export function provinceOf({ glossary }: Pick<Scene, "glossary">, state: SessionState): ProvinceWords | undefined {
  return glossary.campaign.provinces?.[state.plan.province];
}

/** What is printed on the map: below everything that moves. */
export function overlandPrinted(scene: Scene) {
  const { state } = scene;
  const province = isSession(state) ? provinceOf(scene, state) : undefined;
  if (!province || !isSession(state)) return false;
  return memo("overland", [province, state.closed, hasRoom()], () =>
    h(
      "g",
      { class: "overland" },
      placesOf(province).map((place) => printed(place, province, state.closed.includes(place.id))),
    ),
  );
}

function printed(place: Place, province: ProvinceWords, isClosed: boolean) {
  const isTown = Object.hasOwn(province.towns, place.id);
  const kind = isTown ? "town" : place.landmark || (place.id ? "place" : "");
  if (!kind) return false;
  const words = [place.name, OVERLAND.landmarks[kind], isClosed && OVERLAND.closed].filter(Boolean).join(", ");
  return h(
    "g",
    { key: place.key, class: `site ${kind} ${isClosed ? "closed" : ""}`, style: moved(place.at) },
    h("title", null, [words, place.text].filter(Boolean).join(": ")),
    marker(kind),
    place.name && (isTown || hasRoom()) && ribbon(place.name),
  );
}

function marker(kind: string) {
  return h(
    "g",
    { class: "marker", transform: "translate(0 -20)" },
    h("path", { class: "shade", d: OUTLINES[kind], transform: "translate(2 4)" }),
    h("path", { class: "shell", d: OUTLINES[kind] }),
    h("g", { transform: "scale(1.25)" }, drawing(kind)),
  );
}

/** A name on vellum below its marker, in lines of a dozen letters. */
function ribbon(name: string) {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    if (lines.length && `${lines.at(-1)} ${word}`.length <= LETTERS) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  const half = Math.max(...lines.map((line) => line.length)) * LETTER + 7;
  return h(
    "g",
    { class: "ribbon", transform: "translate(0 13)" },
    h("rect", { x: -half, y: -9, width: 2 * half, height: lines.length * LINE + 4, rx: 4 }),
    lines.map((line, at) => h("text", { key: line, y: at * LINE + 4 }, line)),
  );
}

/** What stands on the map now: other tokens, and the party with everybody's shield. */
export function overlandTokens(scene: Scene) {
  const { state } = scene;
  if (!isSession(state)) return false;
  const others = Object.entries(state.tokens ?? {}).map(([name, at]) => other(scene, name, at, state));
  return [others, state.party_at && party(scene, state, state.party_at)];
}

function other(scene: Scene, name: string, at: Hex, state: SessionState) {
  const called = tokenName(scene, name, state);
  const isShared = state.party_at && keyOf(state.party_at) === keyOf(at);
  return h(
    "g",
    { key: `token-${name}`, class: "site token", style: moved(at) },
    h("title", null, OVERLAND.token(called)),
    h("g", { transform: isShared ? "translate(34 -10) scale(.8)" : "" }, marker("token"), hasRoom() && ribbon(called)),
  );
}

/** What is at a hex of the map, in words; "" where there is no such hex. */
export function describePlace(scene: Scene, key: string): string {
  const { state } = scene;
  const province = isSession(state) ? provinceOf(scene, state) : undefined;
  const place = province && placesOf(province).find((one) => one.key === key);
  if (!isSession(state) || !province || !place) return "";
  const kind = Object.hasOwn(province.towns, place.id) ? "town" : place.landmark;
  const who = Object.entries(state.tokens ?? {}).filter(([, at]) => keyOf(at) === key);
  return [
    place.name,
    province.terrains[place.terrain] ?? place.terrain,
    OVERLAND.landmarks[kind],
    state.closed.includes(place.id) && OVERLAND.closed,
    ...who.map(([token]) => OVERLAND.token(tokenName(scene, token, state))),
    state.party_at && keyOf(state.party_at) === key && OVERLAND.party,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Who or what a token of the map stands for: as the quest's step that has put it there says. */
export function tokenName(scene: Scene, name: string, state: SessionState): string {
  const steps = Object.entries(provinceOf(scene, state)?.quests[state.quest]?.steps ?? {});
  const told = steps.filter(([id, step]) => step.tokens?.[name] && (id === state.step || state.done.includes(id)));
  const now = told.find(([id]) => id === state.step) ?? told.at(-1);
  return now?.[1].tokens?.[name] ?? title(name);
}

/** Where somebody else would have the party go: told by their picks, while it stands where they saw it. */
export type Proposal = { player: PlayerId; to: string };

/** What others propose now, each person's last word. */
export function proposalsOf(app: App, { state }: Pick<Scene, "state">): Proposal[] {
  if (!isSession(state) || !state.party_at) return [];
  const here = keyOf(state.party_at);
  return app.session.pings
    .filter(({ player, key, to }) => to !== "" && key === here && player !== app.session.player)
    .map(({ player, to }) => ({ player, to }));
}

/** The ways that others propose, in dashes, each with its name at the end. */
export function overlandProposals(app: App, scene: Scene) {
  const question = scene.mine.find(({ why }) => why === TRAVEL);
  const ways = question && ends(question.shape);
  return proposalsOf(app, scene).map(({ player, to }) => {
    const start = question?.shape.spots[0]?.key ?? keyOf((scene.state as SessionState).party_at ?? [0, 0]);
    const way = [start, ...(ways?.get(to)?.picks ?? [to])].map((key) => placed(hexOf(key)));
    const points = way.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const end = entryAt(way, way.length - 1);
    const name = app.session.nameOf(player);
    const half = name.length * LETTER * 0.75 + 16;
    return h(
      "g",
      { key: `proposal-${player}`, class: "proposed" },
      h("polyline", { class: "halo", points }),
      h("polyline", { class: "way", points }),
      h(
        "g",
        { transform: `translate(${end.x.toFixed(1)} ${(end.y - 46).toFixed(1)})` },
        h("rect", { x: -half, y: -14, width: 2 * half, height: 28, rx: 14 }),
        h("text", { y: 6 }, name),
      ),
    );
  });
}

function party(scene: Scene, state: SessionState, at: Hex) {
  const heroes = idsOf(state.adventurers ?? {})
    .map((id) => state.units[id])
    .filter((unit) => unit !== undefined);
  const province = provinceOf(scene, state);
  const isNamed = province && placesOf(province).some((place) => place.key === keyOf(at) && place.name);
  return h(
    "g",
    { key: "party", class: `site party ${isNamed ? "above-name" : ""}`, style: moved(at) },
    h("title", null, OVERLAND.party),
    h("path", { class: "shade", d: "M-38 3 L-19-30 H19 L38 3 L19 36 H-19Z" }),
    h("path", { class: "shell", d: "M-38 0 L-19-33 H19 L38 0 L19 33 H-19Z" }),
    heroes.length
      ? heroes.map((unit, nth) => {
          const [x, y] = STANDS[nth] ?? [0, 0];
          const isAlone = heroes.length === 1;
          const place = isAlone ? "scale(.62)" : `translate(${x} ${y}) scale(.34)`;
          return h(
            "g",
            { key: unit.id, transform: place, "data-portrait": portraitOf(scene, unit) },
            enamel(scene, unit),
          );
        })
      : h("g", { transform: "scale(2)" }, drawing("party")),
  );
}
