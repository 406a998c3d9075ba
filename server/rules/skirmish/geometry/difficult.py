"""Difficult ground: where a route enters it, and by how much that shortens a move (SK-46, SK-89,
SK-90).
"""

from itertools import pairwise

from server.rules.skirmish.geometry.contact import STEP
from server.rules.skirmish.geometry.lengths import INCH, Mil, Plan, along, lowest, plan_length, root
from server.rules.skirmish.geometry.pieces import Ground, Terrain
from server.rules.skirmish.geometry.plane.obstacles import outline_distance
from server.rules.skirmish.geometry.plane.shapes import Box, Outline, box, meet
from server.rules.skirmish.geometry.ways import Leg, Route

TOLL = 2 * INCH  # taken once off a whole move that enters difficult ground (SK-89)
NEARLY = 4  # mils by which rounded distances of a way are off at most, and one more


def entry(ground: Ground, route: Route, radius: Mil) -> Mil | None:
    """Return after how many mils of a route the base first overlaps difficult ground or water; None
    if it never does.

    Of a jump, a hop or a climb only the end counts.
    """
    gone = 0
    slow = [piece for piece in ground.terrain if piece.is_slow]
    for leg in route.legs:
        found = [
            far
            for piece in slow
            # Most ground lies aside: its box rules it out before anything is measured.
            if _is_near(leg, box(piece.outline, radius))
            if (far := _of_leg(leg, piece, radius)) is not None
        ]
        if found:
            return gone + min(found)
        gone += leg.length
    return None


def is_in(ground: Ground, at: Plan, z: Mil, radius: Mil) -> bool:
    """Return whether a base overlaps difficult ground or water on its level."""
    return any(
        abs(piece.high - z) <= STEP and outline_distance(piece.outline, at) < radius
        for piece in ground.terrain
        if piece.is_slow
    )


def reach(ground: Ground, route: Route, radius: Mil, far: Mil) -> Mil:
    """Return how many mils of a route a unit with a move of `far` mils can go (D of SK-46)."""
    return far if entry(ground, route, radius) is None else max(0, far - TOLL)


def is_in_reach(ground: Ground, route: Route, radius: Mil, far: Mil) -> bool:
    """Return whether a unit with a move of `far` mils can go a whole route."""
    # Most are so short, or so long, that it does not matter what ground they cross.
    if route.length <= far - TOLL or route.length > far:
        return route.length <= far
    return route.length <= reach(ground, route, radius, far)


def halt(ground: Ground, route: Route, radius: Mil, far: Mil) -> Mil:
    """Return how many mils a unit goes of a route that it does not finish (SK-46)."""
    at = entry(ground, route, radius)
    # It always gets at least to the difficult ground (SK-46;
    # test_difficult_ground_takes_two_inches_off_but_not_what_lies_before_it).
    return far if at is None or at >= far else max(0, far - TOLL, min(far, at))


def _is_near(leg: Leg, around: Box) -> bool:
    """Return whether a leg reaches into a box."""
    (a, b, _), (c, d, _) = leg.start, leg.end
    least_x, least_y, most_x, most_y = around
    return not (
        (a <= least_x and c <= least_x)
        or (a >= most_x and c >= most_x)
        or (b <= least_y and d <= least_y)
        or (b >= most_y and d >= most_y)
    )


def _of_leg(leg: Leg, piece: Terrain, radius: Mil) -> Mil | None:
    if leg.kind == "walk":
        level = min(abs(piece.high - leg.start.z), abs(piece.high - leg.end.z)) <= STEP
        return first_within(leg.start.plan, leg.end.plan, piece.outline, radius) if level else None
    is_met = (
        abs(piece.high - leg.end.z) <= STEP
        and outline_distance(piece.outline, leg.end.plan) < radius
    )
    return leg.length if is_met else None


def first_within(a: Plan, b: Plan, outline: Outline, radius: Mil) -> Mil | None:
    """Return after how many mils from a to b the distance to an outline is first less than
    `radius`; None if it never is.

    The outline may have any form: a way from outside comes near one of its edges first, and an
    edge is convex.
    """
    if outline_distance(outline, a) < radius:
        return 0
    # An outline of two corners has one edge; of others the last corner leads back to the first.
    edges = pairwise((outline[-1], *outline))
    found = (_first_within_edge(a, b, edge, radius) for edge in edges)
    return min((far for far in found if far is not None), default=None)


def _first_within_edge(a: Plan, b: Plan, edge: Outline, radius: Mil) -> Mil | None:
    least_x, least_y, most_x, most_y = box(edge, radius)
    # Most edges lie aside: their boxes rule them out before anything is measured.
    if max(a[0], b[0]) <= least_x or min(a[0], b[0]) >= most_x:
        return None
    if max(a[1], b[1]) <= least_y or min(a[1], b[1]) >= most_y:
        return None

    if _is_far(a, b, edge, radius + NEARLY):
        return None
    one, other = edge
    dx, dy = other[0] - one[0], other[1] - one[1]
    whole = dx * dx + dy * dy

    def off(far: Mil) -> Mil:
        # As `outline_distance`, which asks besides whether a place is inside.
        x, y = along(a, b, far)
        ex, ey = x - one[0], y - one[1]
        best, dot = (
            min(ex * ex + ey * ey, (x - other[0]) ** 2 + (y - other[1]) ** 2),
            ex * dx + ey * dy,
        )
        if 0 < dot < whole:
            turn = ex * dy - ey * dx
            best = min(best, -(-turn * turn // whole))
        return root(best)

    # Up to the nearest place the distance to an edge only falls, so halving finds the first one
    # that is near enough.
    high = lowest(off, 0, plan_length(a, b))
    if off(high) >= radius:
        return None
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        if off(middle) < radius:
            high = middle
        else:
            low = middle
    return high


def _is_far(a: Plan, b: Plan, edge: Outline, far: Mil) -> bool:
    """Return whether a straight way stays farther than `far` mils from an edge: they do not meet,
    and then one of the four ends is the nearest.
    """
    one, other = edge
    return (
        not meet(a, b, one, other)
        and all(_off_side(at, one, other) > far * far for at in (a, b))
        and all(_off_side(at, a, b) > far * far for at in edge)
    )


def _off_side(at: Plan, one: Plan, other: Plan) -> int:
    """Return the square of the distance of a place from a side, in square mils, rounded down."""
    dx, dy, x, y = other[0] - one[0], other[1] - one[1], at[0] - one[0], at[1] - one[1]
    whole, dot = dx * dx + dy * dy, x * dx + y * dy
    if not 0 < dot < whole:
        return min(x * x + y * y, (x - dx) ** 2 + (y - dy) ** 2)
    turn = x * dy - y * dx
    return turn * turn // whole
