"""The shortest route over all floors: walks on each, and the links between them (SK-13, SK-18).

The search is A*: the length of a walk is estimated by its straight line, and the walk is computed
only once no other estimate is shorter.
"""

from collections.abc import Iterator
from functools import partial
from heapq import heappop, heappush
from typing import NamedTuple, Self

from server.rules.skirmish.geometry.finding.ahead import Ahead
from server.rules.skirmish.geometry.finding.crossing import kind_of, spots
from server.rules.skirmish.geometry.finding.ends import AtPlace, Goal
from server.rules.skirmish.geometry.finding.hopeless import (
    NOTHING,
    Stage,
    is_hopeless,
    leading,
    promising,
)
from server.rules.skirmish.geometry.finding.legs import Crossing, walked
from server.rules.skirmish.geometry.finding.refining import Piece, anywhere, refined
from server.rules.skirmish.geometry.lengths import INCH, Mil, Plan, plan_length
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.links import Link
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.plane.clearance import CLEAR
from server.rules.skirmish.geometry.plane.obstacles import outline_distance
from server.rules.skirmish.geometry.plane.planner import ROUNDING, Aim, Way
from server.rules.skirmish.geometry.ways import Check, Route

MOST_PLACES = 3000  # heap entries of one search: a bound, far more than a board's links need
DOUBTED = 6  # places after which a search that found no way somewhere asks if there is any route
MOST_WALKS = 512  # walks that are known of a table at once
LONG = 24  # places after which those beside others are left out
BESIDE = INCH // 10  # mils between two places of which one does for both
LOOP = INCH  # mils by which the way to one of them is longer: the least that two hops come to
EQUAL = 2 * ROUNDING  # mils by which routes may differ that a search finds in either order


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
    """A walk that is not computed yet: to a link or, without one, to the goal. `far` is at least
    how far it leads, `used` counts the wanted Checks made by then.
    """

    stop: _Stop
    crossing: Crossing | None
    far: Mil
    used: int


_Onward = tuple[Crossing, Mil, Stage]
"""A crossing from a place, how far it leads at least, in mils, and the stage after it."""


