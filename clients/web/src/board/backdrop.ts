/**
 * The painted ground and the table below it, as two canvases behind the board's drawings: which
 * painting they show, and where the map's lies under the camera.
 */

import { isPlain, themeNow, whenColoursChange } from "./colours.ts";
import { paint, paintingOf, type Painting } from "./ground/painter.ts";
import type { Job } from "./ground/job.ts";
import type { Theme } from "./ground/paint.ts";
import type { Laid } from "./ground/plan.ts";

/** What part of the board is seen, in its units. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels of a painted map: what a worker paints in a second or two, and 9 MB. */
const MOST_PIXELS = 2_400_000;
/** A map is painted somewhat larger than it is seen as a whole, for the camera goes nearer. */
const NEARER = 1.4;
/** On a small screen, where the camera goes nearer by itself, so many pixels a unit at least. */
const LEAST = 0.4;
/** A first, coarse painting comes at a third of the size: in a ninth of the time. */
const COARSE = 0.34;
/** Sizes of paintings go in these steps, so that a dragged window does not repaint all the time. */
const STEP = 1.25;
/** A table's size goes in steps of so many pixels. */
const TABLE_STEP = 160;

/** Pixels a unit from which names are shown on all tokens: below that they would cover each other. */
const NEAR = 0.78;
/** Smaller than this, in pixels for a unit of the board, a token shows who it is and its HP before all else. */
const FAR = 0.62;

/** Units that the sheet and its shadow add to the map's hexes on both sides. */
const SHEET = 240;

interface Shown {
  map: string;
  table: string;
  painting: Painting | null;
}

const shown: Shown = { map: "", table: "", painting: null };
const wanted = { map: "", table: "" };
let view: View | null = null;
let size = { width: 0, height: 0 };
let seen: Element | null = null;
let ask: (() => void) | null = null;
let nearness = 0;
let nearer: (() => void) | null = null;

/** How large the board is on the screen, in pixels; 0 before it is there. */
export const boardSize = (): { readonly width: number; readonly height: number } => size;

/** Whether tokens are seen so large that each can bear its name. */
export const isNear = (): boolean => nearness >= NEAR;

const watcher =
  typeof ResizeObserver === "undefined"
    ? null
    : new ResizeObserver(([entry]) => {
        if (!entry) return;
        size = { width: entry.contentRect.width, height: entry.contentRect.height };
        ask?.();
        place();
        nearer?.();
      });

/** The board's layers by their selectors: looked for once, for the camera moves in every frame. */
const layers = new Map<string, HTMLElement>();

function layerOf(selector: string): HTMLElement | null {
  const known = layers.get(selector);
  if (known && seen?.contains(known)) return known;
  const found = seen?.querySelector<HTMLElement>(`:scope > ${selector}`) ?? null;
  if (found) layers.set(selector, found);
  return found;
}

function canvasOf(name: string): HTMLCanvasElement | null {
  const found = layerOf(`canvas.${name}`);
  return found instanceof HTMLCanvasElement ? found : null;
}

/** Show the ground of a map, under the part of the board that is seen. Painting goes on beside the page. */
export function showGround(laid: Laid, encounter: string, whole: View, part: View, changed: () => void): void {
  view = part;
  nearer = changed;
  ask = () => want(laid, encounter, whole);
  queueMicrotask(() => {
    const board = document.querySelector(".board");
    if (!board) return;
    if (board !== seen) look(board);
    ask?.();
    place();
  });
}

let isListening = false;

/** Whatever the system changes of its colours, the ground follows. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  whenColoursChange(() => ask?.());
}

function look(board: Element): void {
  listen();
  seen = board;
  nearness = 0;
  Object.assign(shown, { map: "", table: "", painting: null });
  Object.assign(wanted, { map: "", table: "" });
  watcher?.disconnect();
  watcher?.observe(board);
  size = { width: board.clientWidth, height: board.clientHeight };
}

/** A map's look: what it is made of, in a few hundred letters. @type {WeakMap<object, string>} */
const looks = new WeakMap<object, string>();

function lookOf(laid: Laid): string {
  const known = looks.get(laid.tiles);
  const text =
    known ??
    Object.values(laid.tiles)
      .map((tile) => `${tile.kind}${tile.card ?? ""}${tile.hexes.join(";")}`)
      .join("|");
  if (known === undefined) looks.set(laid.tiles, text);
  return `${text}|${laid.blocked.join(";")}|${Object.entries(laid.marks).join(";")}`;
}

