/** The encounters as a gallery: a card each, with its map in small, what it wants, and how long and hard it is. */

import type { App } from "../app.ts";
import { FIRST_ENCOUNTER } from "../core/quick_start.ts";
import { isWon } from "../core/wins.ts";
import type { EncounterWords } from "../core/words.ts";
import { LOBBY } from "../texts/en.ts";
import { h } from "./dom.ts";
import { encounterMap } from "./encounter_map.ts";
import { icon } from "./icons.ts";

const HARDNESS: Readonly<Record<string, number>> = { gentle: 1, fair: 2, hard: 3 };
const STEPS = Object.keys(HARDNESS).length;
const USUAL_PARTY = "4";

/** The gallery; the card that is chosen decides what the next table plays. */
export function gallery(app: App) {
  const all: [string, EncounterWords][] = app.glossary.all("encounters").filter(([, one]) => !one.campaign);
  const kind: string = app.ui.forms.kind ?? "";
  const shown = all.filter(([, one]) => !kind || one.kind === kind);
  return h(
    "section",
    { class: "encounter-gallery", key: "gallery", "aria-labelledby": "encounters" },
    h("header", null, h("h2", { id: "encounters" }, LOBBY.encounters), filters(app, all, kind)),
    h(
      "ul",
      { class: "plain" },
      shown.map(([id, one]) => h("li", { key: id }, card(app, id, one), id === chosenIn(app) && start(app, id, one))),
    ),
  );
}

function filters(app: App, all: [string, EncounterWords][], now: string) {
  const kinds = [...new Set(all.map(([, one]) => one.kind))];
  return h(
    "div",
    { class: "filters", role: "group", "aria-label": LOBBY.encounters },
    ["", ...kinds].map((kind) =>
      h(
        "button",
        {
          key: kind || "all",
          type: "button",
          "aria-pressed": String(kind === now),
          onclick: () => app.set({ forms: { ...app.ui.forms, kind } }),
        },
        kind ? (LOBBY.kinds[kind] ?? kind) : LOBBY.all(all.length),
      ),
    ),
  );
}

/** The encounter whose card is chosen. */
const chosenIn = (app: App): string => app.ui.forms.encounter ?? FIRST_ENCOUNTER;

/** The encounter that "Play now" begins: the one that is chosen, unless two have to play it against each other. */
export function quickIn(app: App): string {
  const chosen = chosenIn(app);
  const kind = app.glossary.entry("encounters", chosen)?.kind;
  return kind && kind !== "match" && kind !== "campaign" ? chosen : FIRST_ENCOUNTER;
}

/** What can be done with the card that is chosen, right below it. */
function start(app: App, id: string, { name }: EncounterWords) {
  const isOff = app.isSuggesting || app.session.link !== "up";
  return h(
    "div",
    { class: "row start", key: "start" },
    quickIn(app) === id &&
      h(
        "button",
        { type: "button", class: "gold", disabled: isOff, onclick: () => app.playNow(id) },
        app.isSuggesting ? LOBBY.preparing : LOBBY.playNow,
      ),
    h("button", { type: "button", class: "quiet", "aria-label": LOBBY.setUpOf(name), onclick: toForm }, LOBBY.setUp),
  );
}

/** Go to the form that opens a table. */
export function toForm(): void {
  const form = document.getElementById("create")?.closest("form");
  form?.scrollIntoView({ block: "center", behavior: "smooth" });
  form?.querySelector<HTMLElement>("select, input, button")?.focus({ preventScroll: true });
}

function card(app: App, id: string, one: EncounterWords) {
  const isMatch = one.kind === "match";
  const isChosen = chosenIn(app) === id;
  return h(
    "button",
    {
      type: "button",
      class: `encounter ${isChosen ? "chosen" : ""}`,
      "aria-pressed": String(isChosen),
      "data-encounter": id,
      onclick: () => app.set({ forms: { ...app.ui.forms, encounter: id } }),
    },
    h(
      "span",
      { class: "picture" },
      encounterMap(app, id, one, "card", `[data-encounter="${id}"]`) ??
        h("small", null, isMatch ? one.text : LOBBY.unexplored),
      h(
        "span",
        { class: "kind", title: LOBBY.kindText[one.kind] },
        icon(isMatch ? "players" : `encounters:${id}`),
        LOBBY.kinds[one.kind],
      ),
    ),
    h("strong", { class: "name" }, one.name, isWon(id) && h("span", { class: "won" }, icon("crown"), LOBBY.won)),
    h("span", { class: "wants" }, one.goal || one.objective),
    measures(one),
  );
}

/** How many play it, how long it takes, how hard it is. */
export const measures = (one: EncounterWords) =>
  h(
    "span",
    { class: "measures" },
    h("span", { title: LOBBY.playersText }, icon("players"), one.kind === "match" ? LOBBY.rivals : LOBBY.players),
    minutes(one),
    hardness(one),
  );

function minutes({ figures }: EncounterWords) {
  const found = figures?.players[USUAL_PARTY]?.minutes;
  return found !== undefined && h("span", { title: LOBBY.minutesText(found) }, icon("minutes"), LOBBY.minutes(found));
}

function hardness({ figures }: EncounterWords) {
  const steps = HARDNESS[figures?.hardness ?? ""];
  if (!steps) return false;
  return h(
    "span",
    { class: "hardness", role: "img", "aria-label": LOBBY.hardness(steps), title: LOBBY.hardness(steps) },
    Array.from({ length: STEPS }, (_, at) => h("span", { key: at, class: at < steps ? "on" : "" }, icon("hardness"))),
  );
}
