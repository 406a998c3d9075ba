"""The table for one moving unit: its floors, and the obstacles on each (SK-14, SK-15)."""

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from server.rules.skirmish.geometry.contact import STEP
from server.rules.skirmish.geometry.lengths import Mil, Plan, Point, plan_length
from server.rules.skirmish.geometry.levels.floors import (
    Floor,
    floor_of,
    in_the_way,
    on_level,
    room_at,
)
from server.rules.skirmish.geometry.levels.links import Link, links
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover
from server.rules.skirmish.geometry.plane.clearance import CLEAR, Clearance
from server.rules.skirmish.geometry.plane.obstacles import Obstacle, disc, outlines
from server.rules.skirmish.geometry.plane.planner import (
    ROUNDING,
    Aim,
    Doubt,
    MayEnd,
    Search,
    Way,
    never,
)
from server.rules.skirmish.geometry.plane.pockets import Pockets
from server.rules.skirmish.geometry.plane.shapes import Outline
from server.rules.skirmish.geometry.ways import Check

MOST_WAYS = 256  # ways that are kept at once for movers of one kind

Walk = tuple[int, Plan, object, Mil | None]
"""A walk that is asked for on a table: the floor's number, the place where it starts, where it
leads to (a place, or the `key` of a goal), and how many mils long it may be; None for any length.
"""


class Known:
    """What was found out about the ground and the bodies on it for movers of one kind, wherever
    they stand. It is kept for the next search: few units move between two of them, and a unit asks
    for ways to several others.
    """

    __slots__ = (
        "aims",
        "clearances",
        "crossings",
        "crowds",
        "ends",
        "high",
        "landings",
        "obstacles",
        "pockets",
        "stretches",
        "walks",
    )

    def __init__(self) -> None:
        self.obstacles: dict[int, list[Obstacle]] = {}
        self.clearances: dict[int, Clearance] = {}
        self.crowds: dict[int, list[Obstacle]] = {}
        self.pockets: dict[tuple[int, ...], Pockets] = {}
        # Kept for `finding.ends` and `finding.crossing`.
        self.aims: dict[tuple[int, object], list[Aim]] = {}
        self.ends: dict[tuple[int, Body], list[Plan]] = {}
        self.landings: dict[tuple[Link, Plan, Aim], tuple[Plan, ...]] = {}
        self.high: dict[Link, tuple[list[Outline], list[Obstacle]]] = {}
        self.crossings: dict[tuple[Link, Aim | None, bool], tuple[tuple[Plan, Plan], ...]] = {}
        # Kept for `finding.stretches`, and None for what is not known of a link.
        self.stretches: dict[
            tuple[Link, Aim | None, Mil], tuple[tuple[Plan, Plan], ...] | None
        ] = {}
        # Kept for `finding.finder`.
        self.walks: dict[Walk, Way | None] = {}


class _Kind(NamedTuple):
    """All that matters of a mover but its place: its base, and what it passes and crosses."""

    radius: Mil
    slim: Mil
    height: Mil
    side: str
    crosses: tuple[bool, bool, Mil, Mil]
    is_ghostly: bool
    is_dry: bool


@lru_cache(maxsize=64)
def _known(ground: Ground, bodies: tuple[Body, ...], kind: _Kind) -> Known:
    """Return what is known of a table. It is kept by the values that all of it follows from."""
    return Known()


_Around = tuple[list[Obstacle], list[Body]]
"""The bodies around a way: those that are in the way, and those where it ends."""

_Ways = dict[tuple[int, Plan, tuple[Aim, ...]], tuple[Way, _Around]]
"""The shortest ways from places to aims on floors of a number, with the bodies around each."""


@lru_cache(maxsize=64)
def _ways(ground: Ground, kind: _Kind) -> _Ways:
    """Return the ways that are known of a board, whoever else is on it."""
    return {}


