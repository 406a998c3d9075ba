/** The one line that tells of trouble, of refusals, and of votes. */

import type { SeatId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Session } from "../core/session.ts";
import type { Ballot } from "../core/session_parts.ts";
import { T, WORDS } from "../texts/en.ts";
import { h } from "./dom.ts";
import { ruleOf } from "./log.ts";

export function statusLine(app: App) {
  const { session } = app;
  const trouble = troubleOf(session);
  const { notice } = session;
  return h(
    "div",
    { class: "status", key: "status", "aria-live": "polite" },
    trouble &&
      h(
        "p",
        { class: "trouble", key: "trouble" },
        session.link !== "ended" && h("i", { class: "spinner", "aria-hidden": "true" }),
        h("span", null, trouble),
        session.link === "ended" && h("button", { id: "anew", onclick: () => location.reload() }, T.loadAnew),
      ),
    notice &&
      h(
        "p",
        { class: "notice", key: "notice" },
        h("span", null, notice.text),
        ruleOf(notice.rule),
        h(
          "button",
          {
            class: "quiet",
            "aria-label": T.dismiss,
            onclick: () => {
              session.notice = null;
              app.render();
            },
          },
          "×",
        ),
      ),
    session.ballot && ballot(app, session.ballot),
  );
}

function troubleOf(session: Session) {
  if (session.link === "ended") return session.farewell;
  if (session.link === "lost") return session.farewell ? `${session.farewell} ${T.connectingAgain}` : T.lost;
  if (session.link === "connecting") return T.connecting;
  return session.paused ? T.paused(session.paused) : "";
}

function ballot(app: App, { battle, version, by, waiting }: Ballot) {
  const { session } = app;
  const own = session.seats.filter((seat) => waiting.includes(seat));
  const vote = (yes: boolean) => () => own.forEach((seat) => session.ask("consent", version, yes, seat, battle));
  const chair = session.chair(by);
  const who = chair?.player ? session.nameOf(chair.player) : `${WORDS.seat} ${by}`;
  return h(
    "p",
    { class: "notice ballot", key: "ballot" },
    h("span", null, T.undoAsked(who)),
    " ",
    own.length
      ? [h("button", { onclick: vote(true) }, T.agree), h("button", { onclick: vote(false) }, T.decline)]
      : T.voteWaits(waiting.map((seat: SeatId) => `${WORDS.seat} ${seat}`).join(", ")),
  );
}
