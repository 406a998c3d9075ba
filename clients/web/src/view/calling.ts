/** What an adventurer is called, asked beside each step of its creation: suggested, and one's own to change. */

import type { App } from "../app.ts";
import { suggestedName, takesName } from "../core/given_names.ts";
import { chosenAt, givenName, standingName } from "../core/making.ts";
import type { Question } from "../core/messages.ts";
import { CREATION } from "../texts/en.ts";
import { h } from "./dom.ts";
import type { Heard } from "./dom.ts";
import type { Scene } from "./scene.ts";
import type { SeatId } from "../protocol.ts";
import { NO_SEAT } from "../protocol.ts";

/** Letters of a name, as the server has it. */
const LONGEST = 40;
const READY = "ready:";

/** The name, to be changed while that may be; then what the adventurer goes under. */
export function calling(app: App, scene: Scene, question: Question) {
  const seat = question.to[0] ?? NO_SEAT;
  const stands = standingName(scene.state, seat);
  if (stands || !takesName(question.why) || !app.session.seats.includes(seat))
    return h("p", { key: "called", class: "called" }, stands ? CREATION.called(stands) : CREATION.calledByRace);
  const place = `${scene.battle.battle}/${seat}`;
  const race = raceOf(app, question, seat);
  const names = app.glossary.entry("races", race)?.names ?? [];
  const suggestion = suggestedName(names, scene.battle.opening?.encounter ?? "", seat, takenIn(scene));
  const write = ({ target }: Heard<"input">) => {
    app.ui.forms = { ...app.ui.forms, called: { ...app.ui.forms.called, [place]: target.value } };
  };
  return h(
    "label",
    { key: "called", class: "called" },
    h("span", null, CREATION.name),
    h("input", {
      id: "called",
      maxlength: LONGEST,
      value: app.ui.forms.called?.[place] ?? givenName(app.teller.lines, scene.state, seat),
      placeholder: suggestion ? CREATION.suggested(suggestion) : CREATION.suggestedByRace,
      autocomplete: "off",
      list: names.length ? "names" : null,
      oninput: write,
    }),
    names.length > 0 &&
      h(
        "datalist",
        { id: "names" },
        names.map((name) => h("option", { key: name, value: name })),
      ),
  );
}

/** The race that is chosen, or about to be: by itself, or with somebody who stands ready. */
function raceOf(app: App, question: Question, seat: SeatId): string {
  const picked = app.drafts.of(question)[0] ?? "";
  if (question.why === "create.race") return picked;
  const ready = picked.startsWith(READY) ? app.glossary.entry("ready", picked.slice(READY.length))?.race : "";
  return ready || chosenAt(app.teller.lines, seat, "create.race");
}

const takenIn = ({ state }: Scene): string[] => [
  ...Object.values(state.units ?? {}).map(({ name }) => name),
  ...Object.values(state.settings?.names ?? {}),
];
