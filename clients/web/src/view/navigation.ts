/** Where somebody is, in the browser's own history: Back and Forward go through the screens. */

import type { TableId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Place } from "../core/address.ts";
import { addressFor, asideOf, isSameScreen, placeAt } from "../core/address.ts";
import { codeAt } from "../core/links.ts";

export class Navigation {
  app: App;
  /** The page has been where its address leads; until it stands there, nothing is a step. */
  isBack = false;
  isSettled = false;
  shown: Place = { kind: "lobby" };

  constructor(app: App) {
    this.app = app;
    addEventListener("popstate", () => {
      if (!codeAt(location)) void this.go(placeAt(location));
    });
  }

  /** The screen that is shown. */
  get place(): Place {
    const { player, session, ui, keys } = this.app;
    const aside = asideOf(ui.page);
    if (aside) return { kind: aside };
    if (player) {
      const { version, event } = player.moment;
      const battle = player.film.id;
      return { kind: "replay", battle, at: `${version}.${event}`, share: keys.of(battle) };
    }
    if (!session.table || this.isAway) return { kind: "lobby" };
    const { id } = session.table;
    return { kind: session.battle && !ui.showTable ? "battle" : "table", table: id };
  }

  /** Whether one looks at the lobby while one's table goes on. */
  get isAway(): boolean {
    const { session, ui } = this.app;
    return ui.page === "lobby" && session.table?.id === ui.awayFrom;
  }

  /** The screen has been drawn: note it, as a step where it is another one. */
  drawn(): void {
    if (codeAt(location)) return; // A link is being followed: the page begins anew with it, and must still find it.
    const { place } = this;
    const { session, ui } = this.app;
    if (session.table && session.table.phase !== "playing") ui.keepsTable = false;
    const address = addressFor(place);
    const isLoading = session.table?.phase === "playing" && !session.battle;
    const isStep = this.isSettled && !isSameScreen(place, this.shown);
    if (!this.isBack || (isLoading && !this.isSettled)) return;
    this.isSettled = true;
    this.shown = place;
    if (`${location.pathname}${location.hash}` === address) return;
    if (isStep) {
      history.pushState(null, "", address);
      scrollTo(0, 0); // Another screen begins at its top, however far down the last one was.
    }
    if (!isStep) history.replaceState(null, "", address);
  }

  /** Turn to the screen beside the others that an address names, and to what is sought there; to none for another. */
  aside(place: Place): void {
    const { ui } = this.app;
    ui.page = asideOf(place.kind) ?? "";
    if ("word" in place && place.word) ui.word = place.word;
  }

  /** Show the screen of an address. */
  async go(place: Place): Promise<void> {
    const { app } = this;
    this.shown = place;
    this.aside(place);
    app.inspector?.close();
    if (app.player && place.kind !== "replay" && !app.ui.page) app.leaveReplay();
    if (place.kind === "replay") await app.openReplay(place.battle, place.at, place.share);
    else if (place.kind === "lobby" && app.session.table)
      Object.assign(app.ui, { page: "lobby", awayFrom: app.session.table.id });
    else if (place.kind === "table" || place.kind === "battle") await this.toTable(place.table, place.kind === "table");
    app.render();
  }

  async toTable(table: TableId, isTable: boolean): Promise<void> {
    const { session, ui } = this.app;
    ui.keepsTable = isTable;
    if (session.table?.id === table || (await session.join("", table))) ui.showTable = isTable;
  }
}
