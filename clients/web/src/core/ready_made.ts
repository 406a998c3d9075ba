/**
 * Adventurers ready made: what to choose at each step of creation. Used where somebody wants to play at once, and
 * by "suggest the rest". The server decides what is legal; a suggestion that it does not offer is replaced by one it does.
 */

/** A question as far as creation needs it. */
type Asked = {
  why: string;
  fallback: readonly string[];
  shape: {
    kind: string;
    options?: { key: string }[];
    slots?: { name: string; options: { key: string }[] }[];
    low?: number;
  };
};

const RACES = ["nord", "redguard", "imperial", "orc"];
const LINES = ["two-handed", "one-hand-and-shield", "bow", "destruction-staff"];
const CLASSES = ["dragonknight", "knight", "templar", "healer", "archer", "sorcerer"];
/** Where each attribute lies on the mat: combat and the line get rows of their own, to grow in. */
const ROWS: Readonly<Record<string, string>> = { health: "1L", stamina: "2L", magicka: "2R", combat: "3L" };
const LINE_ROW = "4L";
/** The server's own offer: it suggests what is left. */
const REST = "suggest";

const WISHES: Readonly<Record<string, readonly string[]>> = {
  "create.race": RACES,
  "create.line": LINES,
  "create.class": CLASSES,
  "create.train": ["heavy-armor", "restoring-light", ...LINES],
};

/** Whether a question comes before the first turn: creating an adventurer, and where it enters. */
export const isCreation = ({ why }: { why: string }): boolean =>
  ["create.", "setup.", "deploy"].some((step) => why.startsWith(step));

/** What a ready-made adventurer answers to a question of creation; null where only its player can know. */
export function suggestion(question: Asked): readonly string[] | null {
  const { shape } = question;
  if (question.why === "create.rows") return rows(question);
  const keys = (shape.options ?? []).map(({ key }) => key);
  if (keys.includes(REST)) return [REST];
  const wished = WISHES[question.why]?.find((one) => keys.includes(one));
  if (wished !== undefined) return [wished];
  if (question.fallback.length) return question.fallback;
  const first = keys[0];
  if (shape.kind === "one" && first !== undefined) return [first];
  if (shape.kind === "some" && keys.length) return keys.slice(0, Math.max(1, shape.low ?? 1));
  return null;
}

function rows({ shape, fallback }: Asked): readonly string[] | null {
  if (fallback.length) return fallback;
  const picks = (shape.slots ?? []).map(({ name, options }) => {
    const wished = `${name}:${ROWS[name] ?? LINE_ROW}`;
    return options.some(({ key }) => key === wished) ? wished : options[0]?.key;
  });
  return picks.length && picks.every((pick) => pick !== undefined) ? picks : null;
}