class Table:
    """The ground and the bodies on it, for one mover. Its base is taken as `narrower` mils narrower
    (`slim`). On a `dry` table difficult ground and water are obstacles, too.
    """

    def __init__(
        self,
        ground: Ground,
        bodies: Sequence[Body],
        mover: Mover,
        narrower: Mil = 0,
        *,
        dry: bool = False,
    ) -> None:
        self.ground = ground
        self.mover = mover
        self.body = mover.body
        self.bodies = [body for body in bodies if body.id != mover.body.id]
        self.radius = mover.body.radius
        self.slim = max(1, mover.body.radius - narrower)
        self.height = mover.body.height
        self.all_links = links(ground, self.slim, self.height)
        self.floors = self.all_links.floors
        self.dry = dry
        self._known: Known | None = None

    @property
    def known(self) -> Known:
        """Return what was found out about such a table before."""
        # Only once it is asked for: whether a unit may stand somewhere is asked more often.
        if self._known is not None:
            return self._known
        self._known = _known(self.ground, tuple(self.bodies), self._kind)
        return self._known

    @property
    def _kind(self) -> _Kind:
        mover = self.mover
        crosses = (mover.ladders, mover.climbs, mover.across, mover.down)
        return _Kind(
            self.radius, self.slim, self.height, self.body.side, crosses, mover.ghostly, self.dry
        )

    def links(self, floor: Floor, check: Check | None) -> tuple[Link, ...]:
        """Return the links that leave a floor: those without a Check, and those of the kind of a
        Check that is to be made next.
        """
        return self.all_links.leaving(floor.number, None if check is None else check.kind)

    def floor(self, at: Point) -> Floor | None:
        """Return the floor of a place; None if there is none."""
        return floor_of(self.floors, at)

    def obstacles(self, floor: Floor) -> list[Obstacle]:
        """Return the obstacles that the mover's centre keeps away from on a floor."""
        known = self.known.obstacles
        found = known.get(floor.number)
        if found is None:
            found = []
            if not self.mover.ghostly:
                found = floor.walls + self.crowd(floor)
            if self.dry:
                found += outlines(
                    (
                        piece.outline
                        for piece in self.ground.terrain
                        if piece.is_slow and abs(piece.high - floor.z) <= STEP
                    ),
                    self.radius,
                )
            known[floor.number] = found
        return found

    def crowd(self, floor: Floor) -> list[Obstacle]:
        """Return the bodies among the obstacles of a floor."""
        known = self.known.crowds
        found = known.get(floor.number)
        if found is None:
            found = known[floor.number] = [
                disc(body.at.plan, body.radius + self.slim)
                for body in in_the_way(self.bodies, self.body, floor)
                if not self.mover.ghostly
            ]
        return found

    def has_room(self, floor: Floor, at: Plan) -> bool:
        """Return whether the mover may stand with its centre at a place (SK-12)."""
        return room_at(self.bodies, self.body, floor, at, self.slim)

    def near(self, floor: Floor, at: Plan, far: Mil) -> list[Body]:
        """Return the bodies at a floor's level whose centres are less than `far` mils from a
        place.
        """
        return [
            body
            for body in self.bodies
            if on_level(body, floor, self.height)
            and (body.at.x - at[0]) ** 2 + (body.at.y - at[1]) ** 2 < far * far
        ]

    def way(
        self,
        floor: Floor,
        start: Plan,
        aims: Sequence[Aim],
        may_end: MayEnd,
        longest: Mil | None = None,
        doubt: Doubt = never,
    ) -> Way | None:
        """Return the shortest way over a floor to one of the aims, where `may_end` allows it to
        end; None if there is none of at most `longest` mils. `doubt` says that there is certainly
        none; it is asked if the search is a long one.
        """
        clearance = self.clearance(floor)
        near = clearance.over(start)
        if near:
            eased = list(clearance.obstacles)
            for number in near:
                eased[number] = _eased(eased[number], start)
            clearance = Clearance(eased, floor.region)
        elif len(aims) == 1 and not aims[0].stop and floor.region.is_convex:
            # Most walks to a link are straight: a search would find so, with more to prepare.
            at = aims[0].at
            far = plan_length(start, at)
            is_short = longest is None or far <= longest
            if is_short and clearance.straight(start, at) == CLEAR and may_end(at):
                return Way((start, at) if far else (start,), far)
        known, key = _ways(self.ground, self._kind), (floor.number, start, tuple(aims))
        if key in known:
            way, around = known[key]
            if around == self._around(floor, start, aims, way.length):
                return way if longest is None or way.length <= longest else None
        found = Search(start, aims, clearance).run(may_end, longest, doubt)
        # A straight way is found as fast as it is known that nobody has moved into it.
        if found is not None and len(found.places) > 2:
            if len(known) >= MOST_WAYS:
                known.clear()
            known[key] = found, self._around(floor, start, aims, found.length)
        return found

    def _around(self, floor: Floor, start: Plan, aims: Sequence[Aim], far: Mil) -> _Around:
        """Return the bodies that matter to a search that finds a way of `far` mils. It looks at
        nothing that would be a detour to a longer one, so it finds the same way as long as these
        bodies are the same.
        """
        (x, y), (to_x, to_y) = start, aims[0].at
        spread = max(plan_length(aims[0].at, aim.at) + aim.stop for aim in aims)
        far += spread + 2 * ROUNDING
        crowd = []
        for each in self.crowd(floor):
            at_x, at_y = each.corners[0]
            one = (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y)
            two = (at_x - to_x) * (at_x - to_x) + (at_y - to_y) * (at_y - to_y)
            if isqrt(one) + isqrt(two) <= far + 2 * each.radius:
                crowd.append(each)
        wide = max((body.radius for body in self.bodies), default=0) + self.radius
        return crowd, self.near(floor, aims[0].at, spread + wide)

    def clearance(self, floor: Floor) -> Clearance:
        """Return what the mover's centre keeps away from on a floor, with what is known of it."""
        known = self.known.clearances
        found = known.get(floor.number)
        if found is None:
            walls = None if self.mover.ghostly else floor.clearance
            found = known[floor.number] = Clearance(self.obstacles(floor), floor.region, walls)
        return found

    def pockets(self, floor: Floor, start: Plan) -> Pockets:
        """Return the pockets of a floor for walks from a place. Obstacles that the place is too
        near to already do not count, as a walk may leave them.
        """
        obstacles = self.obstacles(floor)
        left = self.clearance(floor).over(start)
        key = (floor.number, *left)
        known = self.known.pockets
        found = known.get(key)
        if found is None:
            solid = [each for number, each in enumerate(obstacles) if number not in left]
            found = known[key] = Pockets(solid, floor.region)
        return found


def _eased(obstacle: Obstacle, start: Plan) -> Obstacle:
    """Return an obstacle for a unit that is too near to it already: it may only get farther
    away.
    """
    return Obstacle(obstacle.corners, obstacle.off(start))
