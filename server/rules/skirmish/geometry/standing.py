"""Standing: room at a place, the nearest room, falls, ledges (SK-12, SK-87, SK-91)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from server.rules.skirmish.geometry.contact import STEP, touching
from server.rules.skirmish.geometry.finding.ends import circles_meet, line_meets
from server.rules.skirmish.geometry.lengths import INCH, Mil, Plan, Point, along
from server.rules.skirmish.geometry.levels.floors import Floor, floors, on_level
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover
from server.rules.skirmish.geometry.plane.circles import directions
from server.rules.skirmish.geometry.plane.obstacles import nearest, outline_distance
from server.rules.skirmish.geometry.plane.shapes import box, square

RING = INCH // 4  # mils between the rings around a place that are tried for room
RINGS = 24  # rings tried: up to 6 inches, farther than any crowd around a unit
LEDGE = INCH  # the distance from the base within which a ledge is dangerous (SK-91)
DROP = 2 * INCH  # the depth from which on a ledge is dangerous (SK-91)


def has_room(ground: Ground, bodies: Sequence[Body], body: Body) -> bool:
    """Return whether a unit may stand where its body is: on a surface, overlapping nothing
    (SK-12).
    """
    return _stands(Table(ground, bodies, Mover(body)), body.at)


def _stands(table: Table, at: Point) -> bool:
    floor = table.floor(at)
    return floor is not None and floor.point(at.plan).z == at.z and table.has_room(floor, at.plan)


def fitting(
    ground: Ground, bodies: Sequence[Body], body: Body, grid: Iterable[Point]
) -> Iterator[Point]:
    """Yield the places of a grid at which a unit may stand, each on the highest surface there that
    is up to an inch above it (SK-12).
    """
    # One table for all: a place by itself takes several times as long.
    table = Table(ground, bodies, Mover(body))
    for at in grid:
        here = _surface(table, at.plan, at.z + STEP)
        if here is not None and _stands(table, here):
            yield at


def touched(bodies: Sequence[Body], body: Body) -> tuple[Body, ...]:
    """Return the other bodies that a unit is in base contact with, in the order of `bodies`."""
    return tuple(each for each in bodies if each.id != body.id and touching(each, body))


def surface(ground: Ground, body: Body, at: Plan) -> Point | None:
    """Return the highest surface at a point that is not above the unit; None off the board."""
    return _surface(Table(ground, (), Mover(body)), at, body.at.z)


def _surface(table: Table, at: Plan, high: Mil) -> Point | None:
    found = [floor.point(at) for floor in table.floors if floor.region.holds(at)]
    return max((each for each in found if each.z <= high), key=lambda each: each.z, default=None)


def fall(ground: Ground, bodies: Sequence[Body], body: Body, at: Point) -> Point | None:
    """Return where a unit that falls from a point comes to stand, beside units there (SK-87).

    It is on the highest floor more than an inch below the point that has room nearby; None if none
    has room within 6 inches.
    """
    below = _below(ground, body, at)
    # Only bodies at the levels of these floors matter to it.
    near = [each for each in bodies if any(on_level(each, floor, body.height) for floor in below)]
    return _fallen(ground, tuple(near), body, at)


def _below(ground: Ground, body: Body, at: Point) -> list[Floor]:
    """Return the floors below a point from which a unit falls, the highest first."""
    return sorted(
        # A floor up to an inch below is a step down, not a fall.
        (
            floor
            for floor in floors(ground, body.radius, body.height)
            if floor.z < at.z - INCH and _is_under(floor, at.plan)
        ),
        key=lambda floor: -floor.z,
    )


# Who foresees a fall lets the same one happen once for each way its dice can lie.
@lru_cache(maxsize=256)
def _fallen(ground: Ground, bodies: tuple[Body, ...], body: Body, at: Point) -> Point | None:
    table = Table(ground, bodies, Mover(body))
    for floor in _below(ground, body, at):
        found = nearest_room(table, floor, at.plan)
        if found is not None:
            return floor.point(found)
    return None


def falls_freely(
    ground: Ground, bodies: Sequence[Body], body: Body, at: Point, others: Sequence[Mil]
) -> bool:
    """Return whether a unit that falls from a point comes to stand on dry, level ground without an
    edge wherever else bodies of these radii may lie by then. False if that is not certain.
    """
    below = _below(ground, body, at)
    if len(below) != 1 or below[0].piece is not None:
        return False
    far = RING * RINGS + body.radius
    special = [piece.outline for piece in ground.terrain if piece.water != "none"]
    special += [step.outline for step in below[0].steps]
    for low_x, low_y, high_x, high_y in (box(outline, far) for outline in special):
        if low_x <= at.x <= high_x and low_y <= at.y <= high_y:
            return False
    # Each of the others takes one of these places at most.
    apart = 2 * (body.radius + max(others, default=0))
    table, free = Table(ground, bodies, Mover(body)), list[Plan]()
    for place in _rings(at.plan):
        if len(free) > len(others):
            break
        if all(square(place, taken) > apart * apart for taken in free) and table.has_room(
            below[0], place
        ):
            free.append(place)
    return len(free) > len(others)


def _is_under(floor: Floor, at: Plan) -> bool:
    return floor.piece is None or floor.region.holds(at)


def nearest_room(
    table: Table, floor: Floor, at: Plan, but: frozenset[str] = frozenset()
) -> Plan | None:
    """Return the place of a floor nearest to `at` where the unit has room; None if there is none
    within 6 inches. `but` are ids of bodies that make way.
    """
    if but:
        rest = [body for body in table.bodies if body.id not in but]
        table = Table(table.ground, rest, table.mover)
    # By distance first, as asking for room takes far longer and the first one will do.
    found = sorted((square(place, at), place) for place in _candidates(table, floor, at))
    return next((place for _, place in found if table.has_room(floor, place)), None)


def _candidates(table: Table, floor: Floor, at: Plan) -> Iterator[Plan]:
    """Yield places where the nearest room can be: here, on the edges of obstacles, then on
    rings.
    """
    yield at
    yield nearest(floor.region.outline, at)
    far = RING * RINGS
    rims = [(body.at.plan, body.radius + table.radius) for body in table.near(floor, at, far)]
    sides: list[tuple[Plan, Plan]] = []
    outline = floor.region.outline
    sides += zip(outline, (*outline[1:], outline[0]), strict=True)
    for wall in floor.walls:
        if not wall.reaches(at, far):
            continue
        rims += [(corner, wall.radius) for corner in wall.corners]
        for (ax, ay), (bx, by) in zip(
            wall.corners, (*wall.corners[1:], wall.corners[0]), strict=True
        ):
            out = (by - ay, ax - bx)
            a = along((ax, ay), (ax + out[0], ay + out[1]), wall.radius)
            b = along((bx, by), (bx + out[0], by + out[1]), wall.radius)
            sides.append((a, b))
            yield nearest((a, b), at)
    for number, (centre, rim) in enumerate(rims):
        if centre != at:
            yield along(centre, at, rim)
        for other, far_rim in rims[:number]:
            yield from circles_meet(centre, rim, other, far_rim)
        for a, b in sides:
            yield from line_meets(centre, rim, a, b)
    yield from _rings(at)


def _rings(at: Plan) -> Iterator[Plan]:
    """Yield places in rings round a place, the inner ones first."""
    for ring in range(1, RINGS + 1):
        for x, y in directions()[::8]:
            yield along(at, (at[0] + x, at[1] + y), ring * RING)


# Asked of the same unit again and again while a melee is foreseen.
@lru_cache(maxsize=256)
def ledges(ground: Ground, body: Body) -> tuple[Point, ...]:
    """Return the nearest points of dangerous ledges: within 1 inch of the base, without a railing,
    and 2 inches or more above what is beyond (SK-91).
    """
    table = Table(ground, (), Mover(body))
    floor = table.floor(body.at)
    if floor is None or floor.piece is None:
        return ()
    found = []
    outline = floor.region.outline
    for number, (a, b) in enumerate(zip(outline, (*outline[1:], outline[0]), strict=True)):
        at = nearest((a, b), body.at.plan)
        # No unit falls over a railing, however near it is (SK-91).
        if number in floor.piece.railings:
            continue
        if outline_distance((a, b), body.at.plan) > body.radius + LEDGE:
            continue
        # A mil beyond the edge: outlines go anticlockwise, so outside is to the right of a side.
        beyond = (at[0] + (b[1] > a[1]) - (b[1] < a[1]), at[1] + (a[0] > b[0]) - (a[0] < b[0]))
        below = max(
            (each.point(beyond).z for each in table.floors if each.region.holds(beyond)), default=0
        )
        if floor.z - below >= DROP:
            found.append(Point(*at, floor.z))
    return tuple(found)
