/** What part of the map is seen: pan by dragging, zoom by wheel, pinch, buttons and keys; arrows walk. */

import { entryAt } from "../core/certain.ts";
import type { Hex } from "../core/state.ts";
import type { App } from "../app.ts";
import type { Cell, Scene } from "./scene.ts";
import type { Camera } from "../ui.ts";
import { hexOf, keyOf, neighbours } from "../core/hexes.ts";
import { moveGround, type View } from "../board/backdrop.ts";
import { T } from "../texts/en.ts";
import { describeHex } from "./describing.ts";
import { choose } from "./choosing.ts";
import { h } from "./dom.ts";
import type { Heard, Props } from "./dom.ts";
import { followedUnit } from "./following.ts";
import { frame } from "./framing.ts";
import { placed, SIZE } from "./placing.ts";

const MOST = 5;
const DRAG = 6;
/** How much of the sheet around the hexes is seen, in units of the board. */
const EDGE = 30;
const NEAR = 1.7;

/** Pointers that are down, and what a drag began with. */
type Point = { x: number; y: number };
const held: { points: Map<number, Point>; start: (Point & { from: Camera }) | null; spread: number } = {
  points: new Map(),
  start: null,
  spread: 0,
};

/** The box around all hexes. */
function bounds(hexes: readonly { at: Hex; key: string }[]) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { at } of hexes) {
    const { x, y } = placed(at);
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return {
    x: left - SIZE - EDGE,
    y: top - SIZE - EDGE,
    width: right - left + 2 * (SIZE + EDGE),
    height: bottom - top + 2 * (SIZE + EDGE),
  };
}

/** The camera: the middle it looks at and how near it is; it fits anew when the map grows. */
function cameraOf(app: App, scene: Scene, hexes: readonly { at: Hex; key: string }[]) {
  const size = `${hexes.length} ${hexes[0]?.key} ${hexes.at(-1)?.key}`;
  const known = app.ui.camera;
  const camera = known?.size === size ? known : asLinked(app, around(bounds(hexes), size));
  app.ui.camera = camera;
  if (known !== camera) app.ui.shot = undefined;
  lookAtFollowed(app, scene, camera);
  if (app.ui.isWhole !== true) frame(app, scene, camera, hexes, MOST);
  return camera;
}

/** A camera as a link wants it, once; then it stays as long as the map does. */
function asLinked(app: App, camera: Camera): Camera {
  const { linkedView } = app.ui;
  if (!linkedView) return camera;
  Object.assign(app.ui, { linkedView: null, isWhole: true });
  Object.assign(camera, linkedView, { zoom: Math.min(MOST, linkedView.zoom) });
  within(camera);
  return camera;
}

/** As the turn of the unit that is followed begins, and as it moves in it, the map shows it. */
function lookAtFollowed(app: App, scene: Scene, camera: Camera) {
  const { state } = scene;
  const unit = state.units?.[followedUnit(app, state)];
  if (!unit?.at || state.turn?.unit !== unit.id) return;
  const seen = `${state.turns} ${unit.id} ${keyOf(unit.at)}`;
  if (app.ui.lookedAt === seen) return;
  app.ui.lookedAt = seen;
  camera.zoom = Math.max(camera.zoom, NEAR);
  Object.assign(camera, placed(unit.at));
  within(camera);
}

/** The view box of the map's drawings. */
export function cameraBox(app: App, scene: Scene, hexes: readonly { at: Hex; key: string }[]) {
  return boxText(cameraOf(app, scene, hexes));
}

/** A camera that sees the whole of a box. */
const around = (box: Camera["box"], size: string): Camera => ({
  size,
  box,
  zoom: 1,
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
});

function boxText(camera: Camera) {
  const { x, y, width, height } = viewOf(camera);
  return [x, y, width, height].map((value) => value.toFixed(1)).join(" ");
}

