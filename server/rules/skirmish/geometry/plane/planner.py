"""The shortest way of a base over one floor: around circles, along their common tangents.

An obstacle joins the search only once a way that is tried runs into it, so that those far off cost
nothing. A way is tried once nothing shorter is left (A*), so most tangents are never tested. A way
that is shortest among the obstacles known so far, and touches no other, is the shortest of all.
"""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import isqrt
from typing import NamedTuple, Self

from server.rules.skirmish.geometry.lengths import Mil, Plan, along, plan_length
from server.rules.skirmish.geometry.plane.circles import (
    FULL,
    SENSES,
    Circle,
    Cone,
    Sense,
    arc,
    arc_length,
    corner,
    span,
    tangent,
)
from server.rules.skirmish.geometry.plane.obstacles import Obstacle
from server.rules.skirmish.geometry.plane.regions import Region
from server.rules.skirmish.geometry.plane.shapes import square

MOST_STEPS = 4000  # ways tried in one search: boards need tens; in a maze there is "no way"
DOUBTED = 60  # ways tried after which a search asks whether there is one at all
ROUNDING = 12  # mils by which the rounded pieces of a way may be shorter than the straight line
LEFT, RIGHT = 0, 1
"""The order of turns among equally long ways: the left one comes first (SK-18)."""


class Aim(NamedTuple):
    """A place to get to: the way ends within `stop` mils of it."""

    at: Plan
    stop: Mil = 0


class Way(NamedTuple):
    """The places of a way over a floor, its start first, and its length in mils."""

    places: tuple[Plan, ...]
    length: Mil


class _Node:
    """A place that the search has reached: the start, an aim, or a place on a circle, around which
    the way goes on in a `sense`. `far` are the mils gone, `left_at` is where it left the circle
    `before`.
    """

    __slots__ = ("at", "before", "circle", "far", "left_at", "sense", "turns")

    def __init__(
        self,
        at: Plan,
        far: Mil,
        turns: tuple[int, ...],
        before: Self | None,
        left_at: Plan,
        circle: Circle | None,
        sense: Sense,
    ) -> None:
        self.at = at
        self.far = far
        self.turns = turns
        self.before = before
        self.left_at = left_at
        self.circle = circle
        self.sense = sense


class _Bend(NamedTuple):
    """A place and a circle to go around from there, before their tangents are computed."""

    node: _Node
    circle: Circle


MayEnd = Callable[[Plan], bool]
Doubt = Callable[[], bool]


def never() -> bool:
    """Return False: nothing is known about whether there is a way."""
    return False


