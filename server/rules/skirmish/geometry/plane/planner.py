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
    Bends,
    Circle,
    Sense,
    arc,
    around,
    sector,
    tangent,
)
from server.rules.skirmish.geometry.plane.clearance import CLEAR, Clearance
from server.rules.skirmish.geometry.plane.leads import (
    ROUNDED,
    Front,
    behind,
    from_circle,
    from_place,
)
from server.rules.skirmish.geometry.plane.shapes import square

MOST_STEPS = 4000  # ways tried in one search: boards need tens; in a maze there is "no way"
DOUBTED = 100  # ways tried after which a search asks whether there is one at all
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
    `before`, and `between` are its bends around that.
    """

    __slots__ = ("at", "before", "between", "circle", "far", "left_at", "sector", "sense", "turns")

    def __init__(
        self,
        at: Plan,
        far: Mil,
        turns: tuple[int, ...],
        before: Self | None,
        left_at: Plan,
        circle: Circle | None,
        sense: Sense,
        between: Bends | None = None,
    ) -> None:
        self.at = at
        self.far = far
        self.turns = turns
        self.before = before
        self.left_at = left_at
        self.circle = circle
        self.sense = sense
        self.between = between
        self.sector: int | None = None  # seen from the circle's centre, once it is left


_Bend = tuple[_Node, Circle]
"""A place and a circle to go around from there, before their tangents are computed."""


_Seen = tuple[Mil, Mil, Mil]
"""The centre and the radius of a circle that a way leaves; a place, without a radius."""

_View = tuple[_Node, Circle | None, Mil, Mil, Mil, Mil, Mil, int, Mil, _Seen, Front]
"""What is reckoned once of a place from which ways around circles lead on: its circle, the mils
gone, its place, the vector to the aims with its square and its length; from where circles are seen,
and what is behind it.
"""

_Lead = tuple[Circle, Mil, Mil, Mil, Mil, Mil, Mil, Mil, Mil, Mil, Mil]
"""A circle that is known, a lower bound of the way from it to an aim, and its shape."""

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
        self.known: set[int] = set()
        # All aims are within `spread` mils of the first one.
        self.middle = aims[0].at
        self.spread = max(plan_length(self.middle, aim.at) + aim.stop for aim in aims) + ROUNDED
        self.circles = [self._lead(circle) for circle in clearance.region.bends]
        self.open: list[tuple[Mil, tuple[int, ...], int, _Node | _Bend]] = []
        self.tried = self.put_off = 0
        self.closed: dict[tuple[Plan, Mil, Sense], list[_Node]] = {}
        self.seen: list[_View] = []

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
            if isinstance(node, tuple):
                self._round(*node)
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
            (x, y), (from_x, from_y) = node.at, node.circle.at
            if node.circle.radius:
                node.sector = sector(x - from_x, y - from_y)
        for aim in self.aims:
            self._aim(node, aim)
        (x, y), (to_x, to_y) = node.at, self.middle
        to_x, to_y = to_x - x, to_y - y
        ahead = to_x * to_x + to_y * to_y
        front = behind(node.circle, node.sense)
        own = node.circle
        seen = (x, y, 0) if own is None else (*own.at, own.radius)
        view = (
            node,
            node.circle,
            node.far - ROUNDING,
            x,
            y,
            to_x,
            to_y,
            ahead,
            isqrt(ahead),
            seen,
            front,
        )
        self.seen.append(view)
        self._bend(view, self.circles)

    def _aim(self, node: _Node, aim: Aim) -> None:
        circle, left_at, far, between = node.circle, node.at, node.far, None
        if circle is not None:
            found = tangent(circle.at, node.sense * circle.radius, aim.at, 0, circle.cone)
            if found is None:
                return
            left_at = found[0]
            if circle.cone is not None and not _is_ahead(node, left_at):
                return
            gone, between = around(circle, node.sense, node.at, left_at, node.sector)
            far += gone
        straight = plan_length(left_at, aim.at)
        # A place within `stop` mils is an end already.
        end = along(left_at, aim.at, max(0, straight - aim.stop)) if aim.stop else aim.at
        far += plan_length(left_at, end)
        self._push(far, _Node(end, far, node.turns, node, left_at, None, 1, between))

    def _bend(self, view: _View, circles: Sequence[_Lead]) -> None:
        """Put ways around circles on the heap with a lower bound of their lengths."""
        node, own, gone, x, y, to_x, to_y, ahead, straight, (seen_x, seen_y, wide), front = view
        cx, cy, near, px, py, p, qx, qy, q = front
        far, spread, count, left = straight + 1, self.spread, self.put_off, self.open
        for circle, rest, at_x, at_y, radius, ux, uy, u, vx, vy, v in circles:
            if circle is own:
                continue
            if p:
                # Most circles are not where the way around a corner can lead on to.
                dx, dy = at_x - cx, at_y - cy
                slack = ((dx if dx > 0 else -dx) + (dy if dy > 0 else -dy)) // 200 + ROUNDED
                if (
                    px * dx + py * dy > (near + radius + slack) * p
                    or qx * dx + qy * dy < (near - radius - slack) * q
                ):
                    continue
            if u:
                # A corner is only gone around where one of its sides is seen and the other is not.
                dx, dy = seen_x - at_x, seen_y - at_y
                slack = ((dx if dx > 0 else -dx) + (dy if dy > 0 else -dy)) // 200 + ROUNDED
                one, two = ux * dx + uy * dy, vx * dx + vy * dy
                if one > 0 and two > 0:
                    most = radius + wide + slack
                    if one > most * u and two > most * v:
                        continue
                else:
                    most = (radius - wide if radius < wide else 0) - slack
                    if one < most * u and two < most * v:
                        continue
            dx, dy = at_x - x, at_y - y
            # Rounded down and less `ROUNDING`: never more than the tangent's length, so that ways
            # are tried in the same order as if all tangents had been computed.
            least = isqrt(dx * dx + dy * dy) - radius
            least = rest + least if least > 0 else rest
            # All that is aside of the straight line to the aims is a detour.
            turn = to_x * dy - to_y * dx
            aside = (turn if turn > 0 else -turn) // far - radius - ROUNDED
            over = (straight if aside <= 0 else isqrt(ahead + 4 * aside * aside)) - spread
            count += 1
            # No turns, and a count below 0: before any computed way of the same length.
            heappush(left, (gone + (least if least > over else over), (), -count, (node, circle)))
        self.put_off = count

    def _round(self, node: _Node, circle: Circle) -> None:
        """Compute the ways from a place around a circle."""
        own, turned, at_first = node.circle, node.sense, node.at
        onward = from_place(at_first, circle) if own is None else from_circle(own, turned, circle)
        is_corner = own is not None and own.cone is not None
        for sense, left_at, at, straight, side in onward:
            far, between = node.far + straight, None
            if own is not None and left_at != at_first:
                if is_corner and not _is_ahead(node, left_at):
                    continue
                gone, between = around(own, turned, at_first, left_at, node.sector, side)
                far += gone
            turns = (*node.turns, LEFT if sense > 0 else RIGHT)
            new = _Node(at, far, turns, node, left_at, circle, sense, between)
            self._push(far + self._rest(at), new)

    def _rest(self, at: Plan) -> Mil:
        """Return a lower bound of the distance from a place to the nearest aim, in mils."""
        x, y = at
        best = None
        for (to_x, to_y), stop in self.aims:
            dx, dy = to_x - x, to_y - y
            square = dx * dx + dy * dy
            far = isqrt(square)
            far += (square - far * far > far) - stop
            if best is None or far < best:
                best = far
        return best - ROUNDING if best is not None and best > ROUNDING else 0

    def _lead(self, circle: Circle) -> _Lead:
        """Return a circle with a lower bound of that distance from any place on it, in mils."""
        x, y = self.middle
        at_x, at_y, radius, *_ = shape = circle.shape
        dx, dy = x - at_x, y - at_y
        rest = isqrt(dx * dx + dy * dy) - radius - self.spread - ROUNDING
        return circle, rest if rest > 0 else 0, *shape

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
            gone, between = around(circle, node.sense, other.at, node.at, other.sector)
            if other.far + gone <= node.far and self._is_arc_free(circle, other, node.at, between):
                return True
        return False

    def _is_free(self, node: _Node) -> bool:
        """Return whether the way to a node is clear. An obstacle on it joins the search."""
        before, region = node.before, self.clearance.region
        if before is None:
            return True
        if not region.is_convex and not region.keeps(node.left_at, node.at):
            return False
        if not region.holds(node.at) and node.circle is not None:
            return False
        if before.circle is not None and not self._is_arc_free(
            before.circle, before, node.left_at, node.between
        ):
            return False
        found = self.clearance.straight(node.left_at, node.at)
        self._learn(found)
        return found == CLEAR

    def _is_arc_free(self, circle: Circle, node: _Node, to: Plan, between: Bends | None) -> bool:
        found = self.clearance.arc(circle, node.sense, node.at, to, between)
        self._learn(found)
        return found == CLEAR

    def _learn(self, number: int) -> None:
        """Let an obstacle that is in the way join the search."""
        if number < 0 or number in self.known:
            return
        self.known.add(number)
        circles = [self._lead(one) for one in self.clearance.obstacles[number].circles]
        self.circles.extend(circles)
        # Places reached before it was known have no ways around it yet: add them.
        for view in self.seen:
            self._bend(view, circles)

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
                if after.between is not None:
                    places += arc(before.circle, before.sense, after.between)
                places.append(after.left_at)
            if places[-1] != after.at:
                places.append(after.at)
        return Way(tuple(places), node.far)


def _is_ahead(node: _Node, to: Plan) -> bool:
    """Return whether the way around a corner leads forward to a place, not back."""
    circle = node.circle
    assert circle is not None
    if square(node.at, to) <= 4:
        return True
    (ax, ay), (bx, by) = node.at, to
    cx, cy = circle.at
    return node.sense * ((ax - cx) * (by - cy) - (ay - cy) * (bx - cx)) > 0