/** The part of the board that a camera sees. */
function viewOf({ box, zoom, x, y }: Camera): View {
  const [width, height] = [box.width / zoom, box.height / zoom];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The box of the whole map, and the part of it that is seen. */
export function cameraView(app: App): { whole: View; part: View } | null {
  const { camera } = app.ui;
  return camera && { whole: camera.box, part: viewOf(camera) };
}

function within(camera: Camera) {
  const { box, zoom } = camera;
  const [rx, ry] = [(box.width - box.width / zoom) / 2, (box.height - box.height / zoom) / 2];
  camera.x = Math.min(box.x + box.width / 2 + rx, Math.max(box.x + box.width / 2 - rx, camera.x));
  camera.y = Math.min(box.y + box.height / 2 + ry, Math.max(box.y + box.height / 2 - ry, camera.y));
}

/** Zoom so that a point of the drawing stays where it is. */
function zoomBy(app: App, factor: number, point?: Point) {
  const { camera } = app.ui;
  if (!camera) return;
  const about = point ?? camera;
  const zoom = Math.min(MOST, Math.max(1, camera.zoom * factor));
  const share = camera.zoom / zoom;
  camera.x = about.x + (camera.x - about.x) * share;
  camera.y = about.y + (camera.y - about.y) * share;
  camera.zoom = zoom;
  within(camera);
  app.render();
}

/** A point of the screen in the drawing. */
function inDrawing(board: Element, clientX: number, clientY: number): Point {
  const drawn = matrixOf(board);
  return drawn ? new DOMPoint(clientX, clientY).matrixTransform(drawn.inverse()) : { x: clientX, y: clientY };
}

/** How the map's drawing lies on the screen. */
const matrixOf = (board: Element): DOMMatrix | null => board.querySelector("svg")?.getScreenCTM() ?? null;

export function cameraProps(app: App, scene: Scene, ground: ReadonlyMap<string, Cell>): Props<"div"> {
  return {
    onwheel: (event) => {
      if (!event.ctrlKey && Math.abs(event.deltaY) < 2) return;
      event.preventDefault();
      zoomBy(app, event.deltaY < 0 ? 1.15 : 1 / 1.15, inDrawing(event.currentTarget, event.clientX, event.clientY));
    },
    onpointerdown: (event) => grab(app, event),
    onpointermove: (event) => drag(app, event),
    onpointerup: (event) => drop(app, event),
    onpointercancel: (event) => drop(app, event),
    onkeydown: (event) => walk(app, scene, ground, event),
    onblur: () => app.ui.cursor && app.set({ cursor: "" }),
    ondblclick: (event) => pingAt(app, event.target),
  };
}

/** Point at the hex or unit that something on the board belongs to. */
export function pingAt(app: App, target: EventTarget | null) {
  const spot = target instanceof Element && target.closest<HTMLElement | SVGElement>("[data-unit], [data-hex]");
  if (!spot) return;
  const key = spot.dataset["unit"] ?? spot.dataset["hex"];
  if (key && app.session.table && !app.player) app.session.tell("ping", key);
}

function grab(app: App, event: PointerEvent) {
  app.ui.dragged = false;
  held.points.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const { camera } = app.ui;
  if (camera && held.points.size === 1) held.start = { x: event.clientX, y: event.clientY, from: { ...camera } };
}

function drag(app: App, event: Heard<"div", PointerEvent>) {
  if (!held.points.has(event.pointerId) || !held.start) return;
  held.points.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const map = event.currentTarget;
  const { camera } = app.ui;
  if (!camera) return;
  const [a, b, ...more] = held.points.values();
  if (a && b && !more.length) {
    const spread = Math.hypot(a.x - b.x, a.y - b.y);
    if (held.spread) zoomBy(app, spread / held.spread, inDrawing(map, (a.x + b.x) / 2, (a.y + b.y) / 2));
    held.spread = spread;
    app.ui.dragged = true;
    return;
  }
  const [dx, dy] = [event.clientX - held.start.x, event.clientY - held.start.y];
  if (!app.ui.dragged && Math.hypot(dx, dy) < DRAG) return;
  if (!app.ui.dragged) map.setPointerCapture?.(event.pointerId);
  app.ui.dragged = true;
  const scale = matrixOf(map)?.a ?? 1;
  camera.x = held.start.from.x - dx / scale;
  camera.y = held.start.from.y - dy / scale;
  within(camera);
  for (const layer of map.querySelectorAll(":scope > svg")) layer.setAttribute("viewBox", boxText(camera));
  moveGround(viewOf(camera));
}

function drop(app: App, event: PointerEvent) {
  held.points.delete(event.pointerId);
  held.spread = 0;
  if (!held.points.size) held.start = null;
  setTimeout(() => (app.ui.dragged = false), 0);
}

const ARROWS: Readonly<Record<string, readonly number[]>> = {
  ArrowUp: [0],
  ArrowDown: [3],
  ArrowRight: [2, 1],
  ArrowLeft: [4, 5],
};

/** Keys on the map: arrows walk from hex to hex, Enter chooses, + and - zoom, p points. */
function walk(app: App, scene: Scene, ground: ReadonlyMap<string, Cell>, event: KeyboardEvent) {
  const { key } = event;
  if (key === "+" || key === "-") zoomBy(app, key === "+" ? 1.3 : 1 / 1.3);
  else if (ARROWS[key]) step(app, scene, ground, ARROWS[key]);
  else if ((key === "Enter" || key === " ") && app.ui.cursor) chooseAt(app, scene);
  else if (key === "p" && app.ui.cursor && app.session.table) app.session.tell("ping", app.ui.cursor);
  else return;
  event.preventDefault();
}

function step(app: App, scene: Scene, ground: ReadonlyMap<string, Cell>, ways: readonly number[]) {
  const own = Object.values(scene.state.units).find((unit) => unit.at && unit.id === scene.state.turn?.unit);
  const here = ground.has(app.ui.cursor) ? app.ui.cursor : own?.at ? keyOf(own.at) : [...ground.keys()][0];
  const next = app.ui.cursor
    ? ways.map((way) => keyOf(entryAt(neighbours(hexOf(app.ui.cursor)), way))).find((key) => ground.has(key))
    : here;
  if (!next) return;
  const unit = unitAt(scene, next);
  app.set({ cursor: next, hover: unit?.id ?? next });
  app.announce(describeHex(scene, next));
}

const unitAt = (scene: Scene, key: string) =>
  Object.values(scene.state.units).find((unit) => unit.at && keyOf(unit.at) === key);

function chooseAt(app: App, scene: Scene) {
  const key = app.ui.cursor;
  const unit = unitAt(scene, key);
  const offers = [...(unit ? (scene.offers.get(unit.id) ?? []) : []), ...(scene.offers.get(key) ?? [])];
  const able = offers.filter((offer) => !offer.reason);
  if (able.length) choose(app, able);
  else if (unit) app.set({ picked: app.ui.picked === unit.id ? "" : unit.id });
}

export function zoomButtons(app: App) {
  const fit = () => {
    app.ui.camera = null;
    app.set({ isWhole: !app.ui.isWhole });
  };
  return h(
    "div",
    { class: "zoom" },
    h("button", { "aria-label": T.zoomIn, onclick: () => zoomBy(app, 1.3) }, "+"),
    h("button", { "aria-label": T.zoomOut, onclick: () => zoomBy(app, 1 / 1.3) }, "−"),
    h("button", { class: "whole", "aria-pressed": String(Boolean(app.ui.isWhole)), onclick: fit }, T.fit),
  );
}
