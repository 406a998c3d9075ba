/** Per ability: ask me, only on others' turns, never. Beside each offer, and all of them in the menu. */

import type { SeatId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Ask } from "./scene.ts";
import { WHENS, abilitiesOf, abilityNamed } from "../core/abilities.ts";
import { ASKING } from "../texts/en.ts";
import { h } from "./dom.ts";

/** The choice for one ability. */
function choice(app: App, seat: SeatId, name: string, words: string) {
  const now = app.session.wishes[seat]?.[name] ?? "ask";
  return h(
    "label",
    { key: name, class: "when" },
    h("span", null, words),
    h(
      "select",
      {
        value: now,
        "data-ability": name,
        onchange: (event) => {
          const when = WHENS.find((one) => one === event.target.value) ?? "ask";
          void app.session.ask("standing", "keep", [], seat, { [name]: when });
        },
      },
      WHENS.map((when) => h("option", { key: when, value: when }, ASKING[when])),
    ),
  );
}

/** Behind a line below an offer: when one is asked about what it offers. */
export function whenAsked({ app, question }: Ask) {
  const seat = app.session.seatFor(question);
  const all = seat ? [...abilitiesOf(question)] : [];
  for (const [name, words] of all) app.abilities.set(name, words);
  return (
    all.length > 0 &&
    h(
      "details",
      { class: "more whens", key: "whens" },
      h("summary", null, ASKING.title),
      all.map(([name, words]) => choice(app, seat, name, words)),
    )
  );
}

/** In the menu: what one is not asked about any more, to be asked again. */
export function wishLines(app: App) {
  return app.session.seats.flatMap((seat) => {
    const wishes = Object.keys(app.session.wishes[seat] ?? {});
    return wishes.map((name) => choice(app, seat, name, app.abilities.get(name) ?? abilityNamed(name)));
  });
}
