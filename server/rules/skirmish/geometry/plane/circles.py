"""Circles that a way bends around: tangents from one to the next, and the arcs between (SK-15).

An arc is walked along a polygon around the circle, with one corner in each of 128 directions, so
that every place of a route is in whole mils. It is at most a mil longer than the circle for each
inch of radius and quarter of a turn. The ends of a tangent are rounded away from the centre; a
piece may still come up to 1 mil (`GRAZE`) too near.
"""

from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import Literal

from server.rules.skirmish.geometry.lengths import Mil, Plan, root, rounded

Sense = Literal[1, -1]
"""Which way round: 1 turns left, with the centre on the left hand; -1 turns right."""

SENSES: tuple[Sense, Sense] = (1, -1)  # left first, where ways are equally long (SK-18)

GRAZE = 1  # mil by which a rounded way may come too near to an obstacle
QUARTER = 32  # corners in a quarter of a turn: the polygon stays within a mil of a base's circle
FULL = 4 * QUARTER  # corners in a whole turn
UNIT = 1 << 20  # the length of the directions' vectors: their rounding stays far below a mil


class Circle:
    """A circle around a place. If that is a corner, `cone` are the normals of the two sides that
    meet there, and `wide` their lengths. `edges` are the normals in one, each followed by the sum
    of how far it leads along x and y.
    """

    __slots__ = ("at", "cone", "edges", "radius", "wide")

    def __init__(self, at: Plan, radius: Mil, cone: tuple[Plan, Plan] | None = None) -> None:
        self.at = at
        self.radius = radius
        self.cone = cone
        self.wide = (0, 0)
        self.edges: tuple[Mil, Mil, Mil, Mil, Mil, Mil] | None = None
        if cone is not None:
            (px, py), (qx, qy) = cone
            self.edges = px, py, abs(px) + abs(py), qx, qy, abs(qx) + abs(qy)
            self.wide = isqrt(px * px + py * py), isqrt(qx * qx + qy * qy)


Cone = tuple[Plan, Plan] | None


