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
from server.rules.skirmish.geometry.levels.links import SIDEWAYS, Link
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body
from server.rules.skirmish.geometry.plane.obstacles import Obstacle, outline_distance
from server.rules.skirmish.geometry.plane.planner import Aim
from server.rules.skirmish.geometry.plane.pockets import ROUGH, SURE

FREER = 1 + SURE // 2  # mils by which a rim's ends are looked for nearer to obstacles than allowed


class AtPlace:
    """The goal to stand at a place. `key` is all that walks to a goal depend on, but the table."""

    ends_on_links = False
    ends_on_walks = True

    def __init__(self, table: Table, at: Point) -> None:
        self.table = table
        self.at = at.plan
        self.floor = table.floor(at)
        self.key: object = (at,)

    def aims(self, floor: Floor) -> list[Aim]:
        """Return the aims of a walk on a floor, [] if the goal is not on it."""
        # Without room there is no search: it would go everywhere before it found none.
        return [Aim(self.at)] if self.may_end(floor, self.at) else []

    def ends(self, floor: Floor) -> list[Plan] | None:
        """Return the places of a floor where a walk may end."""
        return [aim.at for aim in self.aims(floor)]

    def is_level(self, floor: Floor) -> bool:
        """Return whether the goal is on a floor."""
        return self._is_on(floor)

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

    def is_beside(self, a: Plan, b: Plan) -> bool:
        """Return False: no leg meets this goal on its way, only where it ends."""
        return False


class InContact:
    """The goal to touch all targets; to all but one of them a gap of `slack` mils is allowed."""

    ends_on_links = True
    ends_on_walks = True

    def __init__(self, table: Table, targets: Sequence[Body], slack: Mil = 0) -> None:
        self.table = table
        self.targets = targets
        self.slack = slack
        # A dive at the same targets is another goal: no walk ends there.
        self.key: object = (tuple(targets), slack, self.ends_on_walks)
        self._aims: dict[int, list[Aim]] = {}

    def aims(self, floor: Floor) -> list[Aim]:
        """Return the aims of a walk on a floor, [] if the goal cannot be met on it."""
        found = self._aims.get(floor.number)
        if found is None:
            known, key = self.table.known.aims, (floor.number, self.key)
            if key not in known:
                known[key] = self._found(floor)
            found = self._aims[floor.number] = known[key]
        return found

    def _found(self, floor: Floor) -> list[Aim]:
        if not self.is_level(floor):
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

    def is_level(self, floor: Floor) -> bool:
        """Return whether a unit on a floor, or on a step of it beside the first target, may be as
        high and as near as contact with all targets asks for (SK-10).
        """
        first = self.targets[0]
        rim = first.radius + self.table.radius + max(TOUCH, self.slack) + ROUGH
        # The top of a ladder's leg is above its foot, so it may be off the floor.
        if floor.region.is_far(first.at.plan, rim + SIDEWAYS):
            return False
        # Its own height first: most often it decides, without a look at the steps.
        return self._is_as_high(floor.z) or any(
            self._is_as_high(step.high) and outline_distance(step.outline, first.at.plan) <= rim
            for step in floor.steps
        )

    def _is_as_high(self, high: Mil) -> bool:
        return all(abs(high - target.at.z) <= STEP for target in self.targets)

    def ends(self, floor: Floor) -> list[Plan] | None:
        """Return places of a floor so that every place where a walk may end can be reached from one
        of them; None if they are not known.
        """
        if len(self.targets) > 1:
            return [aim.at for aim in self.aims(floor)]
        target, table = self.targets[0], self.table
        rim = target.radius + table.radius
        # From within the rim, or past a target that is no obstacle, a walk may end elsewhere.
        is_apart = plan_length(target.at, table.body.at) > rim + TOUCH + ROUGH
        is_solid = any(each.corners[0] == target.at.plan for each in table.crowd(floor))
        if not (is_apart and is_solid) or table.dry:
            return None
        known, key = table.known.ends, (floor.number, target)
        found = known.get(key)
        if found is None:
            found = known[key] = _free_ends(table, floor, target, rim)
        return found

    def may_end(self, floor: Floor, at: Plan) -> bool:
        """Return whether the way may end at a place of a floor."""
        return self.touches(floor.point(at)) and self.table.has_room(floor, at)

    def is_met(self, at: Point, kind: LegKind) -> bool:
        """Return whether a route ends where a leg ends, with room to stand or not (SK-67)."""
        return self.touches(at)

    def is_beside(self, a: Plan, b: Plan) -> bool:
        """Return whether a leg that ends somewhere on the line from a to b may touch the target."""
        first = self.targets[0]
        far = first.radius + self.table.radius + max(TOUCH, self.slack) + ROUGH
        return outline_distance((a, b), first.at.plan) <= far

    def touches(self, at: Point) -> bool:
        """Return whether a base at a place is in contact with all targets."""
        gaps: list[Mil] = []
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
        if len(self.targets) == 1:
            target = self.targets[0]
            return plan_length(at, target.at) - target.radius - self.table.radius - self.slack
        return max(
            # Less the slack: the search (A*) relies on it never being more than the distance.
            plan_length(at, target.at) - target.radius - self.table.radius - self.slack
            for target in self.targets
        )


Goal = AtPlace | InContact


class InDive(InContact):
    """The goal to land in contact with the target by a jump down (SK-63)."""

    ends_on_walks = False

    def aims(self, floor: Floor) -> list[Aim]:
        """Return []: walking into contact is no dive (SK-64)."""
        return []

    def is_near(self, link: Link) -> bool:
        """Return whether a jump down over a side may land in contact."""
        target = self.targets[0]
        far = self.table.mover.down + target.radius + self.table.radius + TOUCH + ROUGH
        return outline_distance((link.first, link.last), target.at.plan) <= far

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


def _free_ends(table: Table, floor: Floor, target: Body, rim: Mil) -> list[Plan]:
    """Return the ends of the parts of a rim where a base may have room; a place of it if all of it
    is free. Obstacles count as a little smaller, so that no part is missed.
    """
    at = target.at.plan
    shapes = [
        Obstacle((body.at.plan,), body.radius + table.slim)
        for body in table.near(floor, at, 2 * (rim + table.radius) + rim)
        if body.id != target.id
    ]
    shapes += [wall for wall in floor.walls if wall.reaches(at, rim + 1)]
    found = [meeting for shape in shapes for meeting in _meetings(at, rim, shape)]
    for side in _pairs(floor.region.outline):
        found += line_meets(at, rim, *side)
    return [
        place
        for place in dict.fromkeys(found or [(at[0] + rim, at[1])])
        if outline_distance(floor.region.outline, place) <= ROUGH
        and not any(shape.off(place) < shape.radius - FREER - ROUGH for shape in shapes)
    ]


def _meetings(at: Plan, rim: Mil, shape: Obstacle) -> Iterator[Plan]:
    """Yield where a rim meets the edge of what an obstacle surely keeps free."""
    far = shape.radius - FREER
    for corner in shape.corners:
        yield from circles_meet(at, rim, corner, far)
    for a, b in _pairs(shape.corners) if len(shape.corners) > 1 else ():
        side = (b[1] - a[1], a[0] - b[0])
        ends = [along(each, (each[0] + side[0], each[1] + side[1]), far) for each in (a, b)]
        yield from line_meets(at, rim, *ends)


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
