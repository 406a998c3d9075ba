/** The days between battles: towns, cards, the road, growth, rest, the journal, a session's end. Fetched with the first session. */

import "../style/overland.css";
import "../style/days.css";
import type { App } from "../app.ts";
import type { Commit } from "../core/messages.ts";
import type { Scene } from "../view/scene.ts";
import type { Child } from "../view/dom.ts";
import type { Day } from "./chronicle.ts";
import type { Panels } from "./decide.ts";
import type { Days } from "./parts.ts";
import { Film } from "../core/film.ts";
import { isSession } from "../core/overland.ts";
import { SESSION } from "../texts/session.ts";
import { T } from "../texts/en.ts";
import { tokenParts } from "../view/portraits.ts";
import { board } from "../view/board.ts";
import { herald } from "../view/callouts.ts";
import { questCard } from "../view/days.ts";
import { h } from "../view/dom.ts";
import { mats } from "../view/mat.ts";
import { replayBar } from "../view/replay.ts";
import { TRAVEL } from "../core/waymarks.ts";
import { sidePanel } from "../view/side.ts";
import { heading } from "../view/topbar.ts";
import { tray } from "../view/tray.ts";
import { aftermath } from "./aftermath.ts";
import { toBattles } from "./battles.ts";
import { BOARD, boardPanel } from "./board.ts";
import { CHOICE, cardScreen } from "./card.ts";
import { Chronicle } from "./chronicle.ts";
import { decidePanel } from "./decide.ts";
import { endScreen } from "./ending.ts";
import { GROWTH, growthPanel, growthScreen } from "./growth.ts";
import { journalScreen } from "./journal.ts";
import { partyStrip } from "./party.ts";
import { isLow, isPhone, openOf } from "./parts.ts";
import { restPanel, restScreen, TRADE } from "./rest.ts";
import { ROAD, roadPanel } from "./road.ts";
import { TOWN, townScreen } from "./town.ts";
import { townPanel, whatOthersDid } from "./town_panel.ts";
import { deedsInTown, deedsOfToday } from "./told.ts";
import { travelPanel } from "./travel.ts";

export { placeCard } from "./place_card.ts";

const PARTS = ["board", "mat", "journal", "log"];
/** Questions that the middle of the page answers. */
const IN_THE_MIDDLE = new Set([CHOICE]);

const chronicles = new WeakMap<App, Chronicle>();

function chronicleOf(app: App): Chronicle {
  const known = chronicles.get(app) ?? new Chronicle(app, (journal) => Film.load(journal, app.keys));
  chronicles.set(app, known);
  return known;
}

/** A commit of the running session, or of one of its battles, has come. */
export function heard(app: App, commit: Commit): void {
  const { battle } = app.session;
  if (battle) chronicleOf(app).heard(battle.battle, commit);
}

const told = new WeakMap<App, unknown>();

/** What is printed has come, or more of it: what was told before without its names is told again. */
function retell(app: App, { state, glossary }: Days): void {
  if (state.day > 0) glossary.wantDrawn();
  const now = glossary.campaign;
  const before = told.get(app);
  told.set(app, now);
  if (before !== now && app.teller.lines.length) app.teller.retell();
}

/** What a session's page says to questions of its own. */
const panelsOf = (days: readonly Day[]): Panels => ({
  [TOWN]: townPanel,
  [TRAVEL]: travelPanel,
  [GROWTH]: (ask, scene) => growthPanel(ask, scene, deedsOfToday(days)),
  [TRADE]: restPanel,
  [ROAD]: roadPanel,
  [BOARD]: boardPanel,
});

type Screen = "town" | "card" | "growth" | "rest" | "end" | "map";

/** What a session's page shows now: what one is asked, else where the party is. */
function screenOf(app: App, { state, mine, battle }: Days): Screen {
  if (battle.over && !app.stage.isBusy && !app.player) return "end";
  if (app.player && state.outcome) return "end";
  if (mine.some(({ why }) => why === CHOICE)) return "card";
  if (state.visit) return "town";
  if (state.day_phase === "growth") return "growth";
  if (state.day_phase === "rest") return "rest";
  return "map";
}

