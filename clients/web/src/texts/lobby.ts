/** What the first page says, in English. */

export const LOBBY = {
  headline: ["Four heroes.", "One lamp-lit table."],
  what: "A co-operative battle of dice and hexes for one to four people, in the browser. Bots take the free seats.",
  playNow: "Play now",
  playNowText: (name: string, difficulty: string) =>
    `${name} on ${difficulty}, with an adventurer made for you and three bots.`,
  setUp: "Other settings",
  setUpOf: (name: string) => `Other settings for ${name}`,
  won: "won",
  preparing: "The table is being set.",
  openTable: "Open a table for friends",
  encounters: "Encounters",
  all: (count: number) => `All ${count}`,
  kinds: { clash: "Clash", delve: "Delve", dungeon: "Dungeon", campaign: "Campaign", match: "Skirmish" } as Record<
    string,
    string
  >,
  kindText: {
    clash: "One battle on one map.",
    delve: "The map is laid tile by tile as you explore.",
    match: "Two warbands against each other on an open table: a game for two.",
    campaign: "Days on the overland map: towns, quests, growth, and the battles between.",
    dungeon: "Rooms one after the other, with a boss at the end.",
  } as Record<string, string>,
  players: "1 to 4",
  rivals: "2",
  playersText: "players",
  minutes: (minutes: number) => `${minutes} min`,
  minutesText: (minutes: number) => `about ${minutes} minutes`,
  hardness: (steps: number) => ["not measured", "gentle", "fair", "hard"][steps] ?? "hard",
  invites: (leader: string, what: string, seat: string) =>
    seat ? `${leader} invites you to play ${what}.` : `${leader} invites you to watch ${what}.`,
  invitedTo: (table: string, difficulty: string, party: number) =>
    [table, difficulty, party === 1 ? "for 1 player" : `for ${party} players`].filter(Boolean).join(" · "),
  isPlaying: "The battle is on.",
  takeSeat: (seat: string) => `Take seat ${seat}`,
  seatTaken: (seat: string, leader: string) => `Somebody else has seat ${seat} by now. Ask ${leader} for another link.`,
  toTheFirstPage: "To the first page",
  choose: (name: string) => `Choose ${name}`,
  unexplored: "Its map is laid as you explore.",
};
