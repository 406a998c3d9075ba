"""How far units are from each other, and whether their bases touch (SK-9, SK-10)."""

from server.rules.skirmish.geometry.lengths import Mil, Point, plan_length, root
from server.rules.skirmish.geometry.pieces import Body

TOUCH = 10  # mils between bases that still touch (SK-10)
SLACK = 250  # mils between bases that count as contact with a further target (SK-61)
STEP = 1000  # mils of height by which touching bases may differ, and which a walk climbs for free


def apart(a: Body, b: Body) -> Mil:
    """Return the gap between two bases seen from above, in mils; 0 if they overlap."""
    return max(0, plan_length(a.at, b.at) - a.radius - b.radius)


def distance(a: Body, b: Body) -> Mil:
    """Return the distance of two units in mils, from the gap of their bases and the difference of
    their heights (SK-9).
    """
    flat, height = apart(a, b), a.at.z - b.at.z
    return root(flat * flat + height * height)


def distance_to(a: Body, at: Point) -> Mil:
    """Return the distance of a unit to a point or a token, in mils (SK-9)."""
    flat, height = max(0, plan_length(a.at, at) - a.radius), a.at.z - at.z
    return root(flat * flat + height * height)


def touching(a: Body, b: Body) -> bool:
    """Return whether two units are in base contact (SK-10)."""
    return apart(a, b) <= TOUCH and abs(a.at.z - b.at.z) <= STEP
