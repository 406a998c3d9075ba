/** The operators' page: a token, then everything that `hexwarden admin` can do. */

import { T } from "../texts/operator.ts";
import { h, patch } from "../view/dom.ts";
import type { Heard } from "../view/dom.ts";
import { token } from "./acts.ts";
import { Console } from "./console.ts";
import type { Asking } from "./console.ts";
import type { Found } from "./told.ts";
import { audit, bans, button, players, processes, tables } from "./lists.ts";
import { tableCard } from "./table.ts";

const root = document.body.firstElementChild ?? document.body;
const app = new Console(draw);

function draw() {
  patch(root, [app.isIn && app.found ? consolePage(app.found) : doorPage(), saidLine()]);
}

function doorPage() {
  const enter = (event: Heard<"form">) => {
    event.preventDefault();
    const given = new FormData(event.target).get("token");
    void app.enter(typeof given === "string" ? given.trim() : "");
  };
  return h(
    "main",
    { class: "page narrow", key: "door" },
    h("h1", null, T.title),
    h(
      "form",
      { class: "card stack", onsubmit: enter },
      h(
        "label",
        null,
        T.token,
        h("input", { id: "token", name: "token", type: "password", autocomplete: "off", required: "" }),
        h("small", null, T.tokenHint),
      ),
      h("button", { class: "primary", id: "enter" }, T.enter),
    ),
  );
}

function consolePage(found: Found) {
  return h(
    "main",
    { class: "page operator", key: "console" },
    h(
      "header",
      { class: "row" },
      h("h1", null, T.title),
      button(T.refresh, () => app.refresh()),
      button(T.leave, () => app.leave()),
    ),
    app.asking && askingCard(app.asking),
    motdCard(found),
    app.table ? tableCard(app, app.table, found) : tables(app, found),
    players(app, found),
    bans(app),
    processes(found),
    audit(app),
  );
}

function motdCard(found: Found) {
  const typed = (event: Heard<"input">) => {
    app.fields.motd = event.target.value;
  };
  return h(
    "section",
    { class: "card stack", key: "motd" },
    h(
      "label",
      null,
      T.motd,
      h("input", {
        id: "motd",
        maxlength: 500,
        value: app.fields.motd ?? found.notice,
        oninput: typed,
        autocomplete: "off",
      }),
    ),
    h(
      "div",
      { class: "row" },
      button(T.show, () => app.perform("motd", { text: app.fields.motd ?? found.notice }), { class: "primary" }),
      found.notice &&
        button(T.takeAway, () => {
          app.fields.motd = "";
          void app.perform("motd", { text: "" });
        }),
    ),
  );
}

function askingCard({ what, given }: Asking) {
  const typed = (name: "why" | "seconds") => (event: { target: { value: string } }) => {
    app.fields[name] = event.target.value;
  };
  const question = T.asks[what]?.(given) ?? what;
  const sent = (event: Event) => {
    event.preventDefault();
    void app.confirm();
  };
  return h(
    "form",
    { class: "card stack asking", key: "asking", role: "dialog", "aria-label": question, onsubmit: sent },
    h("p", null, h("strong", null, question)),
    what === "ban" &&
      h(
        "label",
        null,
        T.seconds,
        h(
          "select",
          { id: "seconds", value: app.fields.seconds, onchange: typed("seconds") },
          Object.entries<string>(T.lengths).map(([value, text]) => h("option", { key: value, value }, text)),
        ),
      ),
    h(
      "label",
      null,
      T.why,
      h("input", { id: "why", maxlength: 200, value: app.fields.why, oninput: typed("why"), autocomplete: "off" }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", id: "do" }, T.doIt),
      button(T.cancel, () => app.cancel(), { type: "button" }),
    ),
  );
}

function saidLine() {
  return h(
    "div",
    { class: "status", key: "status", "aria-live": "polite" },
    app.said && h("p", { key: "said", id: "said" }, app.said),
  );
}

draw();
if (token.get()) void app.refresh();
