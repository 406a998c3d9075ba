/** What creating an adventurer means, in English. */

/** How far one is in creating an adventurer. */
export const CREATION = {
  step: (now: number, all: number) => `Step ${now} of ${all}`,
  called: (name: string) => `Goes under the name ${name}.`,
  calledByRace: "Gets a name of its race.",
  name: "Name",
  suggested: (name: string) => `Suggested: ${name}`,
  suggestedByRace: "Suggested by its race",
  steps: {
    race: "Race",
    line: "Skill line",
    dice: "First dice",
    rows: "Attribute rows",
    class: "Class",
    growth: "Growth",
  },
};

/** What the steps of creating an adventurer decide. */
export const MEANING: Record<string, string> = {
  "create.race": "The race gives you five figures and one strong ability that can be used once in a battle.",
  "create.line":
    "The skill line is what you are good at: two of its first dice are yours from the start, more are learned later. Each die is used up when rolled, and comes back by cooldown.",
  "create.dice":
    "Each die has six faces, as drawn. Two of one kind are more reliable, two kinds give more choice. A face with tenacity pays for the abilities of a class.",
  "create.rows":
    "The mat has four rows of six squares. Two attributes in one row share them, so they limit each other as they grow; for a single battle the suggested way is fine.",
  "create.class":
    "A class gives abilities that cost tenacity, the number with the flame before each. Tenacity comes from the flame faces of your dice; you can hold five.",
  "create.train": "Another line lets XP buy its dice, too; none come with it. It takes one end of a row of your mat.",
  "create.slot": "The line's dice will lie in that row, and share its six squares with what is at its other end.",
  "create.advance":
    "XP buy dice, points and tenacity, one after the other until you stop. Up to 3 XP can be kept, more of them become tenacity.",
  "jailbreak.class": "A class gives abilities that cost tenacity, the number before each.",
};

/** What a race's figures are good for. */
export const FIGURES = {
  health: "how much damage you can take",
  stamina: "how far you walk and shoot, how many warrior and thief dice you roll",
  magicka: "how far your magic reaches, how many of its dice you roll",
  combat: "plain dice for any weapon",
  cooldown: "how many used dice come back each turn",
};

/** The figures of somebody who stands ready: a word below each, and what it means. */
export const WEIGHED = {
  health: { word: "health", means: "How much damage they can take" },
  walk: { word: "walk", means: "Hexes that they walk in a turn" },
  reach: { word: "reach", means: "Hexes to whom their dice hit; 1 is adjacent" },
  dice: { word: "dice", means: "Dice of their skill line that they roll in a turn, once they have as many" },
  back: { word: "back", means: "Used dice that come back each turn" },
} as const;

/** How much practice those take who stand ready. */
export const EASE: Readonly<Record<string, number>> = {
  shieldbearer: 1,
  reaver: 1,
  deadeye: 1,
  guardian: 1,
  stormcaller: 2,
  lightbringer: 2,
  naturalist: 2,
  tumbler: 3,
  shade: 3,
  summoner: 3,
};
export const EASE_WORDS: Readonly<Record<number, string>> = {
  1: "easy to play",
  2: "takes a battle or two",
  3: "for the experienced",
};

/** What each skill line does, in short. */
export const LINES: Record<string, string> = {
  "one-hand-and-shield": "Strike what is adjacent; the same dice then wait to prevent damage.",
  "two-handed": "Heavy blows at what is adjacent; fatigue makes some of them stronger.",
  bow: "Hit from 2 hexes away and farther, past defense, one target or several.",
  "destruction-staff": "Magic from afar: damage and statuses, now and then at a price for your own side.",
  "daedric-summoning": "Curses, and creatures that fight for you until the battle ends.",
  "restoring-light": "Heal the party, take statuses away, get the fallen up again.",
  acrobatics: "Move farther, slip past enemies, evade damage and turn it on others.",
  "heavy-armor": "Stand in front in the defensive form and prevent damage.",
  "light-armor": "Dice that are spent bit by bit: to move farther, prevent, roll again.",
  illusion: "Decoys and calm: enemies strike at nothing, or not at all.",
  shadow: "Stealth: hide, ignore defense, frighten.",
  speech: "Send enemies away, win them over, or gain tenacity.",
  legerdemain: "Locks, and what is behind them.",
};

/** What earns a class in the Jailbreak, as the end of a battle lists it. */
export const DEEDS: Record<string, string> = {
  "escape-first": "First to escape",
  "cache-lockpick": "First to open a cache",
  "take-first-turn": "First turn of the battle",
  "take-last-turn": "Last turn of the first round",
  "first-damage-range-1": "First hurt by a neighbour",
  "first-damage-range-2-plus": "First hurt from afar",
};
