"""Whether a goal is certainly out of reach: it lies in a pocket between obstacles, and no link
leads into that.

This is asked once a search has gone on for a while. It is never wrong when it says so; when it
does not, the search goes on.
"""

from collections.abc import Iterator, Sequence

from server.rules.skirmish.geometry.finding.crossing import fits
from server.rules.skirmish.geometry.finding.ends import Goal
from server.rules.skirmish.geometry.lengths import Plan, Point
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.links import HOP, Link
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.ways import Check

Arrival = tuple[Floor, Plan | None]
"""A floor, and the place where it is reached; None if that may be one of many."""


def is_hopeless(table: Table, goal: Goal, wanted: Sequence[Check]) -> bool:
    """Return whether no route leads to a goal, whatever its length. False if that is not sure."""
    start = table.body.at
    floor = table.floor(start)
    if floor is None:
        return True
    left: list[Arrival] = [(floor, start.plan)]
    used: set[int] = set()
    while left:
        arrival = left.pop()
        if _may_end(table, goal, arrival):
            return False
        for number, link in enumerate(table.links):
            if number in used or not _may_take(table, link, wanted, arrival):
                continue
            used.add(number)
            if _may_meet(goal, link):
                return False
            left.append((link.target, _landing(link)))
    return True


def _may_end(table: Table, goal: Goal, arrival: Arrival) -> bool:
    floor, at = arrival
    if not goal.is_level(floor):
        return False
    ends = goal.ends(floor)
    if at is None or ends is None:
        return True
    pockets = table.pockets(floor, at)
    return not all(pockets.parts(at, end) for end in ends)


def _may_take(table: Table, link: Link, wanted: Sequence[Check], arrival: Arrival) -> bool:
    floor, at = arrival
    if link.source.number != floor.number or not _is_open(table, link, wanted):
        return False
    return (
        at is None or link.first != link.last or not table.pockets(floor, at).parts(at, link.first)
    )


def _is_open(table: Table, link: Link, wanted: Sequence[Check]) -> bool:
    """Return whether a unit may use a link somewhere on its route."""
    if link.kind == "ladder":
        return table.mover.ladders
    if link.narrowest > max(HOP, table.mover.across):
        return False
    if link.kind == "across" and link.narrowest <= HOP:
        return True
    return any(fits(link, check) for check in wanted)


def _landing(link: Link) -> Plan | None:
    return link.landing(link.first) if link.first == link.last and link.kind != "down" else None


def _may_meet(goal: Goal, link: Link) -> bool:
    """Return whether a route may end where a link's leg ends."""
    at = _landing(link)
    if at is None:
        return goal.is_level(link.target) and goal.ends_on_links
    return any(goal.is_met(each, link.kind) for each in _ends(link, at))


def _ends(link: Link, at: Plan) -> Iterator[Point]:
    yield link.target.point(at)
    # Up a ladder, the leg ends above its foot.
    yield Point(*link.first, link.target.z)
