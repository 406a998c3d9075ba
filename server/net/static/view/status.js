/** The one line that tells of trouble, of refusals, and of votes. */

import { T } from "../texts/en.js";
import { h } from "./dom.js";
import { ruleOf } from "./log.js";

export function statusLine(app) {
  const { session } = app;
  const trouble = troubleOf(session);
  const { notice } = session;
  return h("div", { class: "status", key: "status", "aria-live": "polite" },
    trouble && h("p", { class: "trouble", key: "trouble" }, h("i", { class: "spinner", "aria-hidden": "true" }), trouble),
    notice && h("p", { class: "notice", key: "notice" },
      h("span", null, notice.text), ruleOf(notice.rule),
      h("button", {
        class: "quiet", "aria-label": T.dismiss,
        onclick: () => { session.notice = null; app.render(); },
      }, "×")),
    session.ballot && ballot(app));
}

function troubleOf(session) {
  if (session.link === "ended") return session.farewell;
  if (session.link === "lost") return session.farewell ? `${session.farewell} ${T.lost}` : T.lost;
  if (session.link === "connecting") return T.connecting;
  return session.paused ? T.paused(session.paused) : "";
}

function ballot(app) {
  const { session } = app;
  const { battle, version, by, waiting } = session.ballot;
  const own = session.seats.filter((seat) => waiting.includes(seat));
  const vote = (yes) => () => own.forEach((seat) => session.ask("consent", version, yes, seat, battle));
  const chair = session.chair(by);
  const who = chair?.player ? session.nameOf(chair.player) : `${T.seat} ${by}`;
  return h("p", { class: "notice ballot", key: "ballot" }, h("span", null, T.undoAsked(who)), " ",
    own.length
      ? [h("button", { onclick: vote(true) }, T.agree), h("button", { onclick: vote(false) }, T.decline)]
      : T.voteWaits(waiting.map((seat) => `${T.seat} ${seat}`).join(", ")));
}
