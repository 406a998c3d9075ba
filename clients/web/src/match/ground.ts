/** The painted table below a match: had painted by board, side and theme, and shown as a picture within the drawing. */

import type { App } from "../app.ts";
import { isPlain, themeNow, whenColoursChange } from "../board/colours.ts";
import { paint, type Painting } from "../board/ground/painter.ts";
import { pictureAddress } from "../board/picture.ts";
import { UNIT, type Yard } from "../board/ground/tabletop.ts";
import type { Frame, Theme } from "../board/ground/paint.ts";
import type { MatchState } from "../core/match.ts";
import { h } from "../view/dom.ts";
import type { Look } from "./looking.ts";

/** A painted table: where its picture is, how it lies on the table, and for which theme it is. */
export interface Painted {
  href: string;
  frame: Frame;
  theme: Theme;
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
  const other = `${yard.board} ${yard.isTurned} ${themeNow() === "dark" ? "light" : "dark"}`;
  const fine = SCALES.toReversed();
  // Until it is painted for this theme, the other theme's picture is better than none.
  return [key, other].flatMap((one) => fine.map((scale) => kept.get(`${one} ${scale}`))).find(Boolean) ?? null;
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
      void keepIt(app, `${key} ${scale}`, job.theme, painting, () => {
        if (wanted === key) want(app, yard, key);
      }),
  );
}

/** Keep what was painted, and show it. */
async function keepIt(app: App, key: string, theme: Theme, painting: Painting, then: () => void): Promise<void> {
  const href = await pictureAddress(painting);
  if (href === null) return;
  kept.set(key, { href, frame: painting.frame, theme });
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
export function pictureAt({ href, frame, theme }: Painted, { isTilted, laid }: Look, high: number) {
  const { down, deep } = laid(high);
  const [width, height] = [frame.width, frame.height].map((pixels) => pixels / frame.scale / UNIT);
  return h("image", {
    key: "painted",
    class: `painted ${theme === themeNow() ? "" : "stale"}`,
    href,
    "data-theme": theme,
    "data-fine": frame.scale === SCALES[1] ? "1" : null,
    x: frame.left / UNIT,
    y: frame.top / UNIT,
    width,
    height,
    preserveAspectRatio: "none",
    transform: isTilted ? `matrix(1 0 0 ${deep} 0 ${down.toFixed(0)})` : null,
  });
}