function want(laid: Laid, encounter: string, whole: View): void {
  if (!size.width || !size.height) return;
  if (isPlain()) return bare();
  const theme = themeNow();
  wantTable(theme);
  // What was painted for the other theme stays in sight until the new one comes, but never glares out of a dark page.
  seen?.setAttribute("data-wanted", theme);
  const near = Math.max(LEAST, Math.min(size.width / whole.width, size.height / whole.height));
  const fit = near * Math.min(2, devicePixelRatio || 1) * NEARER;
  const most = Math.sqrt(MOST_PIXELS / ((whole.width + SHEET) * (whole.height + SHEET)));
  const scale = Math.min(most, STEP ** Math.round(Math.log(fit) / Math.log(STEP)));
  const look = `${encounter} ${theme} ${lookOf(laid)}`;
  const key = `${look} ${scale.toFixed(3)}`;
  if (wanted.map === key) return;
  wanted.map = key;
  const known = paintingOf(key);
  if (known) return showMap(key, known);
  const { tiles, blocked, marks } = laid;
  const job = (at: number): Job => ({ what: "map", laid: { tiles, blocked, marks }, encounter, theme, scale: at });
  const fine = (): void => paint(key, job(scale), (painting) => showMap(key, painting));
  if (shown.map.startsWith(look)) return fine();
  paint(`${key} coarse`, job(scale * COARSE), (painting) => {
    if (wanted.map !== key) return;
    showMap(`${key} coarse`, painting);
    fine();
  });
}

function bare(): void {
  seen?.removeAttribute("data-ground");
  Object.assign(wanted, { map: "", table: "" });
}

function wantTable(theme: Theme): void {
  const up = (length: number): number => Math.ceil(length / TABLE_STEP) * TABLE_STEP;
  const [width, height] = [up(size.width), up(size.height)];
  const key = `table ${theme} ${width} ${height}`;
  if (wanted.table === key) return;
  wanted.table = key;
  const known = paintingOf(key);
  if (known) return showTable(key, known);
  paint(key, { what: "table", width, height, theme }, (painting) => showTable(key, painting));
}

/**
 * Have a canvas show a picture, unless another one is wanted by then; whether it does. The canvas is given the bitmap
 * itself: one that were drawn on would be copied for every frame in which anything above it changes its layers.
 */
async function draw(canvas: HTMLCanvasElement, { picture }: Painting, isWanted: () => boolean): Promise<boolean> {
  const copy = await createImageBitmap(picture);
  if (!isWanted()) {
    copy.close();
    return false;
  }
  Object.assign(canvas, { width: copy.width, height: copy.height });
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(copy);
  return true;
}

function showTable(key: string, painting: Painting): void {
  const canvas = canvasOf("table");
  if (!canvas || wanted.table !== key) return;
  shown.table = key;
  void draw(canvas, painting, () => shown.table === key).then((isDrawn) => {
    if (isDrawn) canvas.dataset["theme"] = themeNow();
  });
}

function showMap(key: string, painting: Painting): void {
  const canvas = canvasOf("terrain");
  if (!canvas || !key.startsWith(wanted.map)) return;
  shown.map = key;
  void draw(canvas, painting, () => shown.map === key).then((isDrawn) => {
    if (!isDrawn) return;
    shown.painting = painting;
    canvas.dataset["theme"] = themeNow();
    canvas.closest(".board")?.setAttribute("data-ground", "painted");
    place();
  });
}

/** See another part of the board. */
export function moveGround(part: View): void {
  view = part;
  place();
}

/** Lay the map's canvas under the drawings, and the tokens among them: as an SVG that meets its box lies. */
function place(): void {
  if (!view || !size.width) return;
  const scale = Math.min(size.width / view.width, size.height / view.height);
  if (seen instanceof HTMLElement && Math.abs(scale - nearness) > 0.001) {
    nearness = scale;
    seen.style.setProperty("--pixel", (1 / scale).toFixed(3));
    seen.toggleAttribute("data-far", scale < FAR);
    if (seen.hasAttribute("data-near") !== isNear()) {
      seen.toggleAttribute("data-near", isNear());
      nearer?.();
    }
  }
  lay(layerOf(".tokens > .plane"), { left: 0, top: 0, scale: 1 }, view, scale);
  if (shown.painting) lay(canvasOf("terrain"), shown.painting.frame, view, scale);
}

type Origin = Pick<Painting["frame"], "left" | "top" | "scale">;

/** Lay something of which a point of the board is the origin where that point is seen, and as large as it is seen. */
function lay(layer: HTMLElement | null, frame: Origin, seenPart: View, scale: number): void {
  if (!layer) return;
  const left = size.width / 2 - (seenPart.x + seenPart.width / 2 - frame.left) * scale;
  const top = size.height / 2 - (seenPart.y + seenPart.height / 2 - frame.top) * scale;
  const style = `translate(${left.toFixed(2)}px, ${top.toFixed(2)}px) scale(${(scale / frame.scale).toFixed(5)})`;
  if (layer.style.transform !== style) layer.style.transform = style;
}
