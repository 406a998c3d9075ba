/** What a battle is at, in English. */

export const PHASES: Record<string, string> = {
  create: "The adventurers are created.",
  setup: "The battle is set up.",
  deploy: "The adventurers are deployed.",
  round: "A new round is due.",
  adventurers: "The adventurers act.",
  companions: "The companions act.",
  enemies: "The enemies act.",
  end: "The round ends.",
  cleanup: "The battle is cleaned up.",
  over: "The encounter is over.",
};
