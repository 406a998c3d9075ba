/** The operators' page: a token, then everything that `hexwarden admin` can do. */

import { T } from "../texts/operator.js";
import { h, patch } from "../view/dom.js";
import { token } from "./acts.js";
import { Console } from "./console.js";
import { audit, bans, button, players, processes, tables } from "./lists.js";
import { tableCard } from "./table.js";

const root = document.getElementById("app");
const app = new Console(draw);

function draw() {
  patch(root, [app.isIn && app.found ? consolePage() : doorPage(), saidLine()]);
}

function doorPage() {
  const enter = (event) => {
    event.preventDefault();
    app.enter(new FormData(event.target).get("token")?.toString().trim());
  };
  return h("main", { class: "page narrow", key: "door" }, h("h1", null, T.title),
    h("form", { class: "card stack", onsubmit: enter },
      h("label", null, T.token, h("input", { id: "token", name: "token", type: "password", autocomplete: "off", required: "" }), h("small", null, T.tokenHint)),
      h("button", { class: "primary", id: "enter" }, T.enter)));
}

function consolePage() {
  return h("main", { class: "page operator", key: "console" },
    h("header", { class: "row" }, h("h1", null, T.title),
      button(T.refresh, () => app.refresh()), button(T.leave, () => app.leave())),
    app.asking && askingCard(),
    motdCard(),
    app.table ? tableCard(app) : tables(app),
    players(app), bans(app), processes(app), audit(app));
}

function motdCard() {
  const typed = (event) => { app.fields.motd = event.target.value; };
  return h("section", { class: "card stack", key: "motd" },
    h("label", null, T.motd, h("input", { id: "motd", maxlength: 500, value: app.fields.motd ?? app.found.notice, oninput: typed, autocomplete: "off" })),
    h("div", { class: "row" },
      button(T.show, () => app.perform("motd", { text: app.fields.motd ?? app.found.notice }), { class: "primary" }),
      app.found.notice && button(T.takeAway, () => { app.fields.motd = ""; app.perform("motd", { text: "" }); })));
}

function askingCard() {
  const { what, given } = app.asking;
  const typed = (name) => (event) => { app.fields[name] = event.target.value; };
  const sent = (event) => {
    event.preventDefault();
    app.confirm();
  };
  return h("form", { class: "card stack asking", key: "asking", role: "dialog", "aria-label": T.asks[what](given), onsubmit: sent },
    h("p", null, h("strong", null, T.asks[what](given))),
    what === "ban" && h("label", null, T.seconds, h("select", { id: "seconds", value: String(app.fields.seconds), onchange: typed("seconds") },
      Object.entries(T.lengths).map(([value, text]) => h("option", { key: value, value }, text)))),
    h("label", null, T.why, h("input", { id: "why", maxlength: 200, value: app.fields.why, oninput: typed("why"), autocomplete: "off" })),
    h("div", { class: "row" }, h("button", { class: "primary", id: "do" }, T.doIt), button(T.cancel, () => app.cancel(), { type: "button" })));
}

function saidLine() {
  return h("div", { class: "status", key: "status", "aria-live": "polite" }, app.said && h("p", { key: "said", id: "said" }, app.said));
}

draw();
if (token.get()) app.refresh();
