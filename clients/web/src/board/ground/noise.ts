/** Noise that is the same on every machine: white, smooth, and cloudy, all of them tiles without seams. */

const WHITE = 256;
const SIDE = 512;
/** Samples of the cloudy tile for each cell of its coarsest octave. */
const FINE = 16;
const OCTAVES = 4;
const SEED = 77;

/** A source of numbers in [0, 1) that begins at a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The seed of a hex: what grows there stays when the map grows around it. */
export const seedOf = (q: number, r: number, layer = 0): number =>
  Math.imul(q, 73856093) ^ Math.imul(r, 19349663) ^ Math.imul(layer + 1, 83492791);

const white = new Float32Array(WHITE * WHITE);
const cloud = new Float32Array(SIDE * SIDE);

function fillWhite(): void {
  const next = randomFrom(SEED);
  for (let at = 0; at < white.length; at += 1) white[at] = next();
}

function fillCloud(): void {
  const cells = SIDE / FINE;
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) {
      let [sum, size, total] = [0, 0.5, 0];
      for (let octave = 0; octave < OCTAVES; octave += 1) {
        const times = 1 << octave;
        sum += size * wrapped((x / FINE) * times, (y / FINE) * times, cells * times, octave * 37);
        total += size;
        size /= 2;
      }
      cloud[y * SIDE + x] = sum / total;
    }
}

/** Smooth noise that repeats after so many cells. */
function wrapped(x: number, y: number, period: number, shift: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [ease(x - left), ease(y - top)];
  const [l, r] = [left % period, (left + 1) % period];
  const [t, b] = [top % period, (top + 1) % period];
  const [a, c] = [grain(l + shift, t), grain(l + shift, b)];
  const up = a + (grain(r + shift, t) - a) * u;
  return up + (c + (grain(r + shift, b) - c) * u - up) * v;
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

fillWhite();
fillCloud();

/** White noise of a grid point, in [0, 1). */
export function grain(x: number, y: number): number {
  return white[((y & 255) << 8) | (x & 255)] as number;
}

/** Smooth noise, one cell wide, in [0, 1). */
export function smooth(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  let u = x - left;
  let v = y - top;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  const up = (top & 255) << 8;
  const down = ((top + 1) & 255) << 8;
  const l = left & 255;
  const r = (left + 1) & 255;
  const a = white[up | l] as number;
  const b = white[up | r] as number;
  const c = white[down | l] as number;
  const d = white[down | r] as number;
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** Cloudy noise of four octaves, the coarsest one cell wide, around 0.5. */
export function cloudy(x: number, y: number): number {
  const sx = x * FINE;
  const sy = y * FINE;
  const left = Math.floor(sx);
  const top = Math.floor(sy);
  const u = sx - left;
  const v = sy - top;
  const up = (top & (SIDE - 1)) * SIDE;
  const down = ((top + 1) & (SIDE - 1)) * SIDE;
  const l = left & (SIDE - 1);
  const r = (left + 1) & (SIDE - 1);
  const a = cloud[up + l] as number;
  const b = cloud[up + r] as number;
  const c = cloud[down + l] as number;
  const d = cloud[down + r] as number;
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** 0 below `from`, 1 above `to`, a smooth step in between. */
export function step(from: number, to: number, at: number): number {
  const t = (at - from) / (to - from);
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
}

/** Where a point lies among irregular flags: `edge` to the next one, `tone` of its own, `lit` by the light. */
export const flag = { edge: 0, tone: 0, lit: 0 };

/** Fill `flag` for a point; flags are about `size` wide. */
export function flags(px: number, py: number, size: number): void {
  const x = px / size;
  const y = py / (size * 0.84);
  const cx = Math.floor(x);
  const cy = Math.floor(y);
  let first = 9;
  let second = 9;
  let ox = 0;
  let oy = 0;
  for (let j = cy - 1; j <= cy + 1; j += 1)
    for (let i = cx - 1; i <= cx + 1; i += 1) {
      const dx = i + 0.5 + (grain(i, j) - 0.5) * 0.74 - x;
      const dy = j + 0.5 + (grain(i + 91, j + 37) - 0.5) * 0.74 - y;
      const ax = dx < 0 ? -dx : dx;
      const ay = dy < 0 ? -dy : dy;
      const far = (ax > ay ? ax : ay) * 0.6 + Math.sqrt(dx * dx + dy * dy) * 0.45;
      if (far < first) {
        second = first;
        first = far;
        ox = dx;
        oy = dy;
        flag.tone = grain(i + 13, j + 5);
      } else if (far < second) second = far;
    }
  flag.edge = (second - first) * size * 0.86;
  flag.lit = (ox + oy) / (Math.sqrt(ox * ox + oy * oy) + 0.05);
}

/** Fill `flag` for a point of a floor of cut slabs that lie in staggered rows. */
export function slabs(px: number, py: number, wide: number, high: number): void {
  const row = Math.floor(py / high);
  const shift = grain(row, 7) * wide;
  const cell = Math.floor((px + shift) / wide);
  const splits = grain(cell + 31, row) < 0.42;
  const from = (px + shift) / wide - cell;
  const half = splits ? (from < 0.5 ? 0 : 1) : 0;
  const span = splits ? wide / 2 : wide;
  const x = splits ? (from * 2 - half) * span : from * span;
  const y = py - row * high;
  const across = Math.min(x, span - x);
  const along = Math.min(y, high - y);
  flag.edge = Math.min(across, along) * 2;
  flag.tone = grain(cell * 2 + half, row + 5);
  flag.lit = across < along ? (x < span / 2 ? 1 : -1) : y < high / 2 ? 1 : -1;
}
