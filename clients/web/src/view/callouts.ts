/** What is called out over the board: rounds, turns, falls and the end; and what an attack has come to. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Herald, Verdict } from "../core/drama.ts";
import { FATIGUE_FROM } from "../core/pacing.ts";
import type { Scene } from "./scene.ts";
import { title } from "../core/names.ts";
import { DRAMA, T } from "../texts/en.ts";
import { looseDie } from "./dice.ts";
import { h, memo } from "./dom.ts";
import { icon } from "./icons.ts";
import { enamel, portraitOf } from "./tokens.ts";

type Words = { sign: string; title: string; text: string };

/** A banner across the board, seen by all and in nobody's way. Screen readers have it from the story. */
export function herald(app: App, scene: Scene) {
  const { herald: one } = app.drama;
  if (!one) return false;
  return memo(`herald-${one.id}`, [one], () => {
    const { sign, title, text } = wordsOf(one, scene);
    return h(
      "div",
      { class: `herald ${one.what}`, style: `--ms: ${one.ms.toFixed(0)}ms`, "aria-hidden": "true" },
      h(
        "div",
        { class: "ribbon" },
        h("span", { class: "medal" }, icon(sign)),
        h("strong", null, title),
        text && h("span", { class: "motto" }, text),
      ),
    );
  });
}

function wordsOf({ what, round, unit, units, trap }: Herald, scene: Scene): Words {
  const portrait = scene.state.units?.[unit] ? portraitOf(scene, scene.state.units[unit]) : "defeated";
  switch (what) {
    case "round":
      return { sign: "round", title: T.round(round), text: round === FATIGUE_FROM - 1 ? DRAMA.lastFresh : "" };
    case "fatigue":
      return { sign: "fatigue", title: DRAMA.fatigueRound, text: DRAMA.fatigueText };
    case "turn":
      return { sign: portrait, title: T.yourTurn, text: "" };
    case "enemies":
      return { sign: "enemy", title: DRAMA.enemies, text: "" };
    case "arrive":
      return { sign: "enemy", title: DRAMA.arrive, text: scene.names.units(units) };
    case "trap":
      return {
        sign: "trap",
        title: trap?.isSprung ? DRAMA.sprung(trap.name) : DRAMA.unsprung(trap?.name ?? ""),
        text: trap?.text ?? "",
      };
    case "down":
      return { sign: "defeated", title: DRAMA.down, text: DRAMA.downText };
    case "fallen":
      return { sign: "defeated", title: DRAMA.fallen(scene.names.unit(unit)), text: DRAMA.fallenText };
    case "victory":
      return { sign: "crown", title: DRAMA.victory, text: DRAMA.victoryText };
    case "defeat":
      return { sign: "defeated", title: DRAMA.defeat, text: DRAMA.defeatText };
    case "retreat":
      return { sign: "exit", title: DRAMA.retreat, text: DRAMA.retreatText };
  }
}

/** What an attack has come to: whose, with what dice, how much of it went through. */
export function verdict(app: App, scene: Scene) {
  const { verdict: one } = app.drama;
  const target = one && unitOf(scene, one.target);
  if (!one || !target) return false;
  return memo(`verdict-${one.id}`, [one], () =>
    h(
      "div",
      { class: `verdict ${target.side}`, "aria-hidden": "true" },
      h("svg", { class: "token", viewBox: "-44 -44 88 88" }, enamel(scene, target)),
      h(
        "div",
        null,
        h("strong", null, titleOf(one, scene)),
        h(
          "span",
          { class: "sum" },
          one.dice.map(({ die, kind, face }) => looseDie(scene, kind, face, die)),
          h("b", null, DRAMA.dealt(one.dealt)),
          one.prevented > 0 && [icon("shield"), h("span", null, DRAMA.prevented(one.prevented))],
          !one.isDefeat && h("small", null, DRAMA.ofHealth(one.left, one.health)),
        ),
        answered(one, scene),
        one.suffered?.map(({ how, what, count }) =>
          h("span", { class: "answered" }, DRAMA.verdict.suffered(how, scene.names.unit(one.by), what, count)),
        ),
      ),
    ),
  );
}

/** What an ability of who was struck costs whoever struck. */
const answered = ({ by, answer }: Verdict, { names }: Scene) =>
  answer &&
  h(
    "span",
    { class: "answered" },
    DRAMA.verdict.answered(title(answer.how), names.unit(by), answer.lost, answer.prevented),
  );

const unitOf = ({ state, battle }: Scene, id: UnitId) => state.units?.[id] ?? battle.state.units?.[id];

function titleOf({ target, lost, isDefeat }: Verdict, { names }: Scene): string {
  const who = names.unit(target);
  if (isDefeat) return DRAMA.verdict.defeated(who);
  return lost ? DRAMA.verdict.hurt(who, lost) : DRAMA.verdict.unhurt(who);
}
