"""The ways on from a place, or from around a circle, to the circles of an obstacle: all about them
that hangs on neither the start nor the end of a search.
"""

from collections.abc import Iterator, Sequence
from math import isqrt

from server.rules.skirmish.geometry.lengths import Mil, Plan, plan_length
from server.rules.skirmish.geometry.plane.circles import (
    SENSES,
    Circle,
    Sense,
    beside,
    mark,
    sector,
    tangent,
)
from server.rules.skirmish.geometry.plane.obstacles import Obstacle

ROUNDED = 4  # mils by which a place on a circle and a distance may be off by rounding


class Lead:
    """A tangent to a circle: the sense in which that is gone around, the places where the tangent
    begins and ends, and its length in mils; if it leaves a circle of its own, the sector and the
    mark of the place where it does. `wall` is the first wall in its way, once that is known.
    """

    __slots__ = ("at", "circle", "left_at", "mark", "sector", "sense", "straight", "wall")

    def __init__(
        self, circle: Circle, sense: Sense, left_at: Plan, at: Plan, sector: int, mark: Mil
    ) -> None:
        self.circle = circle
        self.sense = sense
        self.left_at = left_at
        self.at = at
        self.straight = plan_length(left_at, at)
        self.sector = sector
        self.mark = mark
        self.wall: int | None = None


Onward = dict[Obstacle, tuple[Lead, ...]]
"""The tangents to obstacles that are known of a place, or of a circle that is gone around in a
sense.
"""


_LEFT: tuple[Sense, ...] = (1,)  # the sense in which a corner on the left hand is gone around
_RIGHT: tuple[Sense, ...] = (-1,)  # the one on the right hand


def leads(own: Circle | None, at: Plan, sense: Sense, obstacle: Obstacle) -> tuple[Lead, ...]:
    """Return the tangents from around a circle in a sense or, without one, from a place, to the
    circles of an obstacle, in the order of the circles.
    """
    found: list[Lead] = []
    wide, front = 0, None
    if own is not None:
        at, wide, front = own.at, own.radius, _front(own, sense)
    x, y, _ = obstacle.round
    slack = (abs(x - at[0]) + abs(y - at[1]) + 2 * obstacle.wide) // 200 + ROUNDED
    if front is not None and not _is_reached(
        front, x - at[0], y - at[1], wide, obstacle.wide + slack
    ):
        return ()
    for circle, senses in _turned(obstacle, at, wide, slack):
        if circle is not own:
            dx, dy = circle.at[0] - at[0], circle.at[1] - at[1]
            if front is None or _is_reached(front, dx, dy, wide, circle.radius + slack):
                _add_tangents(found, own, at, sense * wide, circle, senses)
    return tuple(found)


def _turned(
    obstacle: Obstacle, at: Plan, wide: Mil, slack: Mil
) -> Iterator[tuple[Circle, Sequence[Sense]]]:
    """Yield the circles of an obstacle that a way from a place, or from around a circle there of a
    radius of `wide` mils, may bend around, and the senses in which it may.

    Around a corner it bends only if it sees one of the two sides and not the other: to the left if
    it sees the first one.
    """
    circles = obstacle.circles
    if not obstacle.sides:
        yield circles[0], SENSES
        return
    x, y = at
    # From farther in front of a side than this it is seen for sure, from less far it is not.
    near, far = obstacle.radius + wide + slack, -slack - max(0, wide - obstacle.radius)
    before: int | None = None
    for number in range(-1, len(circles)):
        circle, (from_x, from_y, dx, dy, _) = circles[number], obstacle.sides[number]
        off, length = dy * (x - from_x) - dx * (y - from_y), circle.wide[1]
        seen = 1 if off > near * length else -1 if off < far * length else 0
        if before == 0 or (seen == 0 and before is not None):
            yield circle, SENSES
        elif before == -seen:
            yield circle, _LEFT if seen < 0 else _RIGHT
        before = seen


def _add_tangents(
    found: list[Lead], own: Circle | None, at: Plan, r: Mil, circle: Circle, senses: Sequence[Sense]
) -> None:
    """Add the tangents to a circle in some senses, as `tangent` finds each of them."""
    to_at, radius, edges, to_edges = circle.at, circle.radius, own and own.edges, circle.edges
    dx, dy = to_at[0] - at[0], to_at[1] - at[1]
    whole = dx * dx + dy * dy
    for sense in senses:
        s = radius if sense > 0 else -radius
        across = r - s
        rest = whole - across * across
        if rest < 0 or not whole:
            within = tangent(at, r, to_at, s)
            if within is None:
                continue
            left_at, met = within
        else:
            far = isqrt(rest << 20)
            across <<= 10
            x, y = across * dx + far * dy, across * dy - far * dx
            if to_edges or edges:
                # As `is_between`, which this would call more often than all else.
                slack = -((abs(x) + abs(y)) >> 9)
                if to_edges:
                    px, py, p, qx, qy, q = to_edges
                    if s >= 0:
                        if px * y - py * x < slack * p or x * qy - y * qx < slack * q:
                            continue
                    elif py * x - px * y < slack * p or y * qx - x * qy < slack * q:
                        continue
                if edges:
                    px, py, p, qx, qy, q = edges
                    if r >= 0:
                        if px * y - py * x < slack * p or x * qy - y * qx < slack * q:
                            continue
                    elif py * x - px * y < slack * p or y * qx - x * qy < slack * q:
                        continue
            bottom = whole << 10
            left_at, met = beside(at, r, x, y, bottom) if r else at, beside(to_at, s, x, y, bottom)
        side = there = 0
        if own is not None and left_at != at:
            side = sector(left_at[0] - at[0], left_at[1] - at[1])
            there = mark(own, left_at, side, is_first=r < 0)
        found.append(Lead(circle, sense, left_at, met, side, there))


_Front = tuple[Mil, Mil, Mil, Mil, Mil, Mil]
"""Two normals of a corner's sides, each with its length."""


def _front(circle: Circle, sense: Sense) -> _Front | None:
    """Return the normal that a way around a corner in a sense may not leave before, and the one
    that it must leave before; None for another circle.

    A circle is out of reach that is farther in front of the first normal than both radii, or less
    in front of the second than their difference. Of corners of less than a right angle that is not
    said: their normals are farther apart.
    """
    if circle.cone is None:
        return None
    (px, py), (qx, qy) = circle.cone
    if px * qx + py * qy < 0:
        return None
    p, q = circle.wide
    return (px, py, p, qx, qy, q) if sense > 0 else (qx, qy, q, px, py, p)


def _is_reached(front: _Front, dx: Mil, dy: Mil, near: Mil, wide: Mil) -> bool:
    """Return whether a way around a corner of a radius of `near` mils may lead on to a circle of a
    radius of `wide` mils, by the vector between their centres.
    """
    px, py, p, qx, qy, q = front
    return px * dx + py * dy <= (near + wide) * p and qx * dx + qy * dy >= (near - wide) * q
