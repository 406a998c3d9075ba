"""What leads to a goal, and whether it is certainly out of reach.

`promising` looks at floors and links alone: it is asked before each search, which then keeps to
what it returns. `is_hopeless` knows pockets as well, and which of them the stretches of a side lead
from and to: it is asked once a search has gone on for a while. It is never wrong when it says so;
when it does not, the search goes on.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from server.rules.skirmish.geometry.finding.crossing import fits, spots
from server.rules.skirmish.geometry.finding.ends import Goal, InDive
from server.rules.skirmish.geometry.finding.stretches import stretches
from server.rules.skirmish.geometry.lengths import Mil, Plan, Point
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.links import Link, Links
from server.rules.skirmish.geometry.levels.openings import HOP
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Mover
from server.rules.skirmish.geometry.ways import Check

Stage = tuple[int, int]
"""A floor's number, and how many of the wanted Checks are made there."""


Step = tuple[Stage, Link, Stage]
"""A stage, a link that is taken there, and the stage after it."""


class Promise:
    """The stages that lead on to a goal, the steps between them by links, and those of them where
    the goal may be met. Compared by identity, so that what follows from it can be kept.
    """

    __slots__ = ("ends", "stages", "steps")

    def __init__(
        self, stages: frozenset[Stage], steps: tuple[Step, ...], ends: tuple[Stage, ...]
    ) -> None:
        self.stages = stages
        self.steps = steps
        self.ends = ends


NOTHING = Promise(frozenset(), (), ())
"""No stage leads on to a goal."""


class _Manner(NamedTuple):
    """What a mover can do to get to another floor: whether it uses `ladders`, whether it `climbs`,
    how many mils it jumps `across`, and whether it is `ghostly` and passes through terrain.
    """

    ladders: bool
    climbs: bool
    across: Mil
    ghostly: bool


class _Reached:
    """Where links lead to from a start, if a unit could walk everywhere on each floor.

    `steps` are all steps that it could take, and `before` has every stage that they lead to, with
    the stages that they come from. `last` are the floors that it could be on once all Checks are
    made. Compared by identity.
    """

    __slots__ = ("before", "last", "steps")

    def __init__(self) -> None:
        self.before: dict[Stage, list[Stage]] = {}
        self.last: list[Floor] = []
        self.steps: list[Step] = []


def promising(table: Table, goal: Goal, wanted: tuple[Check, ...]) -> Promise:
    """Return the stages from which links lead on to a floor where the goal may be met, with all of
    the Checks made. Ways over the floors are taken for granted, so a stage that is missing leads
    nowhere; if the first one is missing, nothing does.
    """
    floor = table.floor(table.body.at)
    if floor is None:
        return NOTHING
    links, manner = table.all_links, _manner(table.mover)
    if isinstance(goal, InDive):
        reached = _found(links, manner, floor.number, wanted, goal)
    else:
        reached = _reached(links, manner, floor.number, wanted)
    many = len(wanted)
    return _promise(
        reached, tuple((each.number, many) for each in reached.last if goal.is_level(each))
    )


def _manner(mover: Mover) -> _Manner:
    return _Manner(mover.ladders, mover.climbs, mover.across, mover.ghostly)


@lru_cache(maxsize=256)
def _reached(links: Links, manner: _Manner, start: int, wanted: tuple[Check, ...]) -> _Reached:
    """Return the stages that can be reached from a floor. They are kept: they are the same for all
    goals but dives, wherever units stand.
    """
    return _found(links, manner, start, wanted)


def _found(
    links: Links,
    manner: _Manner,
    start: int,
    wanted: tuple[Check, ...],
    dive: InDive | None = None,
) -> _Reached:
    found = _Reached()
    # From where a stage is reached: links are known by the floor that they leave.
    before, steps, many = found.before, found.steps, len(wanted)
    before[start, 0] = []
    left = [(links.floors[start], 0)]
    while left:
        floor, used = left.pop()
        if used == many:
            found.last.append(floor)
        check = following(wanted, used)
        for link in links.leaving(floor.number, None if check is None else check.kind):
            for then in counts(manner, link, wanted, used):
                if dive is not None and then == many and not dive.is_near(link):
                    continue
                stage = (link.target.number, then)
                if stage not in before:
                    before[stage] = []
                    left.append((link.target, then))
                before[stage].append((floor.number, used))
                steps.append(((floor.number, used), link, stage))
    return found


