"""How far it is at least from a place to the goal, by the ladders and Checks that lead there.

A route goes over the plan of the table, and up and down only where a ladder or a climb is. So what
lies ahead of a place is at least the straight line, seen from above, to one of those that lead on,
its height, and what lies ahead of it. A straight line to the goal says far less: with it a search
looks at all that is nearer than a ladder far aside. What a walk from the end of a ladder really
takes is learned as soon as it is known.
"""

from collections import Counter
from functools import lru_cache
from heapq import heappop, heappush
from math import isqrt

from server.rules.skirmish.geometry.contact import TOUCH
from server.rules.skirmish.geometry.finding.ends import Goal
from server.rules.skirmish.geometry.finding.hopeless import Promise, Stage
from server.rules.skirmish.geometry.lengths import Mil, Plan, plan_length
from server.rules.skirmish.geometry.levels.links import Link
from server.rules.skirmish.geometry.plane.obstacles import outline_distance
from server.rules.skirmish.geometry.plane.planner import ROUNDING
from server.rules.skirmish.geometry.plane.shapes import meet

LESS = ROUNDING + TOUCH
"""Mils by which a straight line may be longer than the way that is gone: a way is rounded, and ends
as soon as bases touch. With it no estimate is too long.
"""
GOAL = -1
"""The number of the goal among the steps."""

_Side = tuple[Plan, Plan]


class _Steps:
    """The steps of a promise that are no hops, by their numbers: the link of each, the plane that
    it leaves, and those that leave a plane or lead into it. It is the same for all goals.

    Stages between which units hop are one plane: a hop goes straight over it as a walk does.
    """

    __slots__ = ("_apart", "from_plane", "hopped", "into", "links", "numbers", "plane")

    def __init__(self, promise: Promise) -> None:
        self.plane, self.hopped = _planes(promise)
        self.links: list[Link] = []
        self.numbers: dict[tuple[Link, Stage], int] = {}
        self.from_plane: list[int] = []
        self.into: dict[int, list[int]] = {}
        self._apart: dict[tuple[int, int], Mil] = {}
        for one, link, other in promise.steps:
            if _is_level(one, link, other):
                continue
            number = len(self.links)
            self.links.append(link)
            self.numbers[link, one] = number
            self.from_plane.append(self.plane[one])
            self.into.setdefault(self.plane[other], []).append(number)

    def apart(self, one: int, other: int) -> Mil:
        """Return a lower bound of the way from one link to another."""
        far = self._apart.get((one, other))
        if far is None:
            a, b = self.links[one], self.links[other]
            far = max(0, _apart((a.first, a.last), (b.first, b.last)) - LESS)
            self._apart[one, other] = far
        return far


@lru_cache(maxsize=256)
def _steps(promise: Promise) -> _Steps:
    """Return the steps of a promise. Each promise's are worked out once and kept."""
    return _Steps(promise)


