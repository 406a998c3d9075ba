/** What two players settle before a match: warbands, how long each side may think, whether it counts for the ladder. */

import type { App } from "../app.ts";
import { addressFor } from "../core/address.ts";
import { entryAt } from "../core/certain.ts";
import { LADDER } from "../texts/ladder.ts";
import { h } from "../view/dom.ts";
import { choice, field, hasBots, isRated, paceOf, valueOf } from "../view/settings.ts";

/** Seconds for a whole match, and by each turn. */
const PACES = ["0+0", "600+10", "1200+15", "1800+20", "2700+30"];
const UNLIMITED = PACES[0];

/** The fields of a match; `isNew` before there is a table. */
export function matchFields(app: App, known: Readonly<Record<string, string>>, isNew: boolean) {
  return [...rosters(app, known), ...mustering(app), pace(app, isNew), ...rating(app, isNew)];
}

/** Which warbands meet. */
function rosters(app: App, known: Readonly<Record<string, string>>) {
  const names = Object.entries(known);
  return (["roster_1", "roster_2"] as const).map((name, at) =>
    choice(app, name, entryAt(LADDER.rosters, at), names, "", valueOf(app, name) || names[at % names.length]?.[0]),
  );
}

/** Whether both sides build their warbands first, from those that are chosen. */
function mustering(app: App) {
  return [
    h(
      "label",
      { class: "check", key: "muster" },
      h("input", {
        type: "checkbox",
        id: "muster",
        checked: valueOf(app, "muster"),
        "aria-describedby": "muster-text",
        onchange: field(app, "muster"),
      }),
      LADDER.muster,
    ),
    h("small", { key: "muster-text", id: "muster-text" }, LADDER.musterText),
  ];
}

/** How long each side may think: in a rated match not for ever. */
function pace(app: App, isNew: boolean) {
  const offered = PACES.filter((one) => one !== UNLIMITED || !isRated(app, isNew));
  const named = offered.map((one) => [one, LADDER.paceOf(one)] as const);
  return choice(app, "pace", LADDER.pace, named, LADDER.paceText, paceOf(app, isNew));
}

/** Whether it counts for the ladder: with bots it cannot, and the page says why. */
function rating(app: App, isNew: boolean) {
  const isBarred = hasBots(app, isNew);
  const why = isNew ? LADDER.notWithBots : LADDER.notWithBot;
  return [
    h(
      "label",
      { class: "check", key: "rated" },
      h("input", {
        type: "checkbox",
        id: "rated",
        checked: isRated(app, isNew),
        disabled: isBarred,
        "aria-describedby": "rated-text",
        onchange: field(app, "rated"),
      }),
      LADDER.ratedChoice,
    ),
    h(
      "small",
      { key: "rated-text", id: "rated-text" },
      isBarred ? why : LADDER.ratedText,
      " ",
      isNew && h("a", { href: addressFor({ kind: "ladder" }) }, LADDER.toLadder),
    ),
  ];
}
