"""Where a unit stops that does not get to the end of its route (SK-42 to SK-46)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from server.rules.skirmish.geometry import difficult
from server.rules.skirmish.geometry.contact import touching
from server.rules.skirmish.geometry.lengths import Mil, Point, along
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover
from server.rules.skirmish.geometry.ways import Leg, Route

BACK = 50  # mils between the places tried on the way back along a leg, before each single mil


class Stopped(Struct, frozen=True):
    """A part of a route: the legs that are gone, and where the unit is then.

    `falls` says that it is in the air, in the middle of a jump across: it Falls without a Check.
    """

    legs: tuple[Leg, ...]
    at: Point
    falls: bool = False


def stop(ground: Ground, bodies: Sequence[Body], mover: Mover, route: Route, far: Mil) -> Stopped:
    """Return how far a unit goes after a failed Engage, with `far` mils to move along its route (F
    of SK-43).

    Difficult ground is subtracted first. The end is a place to stand, in contact with no enemy.
    """
    table = Table(ground, bodies, mover)
    left = difficult.halt(ground, route, mover.body.radius, far)
    done: list[Leg] = []
    for leg in route.legs:
        if leg.length <= left:
            done.append(leg)
            left -= leg.length
            continue
        if leg.kind == "walk" and left:
            done.append(part(leg, left))
        # Other legs are not begun if they cannot be finished (SK-44).
        elif leg.kind == "across" and left:
            cut = part(leg, left)
            return Stopped((*done, cut), cut.end, falls=True)
        break
    return _back(table, route.start, done)


def back(ground: Ground, bodies: Sequence[Body], mover: Mover, route: Route) -> Stopped:
    """Return a route up to the last place where a unit can stand, in contact with no enemy; up to
    its start if there is none (SK-45).
    """
    return _back(Table(ground, bodies, mover), route.start, list(route.legs))


def first_part(route: Route, far: Mil) -> Route:
    """Return the first `far` mils of a route; legs other than walks are kept whole."""
    done: list[Leg] = []
    for leg in route.legs:
        if far <= 0 and done:
            break
        done.append(part(leg, far) if leg.kind == "walk" and far < leg.length else leg)
        far -= leg.length
    return Route(route.start, tuple(done))


def part(leg: Leg, far: Mil) -> Leg:
    """Return the first `far` mils of a straight leg."""
    x, y = along(leg.start.plan, leg.end.plan, far)
    return replace(leg, end=Point(x, y, leg.start.z), length=far)


def _back(table: Table, start: Point, done: list[Leg]) -> Stopped:
    """Return the legs up to the last place where the unit can stand (SK-45)."""
    while done:
        leg = done.pop()
        if _stands(table, leg.end):
            return Stopped((*done, _settled(table, leg)), _settled(table, leg).end)
        # On a ladder, a climb or a jump only the ends are places to stand.
        if leg.kind != "walk":
            continue
        far = _last(table, leg)
        if far:
            cut = _settled(table, part(leg, far))
            return Stopped((*done, cut), cut.end)
    return Stopped((), start)


def _last(table: Table, leg: Leg) -> Mil:
    """Return the most mils of a walk after which the unit can stand; 0 if it can nowhere, except
    perhaps at its start.
    """
    step = next(
        (far for far in range(leg.length - 1, 0, -BACK) if _stands(table, part(leg, far).end)), 0
    )
    return next(
        (
            far
            for far in range(min(leg.length, step + BACK), step, -1)
            if _stands(table, part(leg, far).end)
        ),
        step,
    )


def _settled(table: Table, leg: Leg) -> Leg:
    """Return a leg with its end at the height of the floor there."""
    floor = table.floor(leg.end)
    return leg if floor is None else replace(leg, end=floor.point(leg.end.plan))


def _stands(table: Table, at: Point) -> bool:
    floor = table.floor(at)
    if floor is None or not table.has_room(floor, at.plan):
        return False
    here = replace(table.body, at=floor.point(at.plan))
    return not any(touching(body, here) for body in table.bodies if body.side != table.body.side)
