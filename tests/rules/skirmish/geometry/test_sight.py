"""Who sees whom, and how much of it."""

import pytest
from msgspec.structs import replace

from server.rules.skirmish.geometry.pieces import Ground, Terrain
from server.rules.skirmish.geometry.sight import View, sees_point, view, windows
from tests.rules.skirmish.geometry.tables import OPEN, at, block, body

EYE, TARGET = body(4, 10, id="E", side="own"), body(16, 10)


def ground(*blocks: Terrain) -> Ground:
    return Ground((36000, 36000), blocks)


@pytest.mark.rule("SK-20")
def test_on_an_open_table_everything_is_seen() -> None:
    assert view(OPEN, [], EYE, TARGET) == View(seen=True, covered=False)


@pytest.mark.rule("SK-20")
def test_a_wall_over_the_whole_way_hides_and_a_low_one_covers_the_half() -> None:
    # given a wall that is higher than eye and aim, and one as high as half a body
    high, low = block("w", (9, 11), (2, 18), 2), block("w", (15, 15.2), (2, 18), 1)
    # then one hides the target, and over the other the upper half is seen
    assert view(ground(high), [], EYE, TARGET) == View(seen=False, covered=True)
    assert view(ground(low), [], EYE, TARGET) == View(seen=True, covered=True)


@pytest.mark.rule("SK-20")
def test_a_wall_that_ends_at_the_line_hides_one_rim() -> None:
    assert view(ground(block("w", (9, 11), (2, 10), 2)), [], EYE, TARGET) == View(True, True)


@pytest.mark.rule("SK-20")
def test_enemies_of_the_viewer_stand_in_the_way_and_friends_do_not() -> None:
    foe = body(10, 10, id="F", side="enemy", radius=1000, height=2500)
    friend = body(10, 10, id="F", side="own", radius=1000, height=2500)
    assert view(OPEN, [foe, TARGET, EYE], EYE, TARGET) == View(seen=False, covered=True)
    assert view(OPEN, [friend, TARGET, EYE], EYE, TARGET) == View(seen=True, covered=False)


@pytest.mark.rule("SK-20")
def test_the_roof_one_stands_on_hides_what_is_close_below() -> None:
    # given a viewer in the middle of a roof, and a target at the foot of its wall
    roof = ground(block("house", (0, 10), (0, 20), 3))
    above = body(5, 10, 3, id="E", side="own")
    # then the roof's edge hides the near one, and at its own edge the viewer sees it
    assert not view(roof, [], above, body(10.5, 10)).seen
    assert view(roof, [], body(10, 10, 3, id="E", side="own"), body(11.5, 10)).seen


@pytest.mark.rule("SK-21")
def test_who_stands_next_to_a_window_looks_from_there_and_is_seen_there() -> None:
    # given a wall with a window at eye height, and a unit that leans against it
    glass = at(10.1, 10, 1)
    wall = replace(block("w", (10, 10.2), (2, 18), 3), windows=(glass,))
    house, near = ground(wall), body(9.5, 10, id="E", side="own")
    assert windows(house, near) == (glass,)
    assert windows(house, body(9.3, 10, id="E", side="own")) == ()
    assert windows(house, replace(near, at=at(9.5, 10, 3))) == ()
    # then it sees from the window what the wall hides from its eye, and whoever sees the window
    assert not view(house, [], near, TARGET).seen
    assert view(house, [], near, TARGET, glass).seen
    assert sees_point(house, [], TARGET, glass)
    assert not sees_point(house, [body(13, 10, id="X", side="own", radius=1000)], TARGET, glass)
