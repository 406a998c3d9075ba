"""Routes of the worked cases: where they end, and how long they are."""

import pytest
from msgspec.structs import replace

from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.geometry import routes
from server.rules.skirmish.geometry.contact import TOUCH
from server.rules.skirmish.geometry.lengths import Point
from server.rules.skirmish.geometry.pieces import Ground, Ladder
from server.rules.skirmish.geometry.ways import Check, Route
from server.rules.skirmish.kernel.space import ground_of
from tests.rules.skirmish.geometry.tables import OPEN, at, block, body, inches, mover

ROOFS = Ground(
    (36000, 36000),
    (block("a", (0, 10), (0, 4), 3), block("b", (12.5, 22), (0, 4), 3)),
    (Ladder("la", at(5, 4.5), 3000), Ladder("lb", at(20, 4.5), 3000)),
)
HOUSE = Ground(
    (36000, 36000), (block("house", (14, 20), (8, 12), 3),), (Ladder("l", at(20.5, 10), 3000),)
)
LEDGE = Ground((36000, 36000), (block("roof", (0, 10), (8, 12), 4),))


def kinds(route: Route) -> list[str]:
    return [leg.kind for leg in route.legs]


@pytest.mark.rule("SK-16")
def test_c01_the_straight_way_ends_where_the_bases_touch() -> None:
    route = routes.to_contact(OPEN, [], mover(10, 10), [body(20, 10)])
    assert route is not None
    assert (route.length, route.end) == (9000, at(19, 10))


@pytest.mark.rule("SK-13", "SK-18")
def test_c10_a_jump_across_is_taken_when_it_is_listed_and_only_then() -> None:
    # given two roofs with a gap of 2.5 inches, and ladders far from the straight way
    start, target = mover(7, 2, 3), body(16, 2, 3)
    # when the jump is listed
    route = routes.to_contact(ROOFS, [], start, [target], (Check("across", "a", onto="b"),))
    # then it is gone straight over the gap
    assert route is not None
    assert kinds(route) == ["walk", "across", "walk"]
    assert [leg.length for leg in route.legs] == [3000, 2500, 2500]
    assert (route.length, route.end) == (8000, at(15, 2, 3))
    assert route.checks == (Check("across", "a", onto="b"),)
    # and without a Check the way leads down and up the ladders
    other = routes.to_contact(ROOFS, [], start, [target])
    assert other is not None
    assert other.length > 20000
    assert not other.checks
    assert kinds(other).count("ladder") == 2


@pytest.mark.rule("SK-13")
def test_c11_a_climb_costs_its_height_and_the_way_to_the_edge() -> None:
    route = routes.to_contact(
        HOUSE, [], mover(10, 10), [body(16, 10, 3)], (Check("climb", "house", face=3),)
    )
    assert route is not None
    assert kinds(route) == ["walk", "climb", "walk"]
    assert [leg.length for leg in route.legs] == [3500, 3500, 1000]
    assert (route.length, route.end) == (8000, at(15, 10, 3))
    assert route.legs[1].start == at(13.5, 10)


@pytest.mark.rule("SK-13", "SK-65")
def test_c13_a_dive_lands_in_contact() -> None:
    check = Check("down", "roof", at=at(10, 10, 4))
    route = routes.dive(LEDGE, [], mover(6, 10, 4), body(11.5, 10), check)
    assert route is not None
    assert [leg.length for leg in route.legs] == [4000, 500]
    assert (route.length, route.end) == (4500, at(10.5, 10))


@pytest.mark.rule("SK-13", "SK-65")
def test_a_dive_reaches_as_far_as_a_jump_down_and_both_bases() -> None:
    check = Check("down", "roof")
    start = mover(6, 10, 4)
    far = 14 + TOUCH / 1000
    assert routes.dive(LEDGE, [], start, body(far, 10), check) is not None
    assert routes.dive(LEDGE, [], start, body(far + 0.001, 10), check) is None


@pytest.mark.rule("SK-13")
def test_c14_a_jump_down_lands_within_three_inches_and_walks_on() -> None:
    check = Check("down", "roof", at=at(10, 10, 4))
    start, target = mover(6, 10, 4), body(15, 10)
    route = routes.to_contact(LEDGE, [], start, [target], (check,))
    assert route is not None
    assert [(leg.kind, leg.length) for leg in route.legs] == [
        ("walk", 4000),
        ("down", 3000),
        ("walk", 1000),
    ]
    assert (route.length, route.end) == (8000, at(14, 10))
    assert route.legs[1].end == at(13, 10)
    # and no dive reaches the target
    assert routes.dive(LEDGE, [], start, target, check) is None


@pytest.mark.rule("SK-14", "SK-29")
def test_c15_the_way_leads_through_an_ally_that_may_be_passed() -> None:
    ally = body(14.95, 10, id="A", side="own")
    route = routes.to_contact(OPEN, [ally], mover(10, 10), [body(19.9, 10)])
    assert route is not None
    assert (route.length, route.end) == (8900, at(18.9, 10))


