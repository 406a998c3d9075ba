/** The story and the chat. */

import { T } from "../texts/en.js";
import { h } from "./dom.js";

const SHOWN = 250;

export function storyBox(app) {
  const { details } = app.ui;
  const lines = app.teller.lines.filter((line) => details || !line.quiet).slice(-SHOWN);
  return h("section", { class: "story", key: "story", "aria-label": T.log },
    h("h2", null, T.log,
      h("label", { class: "check small" },
        h("input", { type: "checkbox", checked: details, onchange: () => app.set({ details: !details }) }), T.details)),
    h("ol", { class: "plain lines", tabindex: "0", "aria-label": T.log },
      h("li", { key: "anchor", class: "anchor" }),
      [...lines].reverse().map((line) => h("li", { key: line.id, class: `told ${line.tag}` }, line.text))));
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
    h("ol", { class: "plain lines", "aria-live": "polite" }, session.chat.slice(-80).reverse().map((one, at) =>
      h("li", { key: `said-${session.chat.length - at}` }, one.name && h("strong", null, `${one.name}: `), one.text))),
    h("form", { class: "row", onsubmit: say },
      h("input", {
        id: "chat", "aria-label": T.say, placeholder: T.say, maxlength: 500, value: app.ui.forms.chat ?? "", autocomplete: "off",
        oninput: (event) => { app.ui.forms = { ...app.ui.forms, chat: event.target.value }; },
      }),
      h("button", null, T.send)));
}
