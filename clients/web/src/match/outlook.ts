/** What is foreseen for whoever is looked at: lines of sight on the table, and the odds of its melee, shots and checks. */

import { NOBODY } from "../protocol.ts";
import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import { ALL_WAYS, FATES } from "../core/foresight.ts";
import type { Fate, Melee, Sighting, Values } from "../core/foresight.ts";
import type { Point } from "../core/match.ts";
import { pointOf } from "../core/match.ts";
import { askedNow, lookedAt } from "../core/match_looks.ts";
import type { Looked } from "../core/match_looks.ts";
import { listed } from "../core/names.ts";
import { MATCH } from "../texts/match.ts";
import { h } from "../view/dom.ts";
import { percent } from "../view/odds.ts";
import { deskOf } from "./desk.ts";
import type { Look } from "./looking.ts";
import type { MatchScene } from "./match.ts";

/** Short of the middle of a base: lines of sight end at its rim. */
const RIM = 620;
/** A sign sits so far from the middle of a base, where neither crown nor number is. */
const ASIDE = 400;
const EYE = "M-210 0Q0-210 210 0Q0 210-210 0ZM-70 0a70 70 0 1 0 140 0a70 70 0 1 0-140 0";
const SIGNS = {
  open: EYE,
  cover: "M-170-190H170V20Q150 170 0 220Q-150 170-170 20ZM0-190V220",
  hidden: `${EYE}M-230 200L230-200`,
} as const;

/** Whom one looks at now; null for nobody, and while nothing can be foreseen. */
export function looked(app: App, scene: MatchScene): Looked | null {
  if (app.player || scene.battle.over || app.stage.isBusy) return null;
  const { looked: pressed } = deskOf(app);
  const unit = pressed?.asked === askedNow(scene.mine) ? pressed.unit : NOBODY;
  return lookedAt(scene.state, scene.mine, (question) => app.drafts.of(question), unit);
}

/** Look at a unit, or no longer. */
export function lookAt(app: App, scene: MatchScene, unit: UnitId): void {
  const desk = deskOf(app);
  const asked = askedNow(scene.mine);
  const isSame = desk.looked?.unit === unit && desk.looked.asked === asked;
  desk.looked = isSame ? null : { unit, asked };
  app.render();
}

/** Lines of sight from who is looked at. The words stand beside the table. */
export function sightLines(app: App, scene: MatchScene, look: Look) {
  const who = looked(app, scene);
  const own = who && scene.state.units[who.unit]?.at;
  if (!who || !own || deskOf(app).drag?.at) return false;
  const from: Point = pointOf(who.place) ?? own;
  const seen = app.foresight.sight(who.unit, who.place) ?? [];
  return h(
    "g",
    { key: "sight", class: "sight-lines", "aria-hidden": "true" },
    seen.map((one) => sightLine(scene, look, from, one)),
  );
}

function sightLine({ state }: MatchScene, look: Look, from: Point, { unit, sight }: Sighting) {
  const at = state.units[unit]?.at;
  if (!at) return false;
  const [x1, y1] = look.drawn(...from);
  const [x2, y2] = look.drawn(...at);
  const length = Math.max(1, Math.hypot(x2 - x1, y2 - y1));
  const [dx, dy] = [((x2 - x1) / length) * RIM, ((y2 - y1) / length) * RIM];
  return h(
    "g",
    { key: unit, class: `sight ${sight}` },
    sight !== "hidden" && length > 2 * RIM && h("line", { x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy }),
  );
}

/** At each enemy a sign of how who is looked at sees it, above all bases. */
export function sightSigns(app: App, scene: MatchScene, look: Look) {
  const who = looked(app, scene);
  const seen = who && !deskOf(app).drag?.at ? app.foresight.sight(who.unit, who.place) : null;
  if (!seen) return false;
  return h(
    "g",
    { key: "signs", class: "sight-signs", "aria-hidden": "true" },
    seen.map(({ unit, sight }) => {
      const at = scene.state.units[unit]?.at;
      if (!at) return false;
      const [x, y] = look.drawn(...at);
      const transform = `translate(${(x - ASIDE).toFixed(0)} ${(y - ASIDE).toFixed(0)})`;
      return h(
        "g",
        { key: unit, class: `seen-as ${sight}`, transform },
        h("circle", { r: 270 }),
        h("path", { d: SIGNS[sight] }),
      );
    }),
  );
}

