"""Where a failed Engage ends."""

import pytest

from server.rules.skirmish.geometry import difficult, routes
from server.rules.skirmish.geometry.pieces import Body, Ground, Ladder, Mover
from server.rules.skirmish.geometry.stopping import Stopped, stop
from server.rules.skirmish.geometry.ways import Check, Route
from tests.rules.skirmish.geometry.tables import OPEN, at, block, body, inches, mover

RUBBLE = Ground((36000, 36000), (block("r", (13, 15), (8, 12), 0, opaque=False, difficult=True),))
HOUSE = Ground(
    (36000, 36000), (block("house", (14, 20), (8, 12), 3),), (Ladder("l", at(13.5, 10), 3000),)
)


def went(
    ground: Ground,
    start: Mover,
    target: Body,
    far: float,
    *others: Body,
    checks: tuple[Check, ...] = (),
) -> tuple[Route, Stopped]:
    bodies = [start.body, target, *others]
    route = routes.to_contact(ground, bodies, start, [target], checks)
    assert route is not None
    return route, stop(ground, bodies, start, route, inches(far))


@pytest.mark.rule("SK-42")
def test_it_goes_as_far_as_it_may() -> None:
    _, stopped = went(OPEN, mover(10, 10), body(20.5, 10), 6)
    assert (stopped.at, stopped.falls) == (at(16, 10), False)


@pytest.mark.rule("SK-45")
def test_it_goes_back_out_of_contact_with_every_enemy() -> None:
    # given an enemy beside the way that the unit would touch where its 6 inches end
    enemy = body(16, 10.99, id="X")
    _, stopped = went(OPEN, mover(10, 10), body(20.5, 10), 6, enemy)
    # then it stands off it by more than a hundredth of an inch
    assert stopped.at.x < 16000
    gap = (16000 - stopped.at.x) ** 2 + (10990 - stopped.at.y) ** 2
    assert 1010**2 < gap <= 1014**2


@pytest.mark.rule("SK-45")
def test_it_stops_before_an_ally_that_it_would_overlap() -> None:
    ally = body(16.2, 10, id="A", side="own")
    _, stopped = went(OPEN, mover(10, 10), body(20.5, 10), 6, ally)
    assert stopped.at == at(15.2, 10) or stopped.at.x == 15201


@pytest.mark.rule("SK-44", "SK-45")
def test_a_ladder_is_not_begun_that_cannot_be_finished() -> None:
    _, stopped = went(HOUSE, mover(10, 10), body(18, 10, 3), 6)
    assert stopped.at == at(13.5, 10)
    assert [leg.kind for leg in stopped.legs] == ["walk"]


@pytest.mark.rule("SK-44")
def test_a_climb_is_not_begun_that_cannot_be_finished() -> None:
    check = (Check("climb", "house", face=3),)
    _, stopped = went(HOUSE, mover(8, 11), body(18, 11, 3), 8.9, checks=check)
    assert stopped.at == at(13.5, 11)
    _, done = went(HOUSE, mover(8, 11), body(18, 11, 3), 9.1, checks=check)
    assert done.at == at(14.1, 11, 3)
    assert [leg.check is not None for leg in done.legs] == [False, True, False]


@pytest.mark.rule("SK-44")
def test_a_jump_down_is_not_begun_whose_landing_lies_beyond() -> None:
    ground = Ground((36000, 36000), (block("roof", (0, 10), (8, 12), 4),))
    check = (Check("down", "roof", at=at(10, 10, 4)),)
    _, stopped = went(ground, mover(6, 10, 4), body(17, 10), 6, checks=check)
    assert stopped.at == at(10, 10, 4)


@pytest.mark.rule("SK-44")
def test_it_falls_where_it_stops_within_a_jump_across() -> None:
    ground = Ground(
        (36000, 36000), (block("a", (0, 10), (0, 4), 3), block("b", (12.5, 22), (0, 4), 3))
    )
    check = (Check("across", "a", onto="b"),)
    _, stopped = went(ground, mover(5, 2, 3), body(20, 2, 3), 6, checks=check)
    assert stopped.falls
    assert stopped.at == at(11, 2, 3)


@pytest.mark.rule("SK-46")
@pytest.mark.parametrize(("far", "halt"), [(2, 2), (3, 2.5), (4, 2.5), (5, 3), (6, 4)])
def test_difficult_ground_takes_two_inches_off_but_not_what_lies_before_it(
    far: float, halt: float
) -> None:
    # given rubble that a base overlaps 2.5 inches on from the start
    route, stopped = went(RUBBLE, mover(10, 10), body(24, 10), far)
    assert difficult.entry(RUBBLE, route, 500) == pytest.approx(2500, abs=2)
    assert stopped.at.x == pytest.approx(10000 + inches(halt), abs=2)
    assert difficult.reach(RUBBLE, route, 500, 9000) == 7000
