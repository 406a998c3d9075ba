/** The replay's bar: play, step, scrub, speed, and back to the present. */

import { T } from "../texts/en.js";
import { h } from "./dom.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16];

export function replayBar(app) {
  const { session } = app;
  const { battle, version, last, speed } = session.replay;
  const isPlaying = speed > 0;
  const chosen = app.ui.speed ?? 2;
  const pace = (to) => session.ask("pace", to);
  const leave = async () => {
    session.replay = null;
    const line = session.table?.battles.find((each) => each.battle === battle);
    if (session.table?.phase === "playing") {
      await session.watch(session.table.battles.at(-1).battle);
      app.set({ showTable: line?.over ?? false });
    } else app.set({ showTable: true });
  };
  const setSpeed = (event) => {
    app.set({ speed: Number(event.target.value) });
    if (isPlaying) pace(app.ui.speed);
  };
  return h("div", { class: "replay", key: "replay" },
    h("button", { "aria-label": T.back, onclick: () => session.ask("step", -1) }, "◀"),
    h("button", { id: "play", "aria-label": isPlaying ? T.pause : T.play, onclick: () => pace(isPlaying ? 0 : chosen) }, isPlaying ? "❚❚" : "▶"),
    h("button", { "aria-label": T.forward, onclick: () => session.ask("step", 1) }, "▶|"),
    h("input", {
      type: "range", id: "scrub", min: 0, max: last, value: session.battle?.version ?? version, "aria-label": T.position,
      onchange: (event) => session.ask("seek", Number(event.target.value)),
    }),
    h("output", null, `${session.battle?.version ?? version}/${last}`),
    h("select", { "aria-label": T.speed, value: String(chosen), onchange: setSpeed }, SPEEDS.map((each) => h("option", { key: each, value: String(each) }, `${each}×`))),
    h("button", { class: "quiet", onclick: leave }, T.live));
}
