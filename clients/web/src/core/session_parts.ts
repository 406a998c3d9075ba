/** What a session holds and tells. */

import type { BattleId, PlayerId, QuestionId, SeatId } from "../protocol.ts";
import type * as wire from "../protocol.ts";
import type { Played } from "./messages.ts";

/** What hears of what the session learns. */
export type SessionHeard = {
  changed: () => void;
  played: (played: Played, raw: wire.Commit) => void;
  answered: (question: QuestionId) => void;
  stood: () => void;
};

/** A line for whoever sits here, with the rule behind it. */
export type Line = { text: string; rule: string; at: number };

/** A running clock of a seat. */
export type Clock = { clock: "absence" | "turn"; whole: number; until: number };

/** What each side's clock showed, in milliseconds, and whose run since. */
export type Sides = { left: Readonly<Record<SeatId, number>>; running: readonly SeatId[]; at: number };

/** What somebody points out, or thinks of doing (`to`). */
export type Ping = { player: PlayerId; key: string; to: string };

/** A vote on an undo. */
export type Ballot = { battle: BattleId; version: number; by: SeatId; waiting: readonly SeatId[] };

/** What a seat has sent and the server has not granted or refused yet. */
export type Pending = {
  seat: SeatId;
  number: number;
  message: (ref: number, number: number) => wire.Request;
  question: QuestionId;
  ref: number;
};
