/** What somebody looks at, as opposed to what is: nothing of it is told to the server. */

import { NOBODY, NO_SEAT } from "./protocol.ts";
import type { BattleId, SeatId, TableId, UnitId } from "./protocol.ts";
import type { Aside } from "./core/address.ts";
import type { StepKind } from "./core/film.ts";
import type { LinkedView } from "./core/links.ts";
import type { TableSettings } from "./core/messages.ts";

/** A part of one's turn. */
export type Mode = "move" | "attack" | "other";

/** What the map shows: the middle it looks at and how near it is. */
export type Camera = {
  size: string;
  box: { x: number; y: number; width: number; height: number };
  zoom: number;
  x: number;
  y: number;
};

/** What fields hold while a page is drawn again and again. */
export type Forms = Partial<
  Omit<TableSettings, "party" | "turn" | "absence" | "isPublic" | "delay" | "sideClock" | "increment">
> & {
  name?: string;
  code?: string;
  chat?: string;
  luck?: string;
  party?: string;
  others?: string;
  clock?: string;
  absence?: string;
  listed?: boolean;
  delay?: string;
  xp?: string;
  /** The rosters of a match, by seat. */
  roster_1?: string;
  roster_2?: string;
  /** Both sides build their warbands before the match. */
  muster?: boolean;
  /** Seconds that each side has for a match, and gains by each turn: "1200+15". */
  pace?: string;
  kind?: string;
  /** What an adventurer is to be called, by battle and seat, until an answer carries it. */
  called?: Record<string, string>;
};

export type Ui = {
  tab: string;
  side: string;
  showTable: boolean;
  /** A page besides table, battle and recording; "lobby" while one's table goes on. */
  page: "" | "lobby" | Aside;
  /** The hex of a move under the pointer. */
  ahead?: string;
  /** The same once the pointer has rested there for a moment. */
  rests?: string;
  /** What is sought among the words of the rules. */
  word?: string;
  /** The page was loaded at the table's own address: a battle that runs there does not come before it. */
  keepsTable?: boolean;
  /** The table that one looks away from. */
  awayFrom?: TableId;
  mat: UnitId;
  details: boolean;
  links: Record<SeatId, { link: string; expires: number } | null>;
  forms: Forms;
  hover: string;
  picked: string;
  cursor: string;
  camera: Camera | null;
  settings: boolean;
  copied: string | null;
  follow: SeatId;
  threats?: boolean;
  coordinates?: boolean;
  stepKind?: StepKind;
  speed?: number;
  matFolded?: boolean;
  /** The part of the turn that was chosen; none: the one that fits. */
  mode?: Mode | undefined;
  attribute?: string;
  allMemories?: boolean;
  /** How often earlier lines of the story were asked for. */
  earlier?: number;
  linkCopied?: boolean;
  /** What a link wants to be seen of the map, until the map is there. */
  linkedView?: LinkedView | null;
  lookedAt?: string;
  /** Whether the whole map is wanted, however small it gets. */
  isWhole?: boolean;
  /** What the camera was last pointed at by itself, and how large the board was. */
  shot?: { name: string; size: { width: number; height: number } } | undefined;
  dragged?: boolean;
  read?: number;
  swipe?: { x: number; y: number } | null;
  /** The place of a town that is looked at. */
  place?: string;
  /** The journal's page of a campaign that is open. */
  leaf?: string;
  /** The item that is held over the table, and what it is held over. */
  held?: { card: string; x: number; y: number; over: string } | null;
  /** The session that a battle's recording was opened from, and its moment. */
  backTo?: { journal: BattleId; at: string } | null;
};

/** Nothing on the board is looked at. */
export const AWAY = { hover: "", picked: "", cursor: "", ahead: "", rests: "", earlier: 0 } satisfies Partial<Ui>;

/** Before anybody has looked anywhere. */
export const beginning = (): Ui => ({
  tab: "board",
  side: "story",
  showTable: false,
  page: "",
  mat: NOBODY,
  details: false,
  links: {},
  forms: {},
  hover: "",
  picked: "",
  cursor: "",
  camera: null,
  settings: false,
  copied: "",
  follow: NO_SEAT,
});
