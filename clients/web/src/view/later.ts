/** What is needed later than the first page: how a tile is laid and a battle ends, and the pages of help. Fetched as a battle begins. */

import "../style/ending.css";
import "../style/laying.css";
import "../style/later.css";

export { ending } from "./ending.ts";
export { helpPage } from "./help.ts";
export { ghost, turnButton, wayWords } from "./laying.ts";
export { LAYING } from "../texts/laying.ts";
