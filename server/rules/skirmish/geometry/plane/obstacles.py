"""Obstacles of a moving base: bodies and convex shapes, with the distance that its centre keeps."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from server.rules.skirmish.geometry.lengths import Mil, Plan, root, rounded
from server.rules.skirmish.geometry.plane.circles import GRAZE, Circle
from server.rules.skirmish.geometry.plane.shapes import (
    Box,
    Outline,
    box,
    holds,
    inner,
    parts,
    square,
)

BOX_CORNERS = 4  # corners of an upright box

Side = tuple[Mil, Mil, Mil, Mil, int]
"""A side's first corner, its vector, and the cross product from which on a place is far enough
outside.
"""


class Obstacle:
    """A convex shape, or a body's centre, from which a way keeps `radius` mils away.

    A shortest way bends only around the circles at its corners. `round` is a circle around all that
    it keeps free, as a centre and a squared radius, and `wide` the radius of one there around its
    circles; `upright` is the shape itself, if that is an upright box.
    """

    __slots__ = ("_circles", "box", "corners", "radius", "round", "sides", "upright", "wide")

    def __init__(self, corners: Sequence[Plan], radius: Mil) -> None:
        self.corners = tuple(corners)
        self.radius = radius
        self._circles: tuple[Circle, ...] = ()
        self.upright: Box | None = None
        near = max(0, radius - GRAZE)
        sides: list[Side] = []
        if len(self.corners) == 1:
            # Bodies move, so their boxes are not cached.
            x, y = self.corners[0]
            self.box = x - near, y - near, x + near, y + near
            self.round, self.wide = (x, y, near * near), radius
            self.sides = sides
            return
        self.box = box(self.corners, near)
        x, y, far = _round(self.corners)
        self.round, self.wide = (x, y, (far + near) ** 2), far + radius
        if len(self.corners) == BOX_CORNERS and all(
            a[0] == b[0] or a[1] == b[1] for a, b in pairwise((*self.corners, self.corners[0]))
        ):
            self.upright = box(self.corners)
        for (ax, ay), (bx, by) in zip(
            self.corners, self.corners[1:] + self.corners[:1], strict=True
        ):
            dx, dy = bx - ax, by - ay
            whole = near * near * (dx * dx + dy * dy)
            # The root rounded up: a place with this cross product is certainly far enough.
            sides.append((ax, ay, dx, dy, isqrt(whole - 1) + 1 if whole else 0))
        self.sides = sides

    def blocks(self, a: Plan, b: Plan) -> bool:
        """Return whether the straight way from a to b comes too near.

        Call this only for a way that gets into the obstacle's box, as that is checked faster.
        """
        if self.upright is not None:
            found = self._lies_across(self.upright, a, b)
            return self._is_near(a, b) if found is None else found
        (ax, ay), (bx, by) = a, b
        for x, y, dx, dy, enough in self.sides:
            if dy * (ax - x) - dx * (ay - y) >= enough and dy * (bx - x) - dx * (by - y) >= enough:
                return False
        return self._is_near(a, b)

    def _lies_across(self, upright: Box, a: Plan, b: Plan) -> bool | None:
        """Return whether the way from a to b leads right through an upright box (True) or past it
        far enough (False), as most ways do; None if it may be neither.
        """
        (ax, ay), (bx, by), (least_x, least_y, most_x, most_y) = a, b, self.box
        left, low, right, high = upright
        dx, dy = bx - ax, by - ay
        # The ends of both spans in the order in which the way passes them.
        if dx >= 0:
            if bx <= least_x or ax >= most_x:
                return False
            left, right = left - ax, right - ax
        else:
            if ax <= least_x or bx >= most_x:
                return False
            left, right = right - ax, left - ax
        if dy >= 0:
            if by <= least_y or ay >= most_y:
                return False
            low, high = low - ay, high - ay
        else:
            if ay <= least_y or by >= most_y:
                return False
            low, high = high - ay, low - ay
        if (dx < 0) == (dy < 0):
            least, most = left * dy - high * dx, right * dy - low * dx
        else:
            least, most = right * dy - low * dx, left * dy - high * dx
        whole = dx * dx + dy * dy
        # With corners on both sides of the line it is enough that all are between its ends.
        if least < 0 < most:
            is_between = left * dx + low * dy > 0 and right * dx + high * dy < whole
            return True if is_between else None
        near = self.radius - GRAZE
        off = least if least >= 0 else most
        return False if whole and (near <= 0 or off * off >= near * near * whole) else None

    def _is_near(self, a: Plan, b: Plan) -> bool:
        """Return whether the straight way from a to b comes too near, by its corners and ends."""
        (ax, ay), (bx, by) = a, b
        near = self.radius - GRAZE
        far = near * near if near > 0 else 0
        dx, dy = bx - ax, by - ay
        whole = dx * dx + dy * dy
        is_left = is_right = False
        is_between = bool(self.sides)
        for x, y in self.corners:
            ex, ey = x - ax, y - ay
            dot, turn = ex * dx + ey * dy, ex * dy - ey * dx
            if turn < 0:
                is_left = True
            elif turn > 0:
                is_right = True
            if 0 < dot < whole:
                if turn * turn < far * whole:
                    return True
                continue
            if dot > 0:
                ex, ey = x - bx, y - by
            if ex * ex + ey * ey < far:
                return True
            is_between = False
        # Right through the middle, which is what most ways do that are blocked.
        if is_between and is_left and is_right:
            return True
        if not self.sides:
            return False
        # Away from the corners, only an end can be too near to a side that the way does not cross.
        return (
            self._is_beside(ax, ay)
            or self._is_beside(bx, by)
            or ((not whole or (is_left and is_right)) and inner(self.corners, a, b, (0, 1), (1, 1)))
        )

    def _is_beside(self, px: Mil, py: Mil) -> bool:
        """Return whether a place is right beside a side and too near to it."""
        least_x, least_y, most_x, most_y = self.box
        if not (least_x < px < most_x and least_y < py < most_y):
            return False
        for x, y, dx, dy, enough in self.sides:
            ex, ey = px - x, py - y
            if 0 <= dy * ex - dx * ey < enough and 0 <= dx * ex + dy * ey <= dx * dx + dy * dy:
                return True
        return False

    def reaches(self, at: Plan, far: Mil) -> bool:
        """Return whether the area that it keeps free is less than `far` mils from a place."""
        least_x, least_y, most_x, most_y = self.box
        x, y = at
        if not (least_x - far < x < most_x + far and least_y - far < y < most_y + far):
            return False
        return self.off(at) < self.radius + far

    def off(self, at: Plan) -> Mil:
        """Return the distance of a place from the shape, in mils; 0 inside it."""
        if not self.sides:
            return root(square(at, self.corners[0]))
        return outline_distance(self.corners, at)

    def bars(self, at: Plan) -> bool:
        """Return whether it keeps a base's centre from being at a place."""
        least_x, least_y, most_x, most_y = self.box
        if not (least_x < at[0] < most_x and least_y < at[1] < most_y):
            return False
        near = self.radius - GRAZE
        if not self.sides:
            return square(at, self.corners[0]) < near * near
        return self.off(at) < near or (near <= 0 and holds(self.corners, at))

    @property
    def circles(self) -> tuple[Circle, ...]:
        """Return the circles that ways around it bend around, always the same ones."""
        if not self._circles:
            self._circles = tuple(self._rims())
        return self._circles

    def _rims(self) -> Iterator[Circle]:
        if not self.sides:
            yield Circle(self.corners[0], self.radius)
            return
        before = self.sides[-1]
        for side in self.sides:
            cone = ((before[3], -before[2]), (side[3], -side[2]))
            yield Circle((side[0], side[1]), self.radius, cone)
            before = side


