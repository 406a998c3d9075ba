"""Which abilities and items the sensible bot uses, by what their texts promise."""

from typing import Any

import pytest

from clients.bots import using
from protocol.ids import SeatId, UnitId
from protocol.questions import One, Option, Picks, Question
from tests.clients.views import enemy


def view(hp: int = 5, foe: tuple[int, int] = (2, 0), track: int = 0, **more: Any) -> dict[str, Any]:
    """Somebody of 5 Health at 0,0 with one card ready, and an enemy."""
    me = {"side": "party", "at": (0, 0), "fate": "", "hp": hp, "health": 5}
    dice: dict[str, Any] = {f"d{number}": {} for number in range(track)}
    return {
        "units": {"a1": me, "e1": enemy("imp", foe)},
        "adventurers": {"a1": {"ready": [{"id": "i1"}], "track": list(dice)}},
        "dice": dice,
        **more,
    }


def menu(note: str, key: str = "use:knight.edict") -> Question:
    options = (Option("end", "End"), Option(key, "Use it", note))
    return Question((SeatId("1"),), "turn.act", "", One(options))


def used(note: str, **more: Any) -> bool:
    """Whether an ability that says this is used."""
    return using.ability(view(**more), UnitId("a1"), menu(note)) == ("use:knight.edict",)


@pytest.mark.parametrize(
    ("note", "helps"),
    [
        ("2 damage to an enemy.", True),
        ("Gain stealth.", True),
        ("Draw a card.", False),
        ("Discard a die: 2 damage to an enemy.", False),
        ("Discard it: 2 damage to an enemy.", True),
        ("Discard it: one of your pets gains 2 HP and deals damage.", False),
        ("Lose 1 HP: 2 damage to an enemy.", False),
    ],
)
def test_what_helps_a_fight_is_used_unless_it_costs_too_much(note: str, helps: bool) -> None:
    assert used(note) is helps


def test_healing_waits_until_enough_hp_are_missing() -> None:
    assert not used("Heal 2.", hp=4)
    assert used("Heal 2.", hp=3)


def test_healing_for_all_looks_at_the_whole_party() -> None:
    hurt = {"side": "party", "at": (1, 1), "fate": "", "hp": 1, "health": 5}
    seen = view()
    seen["units"]["a2"] = hurt
    for note, helps in (("You heal 2.", False), ("All heal 2.", True)):
        assert bool(using.ability(seen, UnitId("a1"), menu(note))) is helps


def test_what_concerns_who_is_adjacent_needs_somebody_adjacent() -> None:
    assert not used("1 damage to each adjacent enemy.")
    assert used("1 damage to each adjacent enemy.", foe=(1, 0))


def test_dice_are_recovered_once_several_are_on_the_track() -> None:
    assert not used("Recover 2 dice.", track=1)
    assert used("Recover 2 dice.", track=2)


def test_without_enemies_nothing_is_used() -> None:
    empty = view(units={"a1": view()["units"]["a1"]})
    assert using.ability(empty, UnitId("a1"), menu("2 damage to an enemy.")) == ()


def before(note: str, key: str = "use:i1:drink", **more: Any) -> Picks:
    return using.beforehand(view(**more), UnitId("a1"), menu(note, key))


def test_an_item_that_makes_the_engage_better_is_used_ahead_of_it() -> None:
    assert before("1 combat die more, 1 damage.") == ("use:i1:drink",)
    assert before("Tenacity: 2 damage to an enemy.") == ()


def test_only_own_cards_count_and_only_with_an_enemy_close() -> None:
    assert before("2 damage to an enemy.")
    assert before("2 damage to an enemy.", key="use:i2:drink") == ()
    assert before("2 damage to an enemy.", foe=(4, 0)) == ()


@pytest.mark.parametrize(("hp", "drinks"), [(3, True), (4, False)])
def test_who_is_badly_hurt_heals_before_the_engage(hp: int, drinks: bool) -> None:
    strong = {**view(hp)["units"]["a1"], "health": 9}
    units = {**view(hp)["units"], "a1": strong}
    assert bool(before("Heal 2.", hp=hp, units=units)) is drinks
