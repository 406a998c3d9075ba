/** The pages of keys and of rules, in English. */

export const HELP = {
  keys: "Keys",
  rules: "Rules and words",
  inRules: "In the rules",
  ladder: "Ladder",
  back: "Back",
  find: "Find a word",
  findHint: "stealth, fatigue, engage",
  nothing: "Nothing here has that word.",
  keysText: "Everything can be done by mouse, by finger and by keys.",
  rulesText:
    "What is printed on the pieces and what the rulebook says of it, in short; the page of the rulebook stands beside.",
  toTable: (name: string) => `Back to ${name}`,
  menu: {
    threats: "The hexes that enemies could strike next, with how many of them",
    coordinates: "Numbers on the hexes, as messages between players use them",
    sound: "Dice, blows and your turn, as sounds",
    tips: "What is best known in a first battle, each as it fits",
    keys: "Which key does what",
    rules: "What is printed on the pieces, and the rules in short",
    ladder: "Who plays rated matches, and how they stand",
    theme: "The page in light or in dark colours",
    autoPass: "Whatever you may pass on is passed on for you outside of your own turn",
    bot: "A bot plays for you until you take the seat back",
    lookBack: "The battle so far, from its first round on",
    table: "Seats, settings and chat; the battle goes on",
  },
};

/** What each key does, by where it does it. */
export const KEYS: readonly (readonly [where: string, keys: readonly (readonly [keys: string, does: string])[]])[] = [
  [
    "A question",
    [
      ["1 to 5", "the battle forms, in every attack"],
      ["6 to 9", "the enemies in reach; elsewhere 1 to 9 take the option that bears the number"],
      ["Letters", "a die, wherever it can be chosen: each keeps its letter"],
      ["0", "end your turn"],
      ["e", "end it after this attack"],
      ["m, a, o", "turn to Move, Attack, Other"],
      ["Enter", "do what the gold button says, once all is chosen"],
      ["r", "show the retreat, where there is one; once more takes it"],
      ["Arrows", "from option to option"],
    ],
  ],
  [
    "The board",
    [
      ["Arrows", "walk from hex to hex, once the board has the focus"],
      ["Enter", "choose the hex; once more goes there"],
      ["+, −", "zoom in and out"],
      ["p", "point the hex out to the others"],
      ["t", "show all threats; turn a tile that is to be laid"],
      ["i", "the card of whatever has the focus, and again to let it go"],
    ],
  ],
  [
    "Everywhere",
    [
      ["Space", "skip what is being shown; in a replay play and pause"],
      ["Left, Right", "in a replay: back and forth"],
      ["Escape", "close a menu, a card, a notice"],
      ["?", "this page"],
    ],
  ],
];

/** The headings of the words, by their kind in the catalogue. */
export const KINDS: Readonly<
  Record<"forms" | "statuses" | "fatigue" | "codes" | "skills" | "lines" | "rules", string>
> = {
  forms: "Battle forms",
  statuses: "Statuses",
  fatigue: "Fatigue",
  codes: "Letters on dice",
  skills: "Skills of enemies",
  lines: "Skill lines",
  rules: "Rules",
};
