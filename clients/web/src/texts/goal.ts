/** What is said of a battle's goal while it is fought for, in English. */

export const GOAL = {
  defeated: (fallen: number, all: number) => `${fallen} of ${all} defeated`,
  fatigueIn: (rounds: number) => `fatigue in ${rounds} rounds`,
  /** When more enemies come; the round counter goes up to 6. */
  waveIn: (left: number, round: number) =>
    left === 1
      ? "more enemies next round"
      : round > 6
        ? `more enemies in ${left} rounds`
        : `more enemies in round ${round}`,
  /** What the next fatigue round costs the least and the most tired adventurer, past bonus HP. */
  fatigueNext: (least: number, most: number) =>
    `next round: ${least === most ? most : `${least} to ${most}`} damage each, past bonus HP`,
  counted: {
    "rounds-held": (count: number) => `held for ${count === 1 ? "1 round" : `${count} rounds`}`,
    "locks-opened": (count: number) => `${count} opened`,
  } as Record<string, (count: number) => string>,
};
