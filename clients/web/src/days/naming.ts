/** How the battles of a session are called. */

import type { BattleId } from "../protocol.ts";
import { hex, plainDigest } from "../core/sha256.ts";

const ID_LENGTH = 32;

/** The battle that a session's call leads to: its name follows from both, as the server has it. */
export const battleOf = (journal: BattleId, call: number): BattleId =>
  `b${hex(plainDigest(new TextEncoder().encode(`${journal}:${call}`))).slice(0, ID_LENGTH)}` as BattleId;