@lru_cache(maxsize=256)
def _promise(reached: _Reached, ends: tuple[Stage, ...]) -> Promise:
    found, new = set(ends), list(ends)
    while new:
        more = {stage for stage in reached.before[new.pop()] if stage not in found}
        found |= more
        new += more
    leading = tuple(step for step in reached.steps if step[0] in found and step[2] in found)
    return Promise(frozenset(found), leading, ends)


def leading(
    table: Table, promise: Promise, wanted: Sequence[Check], stage: Stage
) -> Iterator[tuple[Link, Check | None]]:
    """Yield the links that a route may take from a stage, with the wanted Check that each may be
    for.
    """
    number, used = stage
    check, manner = following(wanted, used), _manner(table.mover)
    for link in table.links(table.floors[number], check):
        thens = counts(manner, link, wanted, used)
        if all((link.target.number, then) not in promise.stages for then in thens):
            continue
        listed = check if check is not None and fits(link, check) else None
        # Links that require a Check are used only if it is named; ladders and hops always.
        if listed is None and (link.kind in ("climb", "down") or link.narrowest > HOP):
            continue
        if link.narrowest <= max(HOP, table.mover.across):
            yield link, listed


def counts(manner: _Manner, link: Link, wanted: Sequence[Check], used: int) -> Iterator[int]:
    """Yield how many of the wanted Checks may be made after a link that is taken when `used` of
    them are: nothing for one that the unit does not take.
    """
    if link.kind == "ladder":
        if manner.ladders:
            yield used
        return
    if link.narrowest > max(HOP, manner.across) or (link.kind == "climb" and not manner.climbs):
        return
    if link.kind == "across" and link.narrowest <= HOP and (manner.ghostly or not link.is_shut):
        yield used
    # Where a gap is wider, the link that is hopped over elsewhere is jumped.
    check = following(wanted, used)
    if check is not None and fits(link, check):
        yield used + 1


def following(wanted: Sequence[Check], used: int) -> Check | None:
    """Return the Check that is to be made after `used` of the wanted ones; None after the last."""
    return wanted[used] if used < len(wanted) else None


class _Arrival:
    """A floor, the place where it is reached, None if that may be one of many, and the number of
    Checks made by then.
    """

    __slots__ = ("at", "floor", "used")

    def __init__(self, floor: Floor, at: Plan | None, used: int) -> None:
        self.floor = floor
        self.at = at
        self.used = used


def is_hopeless(
    table: Table,
    goal: Goal,
    wanted: Sequence[Check],
    reached: Iterable[tuple[Stage, Plan]] = (),
    promise: Promise | None = None,
    *,
    closely: bool = True,
) -> bool:
    """Return whether no route leads to a goal, whatever its length. False if that is not sure.
    `reached` are places that a search has found ways to, `promise` is what it keeps to. Sides are
    looked at `closely` or taken for open: most searches are short, and that takes longer.
    """
    # Mostly one of them is on the goal's floor, and no other floor needs to be looked at.
    for (number, used), at in reached:
        if used == len(wanted) and _may_end(table, goal, _Arrival(table.floors[number], at, used)):
            return False
    start = table.body.at
    floor = table.floor(start)
    if floor is None:
        return True
    left = [_Arrival(floor, start.plan, 0)]
    seen: set[object] = set()
    while left:
        arrival = left.pop()
        where = _where(table, arrival, closely)
        if where in seen:
            continue
        seen.add(where)
        if arrival.used == len(wanted) and _may_end(table, goal, arrival):
            return False
        for link, then in _onward(table, wanted, arrival, promise):
            checks = wanted[arrival.used : then]
            for place, landing in _crossed(table, goal, link, arrival, checks, closely):
                taken = link, then, place, landing
                if taken in seen or (place is not None and not _may_walk(table, arrival, place)):
                    continue
                seen.add(taken)
                if then == len(wanted) and _may_meet(goal, link, landing):
                    return False
                left.append(_Arrival(link.target, landing, then))
    return True


