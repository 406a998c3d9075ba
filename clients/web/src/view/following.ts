/** Whom somebody follows who only looks on: a seat, or nobody and the whole board. */

import { NOBODY } from "../protocol.ts";
import type { SeatId, UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import { entriesOf } from "../core/ids.ts";
import type { State } from "../core/state.ts";
import { T } from "../texts/en.ts";
import { h } from "./dom.ts";
import type { Scene } from "./scene.ts";

/** The unit of the seat that is followed, "" for none. */
export function followedUnit(app: App, state: State): UnitId {
  const { follow } = app.ui;
  const found = follow && entriesOf(state.adventurers ?? {}).find(([, mat]) => mat.seat === follow);
  return found ? found[0] : NOBODY;
}

/** The choice, for whoever plays no seat of what is shown. */
export function followChoice(app: App, { state, names }: Scene) {
  const isPlaying = app.session.seats.length > 0 && !app.player;
  const all = entriesOf(state.adventurers ?? {});
  if (isPlaying || !all.length) return false;
  return h(
    "label",
    { class: "follow", key: "follow" },
    h("span", null, T.follow),
    h(
      "select",
      { id: "follow", value: app.ui.follow, onchange: (event) => follow(app, event.target.value as SeatId) },
      h("option", { key: "all", value: "" }, T.wholeBoard),
      all.map(([unit, mat]) =>
        h("option", { key: mat.seat, value: mat.seat }, `${names.unit(unit)}, ${names.seat(mat.seat)}`),
      ),
    ),
  );
}

function follow(app: App, seat: SeatId) {
  app.ui.camera = null;
  app.ui.lookedAt = "";
  app.set({ follow: seat, mat: NOBODY });
}
