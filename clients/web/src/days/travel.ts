/** Where the party goes: the way that is picked with its price, what others propose, places in reach. */

import type { Question } from "../core/messages.ts";
import type { Ask } from "../view/scene.ts";
import type { Child } from "../view/dom.ts";
import type { Days } from "./parts.ts";
import { ends } from "../core/answers.ts";
import type { Place } from "../core/overland.ts";
import type { ProvinceWords } from "../core/words.ts";
import { levelOf, placesOf } from "../core/overland.ts";
import { OVERLAND } from "../texts/overland.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { pointedAt } from "../view/pointed.ts";
import { icon } from "../view/icons.ts";
import { proposalsOf, provinceOf, tokenName } from "../view/overland.ts";
import { goldButton } from "./decide.ts";
import { foreseen } from "./foreseen.ts";

/** A place in reach, what it is called and what going there costs. */
type Goal = { key: string; name: string; sign: string; steps: number; tired: number; picks: readonly string[] };

/** The signs of a gauge's levels. */
const SKIES = ["sun", "rain", "storm"];

/** So many named places are offered at sight. */
const NAMED = 2;

/** What a hex is called, and its sign: its own name, its landmark, else its land. */
function namedAt(scene: Days, key: string): { name: string; sign: string; rank: number } {
  const province = provinceOf(scene, scene.state);
  const place = province && placesOf(province).find((one) => one.key === key);
  if (!province || !place) return { name: key, sign: "place", rank: 9 };
  const who = tokensAt(scene, key);
  if (who) return { name: SESSION.whoIsAt(who, landName(province, place)), sign: "place", rank: 0 };
  if (Object.hasOwn(province.towns, place.id)) return { name: place.name, sign: "town", rank: 1 };
  if (place.name) return { name: place.name, sign: "place", rank: 0 };
  const mark = OVERLAND.landmarks[place.landmark];
  if (mark) return { name: mark, sign: place.landmark, rank: 2 };
  return { name: landName(province, place), sign: "travel", rank: 5 };
}

/** What a hex is called without its landmark. */
const landName = (province: ProvinceWords, place: Place): string =>
  place.name || (province.terrains[place.terrain] ?? place.terrain);

/** Who stands on a hex besides the party, "" for nobody; whoever travels along is with it. */
function tokensAt(scene: Days, key: string): string {
  const here = String(scene.state.party_at ?? "");
  return Object.entries(scene.state.tokens ?? {})
    .filter(([, at]) => String(at) === key && key !== here)
    .map(([token]) => tokenName(scene, token, scene.state))
    .join(", ");
}

/** How many hexes of a way are free: the base movement is what the question's fatigue notes leave. */
export const tiredBy = (notes: readonly string[]): number =>
  Math.max(0, ...notes.map((note) => Number(/(\d+) light fatigue/.exec(note)?.[1] ?? 0)));

/** Every place in reach, the named ones first. */
function goalsOf(scene: Days, question: Question): Goal[] {
  const spots = new Map(question.shape.spots.map((spot) => [spot.key, spot]));
  return [...ends(question.shape)]
    .map(([key, way]) => ({ key, way, at: namedAt(scene, key) }))
    .sort((one, other) => one.at.rank - other.at.rank || one.way.cost - other.way.cost)
    .map(({ key, way, at }) => ({
      key,
      name: at.name,
      sign: at.sign,
      steps: way.picks.length,
      tired: tiredBy([spots.get(way.picks.at(-1) ?? "")?.note ?? ""]),
      picks: way.picks,
    }));
}

