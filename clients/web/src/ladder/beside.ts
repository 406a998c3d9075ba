/** Ratings beside names: at a skirmish's table, in a match that is rated, and what its end has made of them. */

import type { PlayerId, SeatId } from "../protocol.ts";
import type { App } from "../app.ts";
import { isProvisional, marginOf, shiftOf } from "../core/ladder.ts";
import type { Shift, Standing } from "../core/ladder.ts";
import { LADDER } from "../texts/ladder.ts";
import { h } from "../view/dom.ts";
import type { Child } from "../view/dom.ts";
import { knownTo } from "./known.ts";
import type { Ratings } from "./known.ts";
import { provisional } from "./page.ts";

/** The rating of whoever sits at a table, beside the name. */
export function ratingAtTable(app: App, player: PlayerId): Child {
  const { id, battles, chairs } = app.session.atTable;
  const players = chairs.map((chair) => chair.player).filter(Boolean);
  const over = battles.filter((one) => one.over).length;
  const ratings = player ? knownTo(app).at([id, over, ...players].join(), players) : null;
  return ratings && rated(ratings.get(player));
}

/** The rating that a side has begun a rated match with; a recording says it itself. */
export function ratingInMatch(app: App, seat: SeatId): Child {
  if (app.player) return begunWith(app.player.battle.opening?.ratings[seat]);
  const ratings = begun(app);
  const player = app.session.chair(seat)?.player;
  return player ? ratings && rated(ratings.get(player)) : false;
}

/** What the end of a rated match has made of the ratings of both sides. */
export function ratingsAfter(app: App): Child {
  const { battle, table } = app.session;
  if (!battle?.opening?.rated || !table || app.player) return false;
  const isNoted = table.battles.some((one) => one.battle === battle.battle && one.over);
  const before = begun(app);
  const after = isNoted ? knownTo(app).at(`after ${battle.battle}`, players(app)) : null;
  return h(
    "div",
    { class: "rated-end", key: "rated" },
    h("h3", null, LADDER.rated),
    !after && h("p", null, LADDER.counting),
    after &&
      h(
        "dl",
        null,
        table.chairs.map(({ player }) => change(app, player, before, after)),
      ),
  );
}

/** Who sits where by now: nobody changes seats in a rated match. */
const players = (app: App): PlayerId[] => (app.session.table?.chairs ?? []).map(({ player }) => player).filter(Boolean);

/** The ratings before a rated match; null where it was over before they were looked up. */
function begun(app: App): Ratings | null {
  const { battle } = app.session;
  if (!battle?.opening?.rated || app.player) return null;
  const occasion = `before ${battle.battle}`;
  const known = knownTo(app);
  return battle.over && !known.has(occasion) ? null : known.at(occasion, players(app));
}

function change(app: App, player: PlayerId, before: Ratings | null, after: Ratings): Child {
  const shift = shiftOf(before?.get(player), after.get(player));
  const isFirst = before !== null && !before.has(player);
  return [
    h("dt", { key: `of-${player}` }, app.session.nameOf(player)),
    h("dd", { key: player }, shift ? words(shift, isFirst) : LADDER.unrated),
  ];
}

function words({ from, to, isCounted }: Shift, isFirst: boolean): Child {
  if (isCounted === false) return LADDER.stays(to);
  if (from === null) return isFirst ? LADDER.first(to) : String(to);
  return h("span", { role: "img", "aria-label": LADDER.shiftWords(from, to) }, LADDER.shift(from, to));
}

/** A rating that is known without how sure it was. */
const begunWith = (rating: number | undefined): Child =>
  h("span", { class: "rating", key: "rating", title: LADDER.atStart }, rating ?? LADDER.unrated);

function rated(standing: Standing | undefined): Child {
  if (!standing) return h("small", { class: "rating", key: "rating" }, LADDER.unrated);
  return h(
    "span",
    { class: "rating", key: "rating", title: `${LADDER.rating}: ${LADDER.mayBeOff(marginOf(standing))}` },
    standing.rating,
    isProvisional(standing) && provisional(),
  );
}
