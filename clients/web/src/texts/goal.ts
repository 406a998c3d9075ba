/** What is said of a battle's goal while it is fought for, in English. */

export const GOAL = {
  defeated: (fallen: number, all: number) => `${fallen} of ${all} defeated`,
  fatigueIn: (rounds: number) => (rounds === 1 ? "fatigue next round" : `fatigue in ${rounds} rounds`),
  fatigueNow: "overfatigue hurts",
  counted: {
    "rounds-held": (count: number) => `held for ${count === 1 ? "1 round" : `${count} rounds`}`,
    "locks-opened": (count: number) => `${count} opened`,
  } as Record<string, (count: number) => string>,
};