/** The panel of the road. */
export function travelPanel(ask: Ask, scene: Days) {
  const { app, question, picks } = ask;
  const goals = goalsOf(scene, question);
  const goal = picks.length ? goals.find((one) => one.key === picks.at(-1)) : undefined;
  const tired = tiredBy([question.shape.spots.find((spot) => spot.key === picks.at(-1))?.note ?? ""]);
  return [
    h("h2", { key: "title" }, SESSION.whereTo2),
    h("p", { class: "reach-words", key: "reach" }, reachWords(scene, question)),
    goal ? goalRow(ask, goal, SESSION.route, true) : h("p", { class: "faint", key: "first" }, SESSION.pickWay),
    proposals(ask, scene, goals),
    hasBots(app) && h("p", { class: "faint", key: "bots" }, SESSION.botsFollow),
    h(
      "details",
      { class: "more routes", key: "routes" },
      h("summary", null, SESSION.places),
      h(
        "div",
        { class: "goals" },
        goals.filter((one) => one !== goal).map((one) => goalRow(ask, one, "")),
      ),
    ),
    goals
      .filter((one) => one !== goal && one.sign === "place")
      .slice(0, goal ? 0 : NAMED)
      .map((one) => goalRow(ask, one, "")),
    foreseen(ask, scene),
    picks.length > 0 && goldButton(ask, SESSION.go(picks.length, tired), picks),
    question.mayPass &&
      h(
        "button",
        {
          class: "slate pass option",
          key: "stay",
          "data-number": "0",
          disabled: ask.isSent,
          onclick: () => app.answer(question, []),
        },
        h("kbd", { "aria-hidden": "true" }, "0"),
        h("span", { class: "words" }, SESSION.stay),
      ),
    legend(),
  ];
}

/** Whether bots sit at the table: people decide for them where the party goes. */
const hasBots = ({ session }: Ask["app"]): boolean => Boolean(session.table?.chairs.some(({ bot }) => bot));

/** What the marks of the map mean. */
const legend = () =>
  h(
    "ul",
    { class: "plain legend", key: "legend", "aria-label": OVERLAND.legend },
    ["town", "peaceful", "conflict", "unstable"].map((kind) =>
      h("li", { key: kind }, h("span", { class: `seal ${kind}` }, icon(kind)), OVERLAND.landmarks[kind]),
    ),
  );

/** How far today goes for nothing, and what more costs. */
function reachWords(scene: Days, question: Question): Child {
  const free = /(\d+) hex/.exec(question.text)?.[1];
  const more = /up to (\d+) more/.exec(question.text)?.[1];
  const province = provinceOf(scene, scene.state);
  const level = province && province.gauge.levels[levelOf(scene.state, province)];
  return [
    h("span", { key: "free" }, icon("travel"), SESSION.freeHexes(Number(free ?? 0))),
    more && h("span", { key: "more" }, icon("tired"), SESSION.beyond(Number(more))),
    level &&
      h(
        "span",
        { key: "level" },
        icon(SKIES[levelOf(scene.state, province)] ?? "storm"),
        `${province.gauge.name}: ${level.name}. ${level.text}`,
      ),
  ];
}

function goalRow(ask: Ask, goal: Goal, note: string, isPicked = false) {
  return h(
    "button",
    {
      key: goal.key,
      class: `goal-row ${isPicked ? "picked" : ""}`,
      "data-goal": goal.key,
      "aria-pressed": String(isPicked),
      ...pointedAt(
        () => ask.app.set({ hover: goal.key }),
        () => ask.app.ui.hover === goal.key && ask.app.set({ hover: "" }),
      ),
      onclick: () => {
        ask.app.drafts.set(ask.question, goal.picks);
        ask.change();
      },
    },
    h("span", { class: `seal ${goal.sign}` }, icon(goal.sign)),
    h(
      "span",
      { class: "words" },
      h("strong", null, goal.name),
      h(
        "small",
        null,
        [note, SESSION.hexes(goal.steps), goal.tired ? `${goal.tired} fatigue` : ""].filter(Boolean).join(" · "),
      ),
    ),
  );
}

/** Where others would go, each to be joined by a press. */
function proposals(ask: Ask, scene: Days, goals: readonly Goal[]) {
  return proposalsOf(ask.app, scene).flatMap(({ player, to }) => {
    const goal = goals.find((one) => one.key === to);
    return goal
      ? [
          h(
            "div",
            { class: "proposal", key: `by-${player}` },
            goalRow(ask, goal, SESSION.proposes(ask.app.session.nameOf(player))),
          ),
        ]
      : [];
  });
}
