"""Ways with a check, on the alley: its house on the left is 6 by 4 inches and 3 high."""

import pytest

from clients.bots.matches import risking
from tests.clients.matches.views import named, put, view


@pytest.mark.parametrize(("x", "dives"), [(16.5, True), (18.0, True), (19.2, False)])
def test_it_dives_from_a_roofs_edge_onto_who_is_near_enough_below(x: float, dives: bool) -> None:
    seen = view()
    unit, rat = named(seen, "infantry"), named(seen, "underrat", "2")
    put(seen, **{unit: (13, 11, 3), rat: (x, 11)})
    risk = risking.dive(seen, seen["units"][unit], seen["units"][rat])
    assert (risk is not None) is dives
    if risk is not None:
        # Agility 10 passes on 11 of 20 faces
        assert (risk.check, risk.chance) == ("down:house-a", 0.55)


def test_it_dives_onto_nobody_on_its_own_roof_or_beside_somebody_else() -> None:
    seen = view()
    unit, rat = named(seen, "infantry"), named(seen, "underrat", "2")
    put(seen, **{unit: (13, 11, 3), rat: (10, 11, 3)})
    assert risking.dive(seen, seen["units"][unit], seen["units"][rat]) is None
    other = named(seen, "knight")
    put(seen, **{rat: (16.5, 11), other: (17.8, 11)})
    assert risking.dive(seen, seen["units"][unit], seen["units"][rat]) is None


def test_it_climbs_where_the_ladder_is_far() -> None:
    seen = view()
    unit = named(seen, "infantry")
    put(seen, **{unit: (14, 9)})
    risk = risking.climb(seen, seen["units"][unit], (14_000, 11_000, 3_000))
    assert risk is not None
    assert risk.check == "climb:house-a"
    assert 5_000 <= risk.length <= 5_500
    # the ladder is at (10.5, 9.5): who stands beside it takes it
    put(seen, **{unit: (10.5, 9)})
    assert risking.climb(seen, seen["units"][unit], (10_500, 10_500, 3_000)) is None
    # and nobody climbs to the ground
    assert risking.climb(seen, seen["units"][unit], (20_000, 9_000, 0)) is None
