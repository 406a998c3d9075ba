"""Which tangents may be part of a way, before they are computed and at a fraction of the cost."""

from functools import lru_cache
from math import isqrt

from server.rules.skirmish.geometry.lengths import Mil, Plan, plan_length
from server.rules.skirmish.geometry.plane.circles import (
    SENSES,
    Circle,
    Cone,
    Sense,
    beside,
    is_between,
    sector,
    tangent,
)

ROUNDED = 4  # mils by which a place on a circle and a distance may be off by rounding


Onward = tuple[Sense, Plan, Plan, Mil, int | None]
"""A tangent to a circle: the sense in which it is gone around, where the tangent begins, where it
ends, and its length in mils; and the sector where it leaves a circle of its own.
"""


@lru_cache(maxsize=1 << 13)
def from_place(at: Plan, circle: Circle) -> tuple[Onward, ...]:
    """Return the tangents from a place to a circle. They are cached, as from most places there are
    ways to several others.
    """
    return tuple(_tangents(at, 0, None, circle))


@lru_cache(maxsize=1 << 14)
def from_circle(own: Circle, sense: Sense, circle: Circle) -> tuple[Onward, ...]:
    """Return the tangents on from around a circle in a sense. They are cached, as walls never move
    and few bodies do between two searches.
    """
    return tuple(_tangents(own.at, sense * own.radius, own.cone, circle))


def _tangents(at: Plan, r: Mil, cone: Cone, circle: Circle) -> list[Onward]:
    """Return the tangents in both senses, as `tangent` finds each of them."""
    found: list[Onward] = []
    to_at, to_cone, radius = circle.at, circle.cone, circle.radius
    dx, dy = to_at[0] - at[0], to_at[1] - at[1]
    whole = dx * dx + dy * dy
    for sense in SENSES:
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
            x, y = across * dx * 1024 + far * dy, across * dy * 1024 - far * dx
            if to_cone is not None and not is_between(to_cone, x, y, s):
                continue
            if cone is not None and not is_between(cone, x, y, r):
                continue
            bottom = whole << 10
            left_at, met = beside(at, r, x, y, bottom), beside(to_at, s, x, y, bottom)
        ex, ey = left_at[0] - at[0], left_at[1] - at[1]
        side = sector(ex, ey) if ex or ey else None
        found.append((sense, left_at, met, plan_length(left_at, met), side))
    return found


Front = tuple[Mil, Mil, Mil, Mil, Mil, Mil, Mil, Mil, Mil]
"""A corner's place and radius, and two normals with their lengths (`behind`)."""

NOWHERE: Front = (0, 0, 0, 0, 0, 0, 0, 0, 0)
"""Where there is no corner: everything lies in front of normals of no length."""


def behind(circle: Circle | None, sense: Sense) -> Front:
    """Return a corner's place and radius, the normal that a way around it in a sense may not leave
    before, and the one that it must leave before, each with its length; zeros for another circle.

    A circle is out of reach that is farther in front of the first normal than both radii, or less
    in front of the second than their difference. That holds for corners of a right angle or more:
    their normals are no farther apart.
    """
    if circle is None or circle.cone is None:
        return NOWHERE
    (px, py), (qx, qy) = circle.cone
    if px * qx + py * qy < 0:
        return NOWHERE
    (x, y), (p, q) = circle.at, circle.wide
    if sense > 0:
        return x, y, circle.radius, px, py, p, qx, qy, q
    return x, y, circle.radius, qx, qy, q, px, py, p
