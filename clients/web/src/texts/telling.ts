/** What the story says over several events, in English: moves of several steps, and from what a status came. */

export const TELLING = {
  /** A move of several steps. */
  moves: (who: string, steps: number, to: string) => `${who} moves ${steps} hexes to ${to}.`,
  /** Somebody's skill, die, item or attack; without a name of its own only whose it was. */
  cause: (whose: string, what: string) => (whose && what ? `${whose}'s ${what}` : whose || what),
  gains: (who: string, status: string, cause: string) => `${who} gains ${status}${cause ? ` from ${cause}` : ""}.`,
  battleRule: "this battle's own rules",
  lay: "what lay in the hex",
  came: (cause: string) => `From ${cause}.`,
};
