/** The client's beginning: one session, one page that is drawn anew after every change. */

import { App } from "./app.ts";
import { carried, carry, keep, kept } from "./core/keeping.ts";
import { NOTHING } from "./core/state.ts";
import { asideOf, placeAt } from "./core/address.ts";
import type { Aside, Place } from "./core/address.ts";
import { codeAt } from "./core/links.ts";
import { battlePage } from "./view/battle.ts";
import { Inspector } from "./view/inspector.ts";
import { h, patch } from "./view/dom.ts";
import { loadFaces } from "./view/faces.ts";
import { invitedPage } from "./view/invited.ts";
import { onKey } from "./view/keys.ts";
import { lobbyPage } from "./view/lobby.ts";
import { watchMenus } from "./view/menus.ts";
import { Navigation } from "./view/navigation.ts";
import { watchFingers } from "./view/pointed.ts";
import { keepFocus } from "./view/focus.ts";
import { statusLine } from "./view/status.ts";
import { tablePage } from "./view/table.ts";
import { T } from "./texts/en.ts";
import { chosen, speak } from "./texts/language.ts";
import { recallTheme } from "./view/theme.ts";

const [root, cardPlace] = [placeOf("app"), placeOf("card")];

const app = new App(draw);
app.code = invitation();
const inspector = new Inspector(app, cardPlace);
app.inspector = inspector;
const navigation = new Navigation(app);
Object.assign(globalThis, { hexwarden: app });

/** An element that the page is made with. Throws where it is missing. */
function placeOf(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** What stood beside the board when the page was drawn last. */
let beside: object = {};

function draw() {
  app.drafts.turnTo(app.session.mine, app.session.battle?.state ?? NOTHING);
  keepFocus(() => patch(root, [page(), statusLine(app)]));
  // Questions, title and address follow what stands beside the board: frames of the board alone leave them as they are.
  if (app.frames.parts.beside === beside) return;
  beside = app.frames.parts.beside;
  app.later.found?.keepHeight(app);
  app.later.found?.showNeeded();
  inspector.ask(app.mine);
  const title = app.title();
  if (document.title !== title) document.title = title;
  app.notice();
  navigation.drawn();
}

function page() {
  const { session, ui } = app;
  const aside = asideOf(ui.page);
  if (aside) return pageOf(aside) ?? h("main", { class: "page help", key: "help" });
  if (app.player) return battlePage(app, app.player.battle);
  if (app.code && !session.table) return invitedPage(app);
  if (!session.table || navigation.isAway) return lobbyPage(app);
  app.leaveTrailer();
  if (session.battle && !ui.showTable) return battlePage(app, app.battle ?? session.battle);
  return tablePage(app);
}

/** A page beside all else, undefined until it has come. */
const pageOf = (aside: Aside) =>
  aside === "ladder" ? app.ladder.want()?.ladderPage(app) : app.later.want()?.helpPage(app, aside);

/**
 * The invite code that the page was opened with. It leaves the address at once, so that neither the
 * history nor somebody who looks on finds it there; the tab carries it for when it is loaded again.
 */
function invitation() {
  const code = codeAt(location);
  if (!code) return carried("invitation");
  carry("invitation", code);
  history.replaceState(null, "", `/${location.search}`);
  return code;
}

/** The language of the page, before the first word is said. */
async function language() {
  const wish = new URLSearchParams(location.search).get("lang") ?? "";
  const before = kept("language");
  if (wish) keep("language", wish);
  const spoken = chosen(wish, before, navigator.languages ?? []);
  if (spoken && (await speak(spoken))) document.documentElement.lang = spoken;
  document.getElementById("spoken")?.setAttribute("aria-label", T.whatHappens);
}

async function begin() {
  const wished = placeAt(location);
  app.ui.keepsTable = wished.kind === "table";
  await language();
  navigation.aside(wished);
  app.render();
  app.session.start();
  app.glossary.changed = () => app.render();
  void app.glossary.load();
  if (wished.kind === "replay") void navigation.go(wished);
  await app.session.whenWelcome;
  await comeBack(wished);
  navigation.isBack = true;
  app.render();
}

/** To the table of the page's address, or by the invitation that it was opened with. */
async function comeBack(wished: Place) {
  const isTable = wished.kind === "table" || wished.kind === "battle";
  const seen = new Promise<void>((resolve) => (app.session.tableSeen = resolve));
  if (isTable && (await app.session.join("", wished.table))) {
    await seen;
    app.code = "";
  } else if (app.code && kept("name")) await app.enter();
  else if (app.code) void app.readInvitation();
}

recallTheme();
loadFaces();
for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => app.chain.stop(), true);
app.presses.listen(window);
watchFingers(window);
watchMenus();
addEventListener("keydown", (event) => onKey(app, event));
addEventListener("hashchange", () => {
  // A link that is followed where the page is open already: begin anew with it.
  if (!codeAt(location)) return;
  invitation();
  location.reload();
});
// A phone that is turned, a window that is zoomed: pages of the days have other parts there.
for (const query of ["(max-width: 736px)", "(max-height: 544px)"])
  matchMedia(query).addEventListener("change", () => app.render());
const isTimed = () => Object.keys(app.session.clocks).length || app.session.sides?.running.length;
setInterval(() => isTimed() && app.render(), 1000);
void begin();
