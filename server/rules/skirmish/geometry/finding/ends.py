"""The goals of a search: a place, or contact with targets (SK-16, SK-60).

The nearest place on the rim around a target is straight before it, or where the rim meets something
that a base keeps away from. Those places are computed, and those where the mover can stand count.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from protocol.skirmish import LegKind
from server.rules.skirmish.geometry.contact import STEP, TOUCH
from server.rules.skirmish.geometry.lengths import Mil, Plan, Point, along, plan_length, rounded
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body
from server.rules.skirmish.geometry.plane.planner import Aim

SLACK = 250  # mils between bases that count as contact with a further target (SK-61)


class AtPlace:
    """The goal to stand at a place."""

    def __init__(self, table: Table, at: Point) -> None:
        self.table = table
        self.at = at.plan
        self.floor = table.floor(at)

    def aims(self, floor: Floor) -> list[Aim]:
        """Return the aims of a walk on a floor, [] if the goal is not on it."""
        return [Aim(self.at)] if self._is_on(floor) else []

    def may_end(self, floor: Floor, at: Plan) -> bool:
        """Return whether the way may end at a place of a floor."""
        return self._is_on(floor) and at == self.at and self.table.has_room(floor, at)

    def _is_on(self, floor: Floor) -> bool:
        return self.floor is not None and self.floor.number == floor.number

    @property
    def heading(self) -> Aim:
        """Return the aim that links are chosen by."""
        return Aim(self.at)

    def least(self, at: Plan) -> Mil:
        """Return a lower bound of the distance from a place to the goal, in mils."""
        return plan_length(at, self.at)

    def is_met(self, at: Point, kind: LegKind) -> bool:
        """Return False: no leg meets this goal unless the unit can stand where it ends."""
        return False


class InContact:
    """The goal to touch all targets; to all but one of them a gap of `slack` mils is allowed."""

    def __init__(self, table: Table, targets: Sequence[Body], slack: Mil = 0) -> None:
        self.table = table
        self.targets = targets
        self.slack = slack
        self._aims: dict[int, list[Aim]] = {}

    def aims(self, floor: Floor) -> list[Aim]:
        """Return the aims of a walk on a floor, [] if the goal cannot be met on it."""
        found = self._aims.get(floor.number)
        if found is None:
            found = self._aims[floor.number] = self._found(floor)
        return found

    def _found(self, floor: Floor) -> list[Aim]:
        # Two steps: one that the floor may rise where the unit stands, and one that contact allows
        # (SK-10).
        if abs(floor.z - self.targets[0].at.z) > 2 * STEP:
            return []
        if len(self.targets) > 1:
            places = _between(self.targets, self.table.radius, self.slack)
            return [Aim(at) for at in places if self.may_end(floor, at)]
        target = self.targets[0]
        rim = target.radius + self.table.radius
        meetings = _on_rim(self.table, floor, target.at.plan, rim)
        return [
            Aim(target.at.plan, rim),
            *(Aim(at) for at in dict.fromkeys(meetings) if self.may_end(floor, at)),
        ]

    def may_end(self, floor: Floor, at: Plan) -> bool:
        """Return whether the way may end at a place of a floor."""
        return self.touches(floor.point(at)) and self.table.has_room(floor, at)

    def is_met(self, at: Point, kind: LegKind) -> bool:
        """Return whether a route ends where a leg ends, with room to stand or not (SK-67)."""
        return self.touches(at)

    def touches(self, at: Point) -> bool:
        """Return whether a base at a place is in contact with all targets."""
        gaps = []
        for target in self.targets:
            if abs(at.z - target.at.z) > STEP:
                return False
            gaps.append(plan_length(at, target.at) - target.radius - self.table.radius)
        # One target must really be touched; the slack is only for the others (SK-61).
        return min(gaps) <= TOUCH and max(gaps) <= max(TOUCH, self.slack)

    @property
    def heading(self) -> Aim:
        """Return the aim that links are chosen by."""
        return Aim(self.targets[0].at.plan, self.targets[0].radius + self.table.radius)

    def least(self, at: Plan) -> Mil:
        """Return a lower bound of the distance from a place to the goal, in mils."""
        return max(
            # Less the slack: the search (A*) relies on it never being more than the distance.
            plan_length(at, target.at) - target.radius - self.table.radius - self.slack
            for target in self.targets
        )


class InDive(InContact):
    """The goal to land in contact with the target by a jump down (SK-63)."""

    def aims(self, floor: Floor) -> list[Aim]:
        """Return []: walking into contact is no dive (SK-64)."""
        return []

    def is_met(self, at: Point, kind: LegKind) -> bool:
        """Return whether a jump down has landed in contact."""
        return kind == "down" and self.touches(at)


def _between(targets: Sequence[Body], radius: Mil, slack: Mil) -> list[Plan]:
    """Return places that touch one target and are within the slack of another."""
    found: list[Plan] = []
    for one in targets:
        near = one.radius + radius
        for two in targets:
            if one.id == two.id:
                continue
            far = two.radius + radius
            found += circles_meet(one.at.plan, near, two.at.plan, far)
            if slack:
                found += circles_meet(one.at.plan, near, two.at.plan, far + slack)
                found.append(along(one.at.plan, two.at.plan, near))
    return list(dict.fromkeys(found))


def _on_rim(table: Table, floor: Floor, at: Plan, rim: Mil) -> Iterator[Plan]:
    """Yield where the rim of radius `rim` around a place meets what the mover keeps away from:
    bodies, walls, the floor's edge.
    """
    for body in table.near(floor, at, rim + 2 * table.radius + 2 * rim):
        # Concentric circles never meet.
        if body.at.plan != at:
            yield from circles_meet(at, rim, body.at.plan, body.radius + table.slim)
    for wall in floor.walls:
        if not wall.reaches(at, rim + 1):
            continue
        for (ax, ay), (bx, by) in _pairs(wall.corners):
            yield from circles_meet(at, rim, (ax, ay), wall.radius)
            side = (by - ay, ax - bx)
            a = along((ax, ay), (ax + side[0], ay + side[1]), wall.radius)
            b = along((bx, by), (bx + side[0], by + side[1]), wall.radius)
            yield from line_meets(at, rim, a, b)
    for a, b in _pairs(floor.region.outline):
        yield from line_meets(at, rim, a, b)


def _pairs(corners: Sequence[Plan]) -> Iterable[tuple[Plan, Plan]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def circles_meet(a: Plan, r: Mil, b: Plan, s: Mil) -> list[Plan]:
    """Return the places, two or none, where two circles meet, to the nearest mil."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    share = whole + r * r - s * s
    rest = 4 * whole * r * r - share * share
    if rest < 0 or not whole:
        return []
    side = isqrt(rest)
    return [
        (
            a[0] + rounded(dx * share - sign * dy * side, 2 * whole),
            a[1] + rounded(dy * share + sign * dx * side, 2 * whole),
        )
        for sign in (1, -1)
    ]


def line_meets(at: Plan, r: Mil, a: Plan, b: Plan) -> list[Plan]:
    """Return the places where the straight way from a to b meets a circle, to the nearest mil."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    ex, ey = at[0] - a[0], at[1] - a[1]
    whole, dot, turn = dx * dx + dy * dy, ex * dx + ey * dy, ex * dy - ey * dx
    rest = r * r * whole - turn * turn
    if rest < 0 or not whole:
        return []
    far = isqrt(rest)
    return [
        (a[0] + rounded(dx * share, whole), a[1] + rounded(dy * share, whole))
        for share in (dot - far, dot + far)
        if 0 <= share <= whole
    ]
