/** Own seats that a bot plays, each with the way back: said where one decides, for who lends a seat has nothing else to do there. */

import type { App } from "../app.ts";
import { BOTS, T } from "../texts/en.ts";
import { h } from "./dom.ts";

/** A line for each own seat that is lent to a bot; nothing where none is, in recordings, and after the end. */
export function lentSeats(app: App) {
  const { session } = app;
  if (app.player || session.battle?.over) return false;
  return session.seats.map((seat) => {
    const bot = session.chair(seat)?.bot;
    return (
      bot !== undefined &&
      bot !== "" &&
      h(
        "p",
        { class: "lent", key: `lent-${seat}`, role: "status" },
        h("span", null, T.botPlaysForYou(BOTS[bot]?.name ?? bot, session.seats.length > 1 ? seat : "")),
        h("button", { class: "primary", type: "button", onclick: () => session.ask("claim", seat) }, T.takeBack),
      )
    );
  });
}
