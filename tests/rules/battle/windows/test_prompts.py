"""What players read where something may be used: who, to whom, how much, what would come of it."""

from typing import Any

import pytest

from protocol.hexes import Hex
from protocol.ids import NOBODY, UnitId
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import TOKEN
from server.rules.battle.windows import prompts
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero
from tests.scene.reading import noted

AT: Hex = (0, 0)
SHIELD = "shield-discipline@shield-discipline:2"
RESOLVE = "resolve@resolve:2"
TUMBLER: dict[str, Any] = {"cls": "acrobat", "form": "defensive", "tenacity": 5}


def _struck(*, active: tuple[str, ...] = (), track: tuple[str, ...] = ()) -> Scene:
    """An adjacent bandit's roll has come to 3 damage."""
    scene = Scene(
        hero(active=list(active), track=list(track)),
        foe("e1", "high-elf-bandit", at=AT, combat=2, skills=()),
        turn=None,
    )
    return scene.rolls("enemy:2", "enemy:1")


@pytest.mark.rule("DMG-4")
def test_who_may_prevent_damage_reads_whose_it_is_how_much_and_to_whom() -> None:
    scene = _struck(active=(SHIELD,))
    assert (
        scene.asked("damage_coming").text == "High Elf Bandit's blow: 3 damage to a1. Prevent it?"
    )


@pytest.mark.rule("DMG-4")
def test_each_option_tells_its_price_and_how_much_it_would_prevent() -> None:
    told = noted(_struck(active=(SHIELD,), track=(RESOLVE,)), "damage_coming")
    assert told["block"].startswith("Exhaust the die to prevent damage of an enemy.")
    assert told["block"].endswith(" Prevents 2 of 3.")
    assert told["stand_up_to"].endswith(" Prevents 2 of 3.")


@pytest.mark.rule("DMG-3", "DMG-4")
def test_after_one_prevention_the_next_option_counts_what_is_left() -> None:
    scene = _struck(active=(SHIELD,), track=(RESOLVE,)).answer("damage_coming", "stand_up_to")
    assert noted(scene, "damage_coming")["block"].endswith(" Prevents 1 of 1 left.")


@pytest.mark.rule("DMG-4")
def test_what_adds_to_prevention_is_counted_beforehand() -> None:
    scene = _struck(track=(RESOLVE, "ironclad@ironclad"))
    assert noted(scene, "damage_coming")["stand_up_to"].endswith(" Prevents 3 of 3.")
    assert scene.answer("damage_coming", "stand_up_to").hp("a1") == 5


def test_telling_what_would_be_prevented_prevents_nothing() -> None:
    scene = _struck(active=(SHIELD,), track=(RESOLVE,))
    assert len(noted(scene, "damage_coming")) == 2
    assert scene.passes("damage_coming").hp("a1") == 2


@pytest.mark.rule("DMG-4")
@pytest.mark.parametrize(
    ("figures", "key", "prevented"),
    [
        ({"active": ["combat@combat:2"]}, "defend", 2),
        ({"race": "argonian"}, "argonian_resistance", 3),
        ({"race": "imperial"}, "imperial_mettle", 3),
        ({"track": ["expert-evasion@expert-evasion-1"]}, "evade", 3),
        ({"ready": ["stonehide-cub"]}, "stonehide_cub", 3),
        ({"cls": "arcanist", "active": [TOKEN]}, "ward", 3),
        ({**TUMBLER, "row": ["combat"]}, "tumbling", 3),
    ],
)
def test_what_is_told_beforehand_is_what_is_prevented(
    figures: dict[str, Any], key: str, prevented: int
) -> None:
    scene = Scene(
        hero(**figures), foe("e1", "high-elf-bandit", at=AT, combat=2, skills=()), turn=None
    ).rolls("enemy:2", "enemy:1")
    assert noted(scene, "damage_coming")[key].endswith(f"Prevents {prevented} of 3.")
    assert scene.answer("damage_coming", key).hp("a1") == 2 + prevented


@pytest.mark.parametrize(
    ("physical", "true", "told"),
    [
        (3, 0, "3 damage"),
        (0, 2, "2 true damage"),
        (2, 1, "3 damage, 1 of it true,"),
        (0, 0, "no damage"),
    ],
)
def test_damage_is_told_with_the_part_of_it_that_is_true(
    physical: int, true: int, told: str
) -> None:
    assert prompts.points(DamageInstance(UnitId("a1"), UnitId("e1"), physical, true)) == told