class Search:
    """One search over a floor, from a start to the nearest of the aims."""

    def __init__(
        self, start: Plan, aims: Sequence[Aim], obstacles: Sequence[Obstacle], region: Region
    ) -> None:
        self.start = start
        self.aims = aims
        self.obstacles = obstacles
        self.region = region
        self.boxes = [obstacle.box for obstacle in obstacles]
        self.around: dict[Circle, tuple[list[int], bool]] = {}
        self.pieces: dict[tuple[Circle, Sense], dict[int, bool]] = {}
        self.known: set[int] = set()
        self.circles = [(circle, self._rest_of(circle)) for circle in region.bends]
        self.open: list[tuple[Mil, tuple[int, ...], int, _Node | _Bend]] = []
        self.tried = self.put_off = 0
        self.closed: dict[tuple[Plan, Mil, Sense], list[_Node]] = {}
        self.seen: list[_Node] = []

    def run(self, may_end: MayEnd, longest: Mil | None = None, doubt: Doubt = never) -> Way | None:
        """Return the shortest way to an aim where `may_end` allows it to end; None if there is none
        of at most `longest` mils. `doubt` says that there is certainly none; it is asked once if
        the search is a long one.
        """
        doubted = DOUBTED
        self._expand(_Node(self.start, 0, (), None, self.start, None, 1))
        while self.open:
            guess, _, _, node = heappop(self.open)
            if (longest is not None and guess > longest) or self.tried > MOST_STEPS:
                return None
            if self.tried > doubted:
                if doubt():
                    return None
                doubted = MOST_STEPS
            if isinstance(node, _Bend):
                self._round(node)
                continue
            # Checked only now, not when it was put on the heap: most ways are never taken off it.
            if node.circle is not None and self._is_known(node):
                continue
            if not self._is_free(node):
                continue
            if node.circle is None:
                if may_end(node.at):
                    return self._way(node)
                continue
            self._expand(node)
        return None

    # -- what follows on a place ------------------------------------------------------------

    def _expand(self, node: _Node) -> None:
        if node.circle is not None:
            key = (node.circle.at, node.circle.radius, node.sense)
            self.closed.setdefault(key, []).append(node)
        self.seen.append(node)
        for aim in self.aims:
            self._aim(node, aim)
        self._bend(node, self.circles)

    def _aim(self, node: _Node, aim: Aim) -> None:
        found = self._leaving(node, aim.at, 0, None)
        if found is None:
            return
        left_at, _, far = found
        straight = plan_length(left_at, aim.at)
        # A place within `stop` mils is an end already.
        end = along(left_at, aim.at, max(0, straight - aim.stop)) if aim.stop else aim.at
        far += plan_length(left_at, end)
        self._push(far, _Node(end, far, node.turns, node, left_at, None, 1))

    def _bend(self, node: _Node, circles: Sequence[tuple[Circle, Mil]]) -> None:
        """Put ways around circles on the heap with a lower bound of their lengths."""
        x, y = node.at
        for circle, rest in circles:
            if circle is node.circle:
                continue
            dx, dy = circle.at[0] - x, circle.at[1] - y
            # Rounded down and less `ROUNDING`: never more than the tangent's length, so that ways
            # are tried in the same order as if all tangents had been computed.
            least = node.far + max(0, isqrt(dx * dx + dy * dy) - circle.radius) + rest
            self.put_off += 1
            # No turns, and a count below 0: before any computed way of the same length.
            heappush(self.open, (least - ROUNDING, (), -self.put_off, _Bend(node, circle)))

    def _round(self, bend: _Bend) -> None:
        """Compute the ways from a place around a circle, on both sides."""
        node, circle = bend
        for sense in SENSES:
            found = self._leaving(node, circle.at, sense * circle.radius, circle.cone)
            if found is None:
                continue
            left_at, at, far = found
            far += plan_length(left_at, at)
            turns = (*node.turns, LEFT if sense > 0 else RIGHT)
            self._push(far + self._rest(at), _Node(at, far, turns, node, left_at, circle, sense))

    def _leaving(
        self, node: _Node, to: Plan, radius: Mil, cone: Cone
    ) -> tuple[Plan, Plan, Mil] | None:
        """Return where a way leaves a node's circle for another, where it meets that, and the
        mils up to where it leaves; None if there is no tangent.
        """
        circle = node.circle
        if circle is None:
            found = tangent(node.at, 0, to, radius, None, cone)
            return None if found is None else (node.at, found[1], node.far)
        found = tangent(circle.at, node.sense * circle.radius, to, radius, circle.cone, cone)
        if found is None or (circle.cone is not None and not _is_ahead(node, found[0])):
            return None
        return *found, node.far + arc_length(circle, node.sense, node.at, found[0])

    def _rest(self, at: Plan) -> Mil:
        """Return a lower bound of the distance from a place to the nearest aim, in mils."""
        return max(0, min(plan_length(at, aim.at) - aim.stop for aim in self.aims) - ROUNDING)

    def _rest_of(self, circle: Circle) -> Mil:
        """Return a lower bound of that distance from any place on a circle, in mils."""
        return max(0, self._rest(circle.at) - circle.radius)

    def _push(self, guess: Mil, node: _Node) -> None:
        self.tried += 1
        # Of equal lengths the one that turns left first (SK-18); the count breaks further ties, so
        # that nodes are never compared.
        heappush(self.open, (guess, node.turns, self.tried, node))

    # -- what may not be gone ---------------------------------------------------------------

    def _is_known(self, node: _Node) -> bool:
        """Return whether the place was reached before by a way of at most the same length."""
        circle = node.circle
        assert circle is not None
        for other in self.closed.get((circle.at, circle.radius, node.sense), ()):
            if other.at == node.at:
                return True
            there = other.far + arc_length(circle, node.sense, other.at, node.at)
            if there <= node.far and self._is_arc_free(circle, other, node.at):
                return True
        return False

    def _is_free(self, node: _Node) -> bool:
        """Return whether the way to a node is clear. An obstacle on it joins the search."""
        before = node.before
        if before is None:
            return True
        if not self.region.is_convex and not self.region.keeps(node.left_at, node.at):
            return False
        if not self.region.holds(node.at) and node.circle is not None:
            return False
        if before.circle is not None and not self._is_arc_free(before.circle, before, node.left_at):
            return False
        return self._is_clear(node.left_at, node.at)

    def _is_arc_free(self, circle: Circle, node: _Node, to: Plan) -> bool:
        near, is_inside = self._around(circle)
        if is_inside and not near:
            return True
        numbers = span(circle, node.sense, node.at, to)
        if not numbers:
            return self._is_piece_free(node.at, to, near, is_inside)
        if not self._is_piece_free(node.at, corner(circle, numbers[0]), near, is_inside):
            return False
        pieces = self.pieces.setdefault((circle, node.sense), {})
        for one, other in pairwise(numbers):
            # Ways around the same circle share these pieces: each is tested once.
            is_free = pieces.get(one % FULL)
            if is_free is None:
                ends = corner(circle, one), corner(circle, other)
                is_free = pieces[one % FULL] = self._is_piece_free(*ends, near, is_inside)
            if not is_free:
                return False
        return self._is_piece_free(corner(circle, numbers[-1]), to, near, is_inside)

    def _is_piece_free(self, a: Plan, b: Plan, near: Sequence[int], is_inside: bool) -> bool:
        return (is_inside or self.region.holds(b)) and not self._is_cut(a, b, near)

    def _around(self, circle: Circle) -> tuple[list[int], bool]:
        """Return the obstacles that reach into a circle, and whether all of it is on the floor."""
        found = self.around.get(circle)
        if found is None:
            # Wider than the polygon's corners are outside, so that nothing that touches an arc is
            # missed.
            far = circle.radius + circle.radius // 1000 + 2
            near = [
                number
                for number, obstacle in enumerate(self.obstacles)
                if number != circle.owner and obstacle.reaches(circle.at, far)
            ]
            found = self.around[circle] = near, self.region.surrounds(circle.at, far)
        return found

    def _is_clear(self, a: Plan, b: Plan) -> bool:
        ax, ay = a
        bx, by = b
        low_x, high_x = (ax, bx) if ax < bx else (bx, ax)
        low_y, high_y = (ay, by) if ay < by else (by, ay)
        near = [
            number
            for number, (least_x, least_y, most_x, most_y) in enumerate(self.boxes)
            if high_x > least_x and low_x < most_x and high_y > least_y and low_y < most_y
        ]
        return not self._is_cut(a, b, near)

    def _is_cut(self, a: Plan, b: Plan, numbers: Sequence[int]) -> bool:
        for number in numbers:
            if self.obstacles[number].blocks(a, b):
                self._learn(number)
                return True
        return False

    def _learn(self, number: int) -> None:
        if number in self.known:
            return
        self.known.add(number)
        circles = [(one, self._rest_of(one)) for one in self.obstacles[number].circles(number)]
        self.circles.extend(circles)
        # Places reached before it was known have no ways around it yet: add them.
        for node in self.seen:
            self._bend(node, circles)

    # -- the answer -------------------------------------------------------------------------

    def _way(self, node: _Node) -> Way:
        nodes = []
        here: _Node | None = node
        while here is not None:
            nodes.append(here)
            here = here.before
        places = [self.start]
        for before, after in pairwise(reversed(nodes)):
            if before.circle is not None and before.at != after.left_at:
                places.extend(arc(before.circle, before.sense, before.at, after.left_at))
            if places[-1] != after.at:
                places.append(after.at)
        length = sum(plan_length(a, b) for a, b in pairwise(places))
        return Way(tuple(places), length)


def _is_ahead(node: _Node, to: Plan) -> bool:
    """Return whether the way around a corner leads forward to a place, not back."""
    circle = node.circle
    assert circle is not None
    if square(node.at, to) <= 4:
        return True
    (ax, ay), (bx, by) = node.at, to
    cx, cy = circle.at
    return node.sense * ((ax - cx) * (by - cy) - (ay - cy) * (bx - cx)) > 0
