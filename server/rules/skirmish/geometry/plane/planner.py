"""The shortest way of a base over one floor: around circles, along their common tangents.

An obstacle joins the search only once a way that is tried runs into it, so that those far off cost
nothing. A way is tried once nothing shorter is left (A*), so most tangents are never tested. A way
that is shortest among the obstacles known so far, and touches no other, is the shortest of all.
"""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import isqrt
from typing import NamedTuple, Self

from server.rules.skirmish.geometry.lengths import Mil, Plan, along, plan_length
from server.rules.skirmish.geometry.plane.circles import (
    Bends,
    Rim,
    Sense,
    arc,
    mark,
    sector,
    tangent,
)
from server.rules.skirmish.geometry.plane.clearance import CLEAR, Clearance
from server.rules.skirmish.geometry.plane.leads import ROUNDED, Lead, Onward, leads
from server.rules.skirmish.geometry.plane.obstacles import Obstacle

MOST_STEPS = 1000  # places left in one search: boards need tens; in a maze there is "no way"
DOUBTED = 30  # places left after which a search asks whether there is a way at all
ROUNDING = 12  # mils by which the rounded pieces of a way may be shorter than the straight line
LEFT, RIGHT = 0, 1
"""The order of turns among equally long ways: the left one comes first (SK-18)."""
BEFORE = 20  # bits of the numbers of a place's obstacles and their tangents
OBSTACLE = 10  # bits of the numbers of an obstacle's tangents

Turns = tuple[int, ...]


class Aim(NamedTuple):
    """A place to get to: the way ends within `stop` mils of it."""

    at: Plan
    stop: Mil = 0


class Way(NamedTuple):
    """The places of a way over a floor, its start first, and its length in mils."""

    places: tuple[Plan, ...]
    length: Mil


class _Node:
    """A place that the search leaves, `far` mils from the start: the start, or a place on a circle,
    around which the way goes on (`rim`). It left the circle of the place `before` at `left_at`,
    after its bends `between`.

    `onward` are the ways on that are known; they are taken in the `order` of the places.
    """

    __slots__ = (
        "at",
        "before",
        "between",
        "far",
        "left",
        "left_at",
        "onward",
        "order",
        "right",
        "rim",
        "turns",
    )

    def __init__(
        self,
        at: Plan,
        far: Mil,
        turns: Turns,
        before: Self | None,
        left_at: Plan,
        between: Bends | None,
        rim: Rim | None,
    ) -> None:
        self.at = at
        self.far = far
        self.turns = turns
        self.left, self.right = (*turns, LEFT), (*turns, RIGHT)
        self.before = before
        self.left_at = left_at
        self.between = between
        self.rim = rim
        self.order = 0
        self.onward: Onward = {}


class _End(NamedTuple):
    """An end within an aim, `far` mils from the start. It left the circle of the place `before` at
    `left_at`, after its bends `between`.
    """

    at: Plan
    far: Mil
    before: _Node
    left_at: Plan
    between: Bends | None


_Bound = tuple[Mil, Mil, Mil, Mil]
"""The centre and the radius of a circle around an obstacle and all ways around it, and a lower
bound of the distance from there to an aim.
"""

_Led = tuple[_Node, Lead, Mil, Bends | None]
"""A place, a tangent on from there, the mils gone at its end, and the bends before it."""

_Later = tuple[_Node, Aim | int]
"""A place and an aim or an obstacle's number, before the ways there are computed."""

MayEnd = Callable[[Plan], bool]
Doubt = Callable[[], bool]


def never() -> bool:
    """Return False: nothing is known about whether there is a way."""
    return False


