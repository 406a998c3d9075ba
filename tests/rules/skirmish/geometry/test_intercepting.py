"""Intercepts of the worked cases: who can, where to, and where the Engage is stopped."""

import pytest

from server.rules.skirmish.geometry import routes
from server.rules.skirmish.geometry.intercepting import Intercept
from server.rules.skirmish.geometry.pieces import Body, Ground
from server.rules.skirmish.geometry.ways import Check
from tests.rules.skirmish.geometry.tables import OPEN, at, block, body, mover


def engage(*others: Body, ground: Ground = OPEN) -> Intercept:
    """E goes from (10, 10) straight towards T at (18, 10)."""
    start, target = mover(10, 10), body(18, 10)
    bodies = [start.body, target, *others]
    route = routes.to_contact(ground, bodies, start, [target])
    assert route is not None
    return Intercept(ground, bodies, start.body, route)


@pytest.mark.rule("SK-52", "SK-57")
def test_c17_a_base_that_lies_in_the_path_stops_the_engage_where_they_touch() -> None:
    unit = body(14, 12.9, id="I")
    case = engage(unit)
    assert case.place(unit) is not None
    assert case.fault(unit, at(14, 10.9).plan) is None
    met = case.met(body(14, 10.9, id="I"))
    assert met is not None
    assert met.at.x == pytest.approx(13564, abs=1)
    assert met.at.y == 10000


@pytest.mark.rule("SK-52", "SK-53")
@pytest.mark.parametrize("y", [13, 13.1])
def test_c18_a_base_that_only_reaches_the_rim_of_the_path_does_not_block_it(y: float) -> None:
    unit = body(14, y, id="I")
    assert engage(unit).place(unit) is None
    assert engage(unit).fault(unit, at(14, y - 2).plan) == "aside"


@pytest.mark.rule("SK-51")
def test_an_interceptor_goes_at_most_two_inches_and_straight() -> None:
    unit = body(14, 12.5, id="I")
    # two inches are not enough for the place that it would like
    assert engage(unit).fault(unit, at(14, 10.4).plan) == "far"
    # a wall of 2 inches bars the line, and a step of 1 inch does not
    wall = Ground((36000, 36000), (block("w", (10, 18), (11.6, 11.8), 2),))
    step = Ground((36000, 36000), (block("w", (10, 18), (11.6, 11.8), 1),))
    assert engage(unit, ground=wall).place(unit) is None
    assert engage(unit, ground=step).fault(unit, at(14, 10.6).plan) is None


@pytest.mark.rule("SK-55")
def test_an_interceptor_ends_where_there_is_room_and_touches_no_other_enemy() -> None:
    unit, other = body(14, 12, id="I"), body(15.5, 11.2, id="O", side="own")
    case = engage(unit, other)
    assert case.fault(unit, at(14.9, 10.95).plan) == "room"
    assert case.fault(unit, at(14.5, 11.2).plan) == "aside"
    assert case.fault(unit, at(14.7, 10.6).plan) == "contact"
    assert case.fault(unit, at(14, 10.5).plan) is None


@pytest.mark.rule("SK-54")
def test_nobody_blocks_what_is_in_the_air() -> None:
    ground = Ground((36000, 36000), (block("roof", (0, 10), (8, 12), 4),))
    start, target = mover(6, 10, 4), body(15, 10)
    # given an enemy below the jump, and one beside the walk after the landing
    below, after = body(12, 12, id="B"), body(13.6, 12, id="A")
    bodies = [start.body, target, below, after]
    route = routes.to_contact(
        ground, bodies, start, [target], (Check("down", "roof", at=at(10, 10, 4)),)
    )
    assert route is not None
    case = Intercept(ground, bodies, start.body, route)
    assert case.fault(below, at(11.5, 10.3).plan) == "aside"
    assert case.fault(after, at(13.9, 10.8).plan) is None
