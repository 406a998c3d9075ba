"""The legs of a route: a link that is taken at a place, and the walks between links (SK-13)."""

from itertools import pairwise
from typing import NamedTuple

from server.rules.skirmish.geometry.finding.crossing import check_of, kind_of
from server.rules.skirmish.geometry.lengths import Mil, Plan, Point, plan_length
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.links import Link
from server.rules.skirmish.geometry.plane.planner import Way
from server.rules.skirmish.geometry.ways import Check, Leg


class Crossing(NamedTuple):
    """A link, the place where it is left and the place it leads to."""

    link: Link
    a: Plan
    b: Plan

    @property
    def cost(self) -> Mil:
        """Return the length that the leg counts, in mils."""
        return self.link.cost(self.a, self.b)

    @property
    def is_up(self) -> bool:
        """Return whether it leads up a ladder, whose leg ends above the foot."""
        return self.link.kind == "ladder" and self.link.target.z > self.link.source.z

    @property
    def check(self) -> Check | None:
        """Return the Check that it requires; None if it requires none."""
        return check_of(self.link, self.a, plan_length(self.a, self.b))

    @property
    def landing(self) -> Point:
        """Return where its leg ends: above the foot of a ladder, else on the next floor."""
        if self.is_up:
            return Point(*self.a, self.link.target.z)
        return self.link.target.point(self.b)


def walked(floor: Floor, way: Way) -> list[Leg]:
    """Return the legs of a walk over a floor."""
    return [
        Leg("walk", a, b, plan_length(a, b))
        for a, b in pairwise(map(floor.point, way.places))
        # Without their heights, which is faster to ask than the places seen from above.
        if a[0] != b[0] or a[1] != b[1]
    ]


def crossed(crossing: Crossing) -> list[Leg]:
    """Return the legs of a link: of a ladder also the step onto the floor, or off it."""
    link, a, b = crossing
    start, end = link.source.point(a), link.target.point(b)
    if link.kind != "ladder":
        check = crossing.check
        kind = kind_of(link, plan_length(a, b))
        return [Leg(kind, start, end, crossing.cost, check, link.feature)]
    flat = plan_length(a, b)
    if link.target.z > link.source.z:
        # Straight up over the foot (SK-13); the step onto the floor is a walk of its own.
        top = Point(*a, link.target.z)
        up = Leg("ladder", start, top, link.rise, None, link.feature)
        return [up, Leg("walk", top, end, flat)] if flat else [up]
    top = Point(*b, link.source.z)
    down = Leg("ladder", top, end, link.rise, None, link.feature)
    return [Leg("walk", start, top, flat), down] if flat else [down]
