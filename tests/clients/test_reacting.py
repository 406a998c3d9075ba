"""What the sensible bot answers to everything that is not its own menu."""

from typing import Any

import pytest

from clients.bots.reacting import fallback, react
from protocol.ids import NamedCode, SeatId, UnitId
from protocol.questions import (
    One,
    Option,
    Order,
    Picks,
    Plan,
    Question,
    Route,
    Shape,
    Slot,
    Some,
    Split,
    Spot,
    refuse,
)
from tests.clients.views import PICK, enemy, view

TWO = (Option("a", "A"), Option("b", "B"))


def asked(why: str, shape: Shape, text: str = "", default: Picks = (), **view: Any) -> Picks:
    question = Question((SeatId("1"),), NamedCode(why), text, shape, default=default, may_pass=True)
    return react({"units": {}, "adventurers": {}, **view}, UnitId("a1"), question)


def chip(hp: int, **more: Any) -> dict[str, Any]:
    return {"hp": hp, "side": "party", "at": (0, 0), "fate": "", **more}


def test_dice_that_show_what_the_lock_wants_are_kept() -> None:
    dice = tuple(Option(str(at), f"Keep {value}") for at, value in enumerate((5, 1, 1)))
    slots = (Slot("roll", (Option("roll", "Roll again (2 left)"),), 1, 1), Slot("keep", dice, 0, 2))
    text = "You have 5-1-1 against 1-2-5. Which do you keep?"
    question = Question((SeatId("1"),), "lockpick.keep", text, Plan(slots), may_pass=True)
    assert react(view(PICK), UnitId("a1"), question) == ("roll", "0", "1")


def test_a_lock_of_the_objective_is_picked_beside_an_enemy_and_another_is_not() -> None:
    pick = Question(
        (SeatId("1"),), "cache.pick", "Pick it?", One((Option("pick", "Pick"),)), may_pass=True
    )
    units = {"e1": enemy("imp", (1, 0)), "a1": {"side": "party", "at": (2, 0), "fate": ""}}
    assert react(view(PICK, units=units), UnitId("a1"), pick) == ("pick",)
    assert react(view("Defeat all enemies.", units=units), UnitId("a1"), pick) == ()


def test_the_hex_to_enter_by_is_the_one_with_most_ways_to_go() -> None:
    """Given two hexes to enter by, then it takes the roomier one, and its default form."""
    entrances = (Option("hex:2,0", "2,0"), Option("hex:1,0", "1,0"))
    plan = Plan(
        (Slot("form", (Option("form:magic", "magic"),), 1, 1), Slot("hex", entrances, 1, 1))
    )
    default = ("form:magic", "hex:2,0")
    assert asked("deploy", plan, default=default, **view("")) == ("form:magic", "hex:1,0")


def test_what_is_offered_in_time_is_used_but_nobody_healthy_leaves_the_map() -> None:
    offers = One((Option("a1.escape", "Leave"), Option("a1.heal", "Heal")))
    healthy, hurt = {"a1": chip(5)}, {"a1": chip(2)}
    assert asked("turn_starts", offers, **view("", marks={}, caches={}, units=healthy)) == (
        "a1.heal",
    )
    assert asked("turn_starts", offers, **view("", marks={}, caches={}, units=hurt)) == (
        "a1.escape",
    )


def test_of_adventurers_it_names_the_sturdiest_and_of_enemies_the_weakest() -> None:
    units = {
        "a1": chip(3),
        "a2": chip(3),
        "e1": enemy("imp", (1, 0), hp=4),
        "e2": enemy("rat", (2, 0), hp=2),
    }
    mats = {"a1": {"active": []}, "a2": {"active": ["d1"]}}
    who, whom = (
        One(tuple(Option(key, key) for key in keys)) for keys in (("a1", "a2"), ("e1", "e2"))
    )
    assert asked("target", who, units=units, adventurers=mats) == ("a2",)
    assert asked("target", whom, units=units, adventurers=mats) == ("e2",)


@pytest.mark.parametrize(
    ("text", "track", "picks"),
    [
        ("You have 5-2-1 against 4-2-1.", 0, ("5>4",)),
        ("You have 3-2-1 against 4-2-1.", 4, ("3>4",)),
        ("You have 3-2-1 against 4-2-1.", 5, ()),
        ("You have 6-2-1 against 3-2-1.", 0, ()),
        ("You have 6-2-1 against 3-4-1.", 0, ()),
    ],
)
def test_a_die_close_to_the_last_number_of_a_lock_is_turned_while_the_track_is_short(
    text: str, track: int, picks: Picks
) -> None:
    mats = {"a1": {"track": ["LF"] * track}}
    assert asked("lockpick.adjust", One(TWO), text, adventurers=mats) == picks


SHAPES: tuple[Shape, ...] = (
    One(TWO),
    Some(TWO, 1, 2),
    Order(TWO[:1]),
    Split(TWO, 1, 1),
    Route((Spot("0,0", (1,)), Spot("1,0", (0,))), 2),
    Plan((Slot("form", TWO, 1, 1), Slot("dice", TWO, 0, 2))),
)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_without_default_and_pass_it_takes_the_first_thing_that_is_legal(shape: Shape) -> None:
    question = Question((SeatId("1"),), NamedCode("why"), "", shape)
    assert refuse(question, fallback(question)) is None


def test_a_default_and_a_pass_come_before_what_is_merely_legal() -> None:
    declared = Question((SeatId("1"),), NamedCode("why"), "", One(TWO), default=("b",))
    assert fallback(declared) == ("b",)
    assert fallback(Question((SeatId("1"),), NamedCode("why"), "", One(TWO), may_pass=True)) == ()


def test_nothing_is_spent_on_damage_that_is_prevented_anyway() -> None:
    text = "3 damage. What comes by itself would leave nothing of it."
    assert asked("damage_coming", One(TWO), text) == ()
    assert asked("damage_coming", One(TWO), "3 damage.") != ()
