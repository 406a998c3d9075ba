/** What stands on the table of a match: houses with walls, walls, crates, ladders, and water or rubble where nothing is painted. */

import { entryAt } from "../core/certain.ts";
import type { MatchState, Terrain } from "../core/match.ts";
import { inches } from "../core/match.ts";
import { nameOf } from "../core/match_places.ts";
import { MATCH } from "../texts/match.ts";
import { h } from "../view/dom.ts";
import { pictureAt } from "./ground.ts";
import type { Painted } from "./ground.ts";
import type { Look } from "./looking.ts";

type Spot = readonly [number, number];
type Ladder = MatchState["board"]["ladders"][number];

/** Of what a piece is higher, it is drawn darker no more. */
const HIGHEST = 6000;
/** Between the stiles of a ladder and from rung to rung, in thousandths of an inch. */
const [STILE, RUNG] = [260, 280];
/** A ladder is drawn so long, however high it leads. */
const LONG = 520;
/** From window to window, half of one's width, and where it begins and ends of a wall's height. */
const WINDOW = { apart: 1500, half: 230, low: 0.34, high: 0.72 };
/** How far from a roof's corner its height is written. */
const EDGE = { x: 900, y: 640 };
/** Who lives or works behind walls that have windows. */
const LIVED_IN = new Set(["House", "Block", "Warehouse", "Nave", "Bell Tower"]);
/** What walls are made of, by the name of what they carry; cut stone where it is none of these. */
const WALLS: Readonly<Record<string, string>> = {
  House: "plaster",
  Block: "brick",
  Warehouse: "timber",
  Crane: "timber",
  Crates: "timber",
};

export const pointsOf = (corners: readonly Spot[]): string => corners.map((each) => each.join()).join(" ");

/** A piece of terrain; where the table is painted, its top is a part of that picture. */
export function terrain(
  board: MatchState["board"],
  piece: Terrain,
  look: Look,
  painted: Painted | null,
  marked: string,
) {
  const corners = piece.corners.map(({ x, y }) => look.drawn(x, y, piece.high));
  const [x, y] = labelled(corners);
  const name = nameOf(board, piece);
  const isMarked = marked.split(":").slice(1).includes(piece.id);
  const words = [name, piece.high > 0 && inches(piece.high), MATCH.footing[piece.footing]].filter(Boolean);
  const isUp = look.isTilted && piece.high > 0;
  return h(
    "g",
    {
      key: piece.id,
      class: `piece ${piece.footing} ${piece.high ? "raised" : ""} ${piece.impassable ? "impassable" : ""} ${isMarked ? "marked" : ""}`,
      style: `--height: ${Math.min(1, piece.high / HIGHEST).toFixed(2)}`,
      role: "img",
      "aria-label": words.join(", "),
    },
    h("title", null, words.join(", ")),
    piece.high > 0 && (look.isTilted ? sides(piece, look) : shade(piece, corners)),
    isUp &&
      painted && [
        h("clipPath", { id: `roof-${piece.id}` }, h("polygon", { points: pointsOf(corners) })),
        h("g", { "clip-path": `url(#roof-${piece.id})` }, pictureAt(painted, look, piece.high)),
      ],
    h("polygon", { class: "top", points: pointsOf(corners) }),
    piece.high > 0 &&
      h(
        "text",
        { x, y, class: name === piece.name ? "high" : "high named", "aria-hidden": "true" },
        [name !== piece.name && name, MATCH.height(piece.high)].filter(Boolean).join(" "),
      ),
  );
}

/** Where the height stands: in the corner to the top left, beside what lies on the roof; in the middle of what is thin. */
function labelled(corners: readonly Spot[]): Spot {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, deep] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const inside = (span: number, edge: number): number => (span > 3 * edge ? edge : span / 2);
  return [left + inside(wide, EDGE.x), top + inside(deep, EDGE.y)];
}

/** The shadow of a piece that is seen from above: the longer the higher it is. */
const shade = ({ high }: Terrain, corners: readonly Spot[]) =>
  h("polygon", { class: "shadow", points: pointsOf(corners.map(([x, y]) => [x + high / 9, y + high / 7])) });

/** The walls of a piece that is seen from a slant: from the ground up to its edge, the top hides the far ones. */
function sides({ name, corners, high }: Terrain, { drawn }: Look) {
  const kind = WALLS[name] ?? "stone";
  return corners.map((one, at) => {
    const next = entryAt(corners, (at + 1) % corners.length);
    const wall = [drawn(one.x, one.y), drawn(next.x, next.y), drawn(next.x, next.y, high), drawn(one.x, one.y, high)];
    const points = pointsOf(wall);
    return h("g", { key: at, class: "side" }, [
      h("polygon", { class: "wall", points }),
      h("polygon", { class: "masonry", points, fill: `url(#wall-${kind})` }),
      LIVED_IN.has(name) && windows(wall),
      h("polygon", { class: "dusk", points, fill: "url(#wall-dusk)" }),
    ]);
  });
}