/** The page of a session between its battles. */
export function daysPage(app: App, found: Scene) {
  if (!isSession(found.state)) throw new Error("a battle is no session");
  const scene: Days = { ...found, state: found.state };
  retell(app, scene);
  const screen = screenOf(app, scene);
  comeBack(app, scene);
  const part = PARTS.includes(app.ui.tab) ? app.ui.tab : "board";
  const days = chronicleOf(app).of(scene.battle.battle, app.player ? app.player.moment.version : scene.battle.version);
  const deeds = deedsInTown(days);
  const today = days.at(-1);
  return h(
    "main",
    {
      class: `battle campaign ${app.player ? "playback" : ""}`,
      key: "days",
      "data-screen": screen,
      "data-part": part,
      "data-over": String(scene.battle.over && !app.stage.isBusy),
      "data-version": scene.battle.version,
    },
    tokenParts(),
    heading(app, scene),
    parts(app, scene, part),
    h("div", { class: "here", key: `here ${screen} ${part}` }, here(app, scene, screen, part, days)),
    partyStrip(app, scene, deeds),
    h(
      "aside",
      { class: "beside", key: "beside" },
      screen !== "end" && aftermath(scene, today),
      (screen === "map" || screen === "card") && part !== "journal" && questCard(scene, scene.state),
      !app.player && !scene.battle.over && decidePanel(app, scene, panelsOf(days), IN_THE_MIDDLE),
      screen === "town" && whatOthersDid(scene, deeds),
      sidePanel(app, scene),
    ),
    app.player &&
      h(
        "div",
        { class: "bar-below", key: "bar-below" },
        today && h("div", { class: "to-battles" }, toBattles(app, scene, today)),
        replayBar(app, app.player),
      ),
  );
}

const shownLast = new WeakMap<App, object>();

/**
 * The way back from a battle begins where the party is, whatever leaf was open before. A day that begins closes
 * nothing: whoever reads the journal reads on, and a dot says that they decide.
 */
function comeBack(app: App, { battle }: Days): void {
  const before = shownLast.get(app);
  shownLast.set(app, battle);
  if (before && before !== battle && !app.player) app.ui.tab = "board";
}

function here(app: App, scene: Days, screen: Screen, part: string, days: readonly Day[]): Child {
  if (part === "mat") return h("div", { class: "sheets", key: "sheets" }, mats(app, scene));
  if (part === "journal") return journalScreen(app, scene, days);
  const choice = openOf(app, scene, CHOICE);
  switch (screen) {
    case "end":
      return endScreen(app, scene, days);
    case "card":
      return choice && cardScreen(app, scene, choice);
    case "town":
      return townScreen(app, scene, deedsInTown(days));
    case "growth":
      return growthScreen(app, scene);
    case "rest":
      return restScreen(app, scene);
    case "map":
      return h("div", { class: "stage", key: "stage" }, board(app, scene), tray(app, scene), herald(app, scene));
  }
}

/** The parts of the page: what is here now, the party's sheets, the journal; on a small screen the story, too. */
function parts(app: App, scene: Days, shown: string) {
  return h(
    "nav",
    { class: "tabs parts", key: "parts", "aria-label": SESSION.partsOf },
    PARTS.filter((part) => part !== "log" || isPhone() || isLow()).map((part) =>
      h(
        "button",
        {
          key: part,
          "data-tab": part,
          "aria-pressed": String(part === shown),
          onclick: () => app.set({ tab: part }),
        },
        SESSION.parts[part],
        part === "board" &&
          shown !== "board" &&
          scene.mine.length > 0 &&
          h("span", { class: "dot", role: "img", "aria-label": T.youDecide }),
      ),
    ),
  );
}
