"""A slow way to know how long the shortest way is: all corners of all polygons against each other.

Circles are polygons of many corners, once around them and once within: what the shortest way is
long lies between the two lengths. Floats are good enough here: the bounds are a little apart.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from math import cos, dist, inf, pi, sin
from typing import NamedTuple

Place = tuple[float, float]
Shape = tuple[Sequence[Place], float]
"""Corners of a convex shape, or a single centre, and how far a way keeps off."""

CORNERS = 12
EDGE = 1e-6  # how deep in mils is inside


class Level(NamedTuple):
    """A floor: its box (least x and y, most x and y), and what a way keeps off on it."""

    box: tuple[float, float, float, float]
    shapes: Sequence[Shape]


class Step(NamedTuple):
    """What joins two floors: the number and place of each, and what it costs to go over."""

    one: tuple[int, Place]
    other: tuple[int, Place]
    cost: float


ENDLESS = Level((-inf, -inf, inf, inf), ())


def shortest(start: Place, end: Place, shapes: Sequence[Shape], around: bool) -> float:
    """The length of the shortest way, infinity if there is none."""
    return over_levels((0, start), (0, end), [ENDLESS._replace(shapes=shapes)], (), around)


def over_levels(
    start: tuple[int, Place],
    end: tuple[int, Place],
    levels: Sequence[Level],
    steps: Sequence[Step],
    around: bool,
) -> float:
    """The same over several floors and what joins them."""
    polygons = [[_polygon(*shape, around) for shape in level.shapes] for level in levels]
    places = [start, end, *(at for step in steps for at in step[:2])]
    for number, level in enumerate(levels):
        places += [
            (number, at)
            for polygon in polygons[number]
            for at in polygon
            if _is_on(at, level.box) and not _in_any(at, polygons[number])
        ]
    if any(_in_any(at, polygons[number]) for number, at in (start, end)):
        return inf
    far = {0: 0.0}
    open_: list[tuple[float, int]] = [(0.0, 0)]
    done: set[int] = set()
    while open_:
        _, number = heappop(open_)
        here = far[number]
        if number in done:
            continue
        if number == 1:
            return here
        done.add(number)
        floor, at = places[number]
        for other, (beyond, to) in enumerate(places):
            joined = [s.cost for s in steps if {(floor, at), (beyond, to)} == {s.one, s.other}]
            there = here + (min(joined) if joined else dist(at, to))
            if other in done or there >= far.get(other, inf):
                continue
            if joined or (
                floor == beyond and not any(_cuts(at, to, each) for each in polygons[floor])
            ):
                far[other] = there
                # Over several floors the straight line may be longer than the way: no guess then.
                guess = dist(to, end[1]) if len(levels) == 1 else 0.0
                heappush(open_, (there + guess, other))
    return inf


def _is_on(at: Place, box: tuple[float, float, float, float]) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def _in_any(at: Place, polygons: Sequence[Sequence[Place]]) -> bool:
    return any(_inside(at, polygon) for polygon in polygons)


def off(at: Place, corners: Sequence[Place]) -> float:
    """How far a place is from a convex shape, 0 inside of it."""
    if len(corners) > 2 and _inside(at, corners):
        return 0.0
    return min(
        _off_line(at, a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    )


def _off_line(at: Place, a: Place, b: Place) -> float:
    whole = dist(a, b) ** 2
    if not whole:
        return dist(at, a)
    share = ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / whole
    share = max(0.0, min(1.0, share))
    return dist(at, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))


def _polygon(corners: Sequence[Place], radius: float, around: bool) -> list[Place]:
    # A way may come a mil too near by rounding: the lower bound allows for it.
    wide = radius / cos(pi / CORNERS) if around else radius - 1.5
    points = [
        (x + wide * cos(2 * pi * n / CORNERS), y + wide * sin(2 * pi * n / CORNERS))
        for x, y in corners
        for n in range(CORNERS)
    ]
    return _hull(points)


def _hull(points: list[Place]) -> list[Place]:
    points = sorted(set(points))
    halves: list[list[Place]] = []
    for ordered in (points, points[::-1]):
        half: list[Place] = []
        for at in ordered:
            while len(half) > 1 and _turn(half[-2], half[-1], at) <= EDGE:
                half.pop()
            half.append(at)
        halves.append(half[:-1])
    return halves[0] + halves[1]


def _turn(o: Place, a: Place, b: Place) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def _inside(at: Place, polygon: Sequence[Place]) -> bool:
    return all(
        _turn(a, b, at) > EDGE * dist(a, b)
        for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    )


def _cuts(a: Place, b: Place, polygon: Sequence[Place]) -> bool:
    low, high = 0.0, 1.0
    for c, d in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        deep = EDGE * dist(c, d)
        one, two = _turn(c, d, a) - deep, _turn(c, d, b) - deep
        if one <= 0 and two <= 0:
            return False
        if one < 0:
            low = max(low, one / (one - two))
        elif two < 0:
            high = min(high, one / (one - two))
    return high - low > 1e-9
