"""Difficult ground: where a route enters it, and what that takes off (SK-46, SK-89, SK-90)."""

from server.rules.skirmish.geometry.contact import STEP
from server.rules.skirmish.geometry.lengths import INCH, Mil, Plan, along, lowest, plan_length
from server.rules.skirmish.geometry.pieces import Ground, Terrain
from server.rules.skirmish.geometry.plane.obstacles import outline_distance
from server.rules.skirmish.geometry.plane.shapes import Outline, box
from server.rules.skirmish.geometry.ways import Leg, Route

TOLL = 2 * INCH  # what difficult ground on the way takes off a whole move, once (SK-89)


def entry(ground: Ground, route: Route, radius: Mil) -> Mil | None:
    """Return how far along a route the base first overlaps difficult ground or water, or None.

    A jump, a hop and a climb count only where they end.
    """
    gone = 0
    for leg in route.legs:
        found = [
            far
            for piece in ground.terrain
            if piece.is_slow
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
    """Return how far a unit gets that could go `far` mils, by difficult ground on the route (D)."""
    return far if entry(ground, route, radius) is None else max(0, far - TOLL)


def halt(ground: Ground, route: Route, radius: Mil, far: Mil) -> Mil:
    """Return how far a unit goes of a route it does not finish, by difficult ground (SK-46)."""
    at = entry(ground, route, radius)
    # What lies before the ground is not taken back (SK-46;
    # test_difficult_ground_takes_two_inches_off_but_not_what_lies_before_it).
    return far if at is None or at >= far else max(0, far - TOLL, min(far, at))


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
    """Return how far from a to b a place is first nearer to a convex outline than `radius`."""
    least_x, least_y, most_x, most_y = box(outline, radius)
    # Most pieces lie aside: their boxes rule them out before anything is measured.
    if max(a[0], b[0]) <= least_x or min(a[0], b[0]) >= most_x:
        return None
    if max(a[1], b[1]) <= least_y or min(a[1], b[1]) >= most_y:
        return None

    def off(far: Mil) -> Mil:
        return outline_distance(outline, along(a, b, far))

    if off(0) < radius:
        return 0
    # Up to the nearest place the distance to a convex outline only falls, so halving finds the
    # first one that is near enough.
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
