/** What can be wrong with a recording, in English. */

/** What is wrong with a recording, or with its dice. */
export const FAULTS = {
  noPromise: "The battle's first commit pins nothing.",
  secret: "The battle is not over: its seed is still secret.",
  otherSeed: "The revealed seed is not the promised one.",
  missing: (version: number, draw: number) => `Commit ${version}: draw ${draw} is missing.`,
  cards: (version: number) => `Commit ${version}: the cards of a draw do not add up.`,
  otherCard: (version: number, card: string, fair: string) =>
    `Commit ${version}: ${card} is recorded as drawn, the seed gives ${fair}.`,
  otherFace: (version: number, face: number, fair: number) =>
    `Commit ${version}: face ${face} is recorded, the seed gives ${fair}.`,
  sides: (version: number, sides: number) => `Commit ${version}: a die has ${sides} sides.`,
  noReplay: "This is no replay file.",
  tooMuch: "The file holds more than any battle does, or is cut off.",
  format: (theirs: number, ours: number) => `The file has format ${theirs}; this page reads format ${ours}.`,
  damaged: "The file was changed or is damaged.",
  gone: "There is no replay of that battle.",
};
