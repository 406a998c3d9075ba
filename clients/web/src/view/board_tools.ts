/** In a corner of the board: how fast it goes, whether it sounds, and a way past what is being shown. */

import { entryAt } from "../core/certain.ts";
import type { App } from "../app.ts";
import { isSounding, turnSound } from "../core/sound.ts";
import { DRAMA, T } from "../texts/en.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";

/** Speeds that a press goes through, and after the last the first again; 0 shows all at once. */
const PACES = [1, 2, 0, 0.6];
const MARKS: Readonly<Record<string, string>> = { 0: "▸▸▏", 0.6: "▸", 1: "▸▸", 2: "▸▸▸" };

/** Pace, sound, skip. */
export function boardTools(app: App) {
  const { speed } = app.stage;
  const isOn = isSounding();
  const next = () => app.setPace(entryAt(PACES, (PACES.indexOf(speed) + 1) % PACES.length));
  const ring = () => {
    turnSound();
    app.render();
  };
  return h(
    "div",
    { class: "board-tools", key: "tools" },
    h(
      "button",
      {
        "aria-pressed": String(isOn),
        "aria-label": T.sound,
        title: isOn ? DRAMA.soundOn : DRAMA.soundOff,
        onclick: ring,
        key: "sound",
        id: "sound",
      },
      icon(isOn ? "sound" : "silence"),
    ),
    !app.player &&
      h(
        "button",
        {
          key: "pace",
          id: "pace-step",
          "aria-label": DRAMA.pace(T.paces[String(speed)] ?? String(speed)),
          title: DRAMA.pace(T.paces[String(speed)] ?? String(speed)),
          onclick: next,
        },
        h("span", { class: "marks", "aria-hidden": "true" }, MARKS[String(speed)] ?? "▸▸"),
      ),
    app.stage.isBusy &&
      h("button", { key: "skip", class: "skip", onclick: () => app.stage.skip() }, DRAMA.skip, h("kbd", null, T.space)),
  );
}
