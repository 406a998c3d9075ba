"""Which tangents may be part of a way, before they are computed and at a fraction of the cost."""

from functools import lru_cache

from server.rules.skirmish.geometry.lengths import Mil, Plan, plan_length
from server.rules.skirmish.geometry.plane.circles import Circle, Sense, sector, tangents

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
    return tuple(
        (to, left_at, met, plan_length(left_at, met), None)
        for to, left_at, met in tangents(at, 0, None, circle)
    )


@lru_cache(maxsize=1 << 14)
def from_circle(own: Circle, sense: Sense, circle: Circle) -> tuple[Onward, ...]:
    """Return the tangents on from around a circle in a sense. They are cached, as walls never move
    and few bodies do between two searches.
    """
    at = x, y = own.at
    return tuple(
        (
            to,
            left_at,
            met,
            plan_length(left_at, met),
            None if left_at == at else sector(left_at[0] - x, left_at[1] - y),
        )
        for to, left_at, met in tangents(at, sense * own.radius, own.cone, circle)
    )


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
