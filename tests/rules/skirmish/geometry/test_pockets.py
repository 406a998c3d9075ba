"""Pockets between obstacles: what is called parted has no way, and a closed ring parts."""

import random

import pytest

from server.rules.skirmish.geometry.finding.ends import InContact
from server.rules.skirmish.geometry.finding.finder import Finder
from server.rules.skirmish.geometry.finding.hopeless import is_hopeless
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Ground, Ladder
from server.rules.skirmish.geometry.plane.clearance import Clearance
from server.rules.skirmish.geometry.plane.obstacles import Obstacle
from server.rules.skirmish.geometry.plane.planner import Aim, Search
from server.rules.skirmish.geometry.plane.pockets import Pockets
from server.rules.skirmish.geometry.plane.regions import Region
from server.rules.skirmish.geometry.ways import Check
from tests.rules.skirmish.geometry.tables import at, block, body, mover

FLOOR = Region(((0, 0), (10000, 0), (10000, 10000), (0, 10000)))
RING = [(2000, 0), (1414, 1414), (0, 2000), (-1414, 1414)]
RING += [(-x, -y) for x, y in RING]
UP, DOWN = Check("climb", "room"), Check("down", "room")
ROOM = Ground((36000, 36000), (block("room", (16, 20), (16, 20), 3),), ())


def ring(x: int, y: int) -> list[Obstacle]:
    return [Obstacle(((x + a, y + b),), 900) for a, b in RING]


@pytest.mark.rule("SK-15")
def test_a_closed_ring_parts_what_is_in_it_from_what_is_not() -> None:
    closed, open_ = Pockets(ring(5000, 5000), FLOOR), Pockets(ring(5000, 5000)[1:], FLOOR)

    assert closed.parts((5000, 5000), (500, 500))
    assert closed.parts((500, 500), (5000, 5000))
    assert not closed.parts((500, 500), (9500, 9500))
    assert not open_.parts((500, 500), (5000, 5000))


@pytest.mark.rule("SK-15")
def test_the_edge_of_the_floor_closes_a_half_ring() -> None:
    half = Pockets(ring(10000, 5000), FLOOR)

    assert half.parts((9900, 5000), (500, 500))
    assert not half.parts((500, 500), (9900, 9900))
    beside = ring(8000, 5000)
    assert Pockets(beside[1:], FLOOR).parts((8000, 5000), (500, 500))
    assert not Pockets(beside[:4] + beside[5:], FLOOR).parts((8000, 5000), (500, 500))


@pytest.mark.rule("SK-15")
def test_walls_that_cross_each_other_close_a_room() -> None:
    def wall(x: int, y: int, right: int, top: int) -> Obstacle:
        return Obstacle(((x, y), (right, y), (right, top), (x, top)), 200)

    sides = [
        wall(2000, 3000, 8000, 3200),
        wall(2000, 7000, 8000, 7200),
        wall(3000, 2000, 3200, 8000),
        wall(7000, 2000, 7200, 8000),
    ]

    assert Pockets(sides, FLOOR).parts((5000, 5000), (500, 500))
    assert not Pockets(sides[1:], FLOOR).parts((5000, 5000), (500, 500))


@pytest.mark.rule("SK-15", "SK-18")
@pytest.mark.parametrize("seed", range(40))
def test_no_way_leads_to_a_place_that_is_called_parted(seed: int) -> None:
    """Given crowds of all densities, then a search that does not know of pockets agrees."""
    chance = random.Random(seed)
    obstacles = []
    for _ in range(chance.randrange(6, 26)):
        x, y = chance.randrange(10000), chance.randrange(10000)
        outline = (
            (x, y),
            (x + chance.randrange(200, 3000), y),
            (x, y + chance.randrange(200, 3000)),
        )
        obstacles.append(
            Obstacle(chance.choice((outline, outline[:1])), chance.randrange(300, 900))
        )
    free = [
        place
        for place in ((chance.randrange(10000), chance.randrange(10000)) for _ in range(60))
        if not any(each.bars(place) for each in obstacles)
    ]
    pockets = Pockets(obstacles, FLOOR)
    for one, other in zip(free[:8], free[8:16], strict=False):
        way = Search(one, [Aim(other)], Clearance(obstacles, FLOOR)).run(lambda _: True)
        assert way is None or not pockets.parts(one, other)


@pytest.mark.rule("SK-16")
def test_contact_is_hopeless_within_a_closed_ring_and_not_within_an_open_one() -> None:
    around = [body(18 + 2 * a / 2000, 18 + 2 * b / 2000, id=f"r{a}{b}") for a, b in RING]
    target = body(18, 18)
    for friends, closed in ((around, True), (around[2:], False)):
        table = Table(Ground((36000, 36000)), [target, *friends], mover(5, 5))
        assert is_hopeless(table, InContact(table, [target]), ()) == closed


@pytest.mark.rule("SK-13", "SK-16")
def test_a_ladder_keeps_hope_only_if_it_leads_into_the_pocket() -> None:
    target = body(18, 18, 3)
    ground = Ground(ROOM.size, ROOM.terrain, (Ladder("l", at(20.5, 18), 3000),))
    for board, closed in ((ROOM, True), (ground, False)):
        table = Table(board, [target], mover(5, 5))
        assert is_hopeless(table, InContact(table, [target]), ()) == closed


@pytest.mark.rule("SK-16")
@pytest.mark.parametrize(
    ("checks", "is_open"),
    [
        ((), False),
        ((UP,), True),
        ((UP, DOWN), False),
        ((DOWN, UP), False),
        ((UP, DOWN, UP), True),
    ],
)
def test_hope_hangs_on_the_order_of_the_checks(checks: tuple[Check, ...], is_open: bool) -> None:
    """Given a target on a roof without a ladder, when a search is asked for that, then it does not
    begin where the checks do not end on the roof.
    """
    target = body(18, 18, 3)
    table = Table(ROOM, [target], mover(5, 5))
    goal = InContact(table, [target])
    assert is_hopeless(table, goal, checks) == (not is_open)
    search = Finder(table, goal, checks)
    assert (search.run() is not None) == is_open
    assert bool(search.left) == is_open


@pytest.mark.rule("SK-10", "SK-16")
def test_a_search_keeps_off_roofs_from_which_nobody_touches_the_target() -> None:
    """Given a target on a wall, and roofs as high, an inch apart, far from it: when there is a
    ladder to the roofs alone, then none of them is searched."""
    roofs = [block(f"roof-{x}", (x, x + 3), (20, 24), 2) for x in (4, 8, 12)]
    wall = block("wall", (20, 30), (10, 10.2), 2)
    ground = Ground(ROOM.size, (*roofs, wall), (Ladder("l", at(5, 19.5), 2000),))
    target = body(25, 10.1, 2)
    table = Table(ground, [target], mover(5, 5))
    search = Finder(table, InContact(table, [target]), ())
    assert search.run() is None
    assert search.left == 0
