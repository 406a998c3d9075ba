/** Before a table: name, opening a table, joining one, the list of public ones, earlier battles. */

import type { SeatId, TableId } from "../protocol.ts";
import type { Memory } from "../core/memories.ts";
import type { App } from "../app.ts";
import type { TableLine } from "../core/messages.ts";
import { addressFor } from "../core/address.ts";
import { keep } from "../core/keeping.ts";
import { codeOf } from "../core/links.ts";
import { allBattles } from "../core/memories.ts";
import { tableLine } from "../core/messages.ts";
import { DIFFICULTIES, GOAL, HELP, LOBBY, T } from "../texts/en.ts";
import { sceneOf } from "./battle.ts";
import { board } from "./board.ts";
import { campaignsCard } from "./campaigns.ts";
import { verdict } from "./callouts.ts";
import { h } from "./dom.ts";
import { tokenParts } from "./portraits.ts";
import type { Heard } from "./dom.ts";
import { gallery, quickIn, toForm } from "./gallery.ts";
import { icon } from "./icons.ts";
import { minimap } from "./minimap.ts";
import { encounterMap } from "./encounter_map.ts";
import type { MapHex } from "./minimap.ts";
import { ownMenu } from "./own.ts";
import { smallBoard } from "./small_board.ts";
import { field, settingsFields, settingsOf, valueOf } from "./settings.ts";

const SHOWN = 6;

/** The name of an encounter. */
export const encounterName = (app: App, id: string) => app.lexicon.piece("encounters", id);

/** To a table; from the lobby back to one's own that goes on, too. */
async function visit(app: App, table: TableId) {
  if (app.session.table?.id === table || (await app.session.join("", table))) app.set({ page: "" });
}

export function lobbyPage(app: App) {
  const isNew = !allBattles(app.battles).length;
  return h(
    "main",
    { class: "page lobby", key: "lobby" },
    h("header", { class: "masthead" }, h("p", { class: "title" }, icon("logo"), T.title), ladderLink(), ownMenu(app)),
    hero(app),
    h(
      "div",
      { class: "columns" },
      gallery(app),
      h(
        "div",
        { class: "beside" },
        postedCard(app),
        campaignsCard(app, (table) => visit(app, table)),
        app.tables.length > 0 && tablesCard(app),
        newTableCard(app),
        nameCard(app),
        joinCard(app),
        app.tables.length === 0 && tablesCard(app),
        memoriesCard(app),
        !isNew && hintsCard(),
      ),
    ),
    isNew && hintsCard(),
  );
}

/** To who plays the skirmish how well. */
const ladderLink = () => h("a", { class: "button quiet", href: addressFor({ kind: "ladder" }) }, HELP.ladder);

/** What this is, in a sentence, and the ways in; behind it the map on which a first battle is played. */
function hero(app: App) {
  const [first, second] = LOBBY.headline;
  const map = app.glossary.entry("encounters", "jailbreak")?.map ?? [];
  return h(
    "section",
    { class: "hero", key: "hero" },
    scene(app, map),
    h(
      "div",
      { class: "words" },
      h("h1", null, first, h("br"), second),
      h("p", null, LOBBY.what),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: "gold big",
            id: "play-now",
            disabled: app.isSuggesting || app.session.link !== "up",
            onclick: () => app.playNow(quickIn(app)),
          },
          icon("play"),
          app.isSuggesting ? LOBBY.preparing : LOBBY.playNow,
        ),
        h("button", { type: "button", class: "big", id: "open-table", onclick: toForm }, LOBBY.openTable),
      ),
      h(
        "p",
        { class: "small" },
        LOBBY.playNowText(encounterName(app, quickIn(app)), DIFFICULTIES[valueOf(app, "difficulty")]?.name ?? ""),
      ),
    ),
  );
}

/** Behind the sentence: a battle that plays, and until it is there the map of a first one. */
function scene(app: App, map: readonly MapHex[]) {
  const { trailer } = app;
  if (!app.session.table) trailer.wish();
  if (!trailer.battle) return h("div", { class: "scene", key: "scene" }, minimap(map));
  const shown = sceneOf(app, trailer.battle);
  return h(
    "div",
    { class: "scene film", key: "film", inert: true, "aria-hidden": "true" },
    tokenParts(),
    board(app, shown),
    verdict(app, shown),
  );
}

/** The operator's message of the day. */
function postedCard(app: App) {
  const { posted } = app.session;
  return (
    posted && h("section", { class: "card posted", key: "posted" }, h("h2", null, T.fromOperator), h("p", null, posted))
  );
}

/** What somebody who sits down for the first time would look for. */
function hintsCard() {
  return h(
    "section",
    { class: "card hints", key: "hints" },
    h("h2", null, T.goodToKnow),
    h(
      "ul",
      null,
      T.hints.map((hint) => h("li", { key: hint }, hint)),
      h("li", { key: "keys", class: "by-keys" }, T.hintOfKeys),
    ),
  );
}

function nameCard(app: App) {
  const save = (event: Heard<"input">) => {
    const name = event.target.value.trim().slice(0, 40);
    keep("name", name);
    if (name && name !== app.session.name) void app.rename(name);
  };
  return h(
    "section",
    { class: "card", key: "name" },
    h(
      "label",
      null,
      T.yourName,
      h("input", {
        id: "name",
        value: app.ui.forms.name ?? app.session.name,
        maxlength: 40,
        placeholder: T.namePlaceholder,
        autocomplete: "nickname",
        oninput: field(app, "name"),
        onchange: save,
      }),
    ),
  );
}

