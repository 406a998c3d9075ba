"""Where units stand, and where those come to stand that fall."""

import pytest
from msgspec.structs import replace

from server.rules.skirmish.geometry.pieces import Body, Ground, Terrain
from server.rules.skirmish.geometry.standing import (
    fall,
    falls_freely,
    has_room,
    ledges,
    surface,
    touched,
)
from tests.rules.skirmish.geometry.tables import OPEN, at, block, body

HOUSE = Ground((36000, 36000), (block("house", (14, 20), (8, 12), 3),))


@pytest.mark.rule("SK-12")
def test_one_stands_on_a_surface_next_to_walls_and_bases_and_not_in_them() -> None:
    assert has_room(HOUSE, [], body(13.5, 10))
    assert not has_room(HOUSE, [], body(13.6, 10))
    # on a roof the base may stand over the edge, its centre may not
    assert has_room(HOUSE, [], body(14, 10, 3))
    assert not has_room(HOUSE, [], body(13.9, 10, 3))
    assert not has_room(HOUSE, [], body(15, 10, 2))
    other = body(11, 10, id="O")
    assert has_room(OPEN, [other], body(10, 10))
    assert not has_room(OPEN, [other], body(10.1, 10))
    assert not has_room(OPEN, [], body(-0.1, 10))


def test_who_falls_from_an_edge_stands_at_the_foot_of_the_wall() -> None:
    assert fall(HOUSE, [], body(14, 10, 3), at(14, 10, 3)) == at(13.5, 10)
    # and next to who stands there already, as near as there is room
    other = body(13.5, 10, id="O")
    there = fall(HOUSE, [other], body(14, 10, 3), at(14, 10, 3))
    assert there is not None
    assert there.x == 13500
    assert abs(there.y - 10000) == 1000


def falls(*terrain: Terrain, others: int = 2, bodies: tuple[Body, ...] = ()) -> bool:
    """Whether who falls off the house does so freely, with this terrain as well."""
    ground = Ground((36000, 36000), (*HOUSE.terrain, *terrain))
    return falls_freely(ground, bodies, body(14, 10, 3), at(14, 10, 3), [500] * others)


@pytest.mark.rule("SK-87")
def test_a_fall_to_the_open_ground_is_free_of_what_else_lies_there() -> None:
    assert falls()
    # not onto a lower roof, which has edges of its own
    assert not falls(block("crate", (10, 14), (9, 11), 1.5))
    # nor where the ground is a step higher, or wet
    assert not falls(block("step", (10, 12), (9, 11), 0.5))
    assert not falls(replace(block("pond", (10, 12), (9, 11), 0), water="shallow"))
    assert falls(block("step", (30, 32), (9, 11), 0.5))
    # nor where so many others fall that there may be no room
    assert falls(others=10)
    assert not falls(others=60)
    alley = [
        block(str(number), *sides, 9)
        for number, sides in enumerate(
            [((0, 12.5), (0, 36)), ((12.5, 36), (12, 36)), ((12.5, 36), (0, 8))]
        )
    ]
    assert falls(*alley, others=0)
    assert not falls(*alley, others=9)
    crowd = tuple(body(13.5, 8.5 + n, id=f"c{n}") for n in range(3))
    assert not falls(*alley, others=0, bodies=crowd)


def test_the_highest_surface_below_is_what_counts() -> None:
    assert surface(HOUSE, body(15, 10, 3), at(15, 10).plan) == at(15, 10, 3)
    assert surface(HOUSE, body(15, 10, 3), at(13, 10).plan) == at(13, 10)
    assert surface(HOUSE, body(15, 10, 3), at(-1, 10).plan) is None


def test_a_ledge_is_near_within_an_inch_of_the_base_and_has_no_railing() -> None:
    assert ledges(HOUSE, body(15.5, 10, 3)) == (at(14, 10, 3),)
    assert ledges(HOUSE, body(15.6, 10, 3)) == ()
    piece = HOUSE.terrain[0]
    railed = Ground(HOUSE.size, (replace(piece, railings=(3,)),))
    assert ledges(railed, body(15.5, 10, 3)) == ()
    low = Ground(HOUSE.size, (replace(piece, high=1900),))
    assert ledges(low, body(15.5, 10, 1.9)) == ()


def test_who_touches_a_unit_is_told() -> None:
    near, far = body(11, 10, id="N"), body(11.02, 10, id="F")
    assert touched([near, far], body(10, 10)) == (near,)
