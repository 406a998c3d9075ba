/** What the parts of a battle's page need to know about what is shown. */

import type { App } from "../app.ts";
import type { Battle } from "../core/battle.ts";
import type { EnemyTurn, Values } from "../core/foresight.ts";
import type { Glossary } from "../core/glossary.ts";
import type { Question } from "../core/messages.ts";
import type { Lexicon, Names } from "../core/names.ts";
import type { Offer } from "../core/offers.ts";
import type { Hex, State } from "../core/state.ts";

export type Scene = {
  state: State;
  glossary: Glossary;
  lexicon: Lexicon;
  mine: readonly Question[];
  battle: Battle;
  names: Names;
  offers: Map<string, Offer[]>;
};

/** What cards are made of; what the rules foresee of the unit that it is about, too. */
export type CardScene = Pick<Scene, "state" | "glossary" | "lexicon" | "names"> & {
  /** Whether the unit is one's own adventurer. */
  isYours?: boolean;
  coming?: EnemyTurn | null;
  values?: Values | null;
  /** From what the unit's statuses came, by status, in words. */
  causes?: ReadonlyMap<string, string>;
};

/** A question that is being answered: what is picked so far, and how to go on. */
export type Ask = {
  app: App;
  scene: Scene;
  question: Question;
  isSent: boolean;
  picks: readonly string[];
  /** The key that takes an option, or that passes (""); "" where none is left. */
  number: (key: string) => string;
  answer: (picks: readonly string[]) => void;
  change: () => void;
};

/** A hex of the map, as it is drawn. */
export type Cell = { at: Hex; key: string; number: number };
