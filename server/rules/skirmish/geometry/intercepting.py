"""Intercepts: where a unit can step into the path of an Engage, and where that stops the engaging
unit (SK-51 to SK-57).
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from server.rules.skirmish.geometry.contact import STEP, touching
from server.rules.skirmish.geometry.finding.ends import line_meets
from server.rules.skirmish.geometry.lengths import INCH, Mil, Plan, Point, along, plan_length
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover
from server.rules.skirmish.geometry.plane.circles import directions
from server.rules.skirmish.geometry.plane.obstacles import nearest, outline_distance
from server.rules.skirmish.geometry.plane.shapes import box
from server.rules.skirmish.geometry.stopping import Stopped, part
from server.rules.skirmish.geometry.ways import Leg, Route

REACH = 2 * INCH  # how far an interceptor moves, in one straight line (SK-51)
OVERLAP = 1  # mil by which its base must at least be in the path (SK-52)
RAYS = 2  # every second of the 128 directions is tried for a place to step to
PACES = 8  # lengths tried in each direction

Fault = Literal["far", "barred", "room", "contact", "aside"]
"""Why an interceptor may not go to a place: too far, no clear straight line, no room, contact with
another enemy, or not in the path.
"""


class Intercept:
    """An Engage that may be intercepted: the engaging unit and its route."""

    def __init__(
        self, ground: Ground, bodies: Sequence[Body], engaging: Body, route: Route
    ) -> None:
        self.ground = ground
        self.bodies = bodies
        self.engaging = engaging
        # Without the jumps: a unit in the air cannot be intercepted (SK-54;
        # test_nobody_blocks_what_is_in_the_air).
        self.legs = [leg for leg in route.legs if leg.kind in ("walk", "ladder", "climb", "hop")]
        self.boxes = [(leg, box((leg.start.plan, leg.end.plan))) for leg in self.legs]
        self.route = route

    def fault(self, unit: Body, at: Plan) -> Fault | None:
        """Return why a unit may not intercept at a place; None if it may (SK-51, SK-52, SK-55)."""
        return self._fault(Table(self.ground, self.bodies, Mover(unit)), at)

    def _fault(self, table: Table, at: Plan) -> Fault | None:
        unit = table.body
        floor = table.floor(unit.at)
        # Cheap checks first: `place` tries some five hundred places.
        if floor is None or plan_length(unit.at, at) > REACH:
            return "far"
        if not self._is_in_path(unit, floor.point(at)):
            return "aside"
        if not table.has_room(floor, at):
            return "room"
        here = replace(unit, at=floor.point(at))
        if any(
            touching(body, here)
            for body in table.bodies
            if body.side != unit.side and body.id != self.engaging.id
        ):
            return "contact"
        # Beside a ladder or a climb a base is in the way, but is met only by who ends next to it
        # (SK-16): the engaging unit would never come to it (SK-57).
        if self.met(here) is None:
            return "aside"
        return None if _is_straight(table, floor, at) else "barred"

    def _is_in_path(self, unit: Body, at: Point) -> bool:
        near = unit.radius + self.engaging.radius - OVERLAP
        x, y, z = at
        for leg, (least_x, least_y, most_x, most_y) in self.boxes:
            # Most legs lie aside: their boxes rule them out before anything is measured.
            if not (least_x - near <= x <= most_x + near and least_y - near <= y <= most_y + near):
                continue
            low, high = min(leg.start.z, leg.end.z) - STEP, max(leg.start.z, leg.end.z) + STEP
            if low <= z <= high and _off(leg, at.plan) <= near:
                return True
        return False

    def place(self, unit: Body) -> Point | None:
        """Return the first place tried where a unit can intercept, a near one; None if there is
        none (SK-53).
        """
        table = Table(self.ground, self.bodies, Mover(unit))
        floor = table.floor(unit.at)
        if floor is None or not self._is_near(unit):
            return None
        for at in self._tries(unit):
            if self._fault(table, at) is None:
                return floor.point(at)
        return None

    def _is_near(self, unit: Body) -> bool:
        far = REACH + unit.radius + self.engaging.radius
        return any(_off(leg, unit.at.plan) < far for leg in self.legs)

    def _tries(self, unit: Body) -> Iterator[Plan]:
        """Yield places to try: first straight towards the path, from its edge on; then all
        around.
        """
        here = unit.at.plan
        rim = unit.radius + self.engaging.radius
        towards = [nearest((leg.start.plan, leg.end.plan), here) for leg in self.legs]
        # Each nearest point of a leg once, the closest first: the first possible place is suggested
        # to the player.
        for foot in sorted(dict.fromkeys(towards), key=lambda each: plan_length(here, each)):
            least = max(0, plan_length(here, foot) - rim + OVERLAP)
            for pace in range(PACES + 1):
                far = least + (REACH - least) * pace // PACES
                if least <= REACH and far <= plan_length(here, foot):
                    yield along(here, foot, far)
        for pace in range(1, PACES + 1):
            for x, y in directions()[::RAYS]:
                yield along(here, (here[0] + x, here[1] + y), REACH * pace // PACES)

    def met(self, unit: Body) -> Stopped | None:
        """Return how far the engaging unit comes until it touches the interceptor, `unit`, at its
        new place; None if the route does not touch it (SK-57).
        """
        rim = unit.radius + self.engaging.radius
        done: list[Leg] = []
        for leg in self.route.legs:
            far = _first(leg, unit, rim)
            if far is not None:
                cut = part(leg, far) if far < leg.length else leg
                return Stopped((*done, cut) if far else tuple(done), cut.end if far else leg.start)
            done.append(leg)
        return None


def _off(leg: Leg, at: Plan) -> Mil:
    return outline_distance((leg.start.plan, leg.end.plan), at)


def _first(leg: Leg, unit: Body, rim: Mil) -> Mil | None:
    """Return after how many mils of a leg the bases first touch; None if they do not."""
    if leg.kind in ("across", "down"):
        return None
    if leg.kind in ("ladder", "climb"):
        # On these legs only their end counts as a place of contact (SK-16).
        is_met = plan_length(leg.end, unit.at) < rim and abs(leg.end.z - unit.at.z) <= STEP
        return leg.length if is_met else None
    if min(abs(leg.start.z - unit.at.z), abs(leg.end.z - unit.at.z)) > STEP:
        return None
    if plan_length(leg.start, unit.at) <= rim:
        return 0
    if outline_distance((leg.start.plan, leg.end.plan), unit.at.plan) >= rim:
        return None
    meets = line_meets(unit.at.plan, rim, leg.start.plan, leg.end.plan)
    return plan_length(leg.start, meets[0]) if meets else None


def _is_straight(table: Table, floor: Floor, at: Plan) -> bool:
    """Return whether the straight line to a place is clear (SK-51)."""
    here = table.body.at.plan
    if here == at:
        return True
    # An obstacle that it is too near to already does not keep it from leaving.
    return floor.region.keeps(here, at) and not any(
        each.blocks(here, at) for each in table.obstacles(floor) if not each.bars(here)
    )
