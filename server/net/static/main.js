/** The client's beginning: one session, one page that is drawn anew after every change. */

import { Drafts } from "./core/drafts.js";
import { keep, kept } from "./core/keeping.js";
import { Lexicon } from "./core/names.js";
import { Session } from "./core/session.js";
import { Teller } from "./core/teller.js";
import { battlePage } from "./view/battle.js";
import { patch } from "./view/dom.js";
import { onKey } from "./view/keys.js";
import { invitedPage, lobbyPage } from "./view/lobby.js";
import { statusLine } from "./view/status.js";
import { tablePage } from "./view/table.js";
import { recallTheme } from "./view/theme.js";

const root = document.getElementById("app");

/** What the views read and change. */
const app = {
  session: new Session({
    changed: () => app.renderLater(),
    played: (played) => {
      app.ui.hover = "";
      app.teller.played(played);
    },
    stood: () => app.teller.stood(),
  }),
  drafts: new Drafts(),
  lexicon: new Lexicon(),
  teller: null,
  ui: { tab: "board", showTable: false, mat: "", details: false, links: {}, forms: {}, hover: "", zoom: 1 },
  code: invitation(),
  tables: [],
  isDue: false,

  /** Draw the page as soon as the running handler is done: what somebody clicks shows at once. */
  render() {
    app.isDue = true;
    queueMicrotask(draw);
  },

  /** Draw the page at the next frame, however many messages come until then. */
  renderLater() {
    if (app.isDue) return;
    app.isDue = true;
    if (document.hidden) setTimeout(draw, 0);
    else requestAnimationFrame(draw);
  },

  /** Change something of the view, and draw. @param {Record<string, any>} change */
  set(change) {
    Object.assign(app.ui, change);
    app.render();
  },

  /** Be called so from now on. @param {string} name */
  async rename(name) {
    keep("name", name);
    app.session.name = name;
    await app.session.reintroduce();
  },
};
globalThis.hexwarden = app;
app.teller = new Teller(app);

function draw() {
  if (!app.isDue) return;
  app.isDue = false;
  app.drafts.turnTo(app.session.mine, app.session.battle?.state ?? {});
  patch(root, [statusLine(app), page()]);
  const address = app.session.table && !app.code ? `/#table=${app.session.table.id}` : "";
  if (address && location.hash !== address.slice(1)) history.replaceState(null, "", address);
}

function page() {
  const { session, ui } = app;
  if (app.code && !session.table) return invitedPage(app);
  if (!session.table) return lobbyPage(app);
  if (session.battle && !ui.showTable) return battlePage(app);
  return tablePage(app);
}

/** The invite code or the table that the page's address names. */
function invitation() {
  const found = /^\/join\/([A-Za-z0-9_.-]+)$/.exec(location.pathname);
  return found ? found[1] : "";
}

async function begin() {
  app.session.start();
  await app.session.whenWelcome;
  const table = new URLSearchParams(location.hash.slice(1)).get("table");
  if (app.code && kept("name")) await app.enter();
  else if (!app.code && table && !(await app.session.join("", table))) location.hash = "";
  app.render();
}

/** Take the invitation up. */
app.enter = async () => {
  if (!(await app.session.join(app.code))) {
    app.code = "";
    history.replaceState(null, "", "/");
  }
  app.render();
};

recallTheme();
addEventListener("keydown", (event) => onKey(app, event));
setInterval(() => Object.keys(app.session.clocks).length && app.render(), 1000);
app.render();
begin();
