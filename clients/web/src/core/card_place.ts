/** Where a card lies: beside what it is about, inside the window, and never over what is being asked. */

/** A part of the window, in pixels. */
export type Box = { left: number; top: number; right: number; bottom: number };
type Size = { width: number; height: number };
/** Where a card lies, and how large it may be there; what does not fit is scrolled. */
export type Place = Size & { left: number; top: number };

/** Between a card and what it keeps clear of. */
const GAP = 10;
/** Less than this is no room for a card. */
const LEAST = { width: 200, height: 120 };

const width = ({ left, right }: Box) => right - left;
const height = ({ top, bottom }: Box) => bottom - top;
const area = (box: Box) => Math.max(0, width(box)) * Math.max(0, height(box));
const isRoom = (box: Box) => width(box) >= LEAST.width && height(box) >= LEAST.height;
const overlaps = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** The parts of a box on each side of another one. */
const beside = (all: Box, other: Box): Box[] => [
  { ...all, left: Math.max(all.left, other.right) },
  { ...all, right: Math.min(all.right, other.left) },
  { ...all, top: Math.max(all.top, other.bottom) },
  { ...all, bottom: Math.min(all.bottom, other.top) },
];
const largest = (boxes: readonly Box[]): Box | undefined => [...boxes].sort((a, b) => area(b) - area(a))[0];

/** The largest part of the window beside what is asked; all of it where nothing is asked, or where that leaves no room. */
export function roomBeside(window: Size, asked: Box | null): Box {
  const all = { left: 0, top: 0, right: window.width, bottom: window.height };
  const room = asked && largest(beside(all, asked));
  return room && isRoom(room) ? room : all;
}

/** Where a card of a size lies in a room: on the map's other half for what lies there (`map`), else beside its anchor. */
export function placeCard(room: Box, card: Size, anchor: Box, map: Box | null): Place {
  const free = { left: room.left + GAP, top: room.top + GAP, right: room.right - GAP, bottom: room.bottom - GAP };
  const [left, top] = [
    within(anchor.left, free.left, free.right - card.width),
    within(anchor.top, free.top, free.bottom - card.height),
  ];
  const spots = [
    ...otherHalf(card, anchor, map),
    { left: anchor.right + GAP, top },
    { left: anchor.left - GAP - card.width, top },
    ...(map ? ends(free, card) : []),
    { left, top },
    { left, top: anchor.bottom + GAP },
    { left, top: anchor.top - GAP - card.height },
  ];
  const boxOf = (spot: { left: number; top: number }) => ({
    ...spot,
    right: spot.left + card.width,
    bottom: spot.top + card.height,
  });
  const fits = (box: Box) =>
    box.left >= free.left && box.top >= free.top && box.right <= free.right && box.bottom <= free.bottom;
  const spot = spots.find((one) => fits(boxOf(one)) && !overlaps(boxOf(one), anchor));
  return spot ? { ...spot, ...card } : squeezed(free, card, anchor);
}

/** The upper corner of a wide map's half on which the anchor is not. */
function otherHalf(card: Size, anchor: Box, map: Box | null): { left: number; top: number }[] {
  if (!map || width(map) <= 2 * (card.width + width(anchor))) return [];
  const isLeft = anchor.left + anchor.right < map.left + map.right;
  return [{ left: isLeft ? map.right - GAP - card.width : map.left + GAP, top: map.top + GAP }];
}

/** The upper end of a room, where a bar is rather than the map, and the lower one, in the middle from side to side. */
function ends(free: Box, card: Size): { left: number; top: number }[] {
  const left = free.left + (width(free) - card.width) / 2;
  return [
    { left, top: free.top },
    { left, top: free.bottom - card.height },
  ];
}

/** Where no place takes the whole card: the largest part beside the anchor, or over it where that is no room either. */
function squeezed(free: Box, card: Size, anchor: Box): Place {
  const apart = {
    left: anchor.left - GAP,
    top: anchor.top - GAP,
    right: anchor.right + GAP,
    bottom: anchor.bottom + GAP,
  };
  const part = largest(beside(free, apart).filter(isRoom)) ?? free;
  const size = { width: Math.min(card.width, width(part)), height: Math.min(card.height, height(part)) };
  return {
    ...size,
    left: within(anchor.left, part.left, part.right - size.width),
    top: within(anchor.top, part.top, part.bottom - size.height),
  };
}