function newTableCard(app: App) {
  const create = async (event: Event) => {
    event.preventDefault();
    const { wish, party, others } = settingsOf(app, true);
    const named = app.session.name ? T.tableOf(app.session.name) : T.table;
    if (!(await app.session.ask("create", wish, named))) return;
    await app.session.ask("claim", "1" as SeatId);
    if (others === "bots")
      for (let seat = 2; seat <= party; seat += 1) await app.session.ask("bot", String(seat) as SeatId, "sensible");
  };
  return h(
    "form",
    { class: "card stack", key: "new", onsubmit: create },
    h("h2", null, T.newTable),
    settingsFields(app, true),
    h("button", { class: "primary big", id: "create" }, T.open),
  );
}

function joinCard(app: App) {
  const lastTable = app.session.table?.id ?? app.session.lastTable;
  const join = (event: Event) => {
    event.preventDefault();
    const code = codeOf(app.ui.forms.code ?? "");
    if (code) void app.session.join(code);
  };
  return h(
    "form",
    { class: "card stack", key: "join", onsubmit: join },
    lastTable &&
      h(
        "button",
        { type: "button", class: "primary", id: "last-table", onclick: () => visit(app, lastTable) },
        T.lastTable,
      ),
    h(
      "label",
      null,
      T.haveLink,
      h(
        "span",
        { class: "row together" },
        h("input", {
          id: "code",
          value: app.ui.forms.code ?? "",
          placeholder: T.linkPlaceholder,
          oninput: field(app, "code"),
        }),
        h("button", null, T.join),
      ),
    ),
  );
}

function tablesCard(app: App) {
  const load = async () => {
    app.hasTables = true;
    const reply = await app.session.ask("tables");
    if (reply) app.tables = reply[2].map(tableLine);
    void app.live.look(app.tables);
    const own = await app.session.ask("battles");
    if (own) app.hear(own);
    app.render();
  };
  if (!app.hasTables && app.session.link === "up") void load();
  return h(
    "section",
    { class: "card", key: "tables" },
    h("h2", null, T.publicTables, h("button", { class: "quiet", onclick: load }, T.refresh)),
    app.tables.length === 0 && h("p", { class: "faint" }, T.noTables),
    h(
      "ul",
      { class: "plain" },
      app.tables.map((one) =>
        h(
          "li",
          { key: one.id, class: "line live" },
          pictureOf(app, one),
          h(
            "span",
            null,
            h("strong", null, one.name),
            h("br"),
            h(
              "small",
              null,
              `${[encounterName(app, one.encounter), DIFFICULTIES[one.difficulty]?.name].filter(Boolean).join(", ")} · ${one.phase === "playing" ? runningWords(app, one) : T.free(`${one.free}/${one.party}`)}`,
            ),
          ),
          h("button", { onclick: () => visit(app, one.id) }, one.phase === "playing" ? T.watch : T.goIn),
        ),
      ),
    ),
  );
}

/** A table's board as it stands, or the map on which it will play. */
function pictureOf(app: App, { battle, encounter }: TableLine) {
  const state = app.live.boards.get(battle);
  const board = state && smallBoard(state);
  return h(
    "span",
    { class: "picture" },
    board ||
      encounterMap(app, encounter, app.glossary.entry("encounters", encounter), "card", ".live") ||
      icon(`encounters:${encounter}`),
  );
}

/** How far a battle is that goes on. */
function runningWords(app: App, { battle }: TableLine): string {
  const state = app.live.boards.get(battle);
  if (!state?.rounds) return T.running;
  const foes = Object.values(state.units).filter((unit) => unit.kind === "enemy");
  const fallen = foes.filter((unit) => unit.fate === "defeated").length;
  return `${T.round(state.round)}, ${GOAL.defeated(fallen, foes.length)}`;
}

/** The battles that this player has been in, on whatever device. */
function memoriesCard(app: App) {
  const all = allBattles(app.battles);
  if (!all.length) return false;
  const shown = app.ui.allMemories ? all : all.slice(0, SHOWN);
  return h(
    "section",
    { class: "card", key: "memories" },
    h("h2", null, T.myBattles),
    h(
      "ul",
      { class: "plain" },
      shown.map((one) => battleLine(app, one)),
    ),
    all.length > shown.length &&
      h("button", { class: "quiet", onclick: () => app.set({ allMemories: true }) }, T.all(all.length)),
  );
}

/** A battle with what can be done with it. */
export function battleLine(app: App, one: Memory) {
  const isHere = app.session.table?.id === one.table;
  return h(
    "li",
    { key: one.battle, class: "line" },
    h(
      "span",
      null,
      h("strong", null, encounterName(app, one.encounter)),
      h("br"),
      h(
        "small",
        null,
        [
          new Date(one.started).toLocaleString(),
          !isHere && one.name,
          one.lost ? T.lostBattle : one.over ? T.finished : T.running,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    h(
      "span",
      { class: "acts" },
      !one.over && !isHere && one.table && h("button", { onclick: () => visit(app, one.table) }, T.goIn),
      h("button", { onclick: () => app.openReplay(one.battle) }, T.replay),
    ),
  );
}
