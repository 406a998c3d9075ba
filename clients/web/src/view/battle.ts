/** The battle: who acts and who is waited for, board, questions, mats, story, and the replay's bar. */

import type { App } from "../app.ts";
import { idsOf } from "../core/ids.ts";
import { Names } from "../core/names.ts";
import { isMatch } from "../core/match.ts";
import { isSession, onTheMap } from "../core/overland.ts";
import type { State } from "../core/state.ts";
import { questCard } from "./days.ts";
import { named, T } from "../texts/en.ts";
import { board } from "./board.ts";
import { herald, verdict } from "./callouts.ts";
import { h, memo } from "./dom.ts";
import { encounterScene } from "./encounter_scene.ts";
import { tokenParts } from "./portraits.ts";
import type { Props, Vnode } from "./dom.ts";
import type { Battle } from "../core/battle.ts";
import type { Scene } from "./scene.ts";
import { readOut } from "./log.ts";
import { mats } from "./mat.ts";
import { questionPanel } from "./questions.ts";
import { replayBar } from "./replay.ts";
import { sidePanel } from "./side.ts";
import { tip } from "./tips.ts";
import { heading } from "./topbar.ts";
import { tray } from "./tray.ts";

const TABS = ["board", "mat", "log"];
const SWIPE = 60;

/** Everything that the parts of the page need to know about what is shown. */
export function sceneOf(app: App, battle: Battle): Scene {
  const { glossary, lexicon, stage } = app;
  const state = shownOf(app, stage.version === battle.version || stage.isBusy ? stage.state : battle.state);
  // While a battle begins by itself, what is answered as suggested is on its way: no page comes up for it.
  const mine = app.isBeginning ? app.mine.filter((one) => !app.session.isSent(one)) : app.mine;
  return {
    state,
    glossary,
    lexicon,
    mine,
    battle,
    names: new Names(state, battle.state, lexicon, battle.opening),
    offers: app.offers.of(mine, app.drafts, battle.state),
  };
}

/** A session's state with its province's map, whose words are fetched the first time that they are needed. */
function shownOf(app: App, state: State): State {
  if (!isSession(state)) return state;
  const province = app.glossary.campaign.provinces?.[state.plan.province];
  if (province) return onTheMap(state, province);
  app.glossary.wantCampaign();
  return state;
}

export function battlePage(app: App, battle: Battle) {
  const { ui, player } = app;
  const scene = sceneOf(app, battle);
  app.later.want();
  const days = isSession(scene.state) && scene.glossary.campaign.provinces ? app.days.want() : null;
  if (days) return days.daysPage(app, scene);
  if (isMatch(scene.state)) return app.match.want()?.matchPage(app, scene) ?? h("main", { key: "match" });
  const { parts } = app.frames;
  const beside = (key: string, build: () => Vnode) => memo(key, [parts.beside], build);
  const isLaid = Object.keys(scene.state.tiles ?? {}).length > 0;
  if (isLaid) app.isBeginning = false;
  const isBeginning = app.isBeginning && !isLaid && !scene.mine.length;
  const bare = isLaid || isBeginning ? "" : "bare";
  return h(
    "main",
    {
      class: `battle ${bare} ${player ? "playback" : ""}`,
      key: "battle",
      "data-tab": ui.tab,
      "data-over": String(battle.over && !app.stage.isBusy),
      "data-version": battle.version,
      "data-coordinates": Boolean(ui.coordinates),
      ...marked(app, scene),
      ...swiping(app),
    },
    tokenParts(),
    beside("read-out", () => readOut(app)),
    beside("bar", () => heading(app, scene)),
    memo("stage", [parts.board], () => stagePart(app, scene, isBeginning)),
    beside("mats", () =>
      memo(
        "mats",
        [
          scene.state.adventurers,
          scene.state.dice,
          scene.state.turn,
          ...idsOf(scene.state.adventurers ?? {}).map((id) => scene.state.units[id]),
          scene.offers.size ? scene.offers : 0,
          scene.glossary.data,
          app.session.table,
          ui.mat,
          ui.follow,
          ui.matFolded,
          player,
          scene.mine.length,
        ],
        () => mats(app, scene),
      ),
    ),
    memo("right", [parts.beside, parts.side], () =>
      h(
        "div",
        { class: "right" },
        isSession(scene.state) && questCard(scene, scene.state),
        !player && questionPanel(app, scene),
        memo("side", [parts.side], () => sidePanel(app, scene)),
      ),
    ),
    h(
      "nav",
      { class: "tabs", key: "tabs", "aria-label": T.parts },
      TABS.map((tab) =>
        h(
          "button",
          { key: tab, "data-tab": tab, "aria-pressed": String(ui.tab === tab), onclick: () => app.set({ tab }) },
          named(tab),
          tab === "board" &&
            ui.tab !== "board" &&
            scene.mine.length > 0 &&
            h("span", { class: "dot", role: "img", "aria-label": T.youDecide }),
        ),
      ),
    ),
  );
}

/** The board, and what is told and chosen over it. */
function stagePart(app: App, scene: Scene, isBeginning: boolean) {
  const told = verdict(app, scene);
  return h(
    "div",
    { class: "stage", key: "stage", "data-told": Boolean(told || app.drama.cast) },
    isBeginning ? beginning(app, scene.battle.opening) : board(app, scene),
    tray(app, scene),
    herald(app, scene),
    told,
    tip(app, scene),
    app.player && replayBar(app, app.player),
  );
}

/** In the board's place, until it is laid: where the battle will be, and what it is about. */
const beginning = (app: App, opening: Battle["opening"]) =>
  h(
    "div",
    { class: "map beginning", key: "beginning" },
    opening && encounterScene(app, opening.encounter, opening.difficulty),
  );

/**
 * What is on the page, for its layout: nobody's mat, a question, a turn, one about who somebody is to be. A style sheet could
 * find that out by itself, with `:has`; a browser then looks at the whole page's styles whenever a line is added.
 */
function marked(app: App, { state, mine, battle }: Scene) {
  const isTurn = mine.some(({ why }) => why === "turn.act");
  const isAsked = mine.length > 0 && !(battle.over && !app.stage.isBusy);
  return {
    "data-alone": !Object.keys(state.adventurers ?? {}).length,
    "data-asked": isAsked,
    "data-turn": isAsked && isTurn,
    "data-making": isAsked && mine.some(({ why }) => why.startsWith("create.")),
  };
}

/** On a narrow screen the parts lie one swipe away from each other. */
function swiping(app: App): Props<"main"> {
  return {
    ontouchstart: (event) => {
      const isFree = !event.target.closest(".map, .tray, input, .lines, .timeline");
      const [finger, ...more] = event.touches;
      app.ui.swipe = isFree && finger && !more.length ? { x: finger.clientX, y: finger.clientY } : null;
    },
    ontouchend: (event) => {
      const start = app.ui.swipe;
      const [finger] = event.changedTouches;
      if (!start || !finger || innerWidth > 736) return;
      const [dx, dy] = [finger.clientX - start.x, finger.clientY - start.y];
      if (Math.abs(dx) < SWIPE || Math.abs(dx) < 2 * Math.abs(dy)) return;
      const at = TABS.indexOf(app.ui.tab) + (dx < 0 ? 1 : -1);
      if (TABS[at]) app.set({ tab: TABS[at] });
    },
  };
}
