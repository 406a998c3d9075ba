/** A base that is dragged over the table, with a mouse or a finger: where it is let go, that is proposed. */

import { NOBODY } from "../protocol.ts";
import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import { dropped, gripOf, tapped } from "../core/match_plans.ts";
import type { Drop, Grip } from "../core/match_plans.ts";
import type { Props } from "../view/dom.ts";
import { deskOf } from "./desk.ts";
import type { Look } from "./looking.ts";
import type { MatchScene } from "./match.ts";

/** So many pixels a press may slip without becoming a drag: a finger trembles. */
const SLIP = 8;

/** What a unit can be dragged for now. */
export function grip(app: App, scene: MatchScene, unit: UnitId): Grip | null {
  const free = scene.mine.filter((question) => !app.session.isSent(question));
  const picks = free.flatMap((question) => (question.shape.kind === "plan" ? app.drafts.of(question) : []));
  return gripOf(free, unit, picks);
}

/** Where on the table a pointer is; null before the table is drawn. */
export function placeUnder(table: SVGSVGElement, look: Look, event: MouseEvent): readonly [number, number] | null {
  const drawn = table.getScreenCTM();
  if (!drawn) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.inverse());
  return look.seen(x, y);
}

/** What the table hears while bases are dragged over it. */
export function dragging(app: App, scene: MatchScene, look: Look): Props<"svg"> {
  const desk = deskOf(app);
  const cancel = () => {
    if (!desk.drag) return;
    desk.drag = null;
    app.renderLater();
  };
  return {
    onpointerdown: (event) => {
      desk.isDropped = false;
      const base = event.target.closest<SVGElement>("[data-unit]");
      const unit = (base?.dataset["unit"] ?? NOBODY) as UnitId;
      if (!event.isPrimary || event.button !== 0 || !grip(app, scene, unit)) return;
      desk.drag = { unit, pointer: event.pointerId, start: [event.clientX, event.clientY], at: null };
    },
    onpointermove: (event) => {
      const { drag } = desk;
      if (drag?.pointer !== event.pointerId) return;
      const slipped = Math.hypot(event.clientX - drag.start[0], event.clientY - drag.start[1]);
      if (!drag.at && slipped < SLIP) return;
      if (!drag.at) event.currentTarget.setPointerCapture(event.pointerId);
      drag.at = placeUnder(event.currentTarget, look, event);
      app.renderLater();
    },
    onpointerup: (event) => {
      const { drag } = desk;
      if (drag?.pointer !== event.pointerId) return;
      desk.drag = null;
      if (!drag.at) return;
      desk.isDropped = true;
      drop(app, scene, drag.unit, drag.at);
      app.render();
    },
    onpointercancel: cancel,
    onkeydown: (event) => event.key === "Escape" && cancel(),
  };
}

/** A unit was let go at a place of the table. */
function drop(app: App, scene: MatchScene, unit: UnitId, [x, y]: readonly [number, number]): void {
  const found = grip(app, scene, unit);
  if (found) take(app, dropped(scene.state, found, unit, app.drafts.of(found.question), x, y));
}

/** The table was pressed where nobody stands: who is named to move or run goes there. */
export function tap(app: App, scene: MatchScene, look: Look): Props<"svg"> {
  return {
    onclick: (event) => {
      const at = deskOf(app).isDropped ? null : placeUnder(event.currentTarget, look, event);
      const free = scene.mine.filter((question) => !app.session.isSent(question));
      const come = at && tapped(scene.state, free, (question) => app.drafts.of(question), ...at);
      if (!come) return;
      take(app, come);
      app.render();
    },
  };
}

function take(app: App, come: Drop | null): void {
  const desk = deskOf(app);
  if (come?.kind === "draft") app.drafts.set(come.question, come.picks);
  if (come?.kind === "answer") {
    desk.wish = come.wish;
    app.answer(come.question, come.picks);
  }
}

/** A place that a drag has asked for is proposed as soon as it is asked where that unit goes. */
export function propose(app: App, scene: MatchScene): void {
  const desk = deskOf(app);
  const { wish } = desk;
  const named = wish?.names && scene.mine.find(({ why }) => why === "match.move");
  if (named) {
    desk.wish = { ...wish, names: "" };
    app.session.answer(named, [wish.names]);
    return;
  }
  if (wish?.names) return;
  const asked = wish && scene.mine.find(({ shape }) => shape.kind === "place");
  if (!asked) return;
  desk.wish = null;
  if (asked.about === wish.unit && !app.drafts.of(asked).length) app.drafts.set(asked, [wish.key]);
}
