/** What it costs to go to a hex, as a coin in it. */

import type { Offer } from "../core/offers.ts";
import { TRAVEL } from "../core/waymarks.ts";
import { h } from "./dom.ts";

const FATIGUE = /(\d+) light fatigue/g;

/** What it costs to go to a hex; over land at its lower edge, and beyond the day's march in fatigue. */
export function priceOf(cost: Offer) {
  if (cost.question.why !== TRAVEL)
    return h("g", { key: "cost", class: "cost" }, h("circle", { class: "coin" }), h("text", null, cost.cost));
  // The notes are those of every hex on the way, the last one that of where it leads.
  const extra = [...(cost.note ?? "").matchAll(FATIGUE)].at(-1)?.[1];
  return h(
    "g",
    { key: "cost", class: `cost ${extra ? "dear" : ""}`, transform: "translate(0 39) scale(.78)" },
    extra
      ? h("rect", { class: "coin", x: -22, y: -13, width: 44, height: 26, rx: 13 })
      : h("circle", { class: "coin" }),
    h("text", null, extra ? `+${extra}` : cost.cost),
  );
}
