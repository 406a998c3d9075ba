/** What the lobby and a table's page say of campaigns, in English. */

const DAY = 86_400;
const HOUR = 3_600;

const times = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Seconds in words, in the largest unit that they are a multiple of. */
export function durationWords(seconds: number): string {
  if (seconds && seconds % DAY === 0) return times(seconds / DAY, "day");
  if (seconds && seconds % HOUR === 0) return times(seconds / HOUR, "hour");
  return times(seconds, "second");
}

export const CAMPAIGNS = {
  mine: "My campaigns",
  goOn: "Go on",
  look: "Look at it",
  place: (province: string, part: number, day: number) =>
    [province, part === 3 ? "the endgame" : `session ${part}`, day && `day ${day}`].filter(Boolean).join(", "),
  fights: (encounter: string) => `a battle is on: ${encounter}`,
  waitsForYou: "waiting for you",
  waitsFor: (names: readonly string[]) => `waiting for ${names.join(" and ")}`,
  won: "won",
  lost: "lost",
  next: (province: string, part: number) =>
    part === 3
      ? `The endgame in ${province} comes next, with the same party.`
      : `Session ${part} comes next, in ${province}, with the same party.`,
  isWon: "This campaign is won. Another one begins with the next start.",
  isLost: "This campaign is lost. Another one begins with the next start.",
  prologue: "Begin a campaign with this party",
  prologueText: "A session in Black Marsh: adventurers keep their classes and what they won.",
  anew: "Begin another campaign instead",
  anewText: "The one that this table keeps is given up at the start.",
  yourTurn: "It is your turn.",
  tellMe: "Tell me when it is my turn",
  tellMeText: "The browser shows a notice while this page is open in the background.",
};
