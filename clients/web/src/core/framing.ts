/** Which part of a map a camera shows so that what matters is in sight, and large enough for a finger. */

export type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };
export type Size = { width: number; height: number };

/** What a camera looks at, and how near it is: 1 shows the whole map. */
export type Frame = Point & { zoom: number };

/** Pixels from a hex's middle to its corner: below that a finger misses it (44 pixels from side to side). */
const LEGIBLE = 26;
/** Pixels from a hex's middle to its corner above which nothing is gained by going nearer. */
const AMPLE = 36;

/** The smallest box around points, with a margin. */
export function boxAround(points: readonly Point[], margin: number): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

const fit = (box: Box, size: Size): number => Math.min(size.width / box.width, size.height / box.height);

/**
 * The frame around the first of some boxes whose hexes are large enough in it, else around the last.
 *
 * `boxes` lead from all that one would like to see to what has to be seen; `hex` is how many units of
 * the map a hex measures from its middle to its corner.
 */
export function framed(map: Box, boxes: readonly Box[], size: Size, hex: number, most: number): Frame {
  const whole = fit(map, size);
  const middle = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
  const last = boxes.at(-1);
  if (!last || whole * hex >= LEGIBLE) return { ...middle, zoom: 1 };
  const box = boxes.find((one) => fit(one, size) * hex >= LEGIBLE) ?? last;
  const zoom = Math.min(most, Math.max(1, Math.min(fit(box, size), AMPLE / hex) / whole));
  const seen = { width: size.width / (whole * zoom), height: size.height / (whole * zoom) };
  return {
    x: held(box.x + box.width / 2, map.x, map.width, seen.width),
    y: held(box.y + box.height / 2, map.y, map.height, seen.height),
    zoom,
  };
}

/** A middle from which nothing beyond the map's edge is seen; the map's own where all of it is seen. */
function held(at: number, from: number, length: number, seen: number): number {
  if (seen >= length) return from + length / 2;
  return Math.min(from + length - seen / 2, Math.max(from + seen / 2, at));
}
