"""Pockets: parts of a floor that obstacles close off. Whether two places are in different ones is
known without a search.

Obstacles that overlap are joined by lines within both; one that reaches over the floor's edge is
joined to the outside. Every ring of such lines is closed to a base. Two places are parted exactly
if some ring has one of them inside and the other outside, and it is enough to look at the rings
that each line left over by a spanning tree closes.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from server.rules.skirmish.geometry.lengths import Mil, Plan
from server.rules.skirmish.geometry.plane.circles import GRAZE
from server.rules.skirmish.geometry.plane.obstacles import Obstacle, nearest, outline_distance
from server.rules.skirmish.geometry.plane.regions import Region
from server.rules.skirmish.geometry.plane.shapes import meet, square

SURE = 8
"""Mils by which obstacles are taken as smaller: more than all rounding on a way and at its end, so
that places that are called parted certainly are.
"""
ROUGH = 2  # mils by which the rounded ends of a line between two obstacles may be off

Line = tuple[Plan, ...]


class _Join:
    """A line from one obstacle to another, by their numbers."""

    __slots__ = ("high", "line", "low", "one", "other")

    def __init__(self, one: int, other: int, line: Line) -> None:
        self.one = one
        self.other = other
        self.line = line
        ys = [at[1] for at in line]
        self.low, self.high = min(ys), max(ys)

    def is_crossed(self, at: Plan) -> bool:
        """Return whether the ray from a place along the x axis crosses the line an odd number of
        times.
        """
        x, y = at
        if not self.low <= y < self.high:
            return False
        odd = False
        for (ax, ay), (bx, by) in pairwise(self.line):
            if (ay > y) != (by > y):
                turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
                odd ^= (turn > 0) == (by > ay)
        return odd


class Pockets:
    """The pockets of a floor between its obstacles."""

    def __init__(self, obstacles: Sequence[Obstacle], region: Region) -> None:
        self.obstacles = obstacles
        size = len(obstacles)
        joins = [*_joins(obstacles), *_exits(obstacles, region)]
        # By numbers: the outside has the one after the last obstacle.
        group = list(range(size + 1))
        members = [[number] for number in group]
        self._tree: list[_Join] = []
        self._rings: list[_Join] = []
        for join in joins:
            one, other = group[join.one], group[join.other]
            if one == other:
                self._rings.append(join)
                continue
            self._tree.append(join)
            for number in members[other]:
                group[number] = one
            members[one] += members[other]
        self._order = _in_order(self._tree, size + 1)
        self._known: dict[Plan, int] = {}

    def holds(self, at: Plan) -> bool:
        """Return whether an obstacle certainly keeps a base's centre from being at a place."""
        return any(each.off(at) < sure(each) for each in self.obstacles if each.bars(at))

    def parts(self, a: Plan, b: Plan) -> bool:
        """Return whether there is certainly no way from a free place to another place."""
        return a != b and (self.holds(b) or self.pocket(a) != self.pocket(b))

    def pocket(self, at: Plan) -> int:
        """Return which rings a place is in, as bits."""
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = self._rings_around(at)
        return found

    def _rings_around(self, at: Plan) -> int:
        if not self._rings:
            return 0
        odd = [False] * (len(self.obstacles) + 1)
        for join, near, far in self._order:
            odd[far] = odd[near] ^ join.is_crossed(at)
        bits = 0
        for join in self._rings:
            bits = bits << 1 | (odd[join.one] ^ odd[join.other] ^ join.is_crossed(at))
        return bits


def _in_order(tree: Sequence[_Join], size: int) -> list[tuple[_Join, int, int]]:
    """Return the joins of a forest so that each begins at an obstacle that is reached already."""
    beside: list[list[_Join]] = [[] for _ in range(size)]
    for join in tree:
        beside[join.one].append(join)
        beside[join.other].append(join)
    found: list[tuple[_Join, int, int]] = []
    reached: set[int] = set()
    for root in range(size):
        if root in reached:
            continue
        reached.add(root)
        left = [root]
        while left:
            near = left.pop()
            for join in beside[near]:
                far = join.one + join.other - near
                if far not in reached:
                    reached.add(far)
                    found.append((join, near, far))
                    left.append(far)
    return found


def sure(obstacle: Obstacle) -> Mil:
    """Return the distance to which an obstacle certainly keeps a base's centre away from it."""
    return obstacle.radius - GRAZE - SURE


def _joins(obstacles: Sequence[Obstacle]) -> Iterator[_Join]:
    for other, one in sorted(_overlapping(obstacles)):
        line = _line(obstacles[one], obstacles[other])
        if line is not None:
            yield _Join(one, other, line)