class Finder:
    """One search for a route with exactly the wanted Checks, in their order."""

    def __init__(
        self, table: Table, goal: Goal, wanted: tuple[Check, ...], longest: Mil | None = None
    ) -> None:
        self.table = table
        self.goal = goal
        self.wanted = wanted
        self.longest = longest
        # Found out once a straight walk does not do.
        self.promise = NOTHING
        self.ahead = Ahead(goal, NOTHING)
        # What a second search would find again.
        self.leading: dict[Stage, list[tuple[Link, Check | None]]] = {}
        self.onward: dict[tuple[int, int, Plan, Mil | None], list[_Onward]] = {}
        self.is_barred = False  # whether there was no way to a link or to the goal
        self._is_hopeless: bool | None = None
        self._is_sure = False  # whether that need not be asked again
        self._begin(None)

    def _begin(self, most: Mil | None) -> None:
        self.most = most
        self.open: list[tuple[Mil, int, int, _Stop | _Guess]] = []
        self.count = 0
        self.left = 0
        # The places that were left, with the mils gone until there, by stage.
        self.closed: dict[Stage, dict[Plan, Mil]] = {}

    def run(self) -> Route | None:
        """Return the shortest route, or None if there is none of at most `longest` mils."""
        start = self.table.body.at
        floor = self.table.floor(start)
        if floor is None:
            return None
        straight = self._straight(floor)
        if straight is not None:
            return straight
        self.promise = promising(self.table, self.goal, self.wanted)
        if (floor.number, 0) not in self.promise.stages:
            return None
        self.ahead = Ahead(self.goal, self.promise)
        end = self._search(floor)
        # With one place left, and all others farther, nothing else can be as short.
        if end is not None and (
            self.left > 1 or (self.open and self.open[0][0] <= end.far + EQUAL)
        ):
            # How far the route goes is known now. Of several that are as long, it is the one that
            # a search by straight lines finds first, which has to look at little else.
            self._begin(end.far + EQUAL)
            end = self._search(floor) or end
        return None if end is None else refined(self.table, self.goal, _pieces(end))

    def _straight(self, floor: Floor) -> Route | None:
        """Return the straight walk to a place of the same floor, if nothing is in its way: no other
        route is as short.
        """
        start, goal = self.table.body.at, self.goal
        if self.wanted or not isinstance(goal, AtPlace) or not goal.may_end(floor, goal.at):
            return None
        clearance = self.table.clearance(floor)
        if (
            goal.at == start.plan
            or not floor.region.is_convex
            or clearance.over(start.plan)
            or clearance.straight(start.plan, goal.at) != CLEAR
        ):
            return None
        far = plan_length(start, goal.at)
        if self.longest is not None and far > self.longest:
            return None
        return Route(start, tuple(walked(floor, Way((start.plan, goal.at), far))))

    def _search(self, floor: Floor) -> _Stop | None:
        self._reach(_Stop(floor, self.table.body.at.plan, 0, 0))
        while self.open and self.count < MOST_PLACES:
            guess, count, version, found = heappop(self.open)
            # The heap returns the least estimate, and no estimate is longer than its route: all
            # that are left are too long.
            if self.longest is not None and guess > self.longest:
                return None
            if version != self.ahead.version and not self._is_as_near(guess, count, found):
                continue
            if isinstance(found, _Guess):
                self._walk(found)
            elif found.is_end:
                return found
            elif self._is_new(found):
                self._leave(found)
                if self.left >= (DOUBTED if self.is_barred else LONG) and self._doubt():
                    return None
        return None

    def _is_as_near(self, guess: Mil, count: int, found: _Stop | _Guess) -> bool:
        """Return whether an estimate still holds after more was learned; else put it back."""
        if self.most is not None or (isinstance(found, _Stop) and found.is_end):
            return True
        if isinstance(found, _Stop):
            now = found.far + self.ahead.least((found.floor.number, found.used), found.at)
        elif found.crossing is None:
            return True
        else:
            link, _, b = found.crossing
            now = found.far + self.ahead.least((link.target.number, found.used), b)
        if now <= guess:
            return True
        heappush(self.open, (now, count, self.ahead.version, found))
        return False

    def _is_new(self, stop: _Stop) -> bool:
        """Return whether a place is to be left for the first time, and note it."""
        # With `used`: the same place is a new one after another number of Checks.
        closed = self.closed.setdefault((stop.floor.number, stop.used), {})
        if stop.at in closed or (self.left > LONG and _is_detour(stop, closed)):
            return False
        if self._is_roundabout(stop.floor, stop.used, stop.at, stop.far):
            return False
        closed[stop.at] = stop.far
        self.left += 1
        return True

    def _is_roundabout(self, floor: Floor, used: int, to: Plan, far: Mil) -> bool:
        """Return whether it is much shorter to walk straight to a place from one that was left. So
        it is with hops to and fro, and with ladders to where the unit is already.
        """
        for at, gone in self.closed.get((floor.number, used), {}).items():
            saved = far - gone - LOOP
            if (
                saved >= 0
                and plan_length(at, to) <= saved
                and self.table.clearance(floor).straight(at, to) == CLEAR
                and floor.region.keeps(at, to)
            ):
                return True
        return False

    def _push(self, far: Mil, found: _Stop | _Guess) -> None:
        self.count += 1
        # The count breaks ties, first found first, so that stops are never compared.
        heappush(self.open, (far, self.count, self.ahead.version, found))

    def _add(self, far: Mil, stage: Stage, at: Plan, found: _Stop | _Guess) -> None:
        """Add what leads to a place with `far` mils, if a route from there may be short enough."""
        if self.most is None:
            self._push(far + self.ahead.least(stage, at), found)
        elif far + self.ahead.least(stage, at) <= self.most:
            self._push(far + max(0, self.goal.least(at)), found)

    def _reach(self, stop: _Stop) -> None:
        """Add a place that a walk and a link have reached to the search."""
        crossing = stop.crossing
        if crossing is not None and self._is_end(crossing, stop.used):
            if crossing.is_up:
                # In contact above the ladder's foot: the step off the ladder is not made.
                stop.far -= plan_length(crossing.a, crossing.b)
                stop.crossing = Crossing(crossing.link, crossing.a, crossing.a)
            stop.is_end = True
            self._end(stop)
            return
        self._add(stop.far, (stop.floor.number, stop.used), stop.at, stop)

    def _is_end(self, crossing: Crossing, used: int) -> bool:
        """Return whether a route ends where a link's leg ends."""
        return used == len(self.wanted) and self.goal.is_met(crossing.landing, crossing.link.kind)

    def _end(self, stop: _Stop) -> None:
        """Add the end of a route to the search."""
        # There is a route: this need not be asked any more.
        self._is_hopeless, self._is_sure = False, True
        self._push(stop.far, stop)

    def _leave(self, stop: _Stop) -> None:
        if (stop.floor.number, stop.used) in self.promise.ends:
            # Less `ROUNDING`: a rounded way may be a little shorter than its straight line, and an
            # estimate must never be too long.
            far = stop.far + max(0, self.goal.least(stop.at) - ROUNDING)
            self._push(far, _Guess(stop, None, far, stop.used))
        # What is near enough for `longest` depends on how far it is to the place.
        key = stop.floor.number, stop.used, stop.at, self.longest and stop.far
        found = self.onward.get(key)
        if found is None:
            found = self.onward[key] = list(self._onward(stop))
        for crossing, step, stage in found:
            far = stop.far + step
            self._add(far, stage, crossing.b, _Guess(stop, crossing, far, stage[1]))

    def _onward(self, stop: _Stop) -> Iterator[_Onward]:
        for crossing in self._crossings(stop):
            used = stop.used + (crossing.check is not None)
            if not self._is_wasted(crossing, used):
                step = plan_length(stop.at, crossing.a) + crossing.cost - ROUNDING
                yield crossing, step, (crossing.link.target.number, used)

    def _is_wasted(self, crossing: Crossing, used: int) -> bool:
        """Return whether the last Check does not meet a goal that nothing else meets."""
        return (
            not self.goal.ends_on_walks
            and used == len(self.wanted)
            and not self.goal.is_met(crossing.landing, crossing.link.kind)
        )

    def _crossings(self, stop: _Stop) -> Iterator[Crossing]:
        stage = stop.floor.number, stop.used
        found = self.leading.get(stage)
        if found is None:
            found = list(leading(self.table, self.promise, self.wanted, stage))
            self.leading[stage] = found
        for link, listed in found:
            if self._is_beyond(stop, link):
                continue
            places = spots(
                self.table, link, stop.at, self.goal.heading, listed, hopped=listed is None
            )
            for a, b in places:
                if listed is not None or kind_of(link, plan_length(a, b)) in ("ladder", "hop"):
                    yield Crossing(link, a, b)

    def _is_beyond(self, stop: _Stop, link: Link) -> bool:
        """Return whether every route over a link is longer than `longest`. This is checked first,
        as finding the best place of a link is slower.
        """
        if self.longest is None:
            return False
        near = outline_distance((link.first, link.last), stop.at) - ROUNDING
        return stop.far + near + link.narrowest > self.longest

    def _walk(self, guess: _Guess) -> None:
        stop, crossing = guess.stop, guess.crossing
        if (
            crossing is not None
            and self._is_roundabout(crossing.link.target, guess.used, crossing.b, guess.far)
            and not self._is_end(crossing, guess.used)
        ):
            return
        way = self._way(stop, crossing)
        if way is None:
            self.is_barred = True
            if crossing is None and self.goal.aims(stop.floor) and self._doubt():
                self.open.clear()
            return
        self._learn(stop, crossing, way.length)
        far = stop.far + way.length
        if crossing is None:
            self._end(_Stop(stop.floor, way.places[-1], stop.used, far, stop, way, None, True))
            return
        far += crossing.cost
        floor = crossing.link.target
        self._reach(_Stop(floor, crossing.b, guess.used, far, stop, way, crossing))

    def _way(self, stop: _Stop, crossing: Crossing | None) -> Way | None:
        """Return the way from a stop to a link, or to the goal; None if none is short enough."""
        floor, left, walks = stop.floor, self._left(stop), self.table.known.walks
        key = floor.number, stop.at, self.goal.key if crossing is None else crossing.a, left
        if key in walks:
            return walks[key]
        way = None
        if crossing is not None:
            doubt = partial(self._parts, floor, stop.at, crossing.a)
            # Where no way led to one link, there is mostly none to others.
            if not (self.is_barred and doubt()):
                way = self.table.way(floor, stop.at, [Aim(crossing.a)], anywhere, left, doubt)
        elif aims := self.goal.aims(floor):
            may_end = partial(self.goal.may_end, floor)
            way = self.table.way(floor, stop.at, aims, may_end, left, self._doubt)
        if len(walks) >= MOST_WALKS:
            walks.clear()
        walks[key] = way
        return way

    def _parts(self, floor: Floor, a: Plan, b: Plan) -> bool:
        return self.table.pockets(floor, a).parts(a, b)

    def _learn(self, stop: _Stop, crossing: Crossing | None, far: Mil) -> None:
        """Learn how far it is from the end of a ladder, which is always the same place."""
        last, before = stop.crossing, stop.before
        if last is None or before is None or last.link.kind != "ladder":
            return
        link = None if crossing is None else crossing.link
        if link is None or link.first == link.last:
            one, other = (before.floor.number, before.used), (stop.floor.number, stop.used)
            self.ahead.learn(one, last.link, other, link, far)

    def _doubt(self) -> bool:
        """Return whether there is certainly no route, whatever its length."""
        closely = self.left >= LONG
        if self._is_hopeless is None or (closely and not self._is_sure):
            reached = ((stage, at) for stage, places in self.closed.items() for at in places)
            self._is_hopeless = is_hopeless(
                self.table, self.goal, self.wanted, reached, self.promise, closely=closely
            )
            self._is_sure = closely
        return self._is_hopeless

    def _left(self, stop: _Stop) -> Mil | None:
        """Return how many mils a walk from a stop may have at most; None for any."""
        return None if self.longest is None else self.longest - stop.far


def _is_detour(stop: _Stop, closed: dict[Plan, Mil]) -> bool:
    """Return whether a place beside this one was left after a much shorter way. Hops to and fro
    lead to ever new places, a few mils apart.
    """
    return any(
        stop.far >= far + LOOP and plan_length(stop.at, at) <= BESIDE for at, far in closed.items()
    )


def _pieces(end: _Stop) -> list[Piece]:
    """Return the walks and links of the route to a stop, in order."""
    found: list[Piece] = []
    here: _Stop | None = end
    while here is not None and here.before is not None:
        floor = here.floor if here.crossing is None else here.crossing.link.source
        found.append(Piece(floor, here.way, here.crossing))
        here = here.before
    return found[::-1]
