/** Before a table: name, opening a table, joining one, the list of public ones. */

import { keep } from "../core/keeping.js";
import { DIFFICULTIES, ENCOUNTERS, T } from "../texts/en.js";
import { h } from "./dom.js";

const CLOCKS = [0, 30, 60, 120, 300];

/** The page of an invite link, for somebody without a name yet. */
export function invitedPage(app) {
  const name = app.ui.forms.name ?? app.session.name;
  const enter = async (event) => {
    event.preventDefault();
    await app.rename(name.trim() || "Player");
    app.enter();
  };
  return h("main", { class: "page narrow", key: "invited" },
    h("h1", null, T.title), h("p", null, T.invited),
    h("form", { class: "card stack", onsubmit: enter },
      h("label", null, T.askName,
        h("input", { id: "name", value: name, maxlength: 40, autocomplete: "nickname", oninput: field(app, "name") })),
      h("button", { class: "primary" }, T.sitDown)));
}

export function lobbyPage(app) {
  return h("main", { class: "page", key: "lobby" },
    h("header", { class: "masthead" }, h("h1", null, T.title), h("p", null, T.tagline)),
    h("div", { class: "columns" },
      h("div", null, nameCard(app), newTableCard(app)),
      h("div", null, joinCard(app), tablesCard(app))));
}

function field(app, name) {
  return (event) => {
    const { type, checked, value } = event.target;
    app.ui.forms = { ...app.ui.forms, [name]: type === "checkbox" ? checked : value };
    app.render();
  };
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
        id: "name", value: app.ui.forms.name ?? app.session.name, maxlength: 40,
        autocomplete: "nickname", oninput: field(app, "name"), onchange: save,
      })));
}

function newTableCard(app) {
  const { forms } = app.ui;
  const value = (name, other) => forms[name] ?? other;
  const create = async (event) => {
    event.preventDefault();
    const party = Number(value("party", "4"));
    const wish = [
      value("encounter", "jailbreak"), value("difficulty", "adept"), party, value("decides", "first"),
      Number(value("clock", "0")), 120, value("listed", false),
    ];
    if (!(await app.session.ask("create", wish, app.session.name ? `${app.session.name}'s table` : T.table))) return;
    await app.session.ask("claim", "1");
    if (value("others", "bots") === "bots")
      for (let seat = 2; seat <= party; seat += 1) await app.session.ask("bot", String(seat), "sensible");
  };
  return h("form", { class: "card stack", key: "new", onsubmit: create },
    h("h2", null, T.newTable),
    choice(app, "encounter", T.encounter, ENCOUNTERS, "jailbreak"),
    choice(app, "difficulty", T.difficulty, DIFFICULTIES, "adept"),
    choice(app, "party", T.partySize, { 1: "1", 2: "2", 3: "3", 4: "4" }, "4"),
    choice(app, "others", T.others, { bots: T.othersBots, friends: T.othersFriends }, "bots"),
    choice(app, "decides", T.decides, { first: T.decidesFirst, leader: T.decidesLeader }, "first"),
    choice(app, "clock", T.clock, Object.fromEntries(CLOCKS.map((n) => [n, n ? T.seconds(n) : T.noClock])), "0"),
    h("label", { class: "check" },
      h("input", { type: "checkbox", checked: value("listed", false), onchange: field(app, "listed") }), T.listed),
    h("button", { class: "primary", id: "create" }, T.open));
}

function choice(app, name, label, options, initial) {
  return h("label", { key: name }, label,
    h("select", { id: name, value: app.ui.forms[name] ?? initial, onchange: field(app, name) },
      Object.entries(options).map(([key, text]) => h("option", { value: key, key }, text))));
}

function joinCard(app) {
  const { lastTable } = app.session;
  const join = (event) => {
    event.preventDefault();
    const text = (app.ui.forms.code ?? "").trim();
    if (text) app.session.join(text.split("/join/").at(-1));
  };
  return h("form", { class: "card stack", key: "join", onsubmit: join },
    lastTable && h("button", { type: "button", class: "primary", onclick: () => app.session.join("", lastTable) }, T.lastTable),
    h("label", null, T.haveLink,
      h("input", { id: "code", value: app.ui.forms.code ?? "", oninput: field(app, "code") })),
    h("button", null, T.join));
}

function tablesCard(app) {
  const load = async () => {
    const reply = await app.session.ask("tables");
    if (reply) app.tables = reply[2];
    app.hasTables = true;
    app.render();
  };
  if (!app.hasTables && app.session.link === "up") {
    app.hasTables = true;
    load();
  }
  return h("section", { class: "card", key: "tables" },
    h("h2", null, T.publicTables, h("button", { class: "quiet", onclick: load }, T.refresh)),
    app.tables.length === 0 && h("p", { class: "faint" }, T.noTables),
    h("ul", { class: "plain" }, app.tables.map(([id, name, encounter, difficulty, phase, party, free]) =>
      h("li", { key: id, class: "line" },
        h("span", null, h("strong", null, name), ` ${ENCOUNTERS[encounter] ?? encounter}, ${DIFFICULTIES[difficulty] ?? difficulty}`,
          h("small", null, ` ${phase === "playing" ? T.running : T.free(`${free}/${party}`)}`)),
        h("button", { onclick: () => app.session.join("", id) }, T.goIn)))));
}

