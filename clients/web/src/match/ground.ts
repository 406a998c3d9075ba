/** The painted table below a match: had painted by board, side and theme, and shown as a picture within the drawing. */

import type { App } from "../app.ts";
import { isPlain, themeNow, whenColoursChange } from "../board/colours.ts";
import { paint, type Painting } from "../board/ground/painter.ts";
import { UNIT, type Yard } from "../board/ground/tabletop.ts";
import type { Frame } from "../board/ground/paint.ts";
import type { MatchState } from "../core/match.ts";
import { h } from "../view/dom.ts";
import type { Look } from "./looking.ts";

/** A painted table: where its picture is, and how it lies on the table. */
export interface Painted {
  href: string;
  frame: Frame;
}

/** Pixels a unit: a first painting comes in a ninth of the time, the other is as fine as the largest screens show. */
const SCALES = [0.34, 1] as const;
/** Paintings that are kept: both sides of a table, dark and light, each coarse and fine. */
const KEPT = 8;

const kept = new Map<string, Painted>();
let wanted = "";
let isListening = false;

/** The table as it is painted so far; null before that, and where somebody needs plain colours. */
export function paintedTable(app: App, state: MatchState, look: Look): Painted | null {
  if (!isListening) whenColoursChange(() => app.render());
  isListening = true;
  if (isPlain()) return null;
  const yard = yardOf(state, look);
  const key = `${yard.board} ${yard.isTurned} ${themeNow()}`;
  if (wanted !== key) {
    wanted = key;
    want(app, yard, key);
  }
  return (
    SCALES.toReversed()
      .map((scale) => kept.get(`${key} ${scale}`))
      .find(Boolean) ?? null
  );
}

/** Have a table painted, coarsely and then finely, as far as it is not yet. */
function want(app: App, yard: Yard, key: string): void {
  const missing = SCALES.filter((scale) => !kept.has(`${key} ${scale}`));
  const [scale] = missing;
  if (scale === undefined) return;
  const { board, width, depth, pieces } = yard;
  const job = { what: "yard", yard: { board, width, depth, pieces }, theme: themeNow(), scale } as const;
  paint(
    `${key} ${scale}`,
    job,
    (painting) =>
      void keepIt(app, `${key} ${scale}`, painting, () => {
        if (wanted === key) want(app, yard, key);
      }),
  );
}

/** Make a picture that a drawing can show of what was painted. */
async function keepIt(app: App, key: string, { picture, frame }: Painting, then: () => void): Promise<void> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: picture.width, height: picture.height });
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (!file) return;
  kept.set(key, { href: URL.createObjectURL(file), frame });
  for (const [old, { href }] of kept) {
    if (kept.size <= KEPT) break;
    kept.delete(old);
    URL.revokeObjectURL(href);
  }
  app.renderLater();
  then();
}

type Turned = Yard & { isTurned: boolean };

/** What of a table is painted, turned as it is looked at: so light falls from the top left on both sides. */
function yardOf({ board }: MatchState, { turned }: Look): Turned {
  const [x] = turned(0, 0);
  return {
    board: board.id,
    isTurned: x !== 0,
    width: board.width,
    depth: board.depth,
    pieces: board.pieces.map(({ id, name, corners, high, footing }) => ({
      id,
      name,
      high,
      footing,
      corners: corners.map((each) => turned(each.x, each.y)),
    })),
  };
}

/** The painting as it lies on a level of the table: on the ground, or so high above it. */
export function pictureAt({ href, frame }: Painted, { isTilted, laid }: Look, high: number) {
  const { down, deep } = laid(high);
  const [width, height] = [frame.width, frame.height].map((pixels) => pixels / frame.scale / UNIT);
  return h("image", {
    key: "painted",
    class: "painted",
    href,
    "data-fine": frame.scale === SCALES[1] ? "1" : null,
    x: frame.left / UNIT,
    y: frame.top / UNIT,
    width,
    height,
    preserveAspectRatio: "none",
    transform: isTilted ? `matrix(1 0 0 ${deep} 0 ${down.toFixed(0)})` : null,
  });
}
