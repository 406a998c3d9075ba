/** What a turn's panel says, in English. */

export const TURN = {
  modes: "What do you do?",
  move: "Move",
  attack: "Attack",
  other: "Other",
  nowhere: "no way is free",
  moved: "done",
  explored: "explored instead",
  dazed: "dazed: no move after a roll",
  dazedRoll: "dazed: no roll after a move",
  movedTwice: "not after two moves",
  noDice: "no dice left",
  noDiceFor: "no dice for it",
  range: (hexes: number) => `range ${hexes}`,
  noneReaches: (name: string, needs: string, forms: readonly string[]) =>
    `${forms.length ? `${name} is in reach with ${forms.join(" or ")}. ` : ""}${needs} Choose another enemy, or end your turn.`,
  noneInReach: "nobody in reach",
  inReach: (count: number) => (count === 1 ? "1 in reach" : `${count} in reach`),
  upTo: (hexes: number) => `up to ${hexes}`,
  abilities: "items and more",
  explore: "explore and more",
  upToAgain: (hexes: number) => `again, up to ${hexes}`,
  again: "Move again: you cannot attack after it",
  endedAlone: "Your turn is over: nothing was left to do.",
  attackWho: (name: string, dice: number, outcome: string) =>
    `Attack ${name}: ${dice === 1 ? "1 die" : `${dice} dice`}${outcome ? `, ${outcome}` : ""}`,
  ready: (dice: number, fatigue: number) =>
    `Ready ${dice === 1 ? "1 die" : `${dice} dice`} as defense${fatigue ? `: ${fatigue} light fatigue` : ""}`,
  inTrack: ", which takes a place of your cooldown track",
  readyText: "Nobody is attacked: the dice are rolled, and of what they show only that is used which needs no target.",
  attackPlain: (name: string) => `Attack ${name}`,
  onlyForm: (form: string) => `Only change your form to ${form}`,
  attackBare: (name: string) => `Attack ${name} without dice`,
  bareOnly: "Nothing is rolled: your form changes, and what you have that answers an attack takes effect.",
  thenEnd: "Then end the turn",
  allFallen: "All enemies are defeated. The battle is won at the end of the round.",
  leave: "Give the battle up",
};

/** Tips for a first battle: each is shown when it fits, and once. */
export const TIPS: Readonly<Record<string, string>> = {
  move: "It is your turn. Gold hexes are where you can go: tap one to see the way, tap it again to go. Keep with the others, since all enemies act after you.",
  attack: "An enemy is in reach. Tap it: form and dice are chosen for you, and the button says how likely it falls.",
  dice: "The dice that you rolled wait on the cooldown track. As each of your turns begins some come back: as many as the hourglass on your mat says.",
  end: "Nothing more to do from here? End your turn. Dice that you keep can defend you.",
  enemies: "Now the enemies act. Point at one, or hold a finger on it, to see where it will go and what it can do.",
};
export const TIP = {
  youAre: (name: string) => `You are ${name}.`,
  next: "Got it",
  never: "No more tips",
  off: 'No more tips. "Tips" in the menu brings them back.',
  label: "Tip",
  all: "Tips",
};

/** What a move's look-ahead says. */
export const AHEAD = {
  attack: "From there in reach:",
  again: "Moving again: you cannot attack after it.",
  danger: "Could strike there:",
  none: "Here stands what a hex would mean: whom you reach from it, and who reaches you.",
  nobody: "nobody",
  prey: (name: string, hp: number, form: string, dice: number, odds: string) =>
    `${name}${odds ? ` ${odds}` : ""} (${hp} HP, ${form}, ${dice === 1 ? "1 die" : `${dice} dice`})`,
  striker: (name: string, points: string) => `${name} (${points} damage)`,
  strikers: (each: string, points: string, count: number) =>
    `${each}; ${count > 1 ? `${points} damage if all do` : "damage on average"}, before your defense.`,
};

/** When one is asked about an ability. */
export const ASKING = {
  title: "When to ask me about this",
  ask: "Ask me",
  others: "Only on others' turns",
  never: "Never",
  game: "The game decides",
  /** What may be left to the game, by its name on the wire. */
  left: {
    enemy: "Where the rules let us choose what enemies do",
    "engage.resolve": "Which results I resolve, in which order",
  },
};
