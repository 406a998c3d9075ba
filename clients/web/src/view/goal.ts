/** What the battle is about, how far it is, and how long until fatigue: always in sight. */

import { entryOf } from "../core/certain.ts";
import type { App } from "../app.ts";
import { FATIGUE_FROM } from "../core/pacing.ts";
import { isAllButWon } from "../core/turn_over.ts";
import { nextWave } from "../core/waves.ts";
import { fatigueAhead } from "../core/tiring.ts";
import { twistsNow } from "../core/twists.ts";
import type { State } from "../core/state.ts";
import type { EncounterWords } from "../core/words.ts";
import { GOAL, T, twistName } from "../texts/en.ts";
import { h } from "./dom.ts";
import { icon, isDrawn } from "./icons.ts";
import type { Scene } from "./scene.ts";

/** More enemies than this are counted, not shown one by one. */
const MOST_PIPS = 8;

const encounterOf = (app: App, battle: Scene["battle"]): string =>
  battle.opening?.encounter ?? app.session.table?.settings.encounter ?? "";

/** What the battle is won by, in a sentence. */
const wantsOf = ({ state }: Scene, words: EncounterWords | undefined): string =>
  state.objective || words?.objective || "";

/** Whether nothing but the end of the round is between the party and its victory. */
export function isWonSoon(app: App, scene: Scene): boolean {
  const words = scene.glossary.entry("encounters", encounterOf(app, scene.battle));
  return isAllButWon(scene.state, wantsOf(scene, words), nextWave(scene.state, words));
}

/** The encounter, what it wants, and how much of it is done. */
export function goal(app: App, scene: Scene) {
  const { state, battle } = scene;
  const encounter = encounterOf(app, battle);
  const words = scene.glossary.entry("encounters", encounter);
  const wants = words?.goal || wantsOf(scene, words);
  // A page that is loaded in the midst of a campaign's battle has not seen the session.
  if (!words && state.settings?.world?.["province"]) scene.glossary.wantCampaign();
  const sign = `encounters:${encounter}`;
  const twists = words ? twistsNow(state, words) : [];
  return h(
    "div",
    { class: "mission", key: "goal", "data-card": words ? sign : null, title: words ? null : state.objective || wants },
    h("span", { class: "medal" }, icon(isDrawn(sign) ? sign : "goal")),
    h(
      "div",
      { class: "words" },
      h("strong", null, words?.name ?? scene.lexicon.piece("encounters", encounter)),
      h("span", { class: "wants" }, wants),
      twists.length > 0 &&
        h(
          "span",
          { class: "twisted" },
          twists.map(({ name, text }) => [h("b", { key: name }, `${twistName(name)}: `), `${text} `]),
        ),
    ),
    progress(state),
  );
}

/** Enemies defeated, skyshards found, whatever else an objective counts. */
function progress(state: State) {
  const enemies = Object.values(state.units ?? {}).filter((unit) => unit.side === "enemy" || unit.fate === "defeated");
  const foes = enemies.filter((unit) => unit.kind === "enemy");
  const fallen = foes.filter((unit) => unit.fate === "defeated").length;
  const { delve, tally = {} } = state;
  const counts = Object.entries(tally).filter(([what]) => GOAL.counted[what]);
  return h(
    "div",
    { class: "progress", key: "progress" },
    // First, for they are what is to be found: on a phone there is hardly room for more.
    delve && h("span", { key: "shards" }, icon("skyshard"), T.skyshards(delve.gained, delve.required)),
    foes.length > 0 && [
      !delve &&
        foes.length <= MOST_PIPS &&
        h(
          "span",
          { class: "skulls", "aria-hidden": "true" },
          foes.map((foe, at) => h("i", { key: foe.id, class: at < fallen ? "on" : "" }, icon("defeated"))),
        ),
      h("span", { key: "count" }, GOAL.defeated(fallen, foes.length)),
    ],
    counts.map(([what, count]) => h("span", { key: what }, entryOf(GOAL.counted, what)(count))),
  );
}

/** The round, and those until fatigue: a coin each, the last one burns; and when more enemies come. */
export function rounds(app: App, { state, battle, glossary }: Scene) {
  const { round = 0, rounds: count } = state;
  if (!count) return h("span", { class: "round", key: "round" }, T.before);
  const left = FATIGUE_FROM - round;
  const wave = nextWave(state, glossary.entry("encounters", encounterOf(app, battle)));
  const isNearer = wave !== null && wave.left <= left;
  return h(
    "span",
    { class: `round ${left <= 0 ? "late" : ""}`, key: "round", "data-card": "rule:BAT-10" },
    h(
      "span",
      null,
      h("b", null, T.round(round)),
      wave && h("small", { key: "wave", class: `wave ${isNearer ? "" : "later"}` }, GOAL.waveIn(wave.left, wave.round)),
      !state.outcome &&
        h(
          "small",
          { key: "fatigue", class: isNearer ? "later" : "" },
          left > 1 ? GOAL.fatigueIn(left) : GOAL.fatigueNext(...fatigueAhead(state)),
        ),
    ),
    h(
      "span",
      { class: "coins", "aria-hidden": "true" },
      Array.from({ length: FATIGUE_FROM }, (_, at) => at + 1).map((each) =>
        h(
          "i",
          {
            key: each,
            class: `${each < round ? "past" : each === Math.min(round, FATIGUE_FROM) ? "now" : ""} ${each === FATIGUE_FROM ? "fire" : ""} ${each === wave?.round ? "wave" : ""}`,
          },
          each === FATIGUE_FROM ? icon("fatigue") : each,
        ),
      ),
    ),
  );
}
