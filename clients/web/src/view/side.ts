/** Beside the board: the story, the units, the chat; one at a time where room is short. */

import type { App } from "../app.ts";
import type { Scene } from "./scene.ts";
import { named, T } from "../texts/en.ts";
import { h } from "./dom.ts";
import { chatBox, storyBox } from "./log.ts";
import { roster } from "./roster.ts";

const PARTS = ["story", "units", "chat"];

export function sidePanel(app: App, scene: Scene) {
  const shown = PARTS.includes(app.ui.side) ? app.ui.side : PARTS[0];
  const unread = shown === "chat" ? 0 : app.session.chat.length - (app.ui.read ?? 0);
  if (shown === "chat") app.ui.read = app.session.chat.length;
  return h(
    "section",
    { class: "side", key: "side", "data-part": shown },
    h(
      "div",
      { class: "side-tabs", role: "tablist", "aria-label": T.beside },
      PARTS.map((part) =>
        h(
          "button",
          {
            key: part,
            role: "tab",
            id: `side-${part}`,
            "aria-selected": String(part === shown),
            "aria-controls": "side-part",
            onclick: () => app.set({ side: part }),
          },
          named(part),
          part === "chat" && unread > 0 && h("span", { class: "count" }, unread),
        ),
      ),
    ),
    h(
      "div",
      { class: "part", id: "side-part", role: "tabpanel", "aria-labelledby": `side-${shown}` },
      shown === "story" && storyBox(app),
      shown === "units" && roster(app, scene),
      shown === "chat" && chatBox(app),
    ),
  );
}
