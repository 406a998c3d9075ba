/** The look-ahead of a move: for the hex under the pointer, or the one that is picked, what it would mean. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import { unitNamed } from "../core/state.ts";
import type { Question } from "../core/messages.ts";
import type { Ask, Scene } from "./scene.ts";
import type { Ahead, Prey, Striker } from "../core/lookahead.ts";
import { ends } from "../core/answers.ts";
import type { Odds } from "../core/foresight.ts";
import { meanOf } from "../core/foresight.ts";
import { hexOf, keyOf } from "../core/hexes.ts";
import { lookAhead } from "../core/lookahead.ts";
import { listed } from "../core/names.ts";
import { AHEAD } from "../texts/en.ts";
import { h } from "./dom.ts";
import { chipOf, outcomeOf } from "./odds.ts";
import { placed } from "./placing.ts";
import { isSecondMove, openMode } from "./turn_modes.ts";

/** Milliseconds that a pointer rests on a hex before the server is asked what it would mean. */
const REST = 180;
/** Odds asked for one hex: each costs the server some of what a player may ask (`protocol/PROTOCOL.md`, "What requests cost"). */
const MOST_ODDS = 3;
/** Enemies asked about for one hex; each is asked once a state, for all hexes. */
const MOST_ENEMIES = 6;

/** The pointer is over a hex, or over none: what it would mean is shown at once, its odds if the pointer rests. */
export function lookAt(app: App, key: string): void {
  app.set({ ahead: key, rests: "" });
  if (key) setTimeout(() => app.ui.ahead === key && app.set({ rests: key }), REST);
}

/** The hex of a move that is looked at: under the pointer, under the board's cursor, or picked; "" for none. */
function looked(app: App, question: Question): string {
  const goals = ends(question.shape);
  const [key = ""] = [app.ui.ahead ?? "", app.ui.cursor].filter((one) => goals.has(one));
  return key || (app.drafts.of(question).at(-1) ?? "");
}

/** Who could be attacked from a hex with which odds, if they are known yet, and who could strike there. */
type Seen = { key: string; prey: (Prey & { odds: Odds | null })[]; strikers: Striker[] };

function seenFrom(app: App, scene: Scene, question: Question): Seen | null {
  const own = unitNamed(scene.state, question.about);
  const key = own ? looked(app, question) : "";
  if (!own || !key) return null;
  const isLast = isSecondMove(question, scene.state);
  const engage = scene.mine.find(({ why, about }) => !isLast && why === "turn.engage" && about === question.about);
  const found = lookAhead(scene.state, own, key, scene.glossary, engage);
  // A hex that is passed over on the way to another one is not asked about.
  const isMeant = app.ui.ahead !== key || app.ui.rests === key;
  return { key, ...foretold(app, own.id, key, found, isMeant) };
}

/** What the server foresees of it; what it has not said yet stays as it is printed. */
function foretold(app: App, own: UnitId, key: string, { prey, strikers }: Ahead, isMeant: boolean) {
  const odds = ({ picks }: Prey, at: number) => {
    return (isMeant && at < MOST_ODDS && app.foresight.engage(own, [...picks, `hex:${key}`])) || null;
  };
  const coming = ({ unit }: Striker, at: number) =>
    isMeant && at < MOST_ENEMIES ? app.foresight.enemy(unit.id) : app.foresight.coming(unit.id);
  return {
    prey: prey.map((one, at) => ({ ...one, odds: odds(one, at) })),
    strikers: strikers.flatMap((one, at) => {
      const turn = coming(one, at);
      if (!turn) return one;
      return turn.threatens.includes(key) ? { ...one, points: meanOf(turn.dealt) } : [];
    }),
  };
}

