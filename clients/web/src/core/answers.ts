/** What answers a question, by its shape alone: the same checks that the server makes. */

import { entryAt } from "./certain.ts";
import { never } from "./events.ts";
import type { Question, Shape, Slot } from "./messages.ts";
import { REASONS, WORDS } from "../texts/en.ts";

/** A way along a route: the indices of its spots, what it costs, what is met on it. */
export type Way = { spots: number[]; cost: number; notes: string[] };

/** A way to where a route may end, as it is answered. */
export type Goal = Way & { picks: readonly string[] };

/**
 * Why picks do not answer a question, as a sentence; "" if they do.
 */
export function refuse(question: Question, picks: readonly string[]): string {
  if (!picks.length && question.mayPass) return "";
  const { shape } = question;
  const keys = shape.options.map((each) => each.key);
  const known = picks.every((pick) => keys.includes(pick));
  const once = new Set(picks).size === picks.length;
  switch (shape.kind) {
    case "one":
      return picks.length === 1 && known ? "" : REASONS.one;
    case "some":
      if (!once || !known) return REASONS.some;
      return picks.length >= shape.low && picks.length <= shape.high ? "" : REASONS.count(span(shape));
    case "order":
      return once && known && picks.length === keys.length ? "" : REASONS.order;
    case "split":
      return refuseSplit(shape, picks);
    case "route":
      return refuseRoute(shape, picks);
    case "plan":
      return refusePlan(shape, picks);
    case "place":
      return refusePlace(shape, picks);
    default:
      return never(shape.kind);
  }
}

/** "2", "1 or 2" or "1 to 3". */
export const span = ({ low, high }: { low: number; high: number }): string =>
  low === high ? `${low}` : `${low} ${high === low + 1 ? WORDS.or : WORDS.to} ${high}`;

/** How many options of a slot can be picked at once; of dice no more than limits allow, as Stamina does. */
export function spanIn({ limits }: Shape, { name, options, low, high }: Slot): { low: number; high: number } {
  if (name !== "dice") return { low, high };
  const over = limits.map((limit) => {
    const count = options.filter(({ key }) => limit.keys.includes(key)).length;
    return Math.max(0, count - limit.high);
  });
  const most = options.length - over.reduce((sum, one) => sum + one, 0);
  return { low, high: Math.max(low, Math.min(high, most)) };
}

function refuseSplit(shape: Shape, picks: readonly string[]) {
  const { least, points, caps, options } = shape;
  for (const [at, cap] of caps.entries()) {
    if (picks.filter((pick) => pick === options[at]?.key).length > cap) return REASONS.most(cap);
  }
  const enough = picks.length >= least && picks.length <= points;
  return enough ? "" : REASONS.points(span({ low: least, high: points }));
}

/** Which point a key names: two or three whole numbers, thousandths of an inch. */
const POINT = /^(0|-?[1-9]\d{0,6})(,(0|-?[1-9]\d{0,6})){1,2}$/;

function refusePlace({ bounds }: Shape, picks: readonly string[]) {
  const [pick = ""] = picks;
  if (picks.length !== 1 || !POINT.test(pick)) return REASONS.place;
  const [x = 0, y = 0, z = 0] = pick.split(",").map(Number);
  const [low, high] = [entryAt(bounds, 0), entryAt(bounds, 1)];
  const isInside = [x, y, z].every((each, at) => each >= entryAt(low, at) && each <= entryAt(high, at));
  return isInside ? "" : REASONS.outside;
}

function refuseRoute(shape: Shape, picks: readonly string[]) {
  if (picks.length < shape.low) return REASONS.nowhere;
  let here = entryAt(shape.spots, 0);
  let spent = 0;
  for (const pick of picks) {
    const ahead = here.next.map((at) => entryAt(shape.spots, at)).find((spot) => spot.key === pick);
    if (!ahead) return REASONS.noWay(pick, here.key);
    here = ahead;
    spent += here.cost;
  }
  if (spent > shape.budget) return REASONS.dear(spent, shape.budget);
  return picks.length && !here.stop ? REASONS.noStop : "";
}

function refusePlan(shape: Shape, picks: readonly string[]) {
  for (const slot of shape.slots) {
    const count = slot.options.filter((each) => picks.includes(each.key)).length;
    if (count < slot.low || count > slot.high) return lacking(shape, slot);
  }
  return clash(shape, picks);
}

/** How many of a slot have to be picked. */
function lacking(shape: Shape, slot: Slot) {
  const wanted = spanIn(shape, slot);
  return slot.name === "dice" ? REASONS.dice(span(wanted), wanted.high) : REASONS.part(span(wanted), slot.name);
}