@pytest.mark.rule("SK-14", "SK-15")
def test_c16_the_way_bends_round_an_ally_that_may_not() -> None:
    ally = body(14.95, 10, id="A", side="own", passable=False)
    route = routes.to_contact(OPEN, [ally], mover(10, 10), [body(19.9, 10)])
    assert route is not None
    assert route.length == pytest.approx(9103, abs=10)
    assert all((leg.end.x - 14950) ** 2 + (leg.end.y - 10000) ** 2 >= 999**2 for leg in route.legs)


@pytest.mark.rule("SK-60", "SK-61", "SK-62")
def test_c24_two_targets_are_touched_at_once_or_with_a_small_miss() -> None:
    start = mover(8, 10)
    both = [body(16, 9.4, id="1"), body(16, 10.6, id="2")]
    route = routes.to_contact(OPEN, both, start, both)
    assert route is not None
    assert (route.length, route.end) == (7200, at(15.2, 10))
    apart = [body(16, 9, id="1"), body(16, 11.15, id="2")]
    assert routes.to_contact(OPEN, apart, start, apart) is not None
    far = [body(16, 8, id="1"), body(16, 12, id="2")]
    assert routes.to_contact(OPEN, far, start, far) is None


@pytest.mark.rule("SK-16")
def test_c25_contact_at_the_top_of_a_ladder_ends_the_way() -> None:
    ground = Ground(
        (36000, 36000), (block("p", (20, 24), (8, 12), 3),), (Ladder("l", at(19.5, 10), 3000),)
    )
    route = routes.to_contact(ground, [], mover(15.5, 10), [body(20.5, 10, 3)])
    assert route is not None
    assert (route.length, route.end) == (7000, at(19.5, 10, 3))


@pytest.mark.rule("SK-13")
def test_a_narrow_gap_is_hopped_over_without_a_check() -> None:
    ground = Ground(
        (36000, 36000), (block("a", (0, 10), (0, 10), 3), block("b", (5, 15), (11, 20), 3))
    )
    route = routes.to_place(ground, [], mover(3, 5, 3), at(12, 15, 3))
    assert route is not None
    hop = next(leg for leg in route.legs if leg.kind == "hop")
    assert hop.length == 1000
    # then the place of the hop is the one that makes the whole shortest: sides 9 and 9 and the gap
    assert route.length == pytest.approx(inches(1) + round((81 + 81) ** 0.5 * 1000), abs=3)


@pytest.mark.rule("SK-13")
def test_low_terrain_is_stepped_over_for_free_and_gives_its_height() -> None:
    ground = Ground((36000, 36000), (block("step", (5, 10), (0, 10), 1, climbable=False),))
    route = routes.to_place(ground, [], mover(2, 5), at(8, 5, 1))
    assert route is not None
    assert (route.length, route.end) == (6000, Point(8000, 5000, 1000))


def test_a_board_is_known_by_its_value_however_often_it_is_built() -> None:
    # given two tables of the same value, the first of which is remembered
    check = Check("down", "roof", at=at(10, 10, 4))
    for _ in range(2):
        ground = Ground((36000, 36000), (block("roof", (0, 10), (8, 12), 4),))
        assert routes.dive(ground, [], mover(6, 10, 4), body(11.5, 10), check) is not None


