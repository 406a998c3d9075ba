/** The story and the chat. */

import { T } from "../texts/en.js";
import { h, memo } from "./dom.js";

const SHOWN = 250;

export function storyBox(app) {
  const { details } = app.ui;
  const lines = linesShown(app.teller.lines, details);
  return h("div", { class: "story", key: "story" },
    h("label", { class: "check small" },
      h("input", { type: "checkbox", id: "details", checked: Boolean(details), onchange: () => app.set({ details: !details }) }), T.details),
    memo("lines", [lines.length, lines[0]?.id, lines.at(-1)?.id, app.player, app.glossary.data], () => h("ol", { class: "plain lines", tabindex: "0", "aria-label": T.log },
      lines.toReversed().map((line) => memo(line.id, [line, app.player, app.glossary.data], () =>
        h("li", { class: `told t-${line.tag}` }, textOf(line), ruleOf(line.rule), momentOf(app, line)))))));
}

/** The last lines that are wanted, looked for from the end. */
function linesShown(all, details) {
  const found = [];
  for (let at = all.length - 1; at >= 0 && found.length < SHOWN; at -= 1) if (details || !all[at].quiet) found.push(all[at]);
  return found.reverse();
}

/** A sentence; what it names can be looked at. */
function textOf({ text, mentions }) {
  let rest = [text];
  for (const { card, name } of mentions) {
    rest = rest.flatMap((part) => {
      const at = typeof part === "string" ? part.indexOf(name) : -1;
      if (at < 0) return [part];
      return [part.slice(0, at), h("span", { class: "mention", "data-card": card }, name), part.slice(at + name.length)];
    });
  }
  return rest;
}

export const ruleOf = (rule) => rule && h("button", { class: "rule", "data-card": `rule:${rule}`, "aria-label": T.rule(rule) }, rule);

/** In a recording every line leads to its moment. */
function momentOf(app, line) {
  if (!app.player) return false;
  return h("button", {
    class: "quiet moment", "aria-label": T.toMoment, title: T.toMoment, onclick: () => app.player.seek({ version: line.version, event: line.at + 1 }),
  }, "↦");
}

export function chatBox(app) {
  const { session } = app;
  const say = (event) => {
    event.preventDefault();
    const text = (app.ui.forms.chat ?? "").trim().slice(0, 500);
    if (!text) return;
    app.ui.forms.chat = "";
    session.ask("chat", text);
    app.render();
  };
  return h("div", { class: "chat", key: "chat" },
    h("ol", { class: "plain lines", "aria-live": "polite", tabindex: "0", "aria-label": T.chat }, session.chat.slice(-80).reverse().map((one, at) =>
      h("li", { key: `said-${session.chat.length - at}` }, one.name && h("strong", null, `${one.name}: `), one.text))),
    session.table && h("form", { class: "row", onsubmit: say },
      h("input", {
        id: "chat", "aria-label": T.say, placeholder: T.say, maxlength: 500, value: app.ui.forms.chat ?? "", autocomplete: "off",
        oninput: (event) => { app.ui.forms = { ...app.ui.forms, chat: event.target.value }; },
      }),
      h("button", null, T.send)));
}
