"""Regions: the part of the plane that a floor covers, edge included, where a base's centre
stays.
"""

from collections.abc import Iterator

from server.rules.skirmish.geometry.lengths import Mil, Plan
from server.rules.skirmish.geometry.plane.circles import GRAZE
from server.rules.skirmish.geometry.plane.obstacles import Obstacle, nearest, outline_distance
from server.rules.skirmish.geometry.plane.shapes import Outline, box, cross, holds, parts

SIDES = 4  # sides of an upright box


class Region:
    """A floor's outline. A way may bend at its reflex corners (`bends`)."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.box = box(outline)
        self.is_upright = all(
            a[0] == b[0] or a[1] == b[1]
            for a, b in zip(outline, outline[1:] + outline[:1], strict=True)
        )
        self.is_box = self.is_upright and len(outline) == SIDES
        self.is_convex = len(parts(outline)) == 1
        self.bends = () if self.is_convex else tuple(self._bends())

    def _bends(self) -> Iterator[Obstacle]:
        outline = self.outline
        size = len(outline)
        return (
            Obstacle((outline[n],), 0)
            for n in range(size)
            if cross(outline[n - 1], outline[n], outline[(n + 1) % size]) < 0
        )

    def holds(self, at: Plan) -> bool:
        """Return whether a place is on the floor, allowing a mil of rounding at a slanted edge."""
        # Boards and roofs are mostly upright boxes, for which four comparisons are enough.
        if self.is_box:
            least_x, least_y, most_x, most_y = self.box
            return least_x <= at[0] <= most_x and least_y <= at[1] <= most_y
        return holds(self.outline, at) or (
            not self.is_upright and outline_distance(self.outline, at) <= GRAZE
        )

    def nearest(self, at: Plan) -> Plan:
        """Return the place of the floor that is nearest to a place."""
        if self.is_box:
            least_x, least_y, most_x, most_y = self.box
            return min(max(at[0], least_x), most_x), min(max(at[1], least_y), most_y)
        return nearest(self.outline, at)

    def surrounds(self, at: Plan, far: Mil) -> bool:
        """Return whether everything within `far` mils of a place is certainly on the floor."""
        # False is a safe answer: the corners of an arc are then checked one by one.
        if not self.is_box:
            return False
        least_x, least_y, most_x, most_y = self.box
        x, y = at
        return least_x + far <= x <= most_x - far and least_y + far <= y <= most_y - far

    def is_far(self, at: Plan, far: Mil) -> bool:
        """Return whether the whole floor is certainly more than `far` mils from a place."""
        least_x, least_y, most_x, most_y = self.box
        x, y = at
        return max(least_x - x, x - most_x, least_y - y, y - most_y) > far

    def keeps(self, a: Plan, b: Plan) -> bool:
        """Return whether the straight way between two places of the floor stays on it."""
        if self.is_convex:
            return True
        before = self.outline[-1]
        for corner in self.outline:
            if _leaves(a, b, before, corner):
                return False
            before = corner
        # A way from corner to corner crosses no side but may be outside: its middle decides.
        return holds(self.outline, ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))


def _leaves(a: Plan, b: Plan, c: Plan, d: Plan) -> bool:
    """Return whether the way from a to b crosses the side from c to d."""
    one, two = cross(c, d, a), cross(c, d, b)
    three, four = cross(a, b, c), cross(a, b, d)
    return (one > 0) != (two > 0) and (three > 0) != (four > 0) and bool(one and two)
