/** What is called out while a battle is shown, in English. */

export const DRAMA = {
  blocked: (points: number) => `Blocked ${points}`,
  missed: "No damage",
  healed: (points: number) => `+${points}`,
  fatigueRound: "Fatigue round",
  fatigueText: "1 overfatigue each, then 1 damage for each on the track, past bonus HP.",
  lastFresh: "From the next round on fatigue hurts, more each time.",
  enemies: "The enemies act",
  arrive: "More enemies",
  sprung: (name: string) => `${name}: the trap springs`,
  unsprung: (name: string) => `${name}: nothing happens`,
  down: "You are down",
  downText: "You come back after the battle.",
  fallen: (name: string) => `${name} is down`,
  fallenText: "Back after the battle.",
  victory: "Victory",
  victoryText: "The party has done what it came for.",
  defeat: "Defeat",
  defeatText: "The party has fallen. It can try again.",
  retreat: "Retreat",
  retreatText: "The party leaves the field.",
  verdict: {
    defeated: (who: string) => `${who} is defeated`,
    hurt: (who: string, hp: number) => `${who} loses ${hp} HP`,
    unhurt: (who: string) => `${who} is unharmed`,
    /** What an ability of who was struck costs whoever struck. */
    answered: (how: string, who: string, lost: number, prevented: number) =>
      `${how}: ${lost ? `${who} loses ${lost} HP` : `${prevented} prevented`}`,
    /** What else it costs: a status, fatigue. */
    suffered: (how: string, who: string, what: string, count: number) =>
      `${how}: ${who} gains ${count > 1 ? `${count} ` : ""}${what}`,
  },
  ofHealth: (left: number, health: number) => `${left} of ${health} HP left`,
  dealt: (points: number) => `${points} damage`,
  prevented: (points: number) => `${points} prevented`,
  faster: "Pace",
  pace: (name: string) => `Pace: ${name}`,
  soundOn: "Sound is on",
  soundOff: "Sound is off",
  skip: "Skip",
};
