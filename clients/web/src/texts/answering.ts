/** What buttons say, and why something that is picked does not answer a question, in English. */

/** What the button says that gives an answer, by the question's code. */
export const CONFIRM: Record<string, string> = {
  "turn.engage": "Attack",
  "engage.resolve": "Use these, in this order",
  deploy: "Deploy",
  "lockpick.keep": "Roll again",
  "delve.place": "Lay it here",
  "match.deploy": "Put it there",
  "match.go": "Go there",
  "match.engage": "Engage",
};

/** What passing means, where "Pass" would not say it. */
export const PASS: Record<string, string> = {
  "engage.resolve": "Use none",
  "cache.pick": "Leave it locked",
  "lockpick.adjust": "Change nothing",
  "lockpick.keep": "Give up",
  "create.train": "Learn none",
  "create.advance": "Spend no more",
  "match.deploy": "Put all that are left where it is best",
  "match.engage": "No more engages: on to the moves",
  "match.move": "No more moves",
  "match.go": "Back: choose again",
  "match.intercept": "Nobody steps in",
};

/** What follows from a pass that gives something away for good. */
export const FOLLOWS: Record<string, string> = {
  "engage.resolve": "Nothing of what is left takes effect; its dice are put away.",
  "lockpick.keep": "The attempts that are left are lost, and most caches with them.",
};

/** A lock, whose digits and dice are drawn. */
export const LOCK = {
  /** What is asked beside the picture, by the question's code. */
  asked: {
    "cache.pick": (left: string) => `Pick the lock? ${left}.`,
    "lockpick.adjust": (left: string) => `Turn a die? ${left}.`,
    "lockpick.keep": () => "Which dice stay for the next attempt?",
  } as Readonly<Record<string, (left: string) => string>>,
  code: (digits: readonly { value: string; isKey: boolean; isMet: boolean }[]) =>
    `The lock: ${digits.map(({ value, isKey, isMet }) => `${value}${isKey ? " first" : ""}${isMet ? ", matched" : ""}`).join("; ")}.`,
  trap: (name: string) => `Trap: ${name}`,
  /** What follows from giving up a trap's lock; `does` is what its card says. */
  trapFollows: (does: string) => `The attempts that are left are lost. ${does}`,
  first: "ringed: to be matched first",
  turnTo: (to: string) => `to ${to}`,
  price: (note: string) => (note ? `Each turn by 1 costs ${note}.` : ""),
};

/** The button that takes what is suggested, and goes on with what follows. */
export const RESOLVE_ALL = {
  button: "Use all as suggested",
  /** Where some of what is offered is not suggested. */
  some: (some: number, all: number) => `Use ${some} of ${all} as suggested`,
  text: "Takes what is suggested until there is something to decide. What is not suggested stays unused. Any press stops it.",
};

/** Why something that is picked does not answer a question. */
export const REASONS = {
  one: "Pick one option.",
  engage: "Pick a target or dice first.",
  some: "Pick from the options, each at most once.",
  count: (span: string) => `Pick ${span}.`,
  order: "Put every option into the order.",
  most: (cap: number) => `At most ${cap} for one.`,
  points: (span: string) => `Share out ${span} points.`,
  nowhere: "Choose where to go.",
  noWay: (to: string, from: string) => `${to} cannot be entered from ${from}.`,
  dear: (spent: number, budget: number) => `That costs ${spent} of ${budget}.`,
  noStop: "You cannot stop there.",
  place: "Name one point.",
  outside: "That point is out of bounds.",
  dice: (span: string, most: number) => `Choose ${span} ${most === 1 ? "die" : "dice"}.`,
  part: (span: string, name: string) => `Pick ${span} for ${name}.`,
  mostOf: (most: number, name: string) => `At most ${most} for ${name}.`,
};
