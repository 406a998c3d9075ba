/** A place on the table that is asked for: pointed at by a press, or steered to with the arrow keys. */

import type { UnitId } from "../protocol.ts";
import type { App } from "../app.ts";
import { steered } from "../core/match_plans.ts";
import { pointKey, pointOf } from "../core/match.ts";
import type { Point } from "../core/match.ts";
import type { Question } from "../core/messages.ts";
import { MATCH } from "../texts/match.ts";
import type { Props } from "../view/dom.ts";
import { deskOf } from "./desk.ts";
import { dragging, placeUnder } from "./dragging.ts";
import type { Look } from "./looking.ts";
import type { MatchScene } from "./match.ts";

/** What the table hears while a place is asked for. The place that is picked stands until it is confirmed. */
export function pointing(app: App, scene: MatchScene, look: Look, question: Question): Props<"svg"> {
  const { board } = scene.state;
  const pick = (x: number, y: number) => {
    app.drafts.set(question, [pointKey(board.pieces, x, y)]);
    app.render();
  };
  return {
    role: "application",
    tabindex: "0",
    "aria-label": `${MATCH.table(board.name)}. ${MATCH.steering}`,
    onclick: (event) => {
      const at = deskOf(app).isDropped ? null : placeUnder(event.currentTarget, look, event);
      if (at && isOn(board, ...at)) pick(...at);
    },
    onkeydown: (event) => {
      dragging(app, scene, look).onkeydown?.(event);
      const at = steered(event.key, event.shiftKey, spotOf(app, scene, question), look);
      if (!at) return;
      event.preventDefault();
      if (isOn(board, ...at)) pick(...at);
    },
  };
}

const isOn = ({ width, depth }: MatchScene["state"]["board"], x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= depth;

/** Where steering begins: the place that is picked, else the unit that is to go, else the first place on offer. */
function spotOf(app: App, { state }: MatchScene, question: Question): Point {
  const picked = pointOf(app.drafts.of(question)[0] ?? "");
  const offered = pointOf(question.shape.options[0]?.key ?? "");
  return picked ?? state.units[question.about as UnitId]?.at ?? offered ?? [0, 0, 0];
}
