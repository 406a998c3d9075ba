"""What the sensible bot does in a delve: skyshards, doors, and when there is nothing to gain."""

from typing import Any

import pytest

from clients.bots import delving
from protocol.ids import NamedCode, SeatId, UnitId
from protocol.questions import One, Option, Picks, Question, Route, Spot
from tests.clients.views import enemy


def tile(*hexes: tuple[int, int], doors: tuple[tuple[int, int], ...] = (), shards: int = 0) -> Any:
    return {
        "hexes": [list(at) for at in hexes],
        "doors": [list(at) for at in doors],
        "shards": shards,
    }


HALL = tile((0, 0), (1, 0), doors=((1, 0),))


def view(*tiles: Any, gained: int = 0, rounds: int = 1, **units: Any) -> dict[str, Any]:
    """A delve for 2 skyshards; somebody stands at 0,0."""
    me = {"side": "party", "at": [0, 0], "fate": ""}
    return {
        "delve": {"gained": gained, "required": 2},
        "tiles": {str(number): one for number, one in enumerate(tiles)},
        "units": {"a1": me, **units},
        "rounds": rounds,
    }


def question(*keys: str) -> Question:
    return Question(
        (SeatId("1"),), NamedCode("why"), "", One(tuple(Option(key, key) for key in keys))
    )


def test_it_goes_for_skyshards_before_doors() -> None:
    vault = tile((2, 0), (3, 0), shards=1)
    assert delving.goals(view(HALL, vault)) == [(2, 0), (3, 0)]
    assert delving.goals(view(HALL)) == [(1, 0)]


def test_a_door_between_two_tiles_leads_nowhere_new() -> None:
    next_room = tile((2, 0), (3, 0), doors=((2, 0),))
    assert delving.goals(view(HALL, next_room)) == []


@pytest.mark.parametrize(
    ("tiles", "gained", "stuck"), [((HALL,), 0, False), ((), 0, True), ((), 2, False)]
)
def test_a_delve_without_skyshards_and_doors_is_stuck_unless_it_is_won(
    tiles: tuple[Any, ...], gained: int, stuck: bool
) -> None:
    asked = question("end", "retreat")
    assert delving.is_stuck(view(*tiles, gained=gained)) is stuck
    assert delving.leaves(view(*tiles, gained=gained), asked) == (("retreat",) if stuck else ())


@pytest.mark.parametrize(
    ("where", "rounds", "opens"), [((9, 0), 1, False), ((10, 0), 1, True), ((2, 0), 5, True)]
)
def test_doors_are_opened_while_no_enemy_is_near_and_later_in_any_case(
    where: tuple[int, int], rounds: int, opens: bool
) -> None:
    """Given an enemy 9 hexes away it fights first; from round 5 on only an adjacent one counts."""
    seen = view(HALL, rounds=rounds, e1=enemy("imp", where))
    picks: Picks = ("1,0",) if opens else ()
    assert delving.opens(seen, UnitId("a1"), question("1,0")) == picks
    assert delving.explores(seen, UnitId("a1"), question("1,0")) == picks
    assert delving.presses_on(seen, Route((Spot("0,0", ()),), 1)) is opens


def test_a_skyshard_on_the_way_is_taken_whoever_is_near() -> None:
    route = Route((Spot("0,0", (1,)), Spot("1,0", (0,), note="skyshard")), 1)
    assert delving.presses_on(view(HALL, e1=enemy("imp", (1, 0))), route)


def test_it_explores_through_the_nearest_door_and_not_while_skyshards_lie_about() -> None:
    long_hall = tile((0, 0), (1, 0), (2, 0), (-1, 0), doors=((2, 0), (-1, 0)))
    assert delving.explores(view(long_hall), UnitId("a1"), question("2,0", "-1,0")) == ("-1,0",)
    vault = tile((3, 0), shards=1)
    assert delving.explores(view(long_hall, vault), UnitId("a1"), question("-1,0")) == ()