/** The same in words and bars, above what is asked. */
export function foreseen(app: App, scene: MatchScene) {
  const who = looked(app, scene);
  if (!who) return false;
  const { names, state } = scene;
  const isEngaged = Object.values(state.pairs).some((pair) => pair.includes(who.unit));
  const shoots = scene.mine.some(({ why }) => why === "match.shoot.target");
  const joins = who.picks.some((pick) => pick.startsWith("target:"));
  const melee = isEngaged || joins ? app.foresight.combat(who.unit, isEngaged ? [] : who.picks) : null;
  const seen = app.foresight.sight(who.unit, who.place);
  const values = app.foresight.values(who.unit, who.picks);
  if (!melee && !seen && !values) return false;
  return h(
    "section",
    { class: "foreseen", key: "foreseen", "aria-label": MATCH.foreseen(names.unit(who.unit)) },
    melee && odds(melee, scene),
    h(
      "details",
      // Whoever was pressed to be looked at, or shoots, is shown at once; beside a plan there is room for a line.
      { key: `of-${who.unit} ${shoots}`, open: who.isPressed || shoots },
      h("summary", null, MATCH.foreseen(names.unit(who.unit))),
      seen && sights(seen, scene, who.place !== ""),
      values && figures(values),
    ),
  );
}

/** What a melee does to each of its units. */
function odds({ fates, joins }: Melee, { names, state }: MatchScene) {
  return h(
    "div",
    { class: "melee-odds", key: "melee" },
    h("h2", null, joins ? MATCH.meleeIf : MATCH.meleeNow),
    h(
      "ul",
      { class: "plain" },
      fates.map((fate) => {
        const number = Object.keys(state.sides).indexOf(state.units[fate.unit]?.side ?? "");
        return h(
          "li",
          { key: fate.unit, class: `side-${number}` },
          h("span", { class: "who" }, names.unit(fate.unit)),
          bar(fate),
          h("small", null, fateWords(fate)),
        );
      }),
    ),
  );
}

const bar = (fate: Fate) =>
  h(
    "span",
    { class: "fate-bar", "aria-hidden": "true" },
    FATES.filter((name) => fate[name]).map((name) =>
      h("i", { key: name, class: name, style: `width: ${((100 * fate[name]) / ALL_WAYS).toFixed(1)}%` }),
    ),
  );

const fateWords = (fate: Fate): string =>
  FATES.filter((name) => fate[name])
    .map((name) => `${MATCH.fates[name]} ${percent(fate[name], ALL_WAYS)}`)
    .join(", ");

/** A unit's figures, and the odds of what is picked: all but what is told of sight in its own place. */
function figures(values: Values) {
  const rows = Object.entries(values).filter(([name]) => name !== "sight");
  return h(
    "dl",
    { class: "figures", key: "figures" },
    rows.map(([name, { told }]) => h("div", { key: name }, h("dt", null, MATCH.figure(name)), h("dd", null, told))),
  );
}

function sights(seen: readonly Sighting[], { names }: MatchScene, isThere: boolean) {
  const of = (sight: Sighting["sight"]) =>
    seen.filter((one) => one.sight === sight).map(({ unit }) => names.unit(unit));
  const groups = (["open", "cover", "hidden"] as const).map((sight) => ({ sight, who: of(sight) }));
  return h(
    "div",
    { class: "sights", key: "sights" },
    h("h2", null, isThere ? MATCH.seesThere : MATCH.sees),
    h(
      "ul",
      { class: "plain" },
      groups
        .filter(({ who }) => who.length)
        .map(({ sight, who }) => h("li", { key: sight, class: sight }, `${MATCH.sights[sight]}: ${listed(who)}`)),
      seen.map(
        ({ unit, hits, shot, isFromWindow }) =>
          shot &&
          h(
            "li",
            { key: `shot-${unit}`, class: "shot" },
            h("span", null, MATCH.shot(names.unit(unit), percent(hits, ALL_WAYS), isFromWindow)),
            bar(shot),
            h("small", null, fateWords(shot)),
          ),
      ),
    ),
  );
}
