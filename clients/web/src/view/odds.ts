/** The exact odds of a planned engage, as bars. */

import type { UnitId } from "../protocol.ts";
import { entryAt } from "../core/certain.ts";
import type { Ask } from "./scene.ts";
import { isMatch } from "../core/match.ts";
import { T } from "../texts/en.ts";
import type { Chances, Odds } from "../core/foresight.ts";
import { meanOf } from "../core/foresight.ts";
import { refuse } from "../core/answers.ts";
import { diceIn } from "../core/plans.ts";
import { unitNamed } from "../core/state.ts";
import { h } from "./dom.ts";

/** A share of all ways, as it is said: "62%". */
export const percent = (ways: number, of: number) => {
  const share = (100 * ways) / of;
  return share > 0 && share < 1 ? "<1%" : `${Math.round(share)}%`;
};

/** More bars than this leave no room for the share of each. */
const MANY = 9;

/** What comes of an attack, in two words: how likely its target falls; where it cannot, what it loses on average. */
export const outcomeOf = ({ defeats, lost }: Odds): string =>
  defeats ? T.defeated(percent(defeats, lost.of)) : T.damage(meanOf(lost).toFixed(1));

/** The same on a coin of the board. */
export const chipOf = ({ defeats, lost }: Odds): string =>
  defeats ? percent(defeats, lost.of) : `−${meanOf(lost).toFixed(1)}`;

/** What a plan with a target can do, or why the server cannot tell; nothing while that is not known. */
export function oddsOf(ask: Ask) {
  const { app, scene, question, picks } = ask;
  // In a match nothing is measured before an attempt is declared: there is nothing to foresee.
  const target =
    !isMatch(scene.state) && (picks.find((pick) => pick.startsWith("target:"))?.slice(7) as UnitId | undefined);
  const own = question.about as UnitId;
  const odds = target && app.foresight.engage(own, picks);
  const whyNot = target && !odds && app.foresight.whyNot(own, picks);
  if (whyNot) return h("div", { class: "odds", key: "odds", role: "status" }, h("p", { class: "hint" }, whyNot));
  // Of a plan that cannot be carried out nothing comes.
  if (!odds || (!diceIn(question.shape, picks) && refuse(question, picks))) return false;
  const { lost, defeats } = odds;
  const most = Math.max(...lost.ways, 1);
  const left = unitNamed(scene.state, target)?.hp ?? Infinity;
  const outcome = defeats ? T.falls(percent(defeats, lost.of)) : T.onAverage(meanOf(lost).toFixed(1));
  const [much, ...words] = outcome.split(" ");
  const bars = lost.points.map((points, at) => ({ points, ways: entryAt(lost.ways, at) }));
  const told = bars.map(({ points, ways }) => `${points}: ${percent(ways, lost.of)}`).join(", ");
  return h(
    "div",
    {
      class: "odds",
      key: "odds",
      role: "img",
      "aria-label": T.oddsWords(scene.names.unit(target), told, outcome),
    },
    h(
      "p",
      { class: "hint" },
      h("span", { class: "whose-hp" }, T.oddsOn(scene.names.unit(target))),
      h("b", null, " ", h("span", { class: "much" }, much), ` ${words.join(" ")}`),
    ),
    h(
      "div",
      { class: "bars", "data-many": bars.length > MANY || null },
      bars.map(({ points, ways }) =>
        h(
          "span",
          { key: points, class: `bar-of ${points >= left ? "falls" : ""} ${ways === most ? "most" : ""}` },
          h("small", null, percent(ways, lost.of)),
          h("i", { style: `height: ${((100 * ways) / most).toFixed(0)}%` }),
          h("b", null, points),
        ),
      ),
    ),
    odds.isOpen && h("p", { class: "hint" }, T.openOdds),
  );
}

/** A range of points, "0-2". */
export const spanOf = ({ points }: Chances): string =>
  points.length > 1 ? `${points[0]}-${points.at(-1)}` : `${points[0] ?? 0}`;
