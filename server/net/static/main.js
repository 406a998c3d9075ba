/** The client's beginning: one session, one page that is drawn anew after every change. */

import { App } from "./app.js";
import { carried, carry, keep, kept } from "./core/keeping.js";
import { codeAt } from "./core/links.js";
import { battlePage } from "./view/battle.js";
import { Inspector } from "./view/inspector.js";
import { patch } from "./view/dom.js";
import { onKey } from "./view/keys.js";
import { invitedPage, lobbyPage } from "./view/lobby.js";
import { statusLine } from "./view/status.js";
import { tablePage } from "./view/table.js";
import { T } from "./texts/en.js";
import { chosen, speak } from "./texts/language.js";
import { recallTheme } from "./view/theme.js";

const root = document.getElementById("app");

const app = new App(draw);
app.code = invitation();
app.inspector = new Inspector(app, document.getElementById("card"));
globalThis.hexwarden = app;

function draw() {
  app.drafts.turnTo(app.session.mine, app.session.battle?.state ?? {});
  patch(root, [page(), statusLine(app)]);
  const title = app.title();
  if (document.title !== title) document.title = title;
  const address = addressOf();
  if (address !== null && `${location.pathname}${location.hash}` !== address) history.replaceState(null, "", address);
}

function page() {
  const { session, ui } = app;
  if (app.player) return battlePage(app);
  if (app.code && !session.table) return invitedPage(app);
  if (!session.table) return lobbyPage(app);
  if (session.battle && !ui.showTable) return battlePage(app);
  return tablePage(app);
}

/** The address that leads back to what is shown. */
function addressOf() {
  if (app.player) {
    const { version, event } = app.player.moment;
    return `/#replay=${app.player.film.id}&at=${version}.${event}${app.keys.tail(app.player.film.id)}`;
  }
  return app.session.table ? `/#table=${app.session.table.id}` : null;
}

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

/** Open the recording that the page's address names. @param {URLSearchParams} wished */
function openWished(wished) {
  const battle = wished.get("replay");
  if (battle) app.openReplay(battle, wished.get("at") ?? "", wished.get("share") ?? "");
}

async function begin() {
  await language();
  app.render();
  app.session.start();
  app.glossary.load().then(() => app.render());
  const wished = new URLSearchParams(location.hash.slice(1));
  openWished(wished);
  await app.session.whenWelcome;
  const table = wished.get("table");
  if (table && (await app.session.join("", table))) app.code = "";
  else if (app.code && kept("name")) await app.enter();
  else if (table) history.replaceState(null, "", "/");
  app.render();
}

recallTheme();
app.presses.listen(window);
addEventListener("keydown", (event) => onKey(app, event));
addEventListener("hashchange", () => {
  // A link that is followed where the page is open already: begin anew with it.
  if (codeAt(location)) {
    invitation();
    location.reload();
    return;
  }
  const wished = new URLSearchParams(location.hash.slice(1));
  openWished(wished);
});
setInterval(() => Object.keys(app.session.clocks).length && app.render(), 1000);
begin();
