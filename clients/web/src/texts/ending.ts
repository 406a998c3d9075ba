/** What is said once a battle is over, in English. */

import type { Best } from "../core/summary.ts";

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export const ENDING = {
  inRounds: (rounds: number) => `It took ${many(rounds, "round", "rounds")}.`,
  whoDidWhat: "Who did what",
  damage: "Damage",
  prevented: "Blocked",
  healed: "Healed",
  kills: "Defeated",
  luck: "Luck",
  aboutLuck:
    "Damage is the HP that enemies lost. Luck: in so many of 100 battles the same dice would have fallen worse; 50 is neither good nor bad.",
  luckText: (luck: number, rolled: number, expected: number) =>
    `${rolled} points on dice, ${expected.toFixed(1)} to be expected: luckier than ${luck} of 100`,
  reckoning: "The battle is being summed up.",
  best: "Best moment",
  bestWords: ({ damage, healed, kills }: Best): string =>
    [
      damage && `enemies lost ${damage} HP`,
      kills && `${many(kills, "enemy", "enemies")} defeated`,
      healed && `${healed} HP healed`,
    ]
      .filter(Boolean)
      .join(", "),
  gained: (who: string, cls: string) => `${who}: ${cls} from now on`,
  gainedText: "A class was gained.",
  see: "See it",
  deeds: "Deeds",
  next: "What comes next",
  daysGoOn: "The party has fallen. The days go on.",
  onward: "Go on with the session",
  again: "Play it again",
  harder: (name: string) => `Harder: ${name}`,
  nextOne: (name: string) => `Next: ${name}`,
  starting: "The table is being set.",
};
