"""Where a unit can go."""

import pytest

from server.rules.skirmish.geometry.pieces import Ground
from server.rules.skirmish.geometry.reaching import field, in_reach
from tests.rules.skirmish.geometry.tables import OPEN, at, block, body, mover

RUBBLE = Ground((36000, 36000), (block("r", (12, 14), (9, 11), 0, opaque=False, difficult=True),))


def test_a_place_is_in_reach_by_the_shortest_way() -> None:
    start = mover(10, 10)
    route = in_reach(OPEN, [], start, at(16, 10), 6000)
    assert route is not None
    assert route.length == 6000
    assert in_reach(OPEN, [], start, at(16.001, 10), 6000) is None
    assert in_reach(OPEN, [body(16, 10.5)], start, at(16, 10), 6000) is None


@pytest.mark.rule("SK-89")
def test_difficult_ground_costs_two_inches_or_is_gone_round() -> None:
    # given rubble on the straight way of 6 inches
    start, end = mover(10, 10), at(16, 10)
    # then 8 inches are enough to cross it, and the way round it a little over 7
    assert in_reach(RUBBLE, [], start, end, 6000) is None
    through = in_reach(RUBBLE, [], start, end, 8000)
    around = in_reach(RUBBLE, [], start, end, 7200)
    assert through is not None
    assert around is not None
    assert through.length == 6000
    assert 7000 <= around.length < 7200


def test_a_field_is_a_disc_on_the_open_table() -> None:
    found = field(OPEN, [], mover(10, 10), 3000)
    assert len(found) == 28
    assert found[0].length == 1000
    assert found[-1].length == 3000
    # and a body takes its own place away, and the one behind it that is too far by then
    assert len(field(OPEN, [body(12, 10)], mover(10, 10), 3000)) == 26
