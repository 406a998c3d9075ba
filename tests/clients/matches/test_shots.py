"""What shots come to, and who has cover from them."""

import pytest

from clients.bots.matches import shots, table
from tests.clients.matches.views import named, put, view


@pytest.mark.parametrize(
    ("at", "covered"),
    [((30, 5), False), ((15.2, 16.5), True), ((14.3, 5), False)],
    ids=["in the open", "at a corner", "on the near side"],
)
def test_terrain_before_a_part_of_a_unit_is_cover(at: tuple[float, ...], covered: bool) -> None:
    seen = put(view(), b1=at)
    rat = seen["units"]["b1"]
    shooter = (15_200, 2_000, 0)
    assert shots.has_cover(seen, rat, table.spot(rat), shooter) is covered


def test_friends_before_a_unit_are_cover_and_enemies_are_not() -> None:
    seen = put(view(), a1=(2, 5), b1=(12, 5))
    rat, at, shooter = seen["units"]["b1"], (12_000, 5_000, 0), (2_000, 5_000, 0)
    put(seen, a2=(7, 5))
    assert not shots.has_cover(seen, rat, at, shooter)
    put(seen, b2=(10, 5.8))
    assert shots.has_cover(seen, rat, at, shooter)
    put(seen, b2=(10, 7))
    assert not shots.has_cover(seen, rat, at, shooter)


def test_a_shot_is_worth_less_at_who_has_cover_and_nothing_out_of_range_or_sight() -> None:
    seen = view("sellswords", "ratlings")
    sniper, rat = named(seen, "sniper"), named(seen, "underrat", "2")
    put(seen, **{sniper: (2, 5), rat: (12, 5)})
    unit, foe, at = seen["units"][sniper], seen["units"][rat], (2_000, 5_000, 0)
    in_the_open = shots.best(seen, unit, at, moved=False)
    assert in_the_open == shots.worth(seen, unit, foe, at, moved=False)
    put(seen, b1=(11, 5))
    assert 0 < shots.worth(seen, unit, foe, at, moved=False) < in_the_open
    seen["units"]["b1"]["at"] = None
    assert shots.worth(seen, unit, foe, (2_000, 36_000, 0), moved=False) == 0
    put(seen, **{rat: (12, 20)})
    assert shots.best(seen, unit, (12_000, 5_000, 0), moved=False) == 0
