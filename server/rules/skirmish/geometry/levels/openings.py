"""Whether a side of a roof can be hopped over at all: other terrain may stand on all of it.

Where roofs lie over each other, so it is with half of their sides. A search would look for places
along each of them, again and again, and take the roofs behind them for within reach.
"""

from typing import NamedTuple

from server.rules.skirmish.geometry.lengths import INCH, Mil, Plan, along, plan_length
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.plane.circles import GRAZE

HOP = INCH  # the widest gap that needs no Check (SK-13)
FINE = INCH // 8  # mils of a side of which it is not asked any more what stands on them
ROUGH = 4  # mils by which the places of a side may be off by rounding


class _Place(NamedTuple):
    """A place of a side, where it leads to and how wide the gap is there; and the walls that surely
    stand on either end, a bit each.
    """

    b: Plan
    gap: Mil
    here: int
    there: int


def is_shut(source: Floor, target: Floor, first: Plan, last: Plan) -> bool:
    """Return whether no base can hop over a side of one floor to another, whoever stands where.
    False if that is not sure.
    """
    if not target.region.is_box:
        return False
    whole = plan_length(first, last)
    ends = [_place(source, target, along(first, last, far)) for far in (0, whole)]
    left = [(0, whole, ends[0], ends[1])]
    while left:
        low, high, one, other = left.pop()
        if _is_shut_between(one, other, high - low):
            continue
        if high - low <= FINE:
            return False
        middle = (low + high) // 2
        between = _place(source, target, along(first, last, middle))
        left += [(low, middle, one, between), (middle, high, between, other)]
    return True


def _place(source: Floor, target: Floor, a: Plan) -> _Place:
    b = target.region.nearest(a)
    return _Place(b, plan_length(a, b), _on(source, a), _on(target, b))


def _on(floor: Floor, at: Plan) -> int:
    """Return the walls of a floor that surely keep a base from a place, a bit each."""
    bits = 0
    for number, wall in enumerate(floor.walls):
        if wall.bars(at) and wall.off(at) < wall.radius - GRAZE - ROUGH:
            bits |= 1 << number
    return bits


def _is_shut_between(one: _Place, other: _Place, far: Mil) -> bool:
    """Return whether nobody can hop between two places of a side, `far` mils from each other."""
    # What a wall keeps free is convex: with both ends of a straight line, all of it is within.
    if one.here & other.here:
        return True
    if one.there & other.there and (one.b[0] == other.b[0] or one.b[1] == other.b[1]):
        return True
    # Along a mil of the side a gap gets no more than a mil narrower.
    return one.gap + other.gap - far > 2 * (HOP + ROUGH)