/** Windows in a row along a wall, from its foot's two ends to its edge's. */
function windows([foot, end, , up]: readonly Spot[]) {
  if (!foot || !end || !up) return [];
  const [dx, dy, rise] = [end[0] - foot[0], end[1] - foot[1], up[1] - foot[1]];
  const long = Math.abs(dx);
  const many = Math.floor(long / WINDOW.apart);
  return Array.from({ length: many }, (_, at) => {
    const share = (at + 0.5) / many;
    const half = WINDOW.half / long;
    const spot = (along: number, part: number): Spot => [
      Math.round(foot[0] + dx * along),
      Math.round(foot[1] + dy * along + rise * part),
    ];
    const corners = [
      spot(share - half, WINDOW.low),
      spot(share + half, WINDOW.low),
      spot(share + half, WINDOW.high),
      spot(share - half, WINDOW.high),
    ];
    return h("polygon", { key: at, class: "window", points: pointsOf(corners) });
  });
}

/** A ladder: two stiles and the rungs between them, with the shadow that it throws. */
export function rungs({ id, foot, height }: Ladder, look: Look) {
  const [x, y] = look.drawn(foot.x, foot.y, look.isTilted ? height / 2 : 0);
  const across = [];
  for (let at = -LONG + RUNG / 2; at < LONG; at += RUNG) across.push(`M-${STILE} ${at}H${STILE}`);
  const words = `${MATCH.ladder(height)}, ${MATCH.at(foot.x, foot.y)}`;
  const d = `M-${STILE} -${LONG}V${LONG}M${STILE} -${LONG}V${LONG}${across.join("")}`;
  return h(
    "g",
    { key: id, class: "ladder", transform: `translate(${x} ${y})`, role: "img", "aria-label": words },
    h("title", null, words),
    h("path", { class: "under", d, transform: "translate(90 110)" }),
    h("path", { class: "edge", d }),
    h("path", { class: "wood", d }),
  );
}

/** What walls are filled with: courses of stone or brick, boards, plaster with beams; dusk towards their foot. */
export const wallFills = () => [
  pattern("stone", 900, 440, [
    ["M0 0H900V440H0Z", "#8d8574"],
    ["M0 0H430V200H0ZM460 0H900V200H460ZM0 230H200V420H0ZM230 230H660V420H230ZM690 230H900V420H690Z", "#a39a87"],
    ["M0 0H430V40H0ZM460 0H900V40H460ZM230 230H660V266H230Z", "#bfb6a0"],
  ]),
  pattern("brick", 560, 320, [
    ["M0 0H560V320H0Z", "#5d4438"],
    ["M0 0H264V140H0ZM284 0H560V140H284ZM0 160H124V304H0ZM144 160H404V304H144ZM424 160H560V304H424Z", "#94604a"],
    ["M0 0H264V30H0ZM144 160H404V190H144Z", "#b07a60"],
  ]),
  pattern("timber", 420, 3000, [
    ["M0 0H420V3000H0Z", "#4a3622"],
    ["M12 0H408V3000H12Z", "#7c5d3a"],
    ["M12 0H60V3000H12Z", "#9a774d"],
  ]),
  pattern("plaster", 1500, 3000, [
    ["M0 0H1500V3000H0Z", "#c9b994"],
    ["M0 0H150V3000H0ZM750 0H860V3000H750Z", "#5b4026"],
    ["M150 0H184V3000H150ZM860 0H890V3000H860Z", "#a08e69"],
  ]),
  h("linearGradient", { id: "wall-dusk", x1: 0, y1: 0, x2: 0, y2: 1 }, [
    h("stop", { offset: 0, "stop-color": "#fff3d4", "stop-opacity": 0.16 }),
    h("stop", { offset: 0.2, "stop-color": "#1a120a", "stop-opacity": 0.1 }),
    h("stop", { offset: 1, "stop-color": "#120b06", "stop-opacity": 0.62 }),
  ]),
];

const pattern = (name: string, width: number, height: number, paths: readonly (readonly [string, string])[]) =>
  h(
    "pattern",
    { id: `wall-${name}`, width, height, patternUnits: "userSpaceOnUse" },
    paths.map(([d, fill]) => h("path", { d, fill })),
  );
