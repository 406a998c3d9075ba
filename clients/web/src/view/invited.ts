/** The page of an invite link, for somebody without a name yet: who invites, to what, and the way in. */

import type { App } from "../app.ts";
import { tableLine } from "../core/messages.ts";
import type { Invitation } from "../protocol.ts";
import { DIFFICULTIES, LOBBY, T } from "../texts/en.ts";
import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import { encounterName } from "./lobby.ts";
import { encounterMap } from "./encounter_map.ts";
import { field } from "./settings.ts";

export function invitedPage(app: App) {
  const { invitation } = app;
  return h(
    "main",
    { class: "page narrow", key: "invited" },
    h("h1", { class: "title" }, icon("logo"), T.title),
    invitation ? told(app, invitation) : h("p", null, T.invited),
    wayIn(app, invitation),
  );
}

/** Who invites, what is played and how it stands there, over the map on which it is played. */
function told(app: App, [, , seat, raw, leader, isTaken = false]: Invitation) {
  const line = tableLine(raw);
  const words = app.glossary.entry("encounters", line.encounter);
  const what = words?.name ?? encounterName(app, line.encounter);
  return h(
    "section",
    { class: "card stack invitation", key: "invitation" },
    encounterMap(app, line.encounter, words, "card", ".invitation"),
    h("h2", null, LOBBY.invites(leader, what, seat)),
    h("p", null, LOBBY.invitedTo(line.name, DIFFICULTIES[line.difficulty]?.name ?? "", line.party)),
    line.phase === "playing" && h("p", null, LOBBY.isPlaying),
    isTaken && h("p", { class: "taken" }, LOBBY.seatTaken(seat, leader)),
  );
}

function wayIn(app: App, invitation: Invitation | null) {
  const name = app.ui.forms.name ?? app.session.name;
  const [, , seat, , , isTaken = false] = invitation ?? [];
  if (isTaken)
    return h("button", { class: "primary big", key: "away", onclick: () => app.decline() }, LOBBY.toTheFirstPage);
  const enter = async (event: Event) => {
    event.preventDefault();
    await app.rename(name.trim() || T.player);
    void app.enter();
  };
  return h(
    "form",
    { class: "card stack", key: "way-in", onsubmit: enter },
    h(
      "label",
      null,
      T.askName,
      h("input", { id: "name", value: name, maxlength: 40, autocomplete: "nickname", oninput: field(app, "name") }),
    ),
    h("button", { class: "primary big" }, seat === undefined ? T.sitDown : seat ? LOBBY.takeSeat(seat) : T.watch),
  );
}
