"""Where a way may end: at a place, or where a base touches those of its targets (SK-16, SK-60).

The nearest place on a target's rim lies straight before it, or where its rim meets what a base
keeps away from: those places are worked out, and only the ones where the mover can stand count.
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
    """A goal: stand at a place."""

    def __init__(self, table: Table, at: Point) -> None:
        self.table = table
        self.at = at.plan
        self.floor = table.floor(at)

    def aims(self, floor: Floor) -> list[Aim]:
        """Return what to come to on a floor."""
        return [Aim(self.at)] if self._is_on(floor) else []

    def may_end(self, floor: Floor, at: Plan) -> bool:
        """Return whether the way may end at a place of a floor."""
        return self._is_on(floor) and at == self.at and self.table.has_room(floor, at)

    def _is_on(self, floor: Floor) -> bool:
        return self.floor is not None and self.floor.number == floor.number

    @property
    def heading(self) -> Aim:
        """Return what to head for from afar."""
        return Aim(self.at)

    def least(self, at: Plan) -> Mil:
        """Return at least how far the goal is from a place, in mils."""
        return plan_length(at, self.at)

    def is_met(self, at: Point, kind: LegKind) -> bool:
        """Return whether a way ends at once where a leg of a kind comes to, standing there or
        not.
        """
        return False


class InContact:
    """A goal: touch all targets; `slack` is what may be missing to all but one of them."""

    def __init__(self, table: Table, targets: Sequence[Body], slack: Mil = 0) -> None:
        self.table = table
        self.targets = targets
        self.slack = slack
        self._aims: dict[int, list[Aim]] = {}

    def aims(self, floor: Floor) -> list[Aim]:
        """Return what to come to on a floor."""
        found = self._aims.get(floor.number)
        if found is None:
            found = self._aims[floor.number] = self._found(floor)
        return found

    def _found(self, floor: Floor) -> list[Aim]:
        # Twice: the floor may step up by one where the unit stands, and contact allows another
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
        """Return whether a way ends at once where a leg of a kind comes to, room or not (SK-67)."""
        return self.touches(at)

    def touches(self, at: Point) -> bool:
        """Return whether a base at a place is in contact with all targets."""
        gaps = []
        for target in self.targets:
            if abs(at.z - target.at.z) > STEP:
                return False
            gaps.append(plan_length(at, target.at) - target.radius - self.table.radius)
        # One target is truly touched; the slack is for the further ones alone (SK-61).
        return min(gaps) <= TOUCH and max(gaps) <= max(TOUCH, self.slack)

    @property
    def heading(self) -> Aim:
        """Return what to head for from afar."""
        return Aim(self.targets[0].at.plan, self.targets[0].radius + self.table.radius)

    def least(self, at: Plan) -> Mil:
        """Return at least how far the goal is from a place, in mils."""
        return max(
            # With the slack taken off: the search goes by it (A*), so it must never be more than
            # the truth.
            plan_length(at, target.at) - target.radius - self.table.radius - self.slack
            for target in self.targets
        )


class InDive(InContact):
    """A goal: land in contact with the target by a jump down (SK-63)."""

    def aims(self, floor: Floor) -> list[Aim]:
        """Return nothing: who walks into contact has not dived (SK-64)."""
        return []

    def is_met(self, at: Point, kind: LegKind) -> bool:
        """Return whether a jump down has landed in contact."""
        return kind == "down" and self.touches(at)


def _between(targets: Sequence[Body], radius: Mil, slack: Mil) -> list[Plan]:
    """Places that touch one target and are within the slack of another."""
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
    """Yield where a rim meets what the mover keeps away from: bodies, walls, the floor's edge."""
    for body in table.near(floor, at, rim + 2 * table.radius + 2 * rim):
        # Circles around one place never cut each other.
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
    """Return the places, two or none, where two circles cut each other, to the nearest mil."""
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
    """Return the places of a straight way from a to b on a circle's rim, to the nearest mil."""
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
