"""Places that a unit can walk or run to without a Check: whether one is in reach, and a grid of
them (SK-13).
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from server.rules.skirmish.geometry import difficult
from server.rules.skirmish.geometry.finding.ends import AtPlace
from server.rules.skirmish.geometry.finding.finder import Finder
from server.rules.skirmish.geometry.lengths import INCH, Mil, Plan, Point, plan_length
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover
from server.rules.skirmish.geometry.ways import Route


class Place(Struct, frozen=True):
    """A place in reach, and the length of the route there in mils."""

    at: Point
    length: Mil


def in_reach(
    ground: Ground, bodies: Sequence[Body], mover: Mover, at: Point, far: Mil
) -> Route | None:
    """Return the shortest route to a place if a unit can get there with `far` mils, else None.

    Difficult ground on the way takes 2 inches off once (SK-89); the unit goes around it if it
    cannot get there otherwise.
    """
    return _route(_tables(ground, bodies, mover), at, far)


def _tables(ground: Ground, bodies: Sequence[Body], mover: Mover) -> tuple[Table, ...]:
    """Return the table as it is, and one on which difficult ground is an obstacle, if any is
    there.
    """
    table = Table(ground, bodies, mover)
    if not any(piece.is_slow for piece in ground.terrain):
        return (table,)
    return table, Table(ground, bodies, mover, dry=True)


def field(
    ground: Ground, bodies: Sequence[Body], mover: Mover, far: Mil, step: Mil = INCH
) -> tuple[Place, ...]:
    """Return the places in reach on a square grid of `step` mils around the unit, by length."""
    tables = _tables(ground, bodies, mover)
    table = tables[0]
    found = []
    for at in _grid(mover.body.at.plan, far, step):
        for floor in table.floors:
            if not (floor.region.holds(at) and table.has_room(floor, at)):
                continue
            route = _route(tables, floor.point(at), far)
            if route is not None:
                found.append(Place(route.end, route.length))
    return tuple(sorted(found, key=lambda place: (place.length, place.at)))


def _route(tables: Sequence[Table], at: Point, far: Mil) -> Route | None:
    """Return the shortest route or, if difficult ground makes that too long, the shortest around
    it; None if that is too long as well.
    """
    for table in tables:
        route = Finder(table, AtPlace(table, at), (), far).run()
        # Too long even without the cost of difficult ground: no route around it is shorter.
        if route is None:
            return None
        if difficult.is_in_reach(table.ground, route, table.radius, far):
            return route
    return None


def _grid(at: Plan, far: Mil, step: Mil) -> Iterator[Plan]:
    many = far // step
    for i in range(-many, many + 1):
        for j in range(-many, many + 1):
            place = at[0] + i * step, at[1] + j * step
            if (i or j) and plan_length(at, place) <= far:
                yield place
