"""The route of what a search has found, its links left where that makes it shortest."""

from typing import NamedTuple

from server.rules.skirmish.geometry.finding.crossing import hops, shifted, spots
from server.rules.skirmish.geometry.finding.ends import Goal
from server.rules.skirmish.geometry.finding.legs import Crossing, crossed, walked
from server.rules.skirmish.geometry.lengths import Mil, Plan, along, lowest, plan_length
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.plane.planner import Aim, Way
from server.rules.skirmish.geometry.ways import Leg, Route

REFINED = 3  # passes in which the places where links are left are moved to the best ones


class Piece(NamedTuple):
    """A walk over a floor and the link at its end; the last walk of a route may have none, and a
    route may begin with a link.
    """

    floor: Floor
    way: Way | None
    crossing: Crossing | None


def refined(table: Table, goal: Goal, pieces: list[Piece]) -> Route:
    """Return the route of the pieces, once places where links are left are moved to where it is
    shortest.
    """
    for _ in range(REFINED):
        is_better = False
        for number in range(len(pieces) - 1):
            is_better |= _refine(table, goal, pieces, number)
        if not is_better:
            break
    legs: list[Leg] = []
    for floor, way, crossing in pieces:
        if way is not None:
            legs += walked(floor, way)
        if crossing is not None:
            legs += crossed(crossing)
    return Route(table.body.at, tuple(legs))


def _refine(table: Table, goal: Goal, pieces: list[Piece], number: int) -> bool:
    floor, way, crossing = pieces[number]
    beyond, after, following = pieces[number + 1]
    # Not of a jump down, whose landing does not follow from the place where the edge is left.
    if way is None or after is None or crossing is None or crossing.link.kind == "down":
        return False
    link = crossing.link
    whole = plan_length(link.first, link.last)
    if not whole or len(after.places) < 2 or len(way.places) < 2:
        return False
    before, behind = way.places[-2], after.places[1]

    def cost(far: Mil) -> Mil:
        a = along(link.first, link.last, far)
        b = link.landing(a)
        return plan_length(before, a) + link.cost(a, b) + plan_length(b, behind)

    hopped = hops(link, before, behind)
    best = lowest(cost, 0, whole) if hopped is None else hopped.lowest(whole)
    # A gain of a mil is rounding.
    if cost(best) >= cost(shifted(crossing.a, link.first, link.last)) - 1:
        return False
    a = along(link.first, link.last, best)
    moved = next(
        (each for each in spots(table, link, before, Aim(behind), None) if each[0] == a),
        None,
    )
    # With another Check, or none, it would not be the route that was declared (SK-32).
    if moved is None or Crossing(link, *moved).check != crossing.check:
        return False
    new = Crossing(link, *moved)
    first = table.way(floor, way.places[0], [Aim(new.a)], anywhere)
    if following is None:
        aims = goal.aims(beyond)
        second = table.way(beyond, new.b, aims, lambda at: goal.may_end(beyond, at))
    else:
        second = table.way(beyond, new.b, [Aim(after.places[-1])], anywhere)
    if first is None or second is None:
        return False
    old = way.length + crossing.cost + after.length
    if first.length + new.cost + second.length >= old:
        return False
    pieces[number] = Piece(floor, first, new)
    pieces[number + 1] = Piece(beyond, second, following)
    return True


def anywhere(at: Plan) -> bool:
    """Return True: a walk to a link ends wherever the link is left."""
    return True
