/** What is called out over the table of a match, and what dice have come to: in words, beside the dice themselves. */

import { NO_SEAT } from "../protocol.ts";
import type { SeatId } from "../protocol.ts";
import { entryOf } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Call, Outcome, Rout } from "../core/match_drama.ts";
import { idsOf } from "../core/ids.ts";
import { title } from "../core/names.ts";
import { MATCH } from "../texts/match.ts";
import { h, memo } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { deskOf } from "./desk.ts";
import { icosahedron } from "./drama.ts";
import type { MatchScene } from "./match.ts";

/** A banner across the table. Screen readers have it from the story. */
export function call(app: App, { names, state }: MatchScene) {
  const one = deskOf(app).drama.call;
  if (!one) return false;
  return memo(`call-${one.id}`, [one], () => {
    const isOwn = app.session.seats.includes(one.side) && !app.player;
    const isPlayed = app.session.seats.length > 0 && !app.player;
    if (one.what === "rout") return routCall(app, names, one);
    const isEnd = one.what === "end";
    const lost = isEnd && isPlayed && !isOwn;
    const words = !isEnd
      ? isOwn
        ? MATCH.yourTurn(one.turn)
        : MATCH.turnOf(names.seat(one.side), one.turn)
      : isOwn
        ? MATCH.youHaveWon
        : lost
          ? MATCH.youHaveLost
          : MATCH.won(names.seat(one.side));
    const look = isEnd ? (lost ? "defeat" : "victory") : "turn";
    return h(
      "div",
      { class: `herald ${look}`, style: `--ms: ${one.ms.toFixed(0)}ms`, "aria-hidden": "true" },
      h(
        "div",
        { class: "ribbon" },
        h("span", { class: "medal" }, icon(isEnd ? (lost ? "defeated" : "crown") : "round")),
        h("strong", null, words),
        h(
          "span",
          { class: "motto" },
          isEnd ? endWords(one.side, state, names) : entryOf(state.sides, one.side).warband.name,
        ),
      ),
    );
  });
}

/** By what the other side has lost. */
export function endWords(winner: SeatId, { sides, how }: MatchScene["state"], names: MatchScene["names"]): string {
  const loser = idsOf(sides).find((seat) => seat !== winner) ?? NO_SEAT;
  return how ? `${names.seat(loser)}: ${how}` : "";
}

/** Who falls, steps in or casts, across the table. */
export function feat(app: App, { names }: MatchScene) {
  const one = deskOf(app).drama.feat;
  if (!one) return false;
  const other = one.other && names.unit(one.other);
  return h(
    "div",
    {
      key: `feat-${one.id}`,
      class: `herald ${one.what === "fallen" ? "defeat" : "turn"}`,
      style: `--ms: ${one.ms.toFixed(0)}ms`,
      "aria-hidden": "true",
    },
    h(
      "div",
      { class: "ribbon" },
      h("span", { class: "medal" }, icon(one.what === "fallen" ? "defeated" : "bolt")),
      h("strong", null, MATCH.feats[one.what](names.unit(one.unit), title(one.spell))),
      other && h("span", { class: "motto" }, MATCH.featOf[one.what](other)),
    ),
  );
}

/** A test for rout: the warband stands, or flees, and what was rolled. */
function routCall(app: App, names: MatchScene["names"], { side, ms }: Call) {
  const rout = deskOf(app).drama.rout;
  const words = (rout?.stays ? MATCH.stands : MATCH.routed)(names.seat(side));
  return h(
    "div",
    { class: `herald ${rout?.stays ? "turn" : "defeat"}`, style: `--ms: ${ms.toFixed(0)}ms`, "aria-hidden": "true" },
    h(
      "div",
      { class: "ribbon" },
      h("span", { class: "medal" }, icon(rout?.stays ? "round" : "defeated")),
      h("strong", null, words),
      rout && h("span", { class: "motto" }, routWords(rout, names)),
    ),
  );
}

/** What a warband has lost, and what was rolled to rally it. */
export const routWords = ({ all, from, roll }: Rout, names: MatchScene["names"]): string =>
  MATCH.routRoll(all, from, roll ? MATCH.routRolled(names.unit(roll.unit), roll.counts, roll.needs) : MATCH.noHero);

/** What an attack or a check has come to: its dice, the number needed, and what follows. */
export function outcome(app: App, scene: MatchScene) {
  const { outcome: one, call } = deskOf(app).drama;
  // What was rolled last is of no account beside who has won.
  if (!one || call?.what === "end") return false;
  return memo(`outcome-${one.id}`, [one], () =>
    h(
      "div",
      { class: `verdict rolled ${one.passed ? "passed" : "failed"}`, "aria-hidden": "true" },
      one.dice.map((die, nth) => h("svg", { key: nth, class: "d20", viewBox: "-30 -33 60 66" }, icosahedron(die))),
      h(
        "div",
        null,
        h("strong", null, headline(one, scene)),
        h("span", { class: "sum" }, h("b", null, MATCH.counted(one.counts, one.needs)), follows(one)),
      ),
    ),
  );
}

function headline({ unit, target, stat, passed, crits }: Outcome, { names }: MatchScene): string {
  const who = names.unit(unit);
  if (!target) return MATCH.checked(who, title(stat), passed);
  return MATCH.struck(who, names.unit(target), passed, crits);
}

/** What comes after a hit: the defence has stopped it, or what it did. */
function follows({ target, stopped, harm }: Outcome) {
  if (!target) return false;
  if (harm) return h("small", null, MATCH.harms[harm] ?? title(harm));
  return stopped !== null && h("small", null, stopped ? MATCH.stopped : MATCH.notStopped);
}
