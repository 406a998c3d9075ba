/** Around every point of the map: the nearest hex, and how far the map's edge is. */

import { RADIUS, type Plan } from "./plan.ts";

const INNER = (Math.sqrt(3) / 2) * RADIUS;
const ROOT = Math.sqrt(3);
/** Units between the points of the coarse grid that answers for what lies outside. */
const GRID = 5;
/** How far the sheet reaches beyond the hexes, its shadow included. */
export const MARGIN = 120;

export class Field {
  readonly plan: Plan;
  readonly wide: number;
  readonly high: number;
  readonly left: number;
  readonly top: number;
  /** Nearest hex that was found last, the second nearest, and how much farther that one is. */
  nearest = 0;
  second = 0;
  gap = 0;
  private readonly outside: Float32Array;
  private readonly around: Int16Array;
  private readonly table: Int16Array;
  private readonly qs: number;
  private readonly rs: number;
  private readonly across: number;

  constructor(plan: Plan) {
    this.plan = plan;
    this.left = plan.left - MARGIN;
    this.top = plan.top - MARGIN;
    this.wide = Math.ceil((plan.right + MARGIN - this.left) / GRID) + 2;
    this.high = Math.ceil((plan.bottom + MARGIN - this.top) / GRID) + 2;
    this.outside = new Float32Array(this.wide * this.high);
    this.around = new Int16Array(this.wide * this.high);
    this.survey();
    const qs = plan.spots.map((spot) => spot.q);
    const rs = plan.spots.map((spot) => spot.r);
    this.qs = Math.min(...qs) - 4;
    this.rs = Math.min(...rs) - 4;
    this.across = Math.max(...qs) - this.qs + 5;
    const down = Math.max(...rs) - this.rs + 5;
    this.table = new Int16Array(this.across * down).fill(-1);
    plan.spots.forEach((spot, at) => (this.table[(spot.r - this.rs) * this.across + spot.q - this.qs] = at));
  }

  private survey(): void {
    const { spots } = this.plan;
    for (let row = 0; row < this.high; row += 1)
      for (let column = 0; column < this.wide; column += 1) {
        const x = this.left + column * GRID;
        const y = this.top + row * GRID;
        let [far, best] = [1e9, 0];
        for (let at = 0; at < spots.length; at += 1) {
          const spot = spots[at] as (typeof spots)[number];
          const dx = Math.abs(x - spot.x);
          const dy = Math.abs(y - spot.y);
          const edge = Math.max(dy, dx * 0.866 + dy * 0.5) - INNER;
          if (edge < far) [far, best] = [edge, at];
        }
        this.outside[row * this.wide + column] = far;
        this.around[row * this.wide + column] = best;
      }
  }

  /** How far a point lies outside of all hexes, below 0 inside. */
  beyond(x: number, y: number): number {
    const u = (x - this.left) / GRID;
    const v = (y - this.top) / GRID;
    const column = u < 0 ? 0 : u > this.wide - 2 ? this.wide - 2 : Math.floor(u);
    const row = v < 0 ? 0 : v > this.high - 2 ? this.high - 2 : Math.floor(v);
    const at = row * this.wide + column;
    const a = this.outside[at] as number;
    const b = this.outside[at + 1] as number;
    const c = this.outside[at + this.wide] as number;
    const d = this.outside[at + this.wide + 1] as number;
    const fu = u - column;
    const fv = v - row;
    return a + (b - a) * fu + (c - a) * fv + (a - b - c + d) * fu * fv;
  }

  /** Find the two hexes nearest to a point. */
  find(x: number, y: number): void {
    const column = Math.max(0, Math.min(this.wide - 1, Math.round((x - this.left) / GRID)));
    const row = Math.max(0, Math.min(this.high - 1, Math.round((y - this.top) / GRID)));
    const from = this.plan.spots[this.around[row * this.wide + column] as number] as Plan["spots"][number];
    const q = Math.round(from.q + (x - from.x) / (1.5 * RADIUS));
    const r = Math.round(y / (ROOT * RADIUS) - q / 2);
    let first = 1e12;
    let then = 1e12;
    for (let dq = -1; dq <= 1; dq += 1)
      for (let dr = -1; dr <= 1; dr += 1) {
        const at = this.spotAt(q + dq, r + dr);
        if (at < 0) continue;
        const spot = this.plan.spots[at] as Plan["spots"][number];
        const far = (x - spot.x) * (x - spot.x) + (y - spot.y) * (y - spot.y);
        if (far < first) {
          then = first;
          this.second = this.nearest;
          first = far;
          this.nearest = at;
        } else if (far < then) {
          then = far;
          this.second = at;
        }
      }
    if (first > 1e11) {
      this.nearest = this.around[row * this.wide + column] as number;
      first = 0;
    }
    if (then > 1e11) this.second = this.nearest;
    this.gap = then > 1e11 ? 99 : Math.sqrt(then) - Math.sqrt(first);
  }

  private spotAt(q: number, r: number): number {
    const column = q - this.qs;
    const row = r - this.rs;
    if (column < 0 || column >= this.across || row < 0) return -1;
    return this.table[row * this.across + column] ?? -1;
  }
}