/** Why picks of a plan break a limit already, whatever else will be picked. */
export function clash(shape: Shape, picks: readonly string[]) {
  for (const need of shape.needs) {
    if (picks.includes(need.key) && !need.others.some((other) => picks.includes(other))) return need.text;
  }
  for (const limit of shape.limits) {
    if (picks.filter((pick) => limit.keys.includes(pick)).length > limit.high) return limit.text;
  }
  for (const slot of shape.slots) {
    const count = slot.options.filter((each) => picks.includes(each.key)).length;
    if (count > slot.high) return REASONS.mostOf(slot.high, slot.name);
  }
  return "";
}

/**
 * The picks of a plan after one option was toggled. In a slot for one the new one takes the old
 * one's place, and what needed the old one goes with it.
 */
export function toggled(shape: Shape, picks: readonly string[], key: string): readonly string[] {
  const slot = shape.slots.find((each) => each.options.some((one) => one.key === key));
  if (picks.includes(key) && slot?.low === 1 && slot.high === 1) return picks;
  if (picks.includes(key))
    return cleared(
      shape,
      picks.filter((pick) => pick !== key),
    );
  const single = slot && slot.high === 1;
  const kept = single ? picks.filter((pick) => !slot.options.some((one) => one.key === pick)) : picks;
  return cleared(shape, [...kept, key], key);
}

/** Picks without those whose need is not met, nor those that one exclusive place is taken from. */
function cleared(shape: Shape, picks: readonly string[], newest = "") {
  let left = picks;
  for (const limit of shape.limits) {
    if (limit.high === 1 && limit.keys.includes(newest))
      left = left.filter((pick) => pick === newest || !limit.keys.includes(pick));
  }
  const isMet = (pick: string) =>
    shape.needs.every((need) => need.key !== pick || need.others.some((other) => left.includes(other)));
  return left.filter((pick) => pick === newest || isMet(pick));
}

/** Why an option of a plan cannot be added now; "" if it can. */
export function whyNot(shape: Shape, picks: readonly string[], key: string) {
  return picks.includes(key) ? "" : clash(shape, toggled(shape, picks, key));
}

/** Whether an option goes with none of what else is picked: a die whose form is another one. */
export const isMisfit = (shape: Shape, picks: readonly string[], key: string): boolean =>
  shape.needs.some((need) => need.key === key && !need.others.some((other) => picks.includes(other)));

/**
 * Picks with an option that another choice stands in the way of, that choice changed along: a die
 * brings its form. Null where that would cost anything else that is picked.
 */
export function remedied(shape: Shape, picks: readonly string[], key: string): readonly string[] | null {
  for (const need of shape.needs) {
    if (need.key !== key || need.others.some((other) => picks.includes(other))) continue;
    for (const other of need.others) {
      const place = shape.slots.find((slot) => slot.options.some((each) => each.key === other));
      const kept = picks.filter((pick) => place?.high !== 1 || !place.options.some((each) => each.key === pick));
      const now = toggled(shape, toggled(shape, picks, other), key);
      if (!clash(shape, now) && kept.every((pick) => now.includes(pick))) return now;
    }
  }
  return null;
}

/** The cheapest way to every spot in reach, by the spot's index; of equals the quietest. */
export function ways(route: Shape): Map<number, Way> {
  const start: Way = { spots: [], cost: 0, notes: [] };
  const best = new Map([[0, start]]);
  const edge = [0];
  const rank = (way: Way) => way.cost * 1000 + way.notes.length;
  const known = (at: number) => best.get(at) ?? start;
  for (;;) {
    edge.sort((a, b) => rank(known(a)) - rank(known(b)));
    const here = edge.shift();
    if (here === undefined) break;
    const way = known(here);
    for (const there of entryAt(route.spots, here).next) {
      const spot = entryAt(route.spots, there);
      const notes = spot.note ? [...way.notes, spot.note] : way.notes;
      const now = { spots: [...way.spots, there], cost: way.cost + spot.cost, notes };
      const old = best.get(there);
      if (now.cost <= route.budget && (!old || rank(now) < rank(old))) {
        best.set(there, now);
        edge.push(there);
      }
    }
  }
  best.delete(0);
  return best;
}

/** Where a route may end by its cheapest way: hex key to the way there. */
export function ends(route: Shape): Map<string, Goal> {
  const found = new Map<string, Goal>();
  for (const [at, way] of ways(route)) {
    const spot = entryAt(route.spots, at);
    if (spot.stop && way.spots.length >= route.low && !found.has(spot.key))
      found.set(spot.key, { ...way, picks: way.spots.map((each) => entryAt(route.spots, each).key) });
  }
  return found;
}
