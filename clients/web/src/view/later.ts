/** What is needed later than the first page: how a battle ends, and the pages of help. Fetched as a battle begins. */

import "../style/ending.css";

export { ending } from "./ending.ts";
export { helpPage } from "./help.ts";