def _overlapping(obstacles: Sequence[Obstacle]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of obstacles whose boxes overlap, the higher number first."""
    # From left to right: of each, only those are looked at that begin before it ends.
    boxes = sorted((each.box, number) for number, each in enumerate(obstacles))
    for place, ((_, least_y, most_x, most_y), one) in enumerate(boxes, 1):
        for (low_x, low_y, high_x, high_y), other in boxes[place:]:
            if low_x >= most_x:
                break
            if high_y > least_y and low_y < most_y and high_x > low_x:
                yield (one, other) if one > other else (other, one)


def _line(one: Obstacle, two: Obstacle) -> Line | None:
    """Return a line from one obstacle's first corner to that of the other that no base can cross;
    None if none is sure.
    """
    near, far = sure(one), sure(two)
    if min(near, far) <= ROUGH:
        return None
    if len(one.corners) == 1 and len(two.corners) == 1:
        a, b = one.corners[0], two.corners[0]
        return (a, b) if square(a, b) < (near + far) ** 2 else None
    reach = near + far - ROUGH
    if len(one.corners) == 1:
        return _line_to(one.corners[0], two, reach)
    if len(two.corners) == 1:
        line = _line_to(two.corners[0], one, reach)
        return None if line is None else line[::-1]
    if one.upright is not None and two.upright is not None:
        (x, y, to_x, to_y), (left, low, right, high) = one.upright, two.upright
        (ax, bx), (ay, by) = _nearest(x, to_x, left, right), _nearest(y, to_y, low, high)
        a, b = (ax, ay), (bx, by)
        return (one.corners[0], a, b, two.corners[0]) if square(a, b) < reach * reach else None
    return _line_of(one.corners, two.corners, reach)


def _nearest(low: Mil, high: Mil, to_low: Mil, to_high: Mil) -> tuple[Mil, Mil]:
    """Return the places of two spans of an axis that are nearest to each other, in mils; the same
    place twice if the spans overlap.
    """
    if high < to_low:
        return high, to_low
    if to_high < low:
        return low, to_high
    return max(low, to_low), max(low, to_low)


def _line_to(at: Plan, wall: Obstacle, far: Mil) -> Line | None:
    """Return a line from a body to a wall, over the wall's nearest place, if that is less than
    `far` mils off. Bodies move, so none is kept.
    """
    if wall.upright is None:
        foot = nearest(wall.corners, at)
    else:
        least_x, least_y, most_x, most_y = wall.upright
        foot = min(max(at[0], least_x), most_x), min(max(at[1], least_y), most_y)
    return (at, foot, wall.corners[0]) if square(at, foot) < far * far else None


@lru_cache(maxsize=4096)
def _line_of(one: Line, two: Line, far: Mil) -> Line | None:
    """Return a line between the first corners of two convex shapes, over their nearest places, if
    those are less than `far` mils apart.
    """
    if _meet(one, two):
        return (one[0], *_common(one, two), two[0])
    ends = [(at, nearest(two, at)) for at in one] + [(nearest(one, at), at) for at in two]
    a, b = min(ends, key=lambda each: square(*each))
    return (one[0], a, b, two[0]) if square(a, b) < far * far else None


def _sides(shape: Line) -> list[tuple[Plan, Plan]]:
    return list(zip(shape, (*shape[1:], shape[0]), strict=True))


def _meet(one: Line, two: Line) -> bool:
    return (
        not any(outline_distance(two, at) == 0 for at in one)
        and not any(outline_distance(one, at) == 0 for at in two)
        and any(meet(*side, *cut) for side in _sides(one) for cut in _sides(two))
    )


def _common(one: Line, two: Line) -> Line:
    """Return a side of each of two shapes that cross each other, as a line along both."""
    for a, b in _sides(one):
        for c, d in _sides(two):
            if meet(a, b, c, d):
                x, y, bottom = _crossing(a, b, c, d)
                return ((x // bottom, y // bottom),)
    return ()


def _crossing(a: Plan, b: Plan, c: Plan, d: Plan) -> tuple[int, int, int]:
    """Return where two lines cross, as numerators and a denominator above 0."""
    (dx, dy), (ex, ey) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    bottom = dx * ey - dy * ex
    top = (c[0] - a[0]) * ey - (c[1] - a[1]) * ex
    x, y = a[0] * bottom + dx * top, a[1] * bottom + dy * top
    return (x, y, bottom) if bottom > 0 else (-x, -y, -bottom)


def _exits(obstacles: Sequence[Obstacle], region: Region) -> Iterator[_Join]:
    """Yield the joins of obstacles that reach over the floor's edge to the outside."""
    # Of other forms no edge counts as closed, so that fewer places are known to be parted.
    if not region.is_box:
        return
    outside = len(obstacles)
    least_x, least_y, most_x, most_y = region.box
    for number, each in enumerate(obstacles):
        far, first = sure(each), each.corners[0]
        low_x, low_y, high_x, high_y = each.box
        # A box is wider than `far` by what that is less. Most obstacles are not at the edge.
        if far <= ROUGH or (
            low_x + SURE >= least_x
            and low_y + SURE >= least_y
            and high_x - SURE <= most_x
            and high_y - SURE <= most_y
        ):
            continue
        left = min(each.corners)
        if left[0] - far < least_x:
            yield _Join(number, outside, (first, left, (min(left[0], least_x) - 1, left[1])))
        right = max(each.corners)
        if right[0] + far > most_x:
            # Outside, all lines end left of the floor: from the right they go below it.
            out = max(right[0], most_x) + 1
            yield _Join(number, outside, (first, right, (out, right[1]), (out, least_y - 1)))
        low = min(each.corners, key=lambda at: at[1])
        if low[1] - far < least_y:
            yield _Join(number, outside, (first, low, (low[0], min(low[1], least_y) - 1)))
        high = max(each.corners, key=lambda at: at[1])
        if high[1] + far > most_y:
            yield _Join(number, outside, (first, high, (high[0], max(high[1], most_y) + 1)))