/** Lines below a move; nothing where no hex is looked at. */
export function ahead({ app, scene, question }: Ask) {
  if (!unitNamed(scene.state, question.about)) return false;
  const seen = seenFrom(app, scene, question);
  // Where nothing is looked at its room is kept: a sheet that grew would move the board from under the pointer.
  if (!seen) return h("div", { class: "ahead", key: "ahead" }, h("p", { class: "hint" }, AHEAD.none));
  const { key, prey, strikers } = seen;
  const points = strikers.reduce((sum, one) => sum + one.points, 0);
  const { names } = scene;
  return h(
    "div",
    { class: "ahead", key: "ahead", "data-ahead": key },
    // What is dangerous comes first: on a phone not everything is in sight at once.
    h(
      "p",
      { key: "strikers", class: strikers.length ? "danger" : "" },
      h("b", null, AHEAD.danger),
      " ",
      strikers.length
        ? AHEAD.strikers(
            listed(strikers.map(({ unit, points }) => AHEAD.striker(names.unit(unit.id), points.toFixed(1)))),
            points.toFixed(1),
            strikers.length,
          )
        : AHEAD.nobody,
    ),
    isSecondMove(question, scene.state)
      ? h("p", { key: "again", class: "danger" }, h("b", null, AHEAD.again))
      : reached(scene, prey),
  );
}

/** Whom one could attack from there. */
function reached({ names, lexicon }: Scene, prey: Seen["prey"]) {
  const each = prey.map(({ unit, form, dice, odds }) =>
    AHEAD.prey(names.unit(unit.id), unit.hp, lexicon.piece("forms", form), dice, odds ? outcomeOf(odds) : ""),
  );
  return h("p", { key: "prey" }, h("b", null, AHEAD.attack), " ", each.length ? listed(each) : AHEAD.nobody);
}

/** The same on the board: a line to each enemy in reach, with the odds, and one from each that could strike. */
export function aheadLines(app: App, scene: Scene) {
  const move = openMode(app, scene.mine) === "move" && scene.mine.find(({ why }) => why === "turn.move");
  const seen = move && seenFrom(app, scene, move);
  if (!seen) return [];
  const from = spot(seen.key);
  return [
    ...seen.strikers.map(({ unit }) => line(from, unit.at && spot(keyOf(unit.at)), "strikes", unit.id)),
    ...seen.prey.flatMap(({ unit, odds }) => {
      const at = unit.at && spot(keyOf(unit.at));
      return [line(from, at, "prey", unit.id), at && odds && chance(at, chipOf(odds), unit.id)];
    }),
  ].filter(Boolean);
}

const spot = (key: string) => placed(hexOf(key));

type Spot = ReturnType<typeof placed>;

/** What a hex's number and a token take of a line between them, in units of the board. */
const CLEAR = { hex: 24, token: 44 };

/** A line from a hex's number to a token's rim. */
function line(from: Spot, to: Spot | null, kind: string, unit: UnitId) {
  if (!to) return false;
  const [x, y] = [to.x - from.x, to.y - from.y];
  const far = Math.max(Math.hypot(x, y), 1);
  const at = (way: number) => ({ x: from.x + (x * way) / far, y: from.y + (y * way) / far });
  const [start, end] = [at(CLEAR.hex), at(far - CLEAR.token)];
  return h("line", {
    key: `${kind}-${unit}`,
    class: `ahead-line ${kind}`,
    x1: start.x.toFixed(1),
    y1: start.y.toFixed(1),
    x2: end.x.toFixed(1),
    y2: end.y.toFixed(1),
  });
}

/** How likely somebody falls, or what they lose, above their token. */
const chance = ({ x, y }: Spot, odds: string, unit: UnitId) =>
  h(
    "g",
    {
      key: `chance-${unit}`,
      class: "chance",
      "data-prey": unit,
      transform: `translate(${x.toFixed(1)} ${(y - 46).toFixed(1)})`,
    },
    h("rect", { class: "coin", x: -27, y: -15, width: 54, height: 30, rx: 15 }),
    h("text", null, odds),
  );
