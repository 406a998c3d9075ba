/** The party in a strip: who is how well off, who has chosen what, who is still deciding. */

import { entryOf } from "../core/certain.ts";
import type { App } from "../app.ts";
import type { Child } from "../view/dom.ts";
import type { Unit } from "../core/state.ts";
import type { Deed } from "./chronicle.ts";
import type { Days } from "./parts.ts";
import { SESSION } from "../texts/session.ts";
import { T } from "../texts/en.ts";
import { h } from "../view/dom.ts";
import { icon } from "../view/icons.ts";
import { partyOf, portrait } from "./parts.ts";

const TRACK = 13;

/** The strip; a press looks at an adventurer. `deeds` are the town actions of this visit. */
export function partyStrip(app: App, scene: Days, deeds: readonly Deed[]) {
  return h(
    "ul",
    { class: "party-strip plain", key: "party", "aria-label": SESSION.party },
    partyOf(scene).map((unit) => card(app, scene, unit, deeds)),
  );
}

function card(app: App, scene: Days, unit: Unit, deeds: readonly Deed[]) {
  const { state, battle } = scene;
  const mat = entryOf(state.adventurers, unit.id);
  const isOwn = app.session.seats.includes(mat.seat);
  const isAsked = !battle.over && battle.questions.some((question) => question.about === unit.id);
  const look = () => app.set({ mat: unit.id });
  return h(
    "li",
    { key: unit.id },
    h(
      "button",
      {
        class: `adept ${isOwn ? "own" : ""} ${unit.fate ? "out" : ""}`,
        "aria-pressed": String(app.ui.mat === unit.id),
        "data-card": `unit:${unit.id}`,
        "data-hero": unit.id,
        onclick: look,
      },
      portrait(scene, unit),
      h(
        "span",
        { class: "about" },
        h(
          "span",
          { class: "name-of" },
          h("strong", null, isOwn ? T.own(scene.names.unit(unit.id)) : scene.names.unit(unit.id)),
          state.visit &&
            pips(
              state.visit.actions[unit.id] ?? 0,
              deeds.filter((deed) => deed.said[0] === unit.id),
            ),
        ),
        bar("hp", unit.hp, unit.health, SESSION.health(unit.hp, unit.health)),
        bar("tired", mat.track.length, TRACK, SESSION.tired(mat.track.length)),
        h(
          "span",
          { class: "stock" },
          h(
            "span",
            { title: SESSION.tenacity(mat.tenacity) },
            icon("tenacity", SESSION.tenacity(mat.tenacity)),
            mat.tenacity,
          ),
          h(
            "span",
            { title: SESSION.xp(state.saved[unit.id] ?? 0) },
            icon("xp", SESSION.xp(state.saved[unit.id] ?? 0)),
            state.saved[unit.id] ?? 0,
          ),
          unit.fate ? h("em", { class: "fell" }, SESSION.fallen) : stand(scene, unit, isAsked),
        ),
      ),
    ),
  );
}

/** Whether an adventurer is still asked something that only some are asked. */
function stand(scene: Days, unit: Unit, isAsked: boolean): Child {
  const asked = scene.battle.questions.some((question) => question.why.startsWith("together."));
  return asked && h("em", { class: isAsked ? "choosing" : "done" }, isAsked ? SESSION.deciding : SESSION.done);
}

function bar(kind: string, now: number, of: number, words: string) {
  const share = Math.round((100 * Math.max(0, Math.min(now, of))) / Math.max(1, of));
  return h(
    "span",
    { class: `meter ${kind}`, key: kind, title: words },
    icon(kind === "hp" ? "heart" : "tired", words),
    h("i", { "aria-hidden": "true" }, h("b", { style: `width: ${share}%` })),
    h("span", { "aria-hidden": "true" }, kind === "hp" ? `${now}/${of}` : now),
  );
}

/** The actions of a town: those that were taken show what with, the others are open rings. */
function pips(left: number, deeds: readonly Deed[]) {
  const taken = deeds.filter((deed) => !deed.said[3]);
  const words = [...taken.map(({ said }) => SESSION.features[String(said[1])] ?? ""), SESSION.actionsLeft(left)];
  return h(
    "span",
    { class: "pips-of", role: "img", "aria-label": words.filter(Boolean).join(", ") },
    taken.map(({ said }, at) => h("i", { key: `taken-${at}`, class: "taken" }, icon(String(said[1])))),
    Array.from({ length: Math.max(0, left) }, (_, at) => h("i", { key: `left-${at}`, class: "left" })),
  );
}
