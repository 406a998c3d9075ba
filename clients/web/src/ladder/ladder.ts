/** The ladder of rated matches, and what is settled before one. Fetched with the first of them. */

export { LADDER } from "../texts/ladder.ts";
export { ratingAtTable, ratingInMatch, ratingsAfter } from "./beside.ts";
export { matchFields } from "./fields.ts";
export { ladderPage } from "./page.ts";
