/** Per ability: ask me, only on others' turns, never; of what the game can decide: ask me, or let it. Beside each question, and all of them in the menu. */

import type { SeatId } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Ask } from "./scene.ts";
import { LEAVABLE, WHENS, abilitiesOf, abilityNamed, leavableAs, type Leavable } from "../core/abilities.ts";
import { ASKING } from "../texts/en.ts";
import { h } from "./dom.ts";

const isLeavable = (name: string): name is Leavable => LEAVABLE.some((one) => one === name);

/** What a wish is about, in words. */
const wordsOf = (app: App, name: string): string =>
  isLeavable(name) ? ASKING.left[name] : (app.abilities.get(name) ?? abilityNamed(name));

/** The choice for one ability, or for what the game can decide. */
function choice(app: App, seat: SeatId, name: string) {
  const now = app.session.wishes[seat]?.[name] ?? "ask";
  // On whose turn makes no difference where the game decides.
  const whens = isLeavable(name) ? WHENS.filter((when) => when !== "others") : WHENS;
  return h(
    "label",
    { key: name, class: "when" },
    h("span", null, wordsOf(app, name)),
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
      whens.map((when) =>
        h("option", { key: when, value: when }, isLeavable(name) && when === "never" ? ASKING.game : ASKING[when]),
      ),
    ),
  );
}

/** Behind a line below an offer: when one is asked about what it offers. */
export function whenAsked({ app, question }: Ask) {
  const seat = app.session.seatFor(question);
  const offered = seat ? abilitiesOf(question) : new Map<string, string>();
  for (const [name, words] of offered) app.abilities.set(name, words);
  const left = seat && leavableAs(question);
  const all = [...offered.keys(), ...(left ? [left] : [])];
  return (
    all.length > 0 &&
    h(
      "details",
      { class: "more whens", key: "whens" },
      h("summary", null, ASKING.title),
      all.map((name) => choice(app, seat, name)),
    )
  );
}

/** In the menu: what one is not asked about any more, to be asked again. */
export function wishLines(app: App) {
  return app.session.seats.flatMap((seat) => {
    const wishes = Object.keys(app.session.wishes[seat] ?? {});
    return wishes.map((name) => choice(app, seat, name));
  });
}
