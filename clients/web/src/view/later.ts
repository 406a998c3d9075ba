/** What is needed later than the first page: whom an attack goes at, how a tile is laid and a battle ends, and the pages of help. Fetched as a battle begins. */

import "../style/ending.css";
import "../style/laying.css";
import "../style/later.css";

export { suffer } from "../core/suffered.ts";
export { aimed } from "./aim.ts";
export { ending } from "./ending.ts";
export { helpPage } from "./help.ts";
export { ghost, turnButton, wayWords } from "./laying.ts";
export { keepHeight, showNeeded } from "./steady.ts";
export { LAYING } from "../texts/laying.ts";
