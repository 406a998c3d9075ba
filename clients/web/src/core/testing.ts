/** What tests of the core are written with: questions as the server asks them, and parts of a state. */

import type { Option, Shape } from "../protocol.ts";
import { question } from "./messages.ts";
import type { Question } from "./messages.ts";
import type { State } from "./state.ts";

/** A question of a shape. */
export const asked = (
  shape: Shape,
  { mayPass = false, fallback = [], id = 1 }: { mayPass?: boolean; fallback?: readonly string[]; id?: number } = {},
): Question => question([["1"], "why", "Text?", shape, "", mayPass, fallback, "a1", id]);

/** Options that are called like their keys. */
export const options = (...keys: string[]): Option[] => keys.map((key) => [key, key, ""]);

/** A state of which only some parts matter. */
export const stateWith = (parts: { [K in keyof State]?: unknown }): State => parts as State;