@pytest.mark.rule("SK-18")
def test_of_two_ways_that_are_equally_long_the_one_that_turns_left_first_is_taken() -> None:
    # given an enemy in the middle of the straight way, as seen from all four sides
    enemy = body(10, 10, id="X")
    for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        route = routes.to_place(
            OPEN, [enemy], mover(10 - 4 * x, 10 - 4 * y), at(10 + 4 * x, 10 + 4 * y)
        )
        assert route is not None
        # then it bends to the left: the enemy stays on its left hand
        (ax, ay), (bx, by) = route.start.plan, route.end.plan
        middle = route.legs[len(route.legs) // 2].end
        assert (bx - ax) * (middle.y - ay) - (by - ay) * (middle.x - ax) < 0


@pytest.mark.rule("SK-13")
@pytest.mark.parametrize(("gap", "rise", "open"), [(3, 0, True), (3.01, 0, False), (2, 1.1, False)])
def test_a_jump_across_has_its_limits(gap: float, rise: float, open: bool) -> None:
    ground = Ground(
        (36000, 36000),
        (block("a", (0, 10), (0, 4), 3), block("b", (10 + gap, 20), (0, 4), 3 + rise)),
    )
    route = routes.to_place(
        ground, [], mover(8, 2, 3), at(15, 2, 3 + rise), (Check("across", "a", onto="b"),)
    )
    assert (route is not None) is open


@pytest.mark.rule("SK-13")
def test_who_uses_no_ladder_has_no_way_up_without_a_check() -> None:
    start = replace(mover(10, 10), ladders=False)
    assert routes.to_place(HOUSE, [], start, at(16, 10, 3)) is None
    climbed = routes.to_place(HOUSE, [], start, at(16, 10, 3), (Check("climb", "house"),))
    assert climbed is not None
    assert climbed.length == 3500 + 3500 + 2000
    # and who cannot climb has none at all
    rider = replace(start, climbs=False)
    assert routes.to_place(HOUSE, [], rider, at(16, 10, 3), (Check("climb", "house"),)) is None


@pytest.mark.rule("SK-86")
@pytest.mark.parametrize(("high", "over"), [(2, True), (2.1, False)])
def test_a_jump_down_passes_over_what_is_two_inches_lower(high: float, over: bool) -> None:
    # given a crate at the foot of a roof of 4 inches, and a place behind it
    ground = Ground(
        (36000, 36000),
        (block("roof", (0, 10), (8, 12), 4), block("crate", (10.5, 11), (9, 11), high)),
    )
    check = (Check("down", "roof", at=at(10, 10, 4)),)
    route = routes.to_place(ground, [], mover(8, 10, 4), at(12, 10), check)
    assert (route is not None and route.length == 4000) is over


def test_a_ghost_goes_through_walls_and_units() -> None:
    start = replace(mover(10, 10), ghostly=True)
    route = routes.to_place(HOUSE, [body(12, 10)], start, at(24, 10))
    assert route is not None
    assert route.length == 14000


@pytest.mark.rule("SK-14", "SK-67")
def test_no_ladder_and_no_jump_leads_onto_an_enemy_other_than_the_target() -> None:
    """Given an enemy at the top of the only ladder, then nobody comes up there but to engage it."""
    roof = block("roof", (20, 24), (8, 12), 3)
    ground = Ground((36000, 36000), (roof,), (Ladder("ladder", at(19.4, 10), inches(3)),))
    guard, other = body(20.3, 10, 3, id="G"), body(23, 10, 3, id="T")
    assert routes.to_place(ground, [], mover(16, 10), at(22, 10, 3)) is not None
    assert routes.to_place(ground, [guard], mover(16, 10), at(22, 10, 3)) is None
    assert routes.to_contact(ground, [guard, other], mover(16, 10), [other]) is None
    assert routes.to_contact(ground, [guard, other], mover(16, 10), [guard]) is not None


@pytest.mark.rule("SK-13", "SK-32")
def test_hops_to_and_fro_do_not_hide_the_way_that_is_there() -> None:
    """Given two roofs an inch apart: hops lead to ever new places, a few mils beside others. When
    the way goes down the far side of one and up a ladder again, then it is found all the same.
    """
    alley = ground_of(box().boards["alley"])
    route = routes.to_contact(
        alley,
        [],
        mover(31.791, 22.021),
        [body(16.169, 19.76, 3)],
        (Check("climb", "house-b"),),
    )
    assert route is not None
    assert [kind for kind in kinds(route) if kind != "walk"] == ["ladder", "climb", "ladder"]


@pytest.mark.rule("SK-13", "SK-15")
@pytest.mark.parametrize(("off", "is_used"), [(0.5, False), (1, True)])
def test_a_ladder_serves_whose_base_has_room_at_its_foot(off: float, is_used: bool) -> None:
    """Given a base of 2 inches, when a ladder is nearer to its wall than half of that, then it is
    not used; the wall beside it is climbed all the same, with the Check."""
    house = Ground(HOUSE.size, HOUSE.terrain, (Ladder("l", at(20 + off, 10), 3000),))
    giant, target = mover(25, 10, radius=1000), body(16, 10, 3)
    plain = routes.to_contact(house, [], giant, [target])
    assert (plain is not None) == is_used
    climbed = routes.to_contact(house, [], giant, [target], (Check("climb", "house", face=1),))
    assert climbed is not None
    assert "climb" in kinds(climbed)


@pytest.mark.rule("SK-13", "SK-32")
def test_a_notch_in_one_roof_is_walked_around_where_two_roofs_are_hopped_between() -> None:
    """Given a roof that bends around a notch an inch wide, and the same as two roofs."""
    bent = replace(
        HOUSE.terrain[0],
        id="bent",
        outline=tuple(
            at(x, y).plan
            for x, y in ((0, 0), (9, 0), (9, 4), (5, 4), (5, 1), (4, 1), (4, 4), (0, 4))
        ),
    )
    apart = (block("west", (0, 4), (0, 4), 3), block("east", (5, 9), (0, 4), 3))
    start, target = mover(2, 3, 3), body(7, 3, 3)
    around = routes.to_contact(Ground(OPEN.size, (bent,)), [], start, [target])
    across = routes.to_contact(Ground(OPEN.size, apart), [], start, [target])
    assert around is not None
    assert across is not None
    assert set(kinds(around)) == {"walk"}
    assert "hop" in kinds(across)
    assert around.length > across.length
    jump = (Check("across", "bent", onto="bent"),)
    assert routes.to_contact(Ground(OPEN.size, (bent,)), [], start, [target], jump) is None
