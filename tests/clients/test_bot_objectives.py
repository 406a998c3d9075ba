"""What the sensible bot reads off an objective, and how it picks the locks that one is about."""

from typing import Any

import pytest

from clients.bots import board, moving
from clients.bots.reacting import react
from protocol.questions import One, Option, Plan, Question, Route, Slot, Spot

PICK = "Pick 2 of the 3 locks. Each enemy has +1 range."


def view(objective: str, **more: Any) -> dict[str, Any]:
    """The entrance at 0,0, a seal two hexes on, a lever one hex the other way, an item cache."""
    return {
        "objective": objective,
        "marks": {"2,0": "seal", "-1,0": "lever"},
        "caches": {"2,0": "common", "-1,0": "common", "0,1": "common"},
        "units": {},
        "tiles": {"hall": {"hexes": [[q, 0] for q in range(-1, 3)]}},
        "blocked": [],
        "tally": {},
        **more,
    }


def enemy(name: str, at: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name.title(), "side": "enemy", "at": at, "fate": "", **more}


def test_locks_of_the_objective_are_seals_and_levers_that_are_still_shut() -> None:
    assert board.locks(view(PICK)) == [(2, 0), (-1, 0)]
    assert board.locks(view(PICK, caches={"2,0": "common"})) == [(2, 0)]
    assert board.locks(view("Defeat all enemies.")) == []


@pytest.mark.parametrize(("opened", "last"), [(0, False), (1, True)])
def test_it_knows_when_one_lock_more_is_enough(opened: int, last: bool) -> None:
    assert board.one_lock_left(view(PICK, tally={"locks-opened": opened})) is last


def test_an_objective_that_names_enemies_makes_them_the_quarry() -> None:
    units = {name: enemy(name, (1, 0)) for name in ("ash reaver", "imp")}
    aim = "Defeat the Ash Reaver. An Imp may come."
    assert board.quarry(view(aim, units=units)) == ["ash reaver"]
    assert board.quarry(view("Defeat all enemies.", units=units)) == []


def ahead() -> Question:
    spots = tuple(
        Spot(f"{q},0", tuple(n for n in (q - 1, q + 1) if 0 <= n <= 2), 1, bool(q))
        for q in range(3)
    )
    return Question(("1",), "turn.move", "Move.", Route(spots, 3))


def test_it_goes_to_the_locks_while_nobody_is_near_who_minds() -> None:
    asleep = {"e1": enemy("imp", (2, 1), still=True)}
    assert moving.to_locks(view(PICK, units=asleep), "a1", ahead()) == ("1,0", "2,0")
    awake = {"e1": enemy("imp", (2, 1))}
    assert moving.to_locks(view(PICK, units=awake), "a1", ahead()) == ()


def test_the_last_lock_is_worth_the_risk() -> None:
    awake = {"e1": enemy("imp", (2, 1))}
    here = view(PICK, units=awake, tally={"locks-opened": 1})
    assert moving.to_locks(here, "a1", ahead()) == ("1,0", "2,0")


def test_dice_that_show_what_the_lock_wants_are_kept() -> None:
    dice = tuple(Option(str(at), f"Keep {value}") for at, value in enumerate((5, 1, 1)))
    slots = (Slot("roll", (Option("roll", "Roll again (2 left)"),), 1, 1), Slot("keep", dice, 0, 2))
    text = "You have 5-1-1 against 1-2-5. Which do you keep?"
    question = Question(("1",), "lockpick.keep", text, Plan(slots), may_pass=True)
    assert react(view(PICK), "a1", question) == ("roll", "0", "1")


def test_a_lock_of_the_objective_is_picked_beside_an_enemy_and_another_is_not() -> None:
    pick = Question(("1",), "cache.pick", "Pick it?", One((Option("pick", "Pick"),)), may_pass=True)
    units = {"e1": enemy("imp", (1, 0)), "a1": {"side": "party", "at": (2, 0), "fate": ""}}
    assert react(view(PICK, units=units), "a1", pick) == ("pick",)
    assert react(view("Defeat all enemies.", units=units), "a1", pick) == ()