class Search:
    """One search over a floor, from a start to the nearest of the aims."""

    def __init__(self, start: Plan, aims: Sequence[Aim], clearance: Clearance) -> None:
        self.start = start
        self.aims = aims
        self.clearance = clearance
        # The numbers of the obstacles that have joined, and all that ways bend around.
        self.known: set[int] = set()
        self.bends: list[Obstacle] = []
        self.bounds: list[_Bound] = []
        # All aims are within `spread` mils of the first one.
        self.middle = aims[0].at
        self.spread = max(plan_length(self.middle, aim.at) + aim.stop for aim in aims)
        self.is_wide = self.spread > aims[0].stop + ROUNDED
        # Of equal lengths the one that turns left first (SK-18), then by an order that is the same
        # whatever was known before, so that nodes are never compared.
        self.open: list[tuple[Mil, Turns, int, _End | _Led | _Later]] = []
        self.put_off = 0
        self.closed: dict[tuple[Plan, Mil, Sense], list[_Node]] = {}
        self.left: list[_Node] = []
        for obstacle in clearance.region.bends:
            self._join(obstacle)

    def run(self, may_end: MayEnd, longest: Mil | None = None, doubt: Doubt = never) -> Way | None:
        """Return the shortest way to an aim where `may_end` allows it to end; None if there is none
        of at most `longest` mils. `doubt` says that there is certainly none; it is asked once if
        the search is a long one.
        """
        doubted = DOUBTED
        self._leave(_Node(self.start, 0, (), None, self.start, None, None))
        while self.open:
            guess, turns, _, found = heappop(self.open)
            if (longest is not None and guess > longest) or len(self.left) > MOST_STEPS:
                return None
            if len(self.left) > doubted:
                if doubt():
                    return None
                doubted = MOST_STEPS
            if isinstance(found, _End):
                if self._is_end(found) and may_end(found.at):
                    return self._way(found)
            elif len(found) == 2:
                node, to = found
                if isinstance(to, int):
                    self._find(node, to)
                else:
                    self._aim(node, to)
            else:
                self._follow(turns, *found)
        return None

    # -- what follows on a place ------------------------------------------------------------

    def _leave(self, node: _Node) -> None:
        node.order = len(self.left) << BEFORE
        rim = node.rim
        if rim is None:
            node.onward = self.clearance.onward(node.at, 1)
        else:
            rim.begin()
            node.onward = self.clearance.onward(rim.circle, rim.sense)
        self.left.append(node)
        self._aim(node, self.aims[0])
        for aim in self.aims[1:]:
            far = node.far + plan_length(node.at, aim.at) - aim.stop - ROUNDING
            self._put(far, (node, aim))
        for number, obstacle in enumerate(self.bends):
            self._bend(node, obstacle, number)

    def _aim(self, node: _Node, aim: Aim) -> None:
        rim, left_at, far, between = node.rim, node.at, node.far, None
        if rim is not None:
            circle = rim.circle
            found = tangent(circle.at, rim.sense * circle.radius, aim.at, 0, circle.cone)
            if found is None:
                return
            left_at = found[0]
            if left_at != node.at:
                (x, y), (cx, cy) = left_at, circle.at
                number = sector(x - cx, y - cy)
                if not rim.is_ahead(left_at, number):
                    return
                there = mark(circle, left_at, number, is_first=rim.sense < 0)
                more, between = rim.around(left_at, number, there)
                far += more
        straight = plan_length(left_at, aim.at)
        # A place within `stop` mils is an end already.
        end = along(left_at, aim.at, max(0, straight - aim.stop)) if aim.stop else aim.at
        far += plan_length(left_at, end)
        order = node.order + self.aims.index(aim)
        heappush(self.open, (far, node.turns, order, _End(end, far, node, left_at, between)))

    def _bend(self, node: _Node, obstacle: Obstacle, number: int) -> None:
        """Put the ways from a place around an obstacle on the heap, all in one if they are not
        known yet: most of them are never tried.
        """
        found = node.onward.get(obstacle)
        if found is not None:
            if found:
                self._add(node, found, number)
            return
        (x, y), (at_x, at_y, wide, rest) = node.at, self.bounds[number]
        x -= at_x
        y -= at_y
        least = isqrt(x * x + y * y) - wide
        self._put(node.far + (rest + least if least > 0 else rest), (node, number))

    def _put(self, guess: Mil, later: _Later) -> None:
        self.put_off += 1
        # No turns, and a count below 0: before any computed way of the same length.
        heappush(self.open, (guess, (), -self.put_off, later))

    def _find(self, node: _Node, number: int) -> None:
        obstacle, rim = self.bends[number], node.rim
        if rim is None:
            found = leads(None, node.at, 1, obstacle)
        else:
            found = leads(rim.circle, node.at, rim.sense, obstacle)
        node.onward[obstacle] = found
        self._add(node, found, number)

    def _add(self, node: _Node, found: Sequence[Lead], number: int) -> None:
        """Put the ways along tangents from a place on the heap."""
        start, gone, rim, (to_x, to_y) = node.at, node.far, node.rim, self.middle
        ways, known, spread = self.open, self.known, self.spread + ROUNDING
        is_corner = rim is not None and rim.circle.cone is not None
        for order, lead in enumerate(found, node.order + (number + 1 << OBSTACLE)):
            if lead.wall in known:
                continue
            far, between, left_at, (x, y) = gone + lead.straight, None, lead.left_at, lead.at
            if rim is not None and left_at != start:
                number = lead.sector
                if is_corner and not rim.is_ahead(left_at, number):
                    continue
                more, between = rim.around(left_at, number, lead.mark)
                far += more
            if self.is_wide:
                rest = min(plan_length((x, y), aim.at) - aim.stop for aim in self.aims) - ROUNDING
            else:
                x -= to_x
                y -= to_y
                rest = isqrt(x * x + y * y) - spread
            guess = far + rest if rest > 0 else far
            turns = node.left if lead.sense > 0 else node.right
            heappush(ways, (guess, turns, order, (node, lead, far, between)))

    # -- what may not be gone ---------------------------------------------------------------

    def _follow(
        self, turns: Turns, before: _Node, lead: Lead, far: Mil, between: Bends | None
    ) -> None:
        """Leave the place that a tangent leads to, if that is clear and nothing is as short."""
        # Checked only now, not when it was put on the heap: most ways are never taken off it.
        wall = lead.wall
        if wall is None:
            wall = lead.wall = self.clearance.wall(lead.left_at, lead.at)
        if wall != CLEAR:
            self._learn(wall)
            return
        at, rim = lead.at, Rim(lead.circle, lead.sense, lead.at)
        others = self.closed.setdefault((lead.circle.at, lead.circle.radius, lead.sense), [])
        if others and self._is_known(others, rim, far):
            return
        region = self.clearance.region
        if region.holds(at) and self._is_free(before, lead.left_at, at, between):
            node = _Node(at, far, turns, before, lead.left_at, between, rim)
            others.append(node)
            self._leave(node)

    def _is_known(self, others: Sequence[_Node], rim: Rim, far: Mil) -> bool:
        """Return whether the place was reached before by a way of at most the same length."""
        at, end = rim.at, rim.end()
        for other in others:
            if other.at == at:
                return True
            assert other.rim is not None
            gone, between = other.rim.around(at, rim.sector, end)
            if other.far + gone <= far and self._is_arc_free(other, at, between):
                return True
        return False

    def _is_end(self, end: _End) -> bool:
        """Return whether the way to an end is clear. An obstacle on it joins the search."""
        wall = self.clearance.wall(end.left_at, end.at)
        self._learn(wall)
        return wall == CLEAR and self._is_free(end.before, end.left_at, end.at, end.between)

    def _is_free(self, before: _Node, left_at: Plan, at: Plan, between: Bends | None) -> bool:
        """Return whether nothing is in the way around the circle of a place and no body on the
        straight piece after it; the caller has tested that for walls. An obstacle that is in the
        way joins the search.
        """
        region = self.clearance.region
        if not region.is_convex and not region.keeps(left_at, at):
            return False
        if not self._is_arc_free(before, left_at, between):
            return False
        found = self.clearance.body(left_at, at)
        self._learn(found)
        return found == CLEAR

    def _is_arc_free(self, node: _Node, to: Plan, between: Bends | None) -> bool:
        rim = node.rim
        if rim is None:
            return True
        found = self.clearance.arc(rim.circle, rim.sense, node.at, to, between)
        self._learn(found)
        return found == CLEAR

    def _learn(self, number: int) -> None:
        """Let an obstacle that is in the way join the search."""
        if number < 0 or number in self.known:
            return
        self.known.add(number)
        obstacle = self.clearance.obstacles[number]
        self._join(obstacle)
        # Places left before it was known have no ways around it yet: add them.
        for node in self.left:
            self._bend(node, obstacle, len(self.bends) - 1)

    def _join(self, obstacle: Obstacle) -> None:
        x, y, _ = obstacle.round
        wide = obstacle.wide + ROUNDED
        rest = plan_length((x, y), self.middle) - wide - self.spread - ROUNDED
        self.bends.append(obstacle)
        self.bounds.append((x, y, wide, (rest if rest > 0 else 0) - ROUNDING))

    # -- the answer -------------------------------------------------------------------------

    def _way(self, end: _End) -> Way:
        pairs: list[tuple[_Node, _Node | _End]] = []
        after: _Node | _End = end
        while after.before is not None:
            pairs.append((after.before, after))
            after = after.before
        places = [self.start]
        for before, after in reversed(pairs):
            rim = before.rim
            if rim is not None and before.at != after.left_at:
                if after.between is not None:
                    places += arc(rim.circle, rim.sense, after.between)
                places.append(after.left_at)
            if places[-1] != after.at:
                places.append(after.at)
        return Way(tuple(places), end.far)
