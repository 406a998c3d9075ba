"""Which tangents may be part of a way, before they are computed and at a fraction of the cost."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import isqrt

from server.rules.skirmish.geometry.lengths import Mil, Plan, plan_length
from server.rules.skirmish.geometry.plane.circles import SENSES, Circle, Sense, sector, tangent

FALLING, RISING = 1, 2  # bits of one answer
BOTH = FALLING | RISING
ROUNDED = 4  # mils by which a place on a circle and a distance may be off by rounding


def bends(circle: Circle, x: Mil, y: Mil, off: Mil) -> int:
    """Return which tangents to a corner's circle may bend between the normals of its two sides.

    (x, y) is the vector from the corner to another circle's centre, and `off` how far that is in
    front of the tangent, as the corner is seen. From the first normal to the second one, that
    centre comes in front of the line along the circle, or falls behind it: `RISING` and `FALLING`
    say which of both may happen in between. Without a cone both may.
    """
    if circle.cone is None:
        return BOTH
    far = isqrt(x * x + y * y)
    # Within the circle there is no tangent, and what touches it needs no bend.
    if far <= abs(off) + ROUNDED:
        return BOTH
    (px, py), (qx, qy) = circle.cone
    wide, wider = circle.wide
    # An angle of a five hundredth is allowed for rounding (`circles.tangent`), so nearly twice it.
    slack = far // 200 + ROUNDED
    one, two = px * x + py * y, qx * x + qy * y
    first, second = one - off * wide, two - off * wider
    if first > slack * wide:
        if second < -slack * wider:
            return FALLING
        # The line would have to turn by half a circle to fall behind and come back.
        return 0 if off >= 0 and second > slack * wider else BOTH
    if first < -slack * wide:
        if second > slack * wider:
            return RISING
        if second < -slack * wider and (off <= 0 or (one < -slack * wide and two < -slack * wider)):
            return 0
    return BOTH


Onward = tuple[Sense, Plan, Plan, Mil, int | None]
"""A tangent to a circle: the sense in which it is gone around, where the tangent begins, where it
ends, and its length in mils; and the sector where it leaves a circle of its own.
"""


@lru_cache(maxsize=1 << 13)
def from_place(at: Plan, circle: Circle) -> tuple[Onward, ...]:
    """Return the tangents from a place to a circle. They are cached, as from most places there are
    ways to several others.
    """
    return tuple(_tangents(None, 1, circle, at))


@lru_cache(maxsize=1 << 14)
def from_circle(own: Circle, sense: Sense, circle: Circle) -> tuple[Onward, ...]:
    """Return the tangents on from around a circle in a sense. They are cached, as walls never move
    and few bodies do between two searches.
    """
    return tuple(_tangents(own, sense, circle, own.at))


def _tangents(own: Circle | None, sense: Sense, circle: Circle, at: Plan) -> Iterator[Onward]:
    radius, cone = (0, None) if own is None else (sense * own.radius, own.cone)
    for to in _senses(own, sense, circle, at):
        found = tangent(at, radius, circle.at, to * circle.radius, cone, circle.cone)
        if found is not None:
            if own is None:
                yield to, at, found[1], plan_length(at, found[1]), None
                continue
            left_at, met = found
            side = None if left_at == at else sector(left_at[0] - at[0], left_at[1] - at[1])
            yield to, left_at, met, plan_length(left_at, met), side


def _senses(own: Circle | None, sense: Sense, circle: Circle, at: Plan) -> Sequence[Sense]:
    """Return in which senses a way may go on around a circle: from a place or, with a circle of its
    own, from around that in a sense.
    """
    if own is None:
        if circle.cone is None:
            return SENSES
        return MET[bends(circle, at[0] - circle.at[0], at[1] - circle.at[1], circle.radius)]
    if own.cone is None and circle.cone is None:
        return SENSES
    x, y = circle.at[0] - own.at[0], circle.at[1] - own.at[1]
    same, other = own.radius - circle.radius, own.radius + circle.radius
    leaves = RISING if sense > 0 else FALLING
    found: list[Sense] = []
    for to in SENSES:
        off = same if to == sense else other
        if own.cone is not None and not bends(own, x, y, off) & leaves:
            continue
        off = -same if to == sense else other
        if circle.cone is None or bends(circle, -x, -y, off) & (FALLING if to > 0 else RISING):
            found.append(to)
    return found


MET: dict[int, tuple[Sense, ...]] = {0: (), FALLING: (1,), RISING: (-1,), BOTH: SENSES}
"""The senses in which a corner is met, by what may happen between its normals."""


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