def _where(table: Table, arrival: _Arrival, closely: bool) -> object:
    """Return what says where an arrival is: all that is known of a pocket is the same for each
    place of it. Of few places that is not asked.
    """
    floor, at = arrival.floor, arrival.at
    if at is None or not closely:
        return floor.number, arrival.used, at
    over = tuple(table.clearance(floor).over(at))
    # Who stands too near to others may stay so near.
    own = at if over else None
    return floor.number, arrival.used, over, own, table.pockets(floor, at).pocket(at)


def _onward(
    table: Table, wanted: Sequence[Check], arrival: _Arrival, promise: Promise | None
) -> Iterator[tuple[Link, int]]:
    """Yield the links that may be taken from a floor, with the Checks made after each."""
    manner, used = _manner(table.mover), arrival.used
    for link in table.links(arrival.floor, following(wanted, used)):
        for then in counts(manner, link, wanted, used):
            if promise is None or (link.target.number, then) in promise.stages:
                yield link, then


def _crossed(
    table: Table,
    goal: Goal,
    link: Link,
    arrival: _Arrival,
    checks: Sequence[Check],
    closely: bool,
) -> Iterable[tuple[Plan | None, Plan | None]]:
    """Return the places where a link may be left, for a Check or for none, and where it leads to
    from there, None for any: a place of each stretch.
    """
    if checks and checks[0].at is not None:
        # It is left at that place, wherever a unit comes from.
        return spots(table, link, checks[0].at.plan, goal.heading, checks[0])
    if link.first == link.last:
        return ((link.first, _landing(link)),)
    # Who overlaps others already may leave a side where they stand.
    if closely and not _is_among(table, arrival):
        widest = HOP if link.kind == "across" and not checks else max(HOP, table.mover.across)
        found = stretches(table, link, goal.heading, widest)
        if found is not None:
            return found
    return ((None, None),)


def _is_among(table: Table, arrival: _Arrival) -> bool:
    """Return whether a base may overlap other bases at the place where it lands."""
    floor, at = arrival.floor, arrival.at
    if at is None:
        return False
    return any(number >= len(floor.walls) for number in table.clearance(floor).over(at))


def _may_walk(table: Table, arrival: _Arrival, to: Plan) -> bool:
    at = arrival.at
    return at is None or not table.pockets(arrival.floor, at).parts(at, to)


def _may_end(table: Table, goal: Goal, arrival: _Arrival) -> bool:
    floor, at = arrival.floor, arrival.at
    if not goal.ends_on_walks or not goal.is_level(floor):
        return False
    ends = goal.ends(floor)
    if at is None or ends is None:
        return True
    # Who lands on the target's base is within the rim whose ends these are.
    if at != table.body.at.plan and _is_among(table, arrival):
        return True
    return any(_may_walk(table, arrival, end) for end in ends)


def _landing(link: Link) -> Plan | None:
    return link.landing(link.first) if link.kind != "down" else None


def _may_meet(goal: Goal, link: Link, landing: Plan | None) -> bool:
    """Return whether a route may end with a link, at its landing if that is known."""
    if link.kind == "down" and landing is not None:
        return goal.is_met(link.target.point(landing), link.kind)
    if link.kind == "down":
        return goal.is_level(link.target) and goal.ends_on_links
    if not goal.ends_on_walks or not goal.ends_on_links:
        return False
    if link.first == link.last:
        at = link.landing(link.first)
        return any(goal.is_met(each, link.kind) for each in _ends(link, at))
    if not goal.is_level(link.target):
        return False
    # Only of an upright side is it known that all landings are between those of its ends.
    return link.upright is None or goal.is_beside(link.landing(link.first), link.landing(link.last))


def _ends(link: Link, at: Plan) -> Iterator[Point]:
    yield link.target.point(at)
    # Up a ladder, the leg ends above its foot.
    yield Point(*link.first, link.target.z)
