"""Making room at a ledge or at the top of a ladder."""

import pytest
from msgspec.structs import replace

from server.rules.skirmish.geometry import routes
from server.rules.skirmish.geometry.contact import apart
from server.rules.skirmish.geometry.pieces import Ground, Ladder
from server.rules.skirmish.geometry.room import Moved, Room, make_room
from tests.rules.skirmish.geometry.tables import OPEN, at, block, body, mover

PLATFORM = Ground(
    (36000, 36000), (block("p", (20, 24), (8, 12), 3),), (Ladder("l", at(19.5, 10), 3000),)
)


@pytest.mark.rule("SK-67", "SK-69")
def test_c25_the_target_goes_back_until_the_unit_fits() -> None:
    start, target = mover(15.5, 10), body(20.5, 10, 3)
    route = routes.to_contact(PLATFORM, [target], start, [target])
    assert route is not None
    room = make_room(PLATFORM, [start.body, target], start, route.end, [target], {})
    assert room == Room(at(20, 10, 3), (Moved("T", at(21, 10, 3)),))


@pytest.mark.rule("SK-68", "SK-69")
def test_who_is_engaged_with_the_target_goes_along_or_loses_touch() -> None:
    start, target = mover(15.5, 10), body(20.5, 10, 3)
    friend = body(21.5, 10, 3, id="F", side="own")
    bodies = [start.body, target, friend]
    # given a friend behind the target that has room behind it
    room = make_room(PLATFORM, bodies, start, at(19.5, 10, 3), [target], {"T": ["F"]})
    # then it is shifted by the same half inch
    assert room == Room(at(20, 10, 3), (Moved("T", at(21, 10, 3)), Moved("F", at(22, 10, 3))))


@pytest.mark.rule("SK-69")
def test_a_target_that_cannot_go_straight_back_turns_as_little_as_it_needs() -> None:
    start, target = mover(15.5, 10), body(20.5, 10, 3)
    other = body(21.7, 10, 3, id="O")
    room = make_room(PLATFORM, [start.body, target, other], start, at(19.5, 10, 3), [target], {})
    assert room is not None
    (moved,) = room.moved
    assert moved.at.y > 10000
    assert (moved.at.x - 21700) ** 2 + (moved.at.y - 10000) ** 2 >= 999**2
    assert abs((moved.at.x - 20000) ** 2 + (moved.at.y - 10000) ** 2 - 1000**2) < 3000


@pytest.mark.rule("SK-68", "SK-69")
def test_who_cannot_follow_makes_the_target_turn_no_farther_than_anybody_else() -> None:
    start, target = mover(15.5, 10), body(20.5, 10, 3)
    # given a friend in the target's way, who cannot go back, since another stands behind it
    friend, behind = body(21.7, 10, 3, id="F", side="own"), body(22.7, 10, 3, id="O")
    bodies, end = [start.body, target, friend, behind], at(19.5, 10, 3)
    untied = make_room(PLATFORM, bodies, start, end, [target], {})
    # when the target is Engaged with that friend
    room = make_room(PLATFORM, bodies, start, end, [target], {"T": ["F"]})
    # then it goes where it would go past anybody, and the two lose touch
    assert room is not None
    assert untied is not None
    assert room.moved == untied.moved
    assert room.torn == (("T", "F"),)


@pytest.mark.rule("SK-69")
def test_where_nothing_fits_there_is_no_room() -> None:
    post = Ground(
        (36000, 36000),
        (block("p", (20, 20.6), (9.8, 10.2), 3),),
        (Ladder("l", at(19.5, 10), 3000),),
    )
    start, target = mover(15.5, 10), body(20.5, 10, 3)
    assert make_room(post, [start.body, target], start, at(19.5, 10, 3), [target], {}) is None


def test_where_there_is_room_nobody_moves() -> None:
    start, target = mover(10, 10), body(15, 10)
    assert make_room(OPEN, [start.body, target], start, at(14, 10), [target], {}) == Room(
        at(14, 10)
    )


@pytest.mark.rule("SK-69")
def test_who_makes_room_touches_the_unit_or_nothing_fits() -> None:
    """Given a unit that others keep half an inch away from its target, and a target that they keep
    from coming straight, then the target is not left where it is, and apart: nothing fits."""
    start, target = mover(15, 10), body(10, 10)
    hedge = [
        body(x, y, id=f"O{number}")
        for number, (x, y) in enumerate([(8.7, 10.6), (8.6, 8.6), (11, 9.8), (10.1, 11)])
    ]
    bodies = [start.body, target, *hedge]
    assert make_room(OPEN, bodies, start, at(11, 10), [target], {}) is None


@pytest.mark.rule("SK-61", "SK-69")
def test_a_further_target_within_the_slack_counts_as_touched_and_stays() -> None:
    """Given two targets and a unit whose place at the path's end is taken, when it touches the
    first and a small gap is left to the second, then only the first makes room."""
    start, first, second = mover(15, 10), body(10, 10), body(11, 11.2, id="S")
    taken = body(11.7, 9.7, id="O")
    bodies, targets = [start.body, first, second, taken], [first, second]
    room = make_room(OPEN, bodies, start, at(11, 10), targets, {})
    assert room is not None
    assert [moved.id for moved in room.moved] == ["T"]
    assert 10 < apart(replace(start.body, at=room.at), second) <= 250
    # the other way round the one with the gap is the first, and not touched
    assert make_room(OPEN, bodies, start, at(11, 10), targets[::-1], {}) is None