class Ahead:
    """Lower bounds of what lies ahead, for one search."""

    def __init__(self, goal: Goal, promise: Promise) -> None:
        self.goal = goal
        self.version = 0  # grows when something is learned
        self._steps = steps = _steps(promise)
        self._planes, self._links = steps.plane, steps.links
        self._ended = {self._planes[stage] for stage in promise.ends}
        self._ways: dict[tuple[int, int], Mil] = {}
        self._next: dict[int, int] = {}
        self._exits: dict[int, list[tuple[_Side, Mil]]] = {}
        self._least: dict[tuple[Stage, Plan], Mil] = {}
        self._reckon()

    def least(self, stage: Stage, at: Plan) -> Mil:
        """Return a lower bound of what lies ahead of a place, in mils."""
        found = self._least.get((stage, at))
        if found is None:
            found = self._least[stage, at] = self._found(stage, at)
        return found

    def _found(self, stage: Stage, at: Plan) -> Mil:
        straight = max(0, self.goal.least(at))
        plane = self._planes.get(stage)
        if plane is None or not self._links:
            return straight
        best = straight if plane in self._ended else None
        x, y = at
        for (first, last), rest in self._exits.get(plane, ()):
            if first == last:
                far = isqrt((first[0] - x) ** 2 + (first[1] - y) ** 2) - LESS
            else:
                far = outline_distance((first, last), at) - LESS
            far = rest + far if far > 0 else rest
            if best is None or far < best:
                best = far
        return straight if best is None or best < straight else best

    def learn(self, stage: Stage, link: Link, after: Stage, to: Link | None, far: Mil) -> None:
        """Note that the way from the end of a ladder, which is left at a stage, to the goal or to
        another ladder takes `far` mils.
        """
        one = self._steps.numbers.get((link, stage), GOAL)
        other = GOAL if to is None else self._steps.numbers.get((to, after), GOAL)
        # Where units hop as well, a walk is not the only way.
        if (
            one == GOAL
            or (to is not None and other == GOAL)
            or self._planes.get(after) in self._steps.hopped
        ):
            return
        if self._ways.get((one, other), 0) < far:
            self._ways[one, other] = far
            if self._next.get(one) == other:
                self._reckon()
                self.version += 1

    def _reckon(self) -> None:
        """Reckon the least length from the start of each step to the goal."""
        self._next.clear()
        self._exits.clear()
        self._least.clear()
        done: set[int] = set()
        into, planes = self._steps.into, self._steps.from_plane
        left: list[tuple[Mil, int, int]] = []
        for plane in self._ended:
            for number in into.get(plane, ()):
                heappush(left, (self._to_goal(number), number, GOAL))
        while left:
            far, number, after = heappop(left)
            if number in done:
                continue
            done.add(number)
            self._next[number] = after
            link, plane = self._links[number], planes[number]
            if link.kind in ("ladder", "climb"):
                far += link.rise
            self._exits.setdefault(plane, []).append(((link.first, link.last), far))
            for before in into.get(plane, ()):
                if before not in done:
                    heappush(left, (far + self._between(before, number), before, number))

    def _to_goal(self, number: int) -> Mil:
        far = self._ways.get((number, GOAL))
        if far is None:
            first, last = self._links[number].first, self._links[number].last
            middle = (first[0] + last[0]) // 2, (first[1] + last[1]) // 2
            half = max(plan_length(middle, first), plan_length(middle, last))
            far = self._ways[number, GOAL] = max(0, self.goal.least(middle) - half - LESS)
        return far

    def _between(self, one: int, other: int) -> Mil:
        far = self._ways.get((one, other))
        if far is None:
            far = self._ways[one, other] = self._steps.apart(one, other)
        return far


def _is_level(one: Stage, link: Link, other: Stage) -> bool:
    """Return whether a link is a hop, after which as many Checks are to be made as before."""
    return link.kind == "across" and one[1] == other[1]


def _planes(promise: Promise) -> tuple[dict[Stage, int], set[int]]:
    """Return the number of each stage's plane, and those of the planes of several stages."""
    planes = {stage: number for number, stage in enumerate(promise.stages)}
    for one, link, other in promise.steps:
        old, new = planes[other], planes[one]
        if old != new and _is_level(one, link, other):
            planes = {stage: new if each == old else each for stage, each in planes.items()}
    sizes = Counter(planes.values())
    return planes, {plane for plane, size in sizes.items() if size > 1}


def _apart(one: _Side, other: _Side) -> Mil:
    """Return a lower bound of the distance of two sides, in mils."""
    if one[0] == one[1]:
        return _off(other, one[0])
    if other[0] == other[1]:
        return _off(one, other[0])
    if meet(*one, *other):
        return 0
    return min(*(_off(one, at) for at in other), *(_off(other, at) for at in one))


def _off(side: _Side, at: Plan) -> Mil:
    return plan_length(side[0], at) if side[0] == side[1] else outline_distance(side, at)