def _said(moment: Moment, instance: DamageInstance | None = None, **facts: Any) -> str:
    battle = running(Scene(hero(ready=["steel-maul"]), foe("e1", "high-elf-bandit", at=AT)))
    engage = Engage(UnitId("e1"), targets=[UnitId("a1")])
    now = Happening(moment, engage=engage, instance=instance, **facts)
    return prompts.text(battle, now)


@pytest.mark.parametrize(
    ("moment", "facts", "told"),
    [
        (Moment.BEFORE_TURN, {"unit": "e1"}, "High Elf Bandit's turn is about to begin."),
        (Moment.TURN_STARTS, {"unit": "a1"}, "a1's turn starts, before recovery."),
        (Moment.TARGETING, {"unit": "a1", "by": "e1"}, "High Elf Bandit is about to target a1."),
        (Moment.BEFORE_ROLL, {"by": "e1"}, "High Elf Bandit is about to roll against a1."),
        (
            Moment.ENGAGED,
            {"unit": "a1", "by": "e1"},
            "High Elf Bandit has engaged a1: units react.",
        ),
        (Moment.DEFEATED, {"unit": "e1", "by": "a1"}, "a1 has defeated High Elf Bandit."),
        (Moment.DEFEATED, {"unit": "e1"}, "High Elf Bandit has been defeated."),
        (Moment.HEALED, {"unit": "a1", "by": "a1", "amount": 2}, "a1 has been healed 2 HP."),
        (
            Moment.FATIGUE_COMING,
            {"unit": "a1", "kind": "OF", "amount": 2},
            "a1 is about to gain 2 overfatigue.",
        ),
        (Moment.STATUS_COMING, {"unit": "a1", "kind": "bane"}, "a1 is about to gain Bane."),
        (Moment.HP_LOSS, {"unit": "a1", "amount": 9}, "a1 is about to lose 5 HP."),
        (Moment.ITEM_GAINED, {"unit": "a1", "item": "hide-boots"}, "a1 has gained Hide Boots."),
        (
            Moment.OVERTAXED,
            {"unit": "a1", "card": "a1-steel-maul"},
            "a1's Steel Maul was overtaxed.",
        ),
        (Moment.ROUND_ENDS, {}, "End of a round."),
        (Moment.STATUS_LOST, {"unit": "a1"}, "A status has left a unit."),
    ],
)
def test_a_moment_is_told_with_who_and_how_much_as_far_as_it_knows(
    moment: Moment, facts: dict[str, Any], told: str
) -> None:
    assert _said(moment, **facts) == f"{told} Use something?"


def test_damage_that_nobody_deals_is_told_without_a_name() -> None:
    instance = DamageInstance(UnitId("a1"), NOBODY, 2)
    assert (
        _said(Moment.DAMAGE_COMING, instance, unit="a1") == "2 damage is coming to a1. Prevent it?"
    )


def test_after_damage_it_is_told_how_much_of_it_was_taken() -> None:
    instance = DamageInstance(UnitId("a1"), UnitId("e1"), 3)
    instance.taken = 1
    told = _said(Moment.DAMAGE_DEALT, instance, unit="a1", by="e1")
    assert told == "High Elf Bandit has dealt 3 damage to a1, who took 1. Use something?"


def test_hp_that_are_about_to_go_are_counted_without_bonus_hp() -> None:
    battle = running(Scene(hero(bonus=1), foe("e1", at=AT)))
    now = Happening(
        Moment.HP_LOSS,
        unit=UnitId("a1"),
        by=UnitId("e1"),
        instance=DamageInstance(UnitId("a1"), UnitId("e1"), 3),
    )
    assert prompts.text(battle, now) == "a1 is about to lose 2 HP. Use something?"


def test_a_window_in_which_nothing_is_left_to_prevent_does_not_ask_for_it() -> None:
    instance = DamageInstance(UnitId("a1"), UnitId("e1"), 0)
    told = _said(Moment.DAMAGE_COMING, instance, unit="a1", by="e1")
    assert told == "High Elf Bandit's blow: no damage to a1. Use something?"
