/** The links to a table: to be copied, how long each works, and its end. */

import { NO_SEAT } from "../protocol.ts";
import type { SeatId } from "../protocol.ts";
import type { App } from "../app.ts";
import { tableLink } from "../core/address.ts";
import { linkOf } from "../core/links.ts";
import { T } from "../texts/en.ts";
import { h } from "./dom.ts";

const HANDED_ON = "table";
const HOUR = 3600;
const LASTING = [HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR];

export function invitesCard(app: App) {
  const { session } = app;
  if (!session.leads) return false;
  const seats = session.atTable.chairs.filter((chair) => !chair.player && !chair.bot).map((chair) => chair.seat);
  return h(
    "section",
    { class: "card", key: "invites" },
    h("h2", null, T.inviteLinks),
    h("p", { class: "faint" }, T.inviteText),
    h(
      "ul",
      { class: "plain" },
      [...seats, NO_SEAT].map((seat) => inviteLine(app, seat)),
    ),
    session.atTable.settings.isPublic &&
      h(
        "p",
        { key: "hand-on" },
        h(
          "button",
          { id: "hand-on", onclick: () => handOn(app) },
          app.ui.copied === HANDED_ON ? T.copied : T.copyTableLink,
        ),
      ),
  );
}

function inviteLine(app: App, seat: SeatId) {
  const { ui } = app;
  const known = ui.links[seat];
  const name = seat ? T.seatNumber(seat) : T.watchLink;
  return h(
    "li",
    { key: `seat-${seat}`, class: "line wrap" },
    h("span", null, name),
    h(
      "button",
      { onclick: () => copy(app, seat), "data-invite": seat },
      ui.copied === seat && known ? T.copied : T.copyLink,
    ),
    known && [
      h("input", {
        key: "link",
        class: "link",
        readonly: true,
        value: known.link,
        "aria-label": `${T.link}: ${name}`,
        onfocus: (event) => event.target.select(),
      }),
      h(
        "small",
        { key: "until", class: "faint until" },
        known.expires ? T.worksUntil(new Date(known.expires).toLocaleString()) : T.worksForEver,
      ),
      h(
        "span",
        { key: "acts", class: "acts" },
        h(
          "select",
          {
            "aria-label": `${T.lasting}: ${name}`,
            "data-lasts": seat,
            value: "",
            onchange: (event) => event.target.value && ask(app, seat, Number(event.target.value)),
          },
          h("option", { value: "" }, T.lasting),
          LASTING.map((seconds) => h("option", { key: seconds, value: String(seconds) }, T.lasts(seconds / HOUR))),
        ),
        h("button", { onclick: () => revoke(app, seat), "data-revoke": seat }, T.revokeLink),
      ),
    ],
  );
}

/** Get a seat's link; it works for so many seconds from now, or as long as it did (0). */
async function ask(app: App, seat: SeatId, lasts = 0) {
  const reply = await app.session.ask("invite", seat, false, lasts);
  if (!reply) return "";
  const [, , , code, expires = 0] = reply;
  const link = linkOf(location.origin, code);
  app.ui.links = { ...app.ui.links, [seat]: { link, expires } };
  app.render();
  return link;
}

async function copy(app: App, seat: SeatId) {
  const link = await ask(app, seat);
  if (!link) return;
  try {
    await navigator.clipboard.writeText(link);
    app.set({ copied: seat });
  } catch {
    app.set({ copied: null }); // The link stands beside the button, to be copied by hand.
  }
}

/** Copy the link to a public table, which anybody may open, and whose preview shows its battle. */
async function handOn(app: App) {
  const link = tableLink(location.origin, app.session.atTable.id);
  try {
    await navigator.clipboard.writeText(link);
    app.set({ copied: HANDED_ON });
  } catch {
    app.session.say(link);
    app.render();
  }
}

async function revoke(app: App, seat: SeatId) {
  if (await app.session.ask("revoke", seat)) app.set({ links: { ...app.ui.links, [seat]: null } });
}