def tangent(
    a: Plan, r: Mil, b: Plan, s: Mil, at_a: Cone = None, at_b: Cone = None
) -> tuple[Plan, Plan] | None:
    """Return where the straight way from one circle to another leaves the one and meets the other.

    A radius is above 0 for a circle that is gone around to the left, below 0 for one to the right,
    and 0 for a place. None is returned if one circle is within the other or they cross, and if the
    way would bend where it may not: at a corner, only between the normals of its two sides.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    if not whole:
        return None if r or s else (a, b)
    across = r - s
    rest = whole - across * across
    if rest < 0:
        # A place on a circle's rim may be a mil inside by rounding: the way begins there.
        if (r and s) or isqrt(whole) + 2 * GRAZE < abs(across):
            return None
        return (b, b) if r else (a, a)
    # With ten more bits than mils, so that rounding the root does not shift the tangent's ends.
    far = isqrt(rest << 20)
    x, y = across * dx * 1024 + far * dy, across * dy * 1024 - far * dx
    if at_a is not None and not is_between(at_a, x, y, r):
        return None
    if at_b is not None and not is_between(at_b, x, y, s):
        return None
    return beside(a, r, x, y, whole << 10), beside(b, s, x, y, whole << 10)


def is_between(cone: tuple[Plan, Plan], x: int, y: int, sense: Mil) -> bool:
    """Return whether the normal of a way is between those of a corner's sides, allowing for
    rounding.
    """
    if sense < 0:
        x, y = -x, -y
    (px, py), (qx, qy) = cone
    # A normal may be off by a five hundredth, 1 to 2 mils of a base's radius, by rounding.
    slack = (abs(x) + abs(y)) >> 9
    return px * y - py * x >= -slack * (abs(px) + abs(py)) and x * qy - y * qx >= -slack * (
        abs(qx) + abs(qy)
    )


def beside(at: Plan, r: Mil, top_x: int, top_y: int, bottom: int) -> Plan:
    """Return the place at distance `r` from a centre along a normal, rounded away from the
    centre.
    """
    if not r:
        return at
    x, y, half = r * top_x, r * top_y, bottom >> 1
    # As `rounded`, which this would call more often than all else; `bottom` is even.
    x = (x + half) // bottom if x >= 0 else -((half - x) // bottom)
    y = (y + half) // bottom if y >= 0 else -((half - y) // bottom)
    far = r * r
    if x * x + y * y < far:
        x, y = _outwards(x, y, far)
    return at[0] + x, at[1] + y


def _outwards(x: Mil, y: Mil, far: int) -> Plan:
    """Return the nearest place to (x, y), away from (0, 0), with a squared distance of at least
    `far`.
    """
    wide, high = abs(x), abs(y)
    less, more = (wide, high) if wide < high else (high, wide)
    if less == more:
        less, more = less + 1, more + 1
    elif less and (less + 1) * (less + 1) + more * more >= far:
        less += 1
    elif less * less + (more + 1) * (more + 1) >= far or not less:
        more += 1
    else:
        less, more = less + 1, more + 1
    wide, high = (less, more) if wide < high else (more, less)
    return (wide if x >= 0 else -wide), (high if y >= 0 else -high)


@lru_cache(maxsize=1)
def directions() -> tuple[Plan, ...]:
    """Return a vector of about length `UNIT` in each direction, anticlockwise from the x axis."""
    # By repeated halving of angles in whole numbers: no float decides a route (SK-5).
    quarter = [(UNIT, 0), (0, UNIT)]
    while len(quarter) <= QUARTER:
        between = [_halfway(a, b) for a, b in pairwise(quarter)]
        pairs = zip(quarter, between, strict=False)
        quarter = [*(at for pair in pairs for at in pair), quarter[-1]]
    found = quarter[:-1]
    for _ in range(3):
        found += [(-y, x) for x, y in found[-QUARTER:]]
    return tuple(found)


def _halfway(a: Plan, b: Plan) -> Plan:
    x, y = a[0] + b[0], a[1] + b[1]
    far = root(x * x + y * y)
    return rounded(x * UNIT, far), rounded(y * UNIT, far)


@lru_cache(maxsize=1)
def _slopes() -> tuple[int, ...]:
    """Return the rise of each direction of the first quarter, for a run of `UNIT`."""
    return tuple(y * UNIT // x for x, y in directions()[:QUARTER])


def sector(x: Mil, y: Mil) -> int:
    """Return the number of the last direction that is not to the left of a vector.

    Directions are numbered anticlockwise from 0 along the x axis, `QUARTER` in each quarter.
    """
    turns = 0
    if x <= 0:
        if y > 0:
            x, y, turns = y, -x, QUARTER
        elif x:
            x, y, turns = -x, -y, 2 * QUARTER
        else:
            x, y, turns = -y, x, 3 * QUARTER
    elif y < 0:
        x, y, turns = -y, x, 3 * QUARTER
    return turns + bisect_right(_slopes(), y * UNIT // x) - 1


@lru_cache(maxsize=64)
def corners(radius: Mil) -> tuple[tuple[Plan, ...], tuple[Mil, ...]]:
    """Return the corners of the polygon around a circle, relative to its centre, and the distance
    in mils to each along the polygon from corner 0, both over two whole turns.
    """
    # The corners of 128 sides around a circle are a 3320th of its radius outside; a little more,
    # for rounding.
    wide = radius + radius // 3000 + 1
    found = tuple((rounded(wide * x, UNIT), rounded(wide * y, UNIT)) for x, y in directions())
    far = [0]
    for n in range(2 * FULL):
        (ax, ay), (bx, by) = found[n % FULL], found[(n + 1) % FULL]
        far.append(far[-1] + root((bx - ax) ** 2 + (by - ay) ** 2))
    return found + found, tuple(far)


Bends = tuple[int, int]
"""The numbers of the first and the last corner of a way around a circle, anticlockwise. The last
one may exceed one whole turn.
"""


def around(
    circle: Circle, sense: Sense, a: Plan, b: Plan, at_a: int | None = None, at_b: int | None = None
) -> tuple[Mil, Bends | None]:
    """Return the length of the way from a to b around a circle, in mils, and the corners where it
    bends; None for straight on. `at_a` and `at_b` are the sectors of both places, as seen from the
    centre, if they are known.
    """
    if a == b:
        return 0, None
    if sense < 0:
        a, b, at_a, at_b = b, a, at_b, at_a
    cx, cy = circle.at
    ax, ay, bx, by = a[0] - cx, a[1] - cy, b[0] - cx, b[1] - cy
    turn, radius = ax * by - ay * bx, circle.radius
    # The turn is the radius times the arc: ends up to about 3 mils apart need no corner.
    if -3 * radius <= turn <= 3 * radius and ax * bx + ay * by > 0:
        return root((bx - ax) ** 2 + (by - ay) ** 2), None
    first = (sector(ax, ay) if at_a is None else at_a) + 1
    last = sector(bx, by) if at_b is None else at_b
    if last < first - 1 or (last == first - 1 and turn < 0):
        last += FULL
    if last < first:
        return root((bx - ax) ** 2 + (by - ay) ** 2), None
    polygon, far = corners(radius)
    (px, py), (qx, qy) = polygon[first], polygon[last]
    one, two = (px - ax) ** 2 + (py - ay) ** 2, (qx - bx) ** 2 + (qy - by) ** 2
    p, q = isqrt(one), isqrt(two)
    # As `root`, for both ends.
    whole = p + (one - p * p > p) + far[last] - far[first] + q + (two - q * q > q)
    return whole, (first, last)


def mark(circle: Circle, at: Plan, number: int, *, is_first: bool) -> Mil:
    """Return how far along the polygon around a circle a place is, in the sector of a number: the
    mils from corner 0, anticlockwise. The place is the first one of a way along the polygon, or the
    last one.
    """
    polygon, far = corners(circle.radius)
    corner = number + is_first
    (x, y), (cx, cy) = polygon[corner], circle.at
    off = root((at[0] - cx - x) ** 2 + (at[1] - cy - y) ** 2)
    return far[corner] - off if is_first else far[corner] + off


FEW = 3  # sectors between two places, below which it is looked at whether any corner is between
WIDE = 64  # mils of a radius from which on places so many sectors apart are 3 mils apart for sure


class Rim:
    """A place on a circle from which ways lead on around it in a sense."""

    __slots__ = ("_mark", "_most", "_whole", "at", "circle", "sector", "sense")

    def __init__(self, circle: Circle, sense: Sense, at: Plan) -> None:
        self.circle = circle
        self.sense = sense
        self.at = at
        self.sector = 0
        self._mark = self._most = self._whole = 0
        if circle.radius:
            self.sector = sector(at[0] - circle.at[0], at[1] - circle.at[1])

    def begin(self) -> None:
        """Reckon what all ways on from the place have in common."""
        circle = self.circle
        if circle.radius >= WIDE:
            # Around a corner no way leads on for half a turn.
            self._most = (FULL if circle.cone is None else FULL // 2) - FEW
            self._mark = mark(circle, self.at, self.sector, is_first=self.sense > 0)
            self._whole = corners(circle.radius)[1][FULL]

    def end(self) -> Mil:
        """Return the place's mark as the end of a way around the circle."""
        return mark(self.circle, self.at, self.sector, is_first=self.sense < 0)

    def around(self, to: Plan, number: int, there: Mil) -> tuple[Mil, Bends | None]:
        """Return the length of the way on to a place with a sector's number and a mark, in mils,
        and the corners where it bends. Call `begin` first.
        """
        sense, here = self.sense, self.sector
        steps = (number - here) * sense
        if steps < 0:
            steps += FULL
        if not FEW <= steps <= self._most:
            return around(self.circle, sense, self.at, to, here, number)
        first, last = (here + 1, number) if sense > 0 else (number + 1, here)
        far = (there - self._mark) * sense
        return (far, (first, last)) if first <= last else (far + self._whole, (first, last + FULL))

    def is_ahead(self, to: Plan, number: int) -> bool:
        """Return whether the way on to a place goes around the circle without turning back."""
        if self.circle.cone is None:
            return True
        steps = (number - self.sector) * self.sense
        if FEW <= (steps if steps >= 0 else steps + FULL) <= self._most:
            return True
        (ax, ay), (bx, by), (cx, cy) = self.at, to, self.circle.at
        if (bx - ax) ** 2 + (by - ay) ** 2 <= 4:
            return True
        return self.sense * ((ax - cx) * (by - cy) - (ay - cy) * (bx - cx)) > 0


def arc(circle: Circle, sense: Sense, between: Bends) -> list[Plan]:
    """Return the places where a way around a circle bends, in order."""
    (x, y), (first, last) = circle.at, between
    found = [(x + dx, y + dy) for dx, dy in corners(circle.radius)[0][first : last + 1]]
    return found if sense > 0 else found[::-1]
