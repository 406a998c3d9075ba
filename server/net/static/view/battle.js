/** The battle: who acts and who is waited for, board, questions, mats, story, and the replay's bar. */

import { Names } from "../core/names.js";
import { T } from "../texts/en.js";
import { board } from "./board.js";
import { h, memo } from "./dom.js";
import { mats } from "./mat.js";
import { questionPanel } from "./questions.js";
import { replayBar } from "./replay.js";
import { sidePanel } from "./side.js";
import { heading } from "./topbar.js";
import { tray } from "./tray.js";

const TABS = ["board", "mat", "log"];
const SWIPE = 60;

/** Everything that the parts of the page need to know about what is shown. */
export function sceneOf(app) {
  const { battle, glossary, lexicon, stage } = app;
  const state = stage.version === battle.version || stage.isBusy ? stage.state : battle.state;
  const { mine } = app;
  return {
    state, glossary, lexicon, mine, battle,
    names: new Names(state, battle.state, lexicon, battle.opening),
    offers: app.offers.of(mine, app.drafts, battle.state),
  };
}

export function battlePage(app) {
  const { battle, ui, player } = app;
  const scene = sceneOf(app);
  const beside = (key, build) => memo(key, [app.beside], build);
  const bare = Object.keys(scene.state.tiles ?? {}).length ? "" : "bare";
  return h("main", {
    class: `battle ${bare} ${player ? "playback" : ""}`, key: "battle", "data-tab": ui.tab,
    "data-over": String(battle.over && !app.stage.isBusy), "data-version": battle.version, ...swiping(app),
  },
    beside("bar", () => heading(app, scene)),
    h("div", { class: "stage", key: "stage" },
      board(app, scene), tray(app, scene), banner(app),
      player && replayBar(app)),
    beside("mats", () => memo("mats", [
      scene.state.adventurers, scene.state.dice, scene.state.turn, ...Object.keys(scene.state.adventurers ?? {}).map((id) => scene.state.units[id]), scene.offers.size ? scene.offers : 0,
      scene.glossary.data, app.session.table, ui.mat, ui.follow, ui.matFolded, player, scene.mine.length,
    ], () => mats(app, scene))),
    beside("right", () => h("div", { class: "right" },
      !player && questionPanel(app, scene), sidePanel(app, scene))),
    h("nav", { class: "tabs", key: "tabs", "aria-label": T.parts }, TABS.map((tab) =>
      h("button", { key: tab, "data-tab": tab, "aria-pressed": String(ui.tab === tab), onclick: () => app.set({ tab }) }, T[tab],
        tab === "board" && ui.tab !== "board" && scene.mine.length > 0 && h("span", { class: "dot", role: "img", "aria-label": T.youDecide })))));
}

function banner(app) {
  const { banner: one } = app.teller;
  return one && h("div", { class: "banner", key: `banner-${one.id}`, "aria-hidden": "true" }, h("span", null, one.text));
}

/** On a narrow screen the parts lie one swipe away from each other. */
function swiping(app) {
  let from = null;
  return {
    ontouchstart: (event) => {
      const isFree = !event.target.closest(".map, .tray, input, .lines, .timeline");
      from = isFree && event.touches.length === 1 ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
      app.ui.swipe = from;
    },
    ontouchend: (event) => {
      const start = app.ui.swipe;
      if (!start || innerWidth > 736) return;
      const [dx, dy] = [event.changedTouches[0].clientX - start.x, event.changedTouches[0].clientY - start.y];
      if (Math.abs(dx) < SWIPE || Math.abs(dx) < 2 * Math.abs(dy)) return;
      const at = TABS.indexOf(app.ui.tab) + (dx < 0 ? 1 : -1);
      if (TABS[at]) app.set({ tab: TABS[at] });
    },
  };
}
