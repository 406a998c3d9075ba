/** What is said while a tile of a delve is laid, in English. */

export const LAYING = {
  turn: "Turn",
  tapTurns: "Tap to turn the tile",
  doorways: "Doorway",
  doorway: (nth: number) => `Doorway ${nth}`,
  nth: (nth: number, all: number) => `Way ${nth} of ${all}.`,
};