def _round(corners: Outline) -> tuple[Mil, Mil, Mil]:
    """Return a place and how far all corners are from it at most, in mils."""
    least_x, least_y, most_x, most_y = box(corners)
    middle = (least_x + most_x) // 2, (least_y + most_y) // 2
    return *middle, isqrt(max(square(middle, corner) for corner in corners)) + 1


@lru_cache(maxsize=1024)
def disc(at: Plan, radius: Mil) -> Obstacle:
    """Return the obstacle around a body. Few bodies move between two searches: what is known of the
    ways around the others is kept with it.
    """
    return Obstacle((at,), radius)


def outline_distance(outline: Outline, at: Plan) -> Mil:
    """Return the distance of a place from an outline, in mils; 0 on its edge and inside."""
    if holds(outline, at):
        return 0
    before, best = outline[-1], min(square(at, corner) for corner in outline)
    for corner in outline:
        dx, dy = corner[0] - before[0], corner[1] - before[1]
        ex, ey = at[0] - before[0], at[1] - before[1]
        whole, dot = dx * dx + dy * dy, ex * dx + ey * dy
        if 0 < dot < whole:
            turn = ex * dy - ey * dx
            best = min(best, -(-turn * turn // whole))
        before = corner
    return root(best)


def outlines(shapes: Iterable[Outline], radius: Mil) -> list[Obstacle]:
    """Return obstacles for outlines of any form, one for each convex part."""
    return [Obstacle(part, radius) for shape in shapes for part in parts(shape)]


def nearest(outline: Outline, at: Plan) -> Plan:
    """Return the place within an outline, its edge included, that is nearest to a place."""
    if holds(outline, at):
        return at
    before, best = outline[-1], outline[0]
    for corner in outline:
        dx, dy = corner[0] - before[0], corner[1] - before[1]
        whole = dx * dx + dy * dy
        dot = (at[0] - before[0]) * dx + (at[1] - before[1]) * dy
        foot = corner
        if 0 <= dot < whole:
            foot = before[0] + rounded(dot * dx, whole), before[1] + rounded(dot * dy, whole)
        if square(foot, at) < square(best, at):
            best = foot
        before = corner
    return best
