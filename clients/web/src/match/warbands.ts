/** Both warbands of a match: who plays them, on what clock, how many stand, what they carry. */

import type { SeatId } from "../protocol.ts";
import type { App } from "../app.ts";
import { treasuresOf } from "../core/match.ts";
import type { Losses } from "../core/match_rout.ts";
import { lossesOf } from "../core/match_rout.ts";
import { leftAt, leftNow } from "../core/match_clocks.ts";
import type { Sides } from "../core/session_parts.ts";
import { MATCH } from "../texts/match.ts";
import { h } from "../view/dom.ts";
import type { MatchScene } from "./match.ts";

/** Milliseconds from which a side's clock is nearly run down. */
const LATE = 60_000;

/** What each side's clock shows: it runs where somebody plays, and stands in a recording. */
function sidesOf(app: App): Sides | null {
  if (!app.player) return app.session.sides;
  const { film, moment } = app.player;
  const left = leftAt(film.raw, moment.version);
  return left && { left, running: [], at: 0 };
}

/** What is left on a side's clock, where sides have one. */
function clock(app: App, seat: SeatId) {
  const sides = sidesOf(app);
  const left = leftNow(sides, seat, Date.now());
  if (left === null) return false;
  const look = `side-clock ${sides?.running.includes(seat) ? "runs" : ""} ${left < LATE ? "late" : ""}`;
  return h("time", { key: "clock", class: look, "aria-label": MATCH.timeLeft }, MATCH.clockFace(left));
}

/** So few losses before a test for rout it is warned of. */
const NEAR = 2;

/** A warband that is near its rout, or has to test for it: what is rolled, by whom. */
function risk({ all, from, test }: Losses, names: MatchScene["names"]) {
  if (all < from - NEAR) return false;
  const words =
    all < from ? MATCH.routNear(from - all) : test ? MATCH.routTest(names.unit(test.unit), test.needs) : MATCH.routSure;
  return h("small", { key: "risk", class: `rout-risk ${all < from ? "near" : "due"}` }, words);
}

/** Both warbands: how many stand, what counts for their rout, what treasure they carry. */
export function warbands(app: App, { state, names }: MatchScene) {
  const rows = Object.values(state.sides).map(({ seat, warband }, at) => {
    const own = Object.values(state.units).filter((unit) => unit.side === seat);
    const lost = own.filter((unit) => unit.fell >= 0).length;
    const losses = lossesOf(state, seat);
    const treasures = treasuresOf(state, seat);
    return h(
      "li",
      { key: seat, class: `side-${at} ${state.active === seat ? "acts-now" : ""}` },
      h("i", { class: "dot", "aria-hidden": "true" }),
      h("strong", null, names.seat(seat)),
      app.battle?.opening?.rated && app.ladder.want()?.ratingInMatch(app, seat),
      clock(app, seat),
      h("span", null, warband.name),
      h("small", null, MATCH.standing(own.length - lost)),
      h("small", null, state.winner ? MATCH.lost(lost) : MATCH.losses(losses)),
      treasures > 0 && h("small", null, MATCH.treasures(treasures)),
      !state.winner && risk(losses, names),
    );
  });
  return [
    h("ol", { class: "warbands plain", key: "warbands", "aria-label": MATCH.sides }, rows),
    h(
      "details",
      { class: "match-goal", key: "goal" },
      h("summary", null, MATCH.goal),
      MATCH.goals.map((words, at) => h("p", { key: at }, words)),
    ),
  ];
}
