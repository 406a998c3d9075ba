/** What the camera shows by itself on a screen too small for the whole map: what is decided about now. */

import { NOBODY } from "../protocol.ts";
import type { App } from "../app.ts";
import type { Camera } from "../ui.ts";
import type { Cell, Scene } from "./scene.ts";
import { unitNamed } from "../core/state.ts";
import type { Point, Size } from "../core/framing.ts";
import type { Question } from "../core/messages.ts";
import { boardSize } from "../board/backdrop.ts";
import { boxAround, framed } from "../core/framing.ts";
import { hexOf, keyOf, parse } from "../core/hexes.ts";
import { PLACE, waysOf, wayOf } from "../core/laying.ts";
import type { Way } from "../core/laying.ts";
import { thingOf } from "../core/offers.ts";
import { isSession } from "../core/overland.ts";
import { TRAVEL } from "../core/waymarks.ts";
import { placed, SIZE } from "./placing.ts";
import { modeOf, openMode } from "./turn_modes.ts";

/** A hex and the edge of the next one, in units of the board. */
const MARGIN = SIZE * 1.15;
/** How far around the acting unit one sees, where not everybody fits. */
const AROUND = SIZE * 4;

/** What has to be seen, and what besides; under a name that changes with it; "": as it was. */
type Shot = { name: string; seen: () => Seen };
/** `isAlone`: nobody else matters now. */
type Seen = { needed: readonly Point[]; wanted: readonly Point[]; isAlone?: boolean };

/** Point the camera anew where something else is decided about, or the map's place has changed its size. */
export function frame(app: App, scene: Scene, camera: Camera, hexes: readonly Pick<Cell, "key">[], most: number) {
  const size = boardSize();
  if (!size.width || !size.height || app.ui.follow) return;
  const shot = shotOf(app, scene, new Set(hexes.map(({ key }) => key)));
  const known = app.ui.shot;
  const name = shot.name || (known?.name ?? "");
  if (known && known.name === name && isAlike(known.size, size)) return;
  app.ui.shot = { name, size };
  const all = Object.values(scene.state.units).flatMap((unit) => (unit.at ? [placed(unit.at)] : []));
  const { needed, wanted, isAlone } = shot.seen();
  // Whoever looks on without following anybody sees all of it.
  const boxes = app.player
    ? []
    : [...(isAlone ? [] : [[...needed, ...all]]), [...needed, ...wanted], needed]
        .filter((points) => points.length)
        .map((points) => boxAround(points, MARGIN));
  Object.assign(camera, framed(camera.box, boxes, size, SIZE, most));
}

/** A bar that appears or goes does not move the map. */
const isAlike = (one: Size, other: Size): boolean =>
  Math.abs(one.width - other.width) < 8 && Math.abs(one.height - other.height) < 8;

function shotOf(app: App, scene: Scene, ground: ReadonlySet<string>): Shot {
  const { mine, state } = scene;
  const [first] = mine;
  if (app.player) return { name: "whole", seen: () => ({ needed: [], wanted: [] }) };
  if (!first) return watching(app, scene);
  const mode = openMode(app, mine);
  const open = mode ? mine.filter((one) => modeOf(one) === mode) : mine;
  const own = unitNamed(state, first.about)?.at;
  if (first.why === TRAVEL && isSession(state) && state.party_at) return onTheRoad(app, mine, placed(state.party_at));
  if (first.why === PLACE) return laying(app, first);
  return {
    name: `${first.why} ${first.about} ${mode ?? ""} ${own?.join() ?? ""} ${targetOf(app, open)}`,
    seen: () => {
      const here = own ? [placed(own)] : [];
      const things = open.flatMap((one) => spots(app, scene, one, ground));
      return { needed: [...here, ...things, ...walked(app, mine)], wanted: here.flatMap((at) => around(at, AROUND)) };
    },
  };
}

/** On the road: what a day's walk can reach, near enough to be read; the rest of the map is dragged here. */
const onTheRoad = (app: App, mine: readonly Question[], here: Point): Shot => ({
  name: `road ${here.x} ${here.y}`,
  seen: () => ({ needed: [...around(here, AROUND), ...walked(app, mine)], wanted: [] }),
});

/**
 * Laying a tile: all of it, with the door that it hangs by; where there is room for it all other ways, too, so that
 * nothing moves but the tile.
 */
function laying(app: App, question: Question): Shot {
  const way = wayOf(question, app.drafts.of(question)[0]);
  const door = parse(question.about);
  const spots = (ways: readonly Way[]) => ways.flatMap(({ tile }) => (tile["hexes"] ?? []).map(placed));
  return {
    name: `${question.why} ${question.about} ${way?.key}`,
    seen: () => ({
      needed: [...(way ? spots([way]) : []), ...(door ? [placed(door)] : [])],
      wanted: spots(waysOf(question)),
      isAlone: true,
    }),
  };
}

/** Two corners of the square around a point. */
const around = ({ x, y }: Point, far: number): Point[] => [
  { x: x - far, y: y - far },
  { x: x + far, y: y + far },
];

/** While others act: who does, and whoever is near; in one's own turn the map stays as it is. */
function watching(app: App, { state }: Scene): Shot {
  const unit = state.units[state.turn?.unit ?? NOBODY];
  const at = unit?.at;
  if (!at || app.session.seats.includes(unit.controller)) return { name: "", seen: () => ({ needed: [], wanted: [] }) };
  return {
    name: `${state.round} ${unit.id}`,
    seen: () => ({ needed: around(placed(at), AROUND / 2), wanted: [] }),
  };
}

/** The target that is picked, "" for none. */
const targetOf = (app: App, questions: readonly Question[]): string =>
  questions.flatMap((one) => app.drafts.of(one).filter((pick) => pick.startsWith("target:")))[0] ?? "";

/** Where the ways end that are picked, also beside what is decided about now: a second press there takes them. */
const walked = (app: App, mine: readonly Question[]): Point[] =>
  mine.flatMap((one) => {
    const end = one.shape.kind === "route" ? app.drafts.of(one).at(-1) : undefined;
    return end && parse(end) ? [placed(hexOf(end))] : [];
  });

/** Where on the map a question can be answered; of an attack that has its target, that one. */
function spots(app: App, { state }: Scene, question: Question, ground: ReadonlySet<string>): Point[] {
  const { shape } = question;
  const target = targetOf(app, [question]);
  const keys = target ? [target] : [...shape.options, ...shape.spots, ...shape.slots.flatMap((one) => one.options)];
  return keys.flatMap((one) => {
    const thing = thingOf(typeof one === "string" ? one : one.key);
    const at = unitNamed(state, thing)?.at ?? (parse(thing) ? hexOf(thing) : null);
    return at && ground.has(keyOf(at)) ? [placed(at)] : [];
  });
}
