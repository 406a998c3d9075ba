/** Everything that the operators' page says, in English. */

import type { Given } from "../operator/told.ts";

/** What is asked before an act, by the act. */
const asks = (all: Record<string, (given: Given) => string>) => all;

export const T = {
  title: "Operators",
  token: "Operator's token",
  tokenHint: "Kept in this tab until you close it.",
  enter: "Enter",
  leave: "Leave",
  refresh: "Look again",
  motd: "Message of the day",
  show: "Show to everybody",
  takeAway: "Take away",
  tables: "Tables in use",
  noTables: "No table is in use.",
  players: "Connected players",
  noPlayers: "Nobody is connected.",
  processes: "Processes",
  silent: (names: string) => `Without an answer: ${names}`,
  bans: "Bans",
  noBans: "Nobody is banned.",
  banTarget: "Player's id, address or network",
  audit: "Latest acts",
  noActs: "Nothing has been done yet.",
  inspect: "Inspect",
  close: "Close ...",
  lose: "Give the battle up ...",
  isStuck: (why: string) => `The battle cannot be taken up: ${why}.`,
  isLost: "The last battle was lost: its record is gone or damaged.",
  kick: "Kick ...",
  ban: "Ban ...",
  banAddress: "Ban the address ...",
  lift: "Lift ...",
  back: "All tables",
  freeSeat: "free",
  bot: (name: string) => `bot ${name}`,
  away: "away",
  leader: "leads",
  isClosed: (why: string) => `Closed. ${why}`,
  spectators: (count: number) => `spectators: ${count}`,
  version: (count: number) => `version ${count}`,
  waitingFor: (who: string) => `Waiting for ${who}`,
  giveSeat: (seat: string) => `Give seat ${seat} to ...`,
  giveLead: "Let somebody else lead ...",
  giveHost: "Let another process host it ...",
  nobody: "nobody",
  why: "Reason (the players see it)",
  seconds: "For how long",
  lengths: { 0: "for good", 3600: "an hour", 86400: "a day", 604800: "a week", 2592000: "30 days" },
  doIt: "Do it",
  cancel: "Cancel",
  until: (when: string) => `until ${when}`,
  forGood: "for good",
  connections: (count: number) => `connections: ${count}`,
  battles: (count: number) => `battles: ${count}`,
  draining: "is stopping",
  asks: asks({
    kick: ({ player, table }) =>
      `End all connections of ${player}${table ? ` and take away everything of theirs at ${table}` : ""}?`,
    close: ({ table }) => `End the battle of ${table} and let none begin there any more?`,
    lose: ({ table }) => `Give the battle of ${table} up as lost, so that another can begin?`,
    ban: ({ target }) => `Keep ${target || "..."} out?`,
    unban: ({ target }) => `Let ${target} in again?`,
    "hand-over": ({ what, seat, to, bot }): string =>
      what === "seat"
        ? `Give seat ${seat} to ${bot ? T.bot(String(bot)) : to || T.nobody}?`
        : what === "lead"
          ? `Let ${to} lead the table?`
          : `Let the process ${to} host the table?`,
  }),
};
