/** Before a table: name, opening a table, joining one, the list of public ones, earlier battles. */

import { keep } from "../core/keeping.js";
import { codeOf } from "../core/links.js";
import { allBattles } from "../core/memories.js";
import { ownBattle, tableLine } from "../core/messages.js";
import { DIFFICULTIES, T } from "../texts/en.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { ownMenu } from "./own.js";
import { field, settingsFields, settingsOf } from "./settings.js";

const SHOWN = 6;

/** The name of an encounter. */
export const encounterName = (app, id) => app.lexicon.piece("encounters", id);

/** The page of an invite link, for somebody without a name yet. */
export function invitedPage(app) {
  const name = app.ui.forms.name ?? app.session.name;
  const enter = async (event) => {
    event.preventDefault();
    await app.rename(name.trim() || T.player);
    app.enter();
  };
  return h("main", { class: "page narrow", key: "invited" },
    h("h1", { class: "title" }, icon("logo"), T.title), h("p", null, T.invited),
    h("form", { class: "card stack", onsubmit: enter },
      h("label", null, T.askName,
        h("input", { id: "name", value: name, maxlength: 40, autocomplete: "nickname", oninput: field(app, "name") })),
      h("button", { class: "primary big" }, T.sitDown)));
}

export function lobbyPage(app) {
  return h("main", { class: "page lobby", key: "lobby" },
    h("header", { class: "masthead" },
      h("h1", { class: "title" }, icon("logo"), T.title), h("p", null, T.tagline),
      ownMenu(app)),
    h("div", { class: "columns" },
      h("div", null, postedCard(app), nameCard(app), newTableCard(app)),
      h("div", null, joinCard(app), tablesCard(app), memoriesCard(app), hintsCard())));
}

/** The operator's message of the day. */
function postedCard(app) {
  const { posted } = app.session;
  return posted && h("section", { class: "card posted", key: "posted" }, h("h2", null, T.fromOperator), h("p", null, posted));
}

/** What somebody who sits down for the first time would look for. */
function hintsCard() {
  return h("section", { class: "card hints", key: "hints" }, h("h2", null, T.goodToKnow),
    h("ul", null, T.hints.map((hint) => h("li", { key: hint }, hint))));
}

function nameCard(app) {
  const save = (event) => {
    const name = event.target.value.trim().slice(0, 40);
    keep("name", name);
    if (name && name !== app.session.name) app.rename(name);
  };
  return h("section", { class: "card", key: "name" },
    h("label", null, T.yourName,
      h("input", {
        id: "name", value: app.ui.forms.name ?? app.session.name, maxlength: 40, placeholder: T.namePlaceholder,
        autocomplete: "nickname", oninput: field(app, "name"), onchange: save,
      })));
}

function newTableCard(app) {
  const create = async (event) => {
    event.preventDefault();
    const { wish, party, others } = settingsOf(app);
    const named = app.session.name ? T.tableOf(app.session.name) : T.table;
    if (!(await app.session.ask("create", wish, named))) return;
    await app.session.ask("claim", "1");
    if (others === "bots")
      for (let seat = 2; seat <= party; seat += 1) await app.session.ask("bot", String(seat), "sensible");
  };
  return h("form", { class: "card stack", key: "new", onsubmit: create },
    h("h2", null, T.newTable),
    settingsFields(app, true),
    h("button", { class: "primary big", id: "create" }, T.open));
}

function joinCard(app) {
  const { lastTable } = app.session;
  const join = (event) => {
    event.preventDefault();
    const code = codeOf(app.ui.forms.code ?? "");
    if (code) app.session.join(code);
  };
  return h("form", { class: "card stack", key: "join", onsubmit: join },
    lastTable && h("button", { type: "button", class: "primary", onclick: () => app.session.join("", lastTable) }, T.lastTable),
    h("label", null, T.haveLink,
      h("span", { class: "row together" },
        h("input", { id: "code", value: app.ui.forms.code ?? "", placeholder: T.linkPlaceholder, oninput: field(app, "code") }),
        h("button", null, T.join))));
}

function tablesCard(app) {
  const load = async () => {
    app.hasTables = true;
    const reply = await app.session.ask("tables");
    if (reply) app.tables = reply[2].map(tableLine);
    const own = await app.session.ask("battles");
    if (own) app.battles = own[2].map(ownBattle);
    app.render();
  };
  if (!app.hasTables && app.session.link === "up") load();
  return h("section", { class: "card", key: "tables" },
    h("h2", null, T.publicTables, h("button", { class: "quiet", onclick: load }, T.refresh)),
    app.tables.length === 0 && h("p", { class: "faint" }, T.noTables),
    h("ul", { class: "plain" }, app.tables.map((one) =>
      h("li", { key: one.id, class: "line" },
        h("span", null, h("strong", null, one.name), h("br"),
          h("small", null, `${encounterName(app, one.encounter)}, ${DIFFICULTIES[one.difficulty]?.name ?? one.difficulty} · ${one.phase === "playing" ? T.running : T.free(`${one.free}/${one.party}`)}`)),
        h("button", { onclick: () => app.session.join("", one.id) }, one.phase === "playing" ? T.watch : T.goIn)))));
}

/** The battles that this player has been in, on whatever device. */
function memoriesCard(app) {
  const all = allBattles(app.battles);
  if (!all.length) return false;
  const shown = app.ui.allMemories ? all : all.slice(0, SHOWN);
  return h("section", { class: "card", key: "memories" }, h("h2", null, T.myBattles),
    h("ul", { class: "plain" }, shown.map((one) => battleLine(app, one))),
    all.length > shown.length && h("button", { class: "quiet", onclick: () => app.set({ allMemories: true }) }, T.all(all.length)));
}

/** A battle with what can be done with it. */
export function battleLine(app, one) {
  const isHere = app.session.table?.id === one.table;
  return h("li", { key: one.battle, class: "line" },
    h("span", null, h("strong", null, encounterName(app, one.encounter)), h("br"),
      h("small", null, [new Date(one.started).toLocaleString(), !isHere && one.name, one.lost ? T.lostBattle : one.over ? T.finished : T.running].filter(Boolean).join(" · "))),
    h("span", { class: "acts" },
      !one.over && !isHere && one.table && h("button", { onclick: () => app.session.join("", one.table) }, T.goIn),
      h("button", { onclick: () => app.openReplay(one.battle) }, T.replay)));
}
