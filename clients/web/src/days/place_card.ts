/** The card of a hex of the overland map: what is there, who is there, what it costs to go there, whether the quest does. */

import type { Scene } from "../view/scene.ts";
import type { Child } from "../view/dom.ts";
import type { Place } from "../core/overland.ts";
import type { ProvinceWords, StepWords } from "../core/words.ts";
import type { Days } from "./parts.ts";
import { ends } from "../core/answers.ts";
import { title } from "../core/names.ts";
import { isSession, placesOf } from "../core/overland.ts";
import { TRAVEL } from "../core/waymarks.ts";
import { SESSION } from "../texts/session.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { provinceOf, tokenName } from "../view/overland.ts";
import { tiredBy } from "./travel.ts";

/** What stands on the card of a hex, each line with its sign. */
export type Line = { sign: string; words: string; more?: string };

/** The card of a hex; null where there is no map, or no such hex on it. */
export function placeCard(found: Scene, key: string) {
  if (!isSession(found.state)) return null;
  const scene: Days = { ...found, state: found.state };
  const province = provinceOf(scene, scene.state);
  const place = province && placesOf(province).find((one) => one.key === key);
  if (!province || !place) return null;
  const land = province.terrains[place.terrain] ?? place.terrain;
  return h(
    "article",
    { class: "info info-place", key: `place:${key}` },
    h(
      "header",
      { key: "head" },
      icon(signOf(province, place)),
      h("h3", null, place.name || SESSION.landmarkNames[place.landmark] || title(land)),
      (place.name || place.landmark) && h("small", null, land),
    ),
    place.text && h("p", { key: "text" }, place.text),
    h(
      "ul",
      { class: "plain", key: "lines" },
      linesOf(scene, province, place).map(({ sign, words, more }) =>
        h("li", { key: words }, icon(sign), h("span", null, h("b", null, words), more && h("small", null, more))),
      ),
    ),
    features(province, place),
  );
}

const signOf = (province: ProvinceWords, { id, landmark }: Place): string =>
  Object.hasOwn(province.towns, id) ? "town" : landmark || (id ? "place" : "travel");

/** What a hex holds, and what going there would mean. */
export function linesOf(scene: Days, province: ProvinceWords, place: Place): Line[] {
  return [
    ...landmark(scene, province, place),
    ...tokens(scene, province, place),
    ...quest(scene, province, place),
    ...way(scene, place),
  ];
}

function landmark({ state }: Days, { towns }: ProvinceWords, { id, landmark: mark }: Place): Line[] {
  if (state.closed.includes(id)) return [{ sign: "town", words: SESSION.closedTown, more: SESSION.closedTownText }];
  if (Object.hasOwn(towns, id)) return [{ sign: "town", words: SESSION.aTown, more: SESSION.aTownText }];
  const means = SESSION.landmarkMeans[mark];
  return means ? [{ sign: mark, ...means }] : [];
}

/** The quest's step that the party is at. */
const stepOf = ({ state }: Days, { quests }: ProvinceWords): StepWords | undefined =>
  quests[state.quest]?.steps[state.step];

/** Who stands there besides the party. */
function tokens(scene: Days, province: ProvinceWords, { key }: Place): Line[] {
  const sought = stepOf(scene, province)?.tokens ?? {};
  return Object.entries(scene.state.tokens ?? {})
    .filter(([, at]) => String(at) === key)
    .map(([token]) => ({
      sign: "place",
      words: tokenName(scene, token, scene.state),
      more: Object.hasOwn(sought, token) ? SESSION.tokenOfQuest : SESSION.tokenHere,
    }));
}

/** The spot of a hex among those that the party is asked about. */
const spotAt = ({ battle }: Days, key: string) =>
  battle.questions.find(({ why }) => why === TRAVEL)?.shape.spots.find((spot) => spot.key === key);

/** As the server notes it on the hexes in reach; of others only that the step's text names them is known. */
function quest(scene: Days, province: ProvinceWords, { key, name }: Place): Line[] {
  const note = spotAt(scene, key)?.note ?? "";
  const step = stepOf(scene, province);
  if (note.includes("the quest goes on here"))
    return [{ sign: "quest", words: SESSION.questHere, more: step?.goal ?? "" }];
  if (note.includes("on the quest's way")) return [{ sign: "quest", words: SESSION.questWay }];
  return name && step?.goal.includes(name) ? [{ sign: "quest", words: SESSION.questNames, more: step.goal }] : [];
}

/** How far it is, and what that costs; nothing while nobody is asked where to go. */
function way(scene: Days, { key }: Place): Line[] {
  const here = String(scene.state.party_at ?? "");
  if (key === here) return [{ sign: "party", words: SESSION.partyHere }];
  const question = scene.battle.questions.find(({ why }) => why === TRAVEL);
  if (!question) return [];
  const found = ends(question.shape).get(key);
  if (!found) return [{ sign: "travel", words: SESSION.tooFar }];
  const tired = tiredBy([spotAt(scene, key)?.note ?? ""]);
  const words = SESSION.hexes(found.picks.length);
  return [
    tired ? { sign: "tired", words, more: SESSION.costsEach(tired) } : { sign: "travel", words, more: SESSION.freeWay },
  ];
}

/** What a town has. */
function features({ towns }: ProvinceWords, { id }: Place): Child {
  const has = towns[id]?.has ?? [];
  return (
    has.length > 0 &&
    h(
      "ul",
      { class: "plain has", key: "has", "aria-label": SESSION.townHas },
      has.map((feature) => h("li", { key: feature }, icon(feature), SESSION.features[feature] ?? feature)),
    )
  );
}
