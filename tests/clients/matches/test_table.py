"""What a bot sees of a match."""

import pytest

from clients.bots.matches import table
from tests.clients.matches.views import named, put, view


def test_gaps_are_between_bases_and_count_height() -> None:
    seen = put(view(), a1=(10, 10), b1=(20, 10))
    one, other = seen["units"]["a1"], seen["units"]["b1"]
    assert table.gap(table.spot(one), other) == 9000
    put(seen, b1=(11, 10, 3))
    assert table.gap(table.spot(one), other) == 3000


@pytest.mark.parametrize(
    ("a", "b", "sees"),
    [((2, 5), (34, 5), True), ((12, 5), (12, 20), False), ((12, 12, 3), (12, 4), True)],
)
def test_buildings_hide_what_is_behind_them(
    a: tuple[int, ...], b: tuple[int, ...], sees: bool
) -> None:
    seen = put(view(), a1=a, b1=b)
    one, other = (table.spot(seen["units"][name]) for name in ("a1", "b1"))
    assert table.sees(seen, one, other) is sees
    assert table.sees(seen, other, one) is sees


def test_a_way_is_straight_where_no_wall_and_no_enemy_is_in_it() -> None:
    seen = put(view(), a1=(2, 5), b1=(12, 5))
    one, other = seen["units"]["a1"], seen["units"]["b1"]
    assert table.is_straight(seen, one, other)
    assert not table.is_straight(put(seen, b2=(7, 5.5)), one, other)
    assert table.is_straight(put(seen, b2=(7, 6.5)), one, other)
    assert not table.is_straight(put(seen, a1=(12, 5), b1=(12, 20)), one, other)
    assert not table.is_straight(put(seen, a1=(10, 12, 3), b1=(10, 12)), one, other)
    assert table.is_straight(put(seen, a1=(10, 12, 3), b1=(14, 12, 3)), one, other)


def test_a_staggered_unit_has_half_its_move_and_a_downed_one_none() -> None:
    seen = view()
    rat = seen["units"][named(seen, "giant-rat", "2")]
    assert (table.move_of(rat), table.reach_of(rat)) == (8000, 12000)
    rat["injury"] = "staggered"
    assert (table.move_of(rat), table.reach_of(rat)) == (4000, 6000)
    rat["injury"] = "dazed"
    assert table.move_of(rat) == 0


def test_a_treasure_lies_until_somebody_carries_it() -> None:
    seen = view()
    assert len(table.lying(seen)) == 5
    seen["units"]["a1"]["token"] = "token-1"
    assert "token-1" not in [name for name, _ in table.lying(seen)]
    assert table.worth(seen["units"]["a1"]) == 40 + 15 + 40 + 0.4 * (75 + 10 + 15)
