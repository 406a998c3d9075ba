"""Floors: the table itself and every top of terrain that units can stand on (SK-12).

Terrain that rises up to 1 inch above a floor is a part of it: a walk goes up and down there for
free. A top that is higher is a floor of its own.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from server.rules.skirmish.geometry.contact import STEP
from server.rules.skirmish.geometry.lengths import Mil, Plan, Point
from server.rules.skirmish.geometry.pieces import Body, Ground, Terrain
from server.rules.skirmish.geometry.plane.circles import GRAZE
from server.rules.skirmish.geometry.plane.clearance import Clearance
from server.rules.skirmish.geometry.plane.obstacles import Obstacle, outlines
from server.rules.skirmish.geometry.plane.regions import Region
from server.rules.skirmish.geometry.plane.shapes import Outline, box, holds


class Floor:
    """A level surface: its height `z`, its region, and the terrain on it.

    `piece` is the terrain whose top it is, None for the table. `walls` are the obstacles for a base
    and a body of the size that the floors were made for, with a `clearance` that keeps what is
    known of them; `steps` is terrain that a walk steps onto.
    """

    __slots__ = ("_boxed", "clearance", "number", "piece", "region", "steps", "walls", "z")

    def __init__(
        self,
        number: int,
        piece: Terrain | None,
        outline: Outline,
        z: Mil,
        walls: list[Obstacle],
        steps: list[Terrain],
    ) -> None:
        self.number = number
        self.piece = piece
        self.region = Region(outline)
        self.z = z
        self.walls = walls
        self.steps = steps
        self.clearance = Clearance(walls, self.region)
        self._boxed = [(box(step.outline), step) for step in steps]

    def point(self, at: Plan) -> Point:
        """Return a place of the floor with its height, which is that of a step if one is there."""
        x, y = at
        if not self._boxed:
            return Point(x, y, self.z)
        high = None
        # Boxes first: few places of a way are on a step.
        for (least_x, least_y, most_x, most_y), step in self._boxed:
            if (
                least_x <= x <= most_x
                and least_y <= y <= most_y
                and (high is None or step.high > high)
                and holds(step.outline, at)
            ):
                high = step.high
        return Point(x, y, self.z if high is None else high)

    def admits(self, at: Plan) -> bool:
        """Return whether terrain allows a base to stand with its centre here."""
        if not self.region.holds(at):
            return False
        x, y = at
        for wall in self.walls:
            least_x, least_y, most_x, most_y = wall.box
            # Most walls are far off, and a search asks this of thousands of places.
            if least_x < x < most_x and least_y < y < most_y and wall.bars(at):
                return False
        return True


@lru_cache(maxsize=64)
def floors(ground: Ground, radius: Mil, height: Mil) -> tuple[Floor, ...]:
    """Return the floors of a board for bases of a radius and bodies of a height, the table first.

    They are cached by the board's value, for the many units of the same size that move over it.
    Compare floors by their numbers, as two calls may return different objects.
    """
    width, depth = ground.size
    table = ((0, 0), (width, 0), (width, depth), (0, depth))
    tops = [
        piece
        for piece in ground.terrain
        if piece.high > STEP and piece.high > piece.low and not piece.impassable
    ]
    laid: list[tuple[Terrain | None, Outline, Mil]] = [(None, table, 0)]
    laid += [(piece, piece.outline, piece.high) for piece in tops]
    return tuple(
        Floor(
            number,
            own,
            outline,
            z,
            outlines((piece.outline for piece in _walls(ground, own, z, height)), radius),
            [
                piece
                for piece in ground.terrain
                if piece is not own
                and z < piece.high <= z + STEP
                and piece.low <= z
                and not (own is None and piece.impassable)
            ],
        )
        for number, (own, outline, z) in enumerate(laid)
    )


def _walls(ground: Ground, own: Terrain | None, z: Mil, height: Mil) -> list[Terrain]:
    """Return the terrain that a body of a height may not cut on a floor."""
    found = []
    for piece in ground.terrain:
        if piece is own or piece.low >= z + height:
            continue
        # Impassable ground is a wall even if it is flat; other terrain only if it is too high to
        # step onto.
        if piece.high > z + STEP or (piece.impassable and piece.high >= z):
            found.append(piece)
    return found


def floor_of(all_floors: Iterable[Floor], at: Point) -> Floor | None:
    """Return the floor of a place: the nearest in height, at most 1 inch off; None if there is
    none.
    """
    best, least = None, STEP + 1
    for floor in all_floors:
        # A step is at most so much higher than its floor. Of floors equally near, the first one
        # is taken: floors cannot be compared.
        if -STEP <= at.z - floor.z <= 2 * STEP and floor.region.holds(at.plan):
            off = abs(floor.point(at.plan).z - at.z)
            if off < least:
                best, least = floor, off
    return best


def on_level(body: Body, floor: Floor, height: Mil) -> bool:
    """Return whether a body is in the way of another body of `height` on a floor."""
    return body.at.z < floor.z + height and floor.z < body.at.z + body.height


def in_the_way(bodies: Sequence[Body], own: Body, floor: Floor) -> list[Body]:
    """Return the bodies that a unit may not pass on a floor (SK-14)."""
    return [
        body
        for body in bodies
        if body.id != own.id
        and not (body.passable and body.side == own.side)
        and on_level(body, floor, own.height)
    ]


def room_at(
    bodies: Sequence[Body], own: Body, floor: Floor, at: Plan, radius: Mil | None = None
) -> bool:
    """Return whether terrain and other bases allow a unit to stand at a place of a floor (SK-12),
    with a mil of rounding between bases.

    `radius` replaces the base's own where a narrower one is enough.
    """
    wide = own.radius if radius is None else radius
    if not floor.admits(at):
        return False
    x, y = at
    low, high = floor.z, floor.z + own.height
    for body in bodies:
        there = body.at
        far = body.radius + wide - GRAZE
        if (
            -far < there.x - x < far
            and -far < there.y - y < far
            and there.z < high
            and low < there.z + body.height
            and (there.x - x) ** 2 + (there.y - y) ** 2 < far * far
            and body.id != own.id
        ):
            return False
    return True
