"""Making room for a unit that Engages at a ledge or at the top of a ladder (SK-67 to SK-69)."""

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt

from msgspec import Struct
from msgspec.structs import replace

from server.rules.skirmish.geometry.contact import SLACK, STEP, TOUCH, apart, touching
from server.rules.skirmish.geometry.lengths import Mil, Plan, Point, plan_length, rounded
from server.rules.skirmish.geometry.levels.floors import Floor
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover
from server.rules.skirmish.geometry.standing import nearest_room

TURNS = 12  # steps of 15 degrees to either side: half a turn (SK-69)
ONE = 1 << 30  # the scale of sine and cosine: exact to a thousandth of a mil over any board


class Moved(Struct, frozen=True):
    """A unit that is moved to make room, and its new place."""

    id: str
    at: Point


class Room(Struct, frozen=True):
    """Where the engaging unit stands, and the units that were moved for it. `torn` are pairs of a
    target and a unit that was Engaged with it and could not follow.
    """

    at: Point
    moved: tuple[Moved, ...] = ()
    torn: tuple[tuple[str, str], ...] = ()


def make_room(
    ground: Ground,
    bodies: Sequence[Body],
    mover: Mover,
    end: Point,
    targets: Sequence[Body],
    tied: Mapping[str, Sequence[str]],
) -> Room | None:
    """Return where a unit stands in contact with its targets at the end of its path, and who makes
    room (SK-67 to SK-69); None if nothing fits: the Engage fails then.

    `tied` are the units Engaged with each target, by its id.
    """
    table = Table(ground, bodies, mover)
    floor = table.floor(end) or _nearest_floor(table, end)
    if floor is None:
        return None
    if floor.point(end.plan).z == end.z and table.has_room(floor, end.plan):
        return Room(floor.point(end.plan))
    place = nearest_room(table, floor, end.plan, frozenset(target.id for target in targets))
    if place is None:
        return None
    here = replace(mover.body, at=floor.point(place))
    room = Room(here.at)
    stand = [here if body.id == here.id else body for body in bodies]
    # The mover need not be among the bodies, but those that make room must keep away from it.
    if all(body.id != here.id for body in stand):
        stand.append(here)
    for number, target in enumerate(targets):
        if plan_length(target.at, here.at) >= target.radius + here.radius:
            if touching(target, here) or (number and _nearly_touching(target, here)):
                continue
            if apart(target, here) > TOUCH:
                return None  # who stands off makes no room: no way leads back into contact
        made = _shifted(ground, stand, here, target, tied.get(target.id, ()))
        if made is None:
            return None
        room = Room(here.at, room.moved + made.moved, room.torn + made.torn)
        stand = _with(stand, made.moved)
    return room


def _nearly_touching(target: Body, here: Body) -> bool:
    """Return whether the gap to a further target counts as contact (SK-61)."""
    return apart(target, here) <= SLACK and abs(target.at.z - here.at.z) <= STEP


def _nearest_floor(table: Table, end: Point) -> Floor | None:
    """Return the floor beside a place in the air, such as above the foot of a ladder."""
    found = [
        (plan_length(floor.region.nearest(end.plan), end), floor.number, floor)
        for floor in table.floors
        if abs(floor.z - end.z) <= STEP
    ]
    return min(found, key=lambda each: each[:2])[2] if found else None


def _with(bodies: Sequence[Body], moved: Sequence[Moved]) -> list[Body]:
    places = {each.id: each.at for each in moved}
    return [replace(body, at=places.get(body.id, body.at)) for body in bodies]


def _shifted(
    ground: Ground, bodies: Sequence[Body], here: Body, target: Body, tied: Sequence[str]
) -> Room | None:
    """Return where a target and the units Engaged with it go: straight away from the unit, or
    turned as little as necessary. None if nothing fits.
    """
    others = [body for body in bodies if body.id != target.id and body.id not in tied]
    table = Table(ground, others, Mover(target))
    floor = table.floor(target.at)
    if floor is None:
        return None
    for to in _ways_off(here, target):
        if not (table.has_room(floor, to) and _is_open(table, floor, target.at.plan, to)):
            continue
        at = floor.point(to)
        by = (at.x - target.at.x, at.y - target.at.y)
        # For this try alone: units that were moved in a failed one are back in their places.
        tried = [replace(target, at=at), *others]
        moved, torn = [Moved(target.id, at)], []
        for body in bodies:
            if body.id not in tied:
                continue
            after = _following(ground, tried, body, by)
            if after is None:
                torn.append((target.id, body.id))
                after = body
            else:
                moved.append(Moved(body.id, after.at))
            tried.append(after)
        if not _overlap(tried):
            return Room(here.at, tuple(moved), tuple(torn))
    return None


def _overlap(bodies: Sequence[Body]) -> bool:
    """Return whether another body overlaps the first one at its level."""
    first = bodies[0]
    return any(
        abs(body.at.z - first.at.z) <= STEP
        # A mil of rounding is no overlap: shifted places are whole mils.
        and plan_length(body.at, first.at) < body.radius + first.radius - 1
        for body in bodies[1:]
    )


def _following(ground: Ground, bodies: Sequence[Body], body: Body, by: Plan) -> Body | None:
    """Return a unit shifted like the target that it is Engaged with; None if that is not
    possible.
    """
    table = Table(ground, bodies, Mover(body))
    floor = table.floor(body.at)
    to = (body.at.x + by[0], body.at.y + by[1])
    if floor is None or not table.has_room(floor, to):
        return None
    return replace(body, at=floor.point(to)) if _is_open(table, floor, body.at.plan, to) else None


def _is_open(table: Table, floor: Floor, a: Plan, b: Plan) -> bool:
    """Return whether no wall lies between two places of a floor."""
    return floor.region.keeps(a, b) and not any(
        wall.blocks(a, b) for wall in floor.walls if not wall.bars(a)
    )


def _ways_off(here: Body, target: Body) -> Iterator[Plan]:
    """Yield where a target touches the unit: straight away from it, then turned left and right."""
    rim = here.radius + target.radius
    x, y = target.at.x - here.at.x, target.at.y - here.at.y
    if not (x or y):
        # At the very same place no direction leads away: the x axis is as good as any.
        x = 1
    for number in range(TURNS + 1):
        for sign in (1, -1) if number else (1,):
            cosine, sine = turn(number)
            yield _touching(
                here.at.plan,
                target.at.plan,
                (x * cosine - sign * y * sine, x * sine * sign + y * cosine),
                rim,
            )


def _touching(centre: Plan, start: Plan, towards: Plan, rim: Mil) -> Plan:
    """Return the place where a ray from inside a circle meets its rim."""
    dx, dy = towards
    ex, ey = centre[0] - start[0], centre[1] - start[1]
    whole, dot, across = dx * dx + dy * dy, ex * dx + ey * dy, ex * dy - ey * dx
    share = dot + isqrt(max(0, rim * rim * whole - across * across))
    return start[0] + rounded(dx * share, whole), start[1] + rounded(dy * share, whole)


def turn(number: int) -> tuple[int, int]:
    """Return cosine and sine of `number` times 15 degrees, both times `ONE`."""
    # For 15 degrees they are (root of 6 + root of 2) / 4 and (root of 6 - root of 2) / 4.
    six, two = isqrt(6 * ONE * ONE), isqrt(2 * ONE * ONE)
    step, cosine, sine = ((six + two) // 4, (six - two) // 4), ONE, 0
    for _ in range(number):
        cosine, sine = (
            rounded(cosine * step[0] - sine * step[1], ONE),
            rounded(sine * step[0] + cosine * step[1], ONE),
        )
    return cosine, sine
