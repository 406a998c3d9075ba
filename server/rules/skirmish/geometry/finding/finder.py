"""The shortest route over all floors: walks on each, and the links between them (SK-13, SK-18).

The search is A*: the length of a walk is estimated by its straight line, and the walk is computed
only once no other estimate is shorter.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple, Self

from server.rules.skirmish.geometry.finding.crossing import (
    fits,
    kind_of,
    shifted,
    spots,
)
from server.rules.skirmish.geometry.finding.ends import Goal
from server.rules.skirmish.geometry.finding.hopeless import (
    Stage,
    counts,
    following,
    is_hopeless,
    promising,
)
from server.rules.skirmish.geometry.finding.legs import Crossing, crossed, walked
from server.rules.skirmish.geometry.lengths import (
    INCH,
    Mil,
    Plan,
    along,
    lowest,
    plan_length,
)
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.links import HOP, Link
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.plane.obstacles import outline_distance
from server.rules.skirmish.geometry.plane.planner import ROUNDING, Aim, Way
from server.rules.skirmish.geometry.ways import Check, Leg, Route

MOST_PLACES = 3000  # heap entries of one search: a bound, far more than a board's links need
DOUBTED = 6  # places after which the search looks whether there is a route at all
LONG = 24  # places after which those beside others are left out
BESIDE = INCH // 10  # mils between two places of which one does for both
LOOP = INCH  # mils by which the way to one of them is longer: the least that two hops come to
REFINED = 3  # passes in which the places where links are left are moved to the best ones


class _Stop:
    """A place that the search has reached by a walk and, unless it is the goal, a link at its end.
    `used` counts the wanted Checks made so far, `far` the mils gone.
    """

    __slots__ = ("at", "before", "crossing", "far", "floor", "is_end", "used", "way")

    def __init__(
        self,
        floor: Floor,
        at: Plan,
        used: int,
        far: Mil,
        before: Self | None = None,
        way: Way | None = None,
        crossing: Crossing | None = None,
        is_end: bool = False,
    ) -> None:
        self.floor = floor
        self.at = at
        self.used = used
        self.far = far
        self.before = before
        self.way = way
        self.crossing = crossing
        self.is_end = is_end


class _Guess(NamedTuple):
    """A walk that is not computed yet: to a link or, without one, to the goal."""

    stop: _Stop
    crossing: Crossing | None


class Finder:
    """One search for a route with exactly the wanted Checks, in their order."""

    def __init__(
        self, table: Table, goal: Goal, wanted: tuple[Check, ...], longest: Mil | None = None
    ) -> None:
        self.table = table
        self.goal = goal
        self.wanted = wanted
        self.longest = longest
        self.promising = promising(table, goal, wanted)
        self.open: list[tuple[Mil, int, _Stop | _Guess]] = []
        self.count = 0
        self.left = 0
        # The places that were left, with the mils gone until there, by stage.
        self.closed: dict[Stage, dict[Plan, Mil]] = {}
        self._is_hopeless: bool | None = None

    def run(self) -> Route | None:
        """Return the shortest route, or None if there is none of at most `longest` mils."""
        start = self.table.body.at
        floor = self.table.floor(start)
        if floor is None or (floor.number, 0) not in self.promising:
            return None
        self._reach(_Stop(floor, start.plan, 0, 0))
        while self.open and self.count < MOST_PLACES:
            guess, _, found = heappop(self.open)
            # The heap returns the least estimate, and no estimate is longer than its route: all
            # that are left are too long.
            if self.longest is not None and guess > self.longest:
                return None
            if isinstance(found, _Guess):
                self._walk(found)
            elif found.is_end:
                return self._route(found)
            elif self._is_new(found):
                self._leave(found)
                if self.left == DOUBTED and self._doubt():
                    return None
        return None

    def _is_new(self, stop: _Stop) -> bool:
        """Return whether a place is to be left for the first time, and note it."""
        # With `used`: the same place is a new one after another number of Checks.
        closed = self.closed.setdefault((stop.floor.number, stop.used), {})
        if stop.at in closed or (self.left > LONG and _is_detour(stop, closed)):
            return False
        closed[stop.at] = stop.far
        self.left += 1
        return True

    def _push(self, far: Mil, found: _Stop | _Guess) -> None:
        self.count += 1
        # The count breaks ties, first found first, so that stops are never compared.
        heappush(self.open, (far, self.count, found))

    def _reach(self, stop: _Stop) -> None:
        """Add a place that a walk and a link have reached to the search."""
        crossing = stop.crossing
        if (
            crossing is not None
            and stop.used == len(self.wanted)
            and self.goal.is_met(crossing.landing, crossing.link.kind)
        ):
            if crossing.is_up:
                # In contact above the ladder's foot: the step off the ladder is not made.
                stop.far -= plan_length(crossing.a, crossing.b)
                stop.crossing = Crossing(crossing.link, crossing.a, crossing.a)
            stop.is_end = True
            self._push(stop.far, stop)
            return
        self._push(stop.far + max(0, self.goal.least(stop.at)), stop)

    def _leave(self, stop: _Stop) -> None:
        if stop.used == len(self.wanted):
            # Less `ROUNDING`: a rounded way may be a little shorter than its straight line, and an
            # estimate must never be too long.
            least = max(0, self.goal.least(stop.at) - ROUNDING)
            self._push(stop.far + least, _Guess(stop, None))
        for crossing in self._crossings(stop):
            if self._is_wasted(crossing, stop.used):
                continue
            least = plan_length(stop.at, crossing.a) + crossing.cost - ROUNDING
            rest = max(0, self.goal.least(crossing.b))
            self._push(stop.far + least + rest, _Guess(stop, crossing))

    def _is_wasted(self, crossing: Crossing, used: int) -> bool:
        """Return whether the last Check does not meet a goal that nothing else meets."""
        return (
            not self.goal.ends_on_walks
            and used + (crossing.check is not None) == len(self.wanted)
            and not self.goal.is_met(crossing.landing, crossing.link.kind)
        )

    def _crossings(self, stop: _Stop) -> Iterator[Crossing]:
        table = self.table
        wanted = following(self.wanted, stop.used)
        for link in table.links(stop.floor, wanted):
            if not self._is_promising(link, stop.used):
                continue
            listed = wanted if wanted is not None and fits(link, wanted) else None
            # Links that require a Check are used only if it is named; ladders and hops always.
            if listed is None and (link.kind in ("climb", "down") or link.narrowest > HOP):
                continue
            if link.narrowest > max(HOP, table.mover.across) or self._is_beyond(stop, link):
                continue
            for a, b in spots(table, link, stop.at, self.goal.heading, listed):
                if listed is not None or kind_of(link, plan_length(a, b)) in ("ladder", "hop"):
                    yield Crossing(link, a, b)

    def _is_promising(self, link: Link, used: int) -> bool:
        """Return whether a route may go on from where a link leads."""
        return any(
            (link.target.number, then) in self.promising
            for then in counts(self.table, link, self.wanted, used)
        )

    def _is_beyond(self, stop: _Stop, link: Link) -> bool:
        """Return whether every route over a link is longer than `longest`. This is checked first,
        as finding the best place of a link is slower.
        """
        if self.longest is None:
            return False
        near = outline_distance((link.first, link.last), stop.at) - ROUNDING
        return stop.far + near + link.narrowest > self.longest

    def _walk(self, guess: _Guess) -> None:
        stop, crossing = guess
        floor = stop.floor
        if crossing is None:
            aims = self.goal.aims(floor)
            if not aims:
                return
            way = self.table.way(
                floor,
                stop.at,
                aims,
                lambda at: self.goal.may_end(floor, at),
                self._left(stop),
                self._doubt,
            )
            if way is None and self._doubt():
                self.open.clear()
            if way is not None:
                far = stop.far + way.length
                end = _Stop(floor, way.places[-1], stop.used, far, stop, way, None, True)
                self._push(far, end)
            return
        way = self.table.way(
            floor,
            stop.at,
            [Aim(crossing.a)],
            _anywhere,
            self._left(stop),
            lambda: self.table.pockets(floor, stop.at).parts(stop.at, crossing.a),
        )
        if way is not None:
            used = stop.used + (crossing.check is not None)
            far = stop.far + way.length + crossing.cost
            self._reach(_Stop(crossing.link.target, crossing.b, used, far, stop, way, crossing))

    def _doubt(self) -> bool:
        """Return whether there is certainly no route, whatever its length."""
        if self._is_hopeless is None:
            self._is_hopeless = is_hopeless(self.table, self.goal, self.wanted)
        return self._is_hopeless

    def _left(self, stop: _Stop) -> Mil | None:
        """Return how many mils a walk from a stop may have at most; None for any."""
        return None if self.longest is None else self.longest - stop.far

    # -- the answer -------------------------------------------------------------------------

    def _route(self, end: _Stop) -> Route:
        stops: list[_Stop] = []
        here: _Stop | None = end
        while here is not None and here.before is not None:
            stops.append(here)
            here = here.before
        pieces = [
            (
                each.floor if each.crossing is None else each.crossing.link.source,
                each.way,
                each.crossing,
            )
            for each in reversed(stops)
        ]
        legs: list[Leg] = []
        for floor, way, crossing in self._refined(pieces):
            if way is not None:
                legs += walked(floor, way)
            if crossing is not None:
                legs += crossed(crossing)
        return Route(self.table.body.at, tuple(legs))

    def _refined(
        self, pieces: list[tuple[Floor, Way | None, Crossing | None]]
    ) -> list[tuple[Floor, Way | None, Crossing | None]]:
        """Move the places where links are left to where the route is shortest."""
        for _ in range(REFINED):
            is_better = False
            for number in range(len(pieces) - 1):
                is_better |= self._refine(pieces, number)
            if not is_better:
                break
        return pieces

    def _refine(self, pieces: list[tuple[Floor, Way | None, Crossing | None]], number: int) -> bool:
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

        best = lowest(cost, 0, whole)
        # A gain of a mil is rounding.
        if cost(best) >= cost(shifted(crossing.a, link.first, link.last)) - 1:
            return False
        a = along(link.first, link.last, best)
        moved = next(
            (each for each in spots(self.table, link, before, Aim(behind), None) if each[0] == a),
            None,
        )
        # With another Check, or none, it would not be the route that was declared (SK-32).
        if moved is None or Crossing(link, *moved).check != crossing.check:
            return False
        new = Crossing(link, *moved)
        first = self.table.way(floor, way.places[0], [Aim(new.a)], _anywhere)
        if following is None:
            aims = self.goal.aims(beyond)
            second = self.table.way(beyond, new.b, aims, lambda at: self.goal.may_end(beyond, at))
        else:
            second = self.table.way(beyond, new.b, [Aim(after.places[-1])], _anywhere)
        if first is None or second is None:
            return False
        old = way.length + crossing.cost + after.length
        if first.length + new.cost + second.length >= old:
            return False
        pieces[number] = (floor, first, new)
        pieces[number + 1] = (beyond, second, following)
        return True


def _is_detour(stop: _Stop, closed: dict[Plan, Mil]) -> bool:
    """Return whether a place beside this one was left after a much shorter way. Hops to and fro
    lead to ever new places, a few mils apart.
    """
    return any(
        stop.far >= far + LOOP and plan_length(stop.at, at) <= BESIDE for at, far in closed.items()
    )


def _anywhere(at: Plan) -> bool:
    return True
