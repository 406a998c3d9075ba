"""What holds for every way on every table: it is free, it is the shortest, and nothing but the
places of things to each other counts.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import pytest
from hypothesis import Phase, assume, example, given
from hypothesis import settings as tried
from hypothesis import strategies as any_
from msgspec.structs import replace

from server.rules.skirmish.geometry.contact import distance
from server.rules.skirmish.geometry.lengths import Mil, Plan, Point, length, plan_length
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover, Terrain
from server.rules.skirmish.geometry.routes import to_contact, to_place
from server.rules.skirmish.geometry.sight import view
from server.rules.skirmish.geometry.standing import has_room
from server.rules.skirmish.geometry.ways import Route
from tests.rules.skirmish.geometry.reference import Shape, off, shortest

SIZE = 100000
FEW = tried(
    max_examples=40, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate]
)
"""Ways are dear to try: the same few tables every time, as they are found."""
ROUNDED = 2  # mils that a leg's rounding may add or take away

spot = any_.tuples(*[any_.integers(44000, 56000)] * 2)


@dataclass(frozen=True)
class Table:
    """A table whose things lie far from its edges, and two places on it."""

    ground: Ground
    bodies: tuple[Body, ...]
    mover: Mover
    end: Point

    @property
    def shapes(self) -> list[Shape]:
        radius = self.mover.body.radius
        walls: list[Shape] = [(piece.outline, radius) for piece in self.ground.terrain]
        return walls + [((body.at.plan,), body.radius + radius) for body in self.bodies]


def crowded(seed: int) -> Table:
    """Boxes and triangles, bodies, and two places with room, close to each other."""
    chance = random.Random(seed)
    pieces = []
    for number in range(chance.randrange(7)):
        x, y = place(chance)
        width, depth = chance.randrange(200, 6000), chance.randrange(200, 6000)
        outline = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
        corners = outline[: chance.choice((3, 4))]
        pieces.append(Terrain(f"t{number}", corners, 0, 3000, opaque=True))
    ground = Ground((SIZE, SIZE), tuple(pieces))
    bodies: tuple[Body, ...] = ()
    for number in range(chance.randrange(9)):
        body = Body(f"u{number}", Point(*place(chance)), 500, 1250, "enemy")
        if has_room(ground, bodies, body):
            bodies = (*bodies, body)
    mover = Body("E", roomy(chance, ground, bodies), 500, 1250, "own")
    return Table(ground, bodies, Mover(mover), roomy(chance, ground, bodies))


def place(chance: random.Random) -> Plan:
    return chance.randrange(44000, 56000), chance.randrange(44000, 56000)


def roomy(chance: random.Random, ground: Ground, bodies: Sequence[Body]) -> Point:
    """A place where a unit has room; far off where none is found soon."""
    tries = (Body("E", Point(*place(chance)), 500, 1250) for _ in range(30))
    return next((each.at for each in tries if has_room(ground, bodies, each)), Point(40000, 40000))


tables = any_.integers(0, 2**32).map(crowded)


def way(table: Table) -> Route | None:
    return to_place(table.ground, table.bodies, table.mover, table.end)


def allowed(*routes: Route) -> Mil:
    return ROUNDED * sum(len(route.legs) for route in routes) + ROUNDED


@pytest.mark.rule("SK-15", "SK-18")
@FEW
@example(crowded(1024))  # an arc that ends beside the middle of a long side
@given(tables)
def test_a_way_is_free_and_as_long_as_the_slow_reference_says(table: Table) -> None:
    route = way(table)
    start, end = table.mover.body.at.plan, table.end.plan
    least = shortest(start, end, table.shapes, around=False)
    most = shortest(start, end, table.shapes, around=True)
    if route is None:
        assert most == inf
        return
    slack = allowed(route)
    assert least - slack <= route.length <= most + slack
    assert route.end == table.end
    assert route.length + slack >= length(route.start, route.end)
    for leg in route.legs:
        for part in range(21):
            at = (
                leg.start.x + (leg.end.x - leg.start.x) * part / 20,
                leg.start.y + (leg.end.y - leg.start.y) * part / 20,
            )
            assert all(off(at, corners) >= radius - 1.01 for corners, radius in table.shapes)


@FEW
@given(tables, spot)
def test_there_and_back_is_as_far_and_a_detour_no_shorter(table: Table, over: Plan) -> None:
    route = way(table)
    assume(route is not None)
    assert route is not None
    back = way(moved(table, table.end, table.mover.body.at))
    assert back is not None
    assert abs(route.length - back.length) <= allowed(route, back)
    first = way(replaced(table, Point(*over)))
    second = way(moved(table, Point(*over), table.end))
    if first is not None and second is not None:
        slack = allowed(route, first, second)
        assert route.length <= first.length + second.length + slack


def moved(table: Table, start: Point, end: Point) -> Table:
    body = replace(table.mover.body, at=start)
    return Table(table.ground, table.bodies, Mover(body), end)


def replaced(table: Table, end: Point) -> Table:
    return Table(table.ground, table.bodies, table.mover, end)


def changed(table: Table, x: tuple[int, int, int], y: tuple[int, int, int]) -> Table:
    """The table with each place (a, b) at (x0 + x1 a + x2 b, y0 + y1 a + y2 b)."""

    def to(at: Plan) -> Plan:
        return x[0] + x[1] * at[0] + x[2] * at[1], y[0] + y[1] * at[0] + y[2] * at[1]

    def shifted(body: Body) -> Body:
        return replace(body, at=Point(*to(body.at.plan), body.at.z))

    pieces = tuple(
        replace(piece, outline=tuple(to(at) for at in piece.outline))
        for piece in table.ground.terrain
    )
    return Table(
        Ground((SIZE, SIZE), pieces),
        tuple(shifted(body) for body in table.bodies),
        Mover(shifted(table.mover.body)),
        Point(*to(table.end.plan)),
    )


def figures(table: Table) -> tuple[object, ...]:
    """Everything that is measured on a table."""
    route, me = way(table), table.mover.body
    contacts = [
        to_contact(table.ground, table.bodies, table.mover, [body]) for body in table.bodies[:2]
    ]
    return (
        route and route.length,
        [each and each.length for each in contacts],
        [distance(me, body) for body in table.bodies],
        [view(table.ground, table.bodies, me, body) for body in table.bodies],
    )


@FEW
@given(tables, any_.tuples(*[any_.integers(-20000, 20000)] * 2))
def test_a_table_that_is_moved_as_a_whole_stays_the_same(table: Table, by: Plan) -> None:
    assert figures(changed(table, (by[0], 1, 0), (by[1], 0, 1))) == figures(table)


@FEW
@given(tables)
def test_a_table_that_is_turned_by_a_quarter_stays_the_same(table: Table) -> None:
    assert figures(changed(table, (SIZE, 0, -1), (0, 1, 0))) == figures(table)


@pytest.mark.rule("SK-5")
@given(any_.lists(any_.tuples(*[any_.integers(0, 36000)] * 3), min_size=3, max_size=3))
def test_distances_are_the_same_both_ways_and_a_detour_is_no_shorter(
    places: list[tuple[int, int, int]],
) -> None:
    a, b, c = (Point(*at) for at in places)
    assert length(a, b) == length(b, a)
    assert plan_length(a, b) == plan_length(b, a)
    assert length(a, c) <= length(a, b) + length(b, c) + 1
    one, two = Body("a", a, 500, 1250), Body("b", b, 1000, 2500)
    assert distance(one, two) == distance(two, one)
