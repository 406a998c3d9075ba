/** The days between battles, in English. */

export const OVERLAND = {
  landmarks: {
    town: "town",
    peaceful: "peaceful landmark",
    conflict: "landmark with a conflict",
    unstable: "unstable landmark: a die decides what waits there",
    place: "",
  } as Record<string, string>,
  legend: "What the marks of the map mean",
  closed: "closed",
  party: "The party",
  token: (name: string): string => `Token: ${name}`,
  day: (day: number): string => (day ? `Day ${day}` : "Before day 1"),
  /** What a level of the gauge means for the road. */
  freeADay: (hexes: number): string => `${hexes} ${hexes === 1 ? "hex" : "hexes"} a day without fatigue.`,
  days: "Days of the session",
  back: "Back to the session",
  backToRecording: "Back to the session's replay",
  today: "today",
  dial: (xp: number): string => `XP dial at ${xp}`,
  quest: "Guild quest",
  steps: (done: number, all: number): string => `${done} of ${all} steps done`,
  isDone: "done",
  phases: {
    prepare: "The session is set up.",
    create: "The adventurers are created.",
    "new-day": "A new day begins.",
    overland: "On the road",
    encounter: "An encounter",
    reward: "Rewards",
    growth: "Growth",
    "end-of-day": "The day ends",
    rest: "The party rests",
    ending: "The session ends",
    over: "The session is over",
  } as Record<string, string>,
};
