"""Legendary weapons; their numbers of dice and points stand in the tables of `test_weapon`."""

from typing import Any

import pytest

from tests.rules.content.items.arming import armed, engages, resolves
from tests.scene import foe, hero

LIGHT, HEAVY, RANGED = "light-weapon", "heavy-weapon", "ranged-weapon"


def other(name: str = "e2", at: tuple[int, int] = (-1, 1), **figures: Any) -> Any:
    """A second enemy of 5 HP."""
    return foe(name, at=at, **{"health": 5, "hp": 5, "skills": (), **figures})


@pytest.mark.parametrize(("kind", "dice"), [("beast", 2), ("daedra", 4)])
def test_scampcrusher_adds_twice_the_dice_against_daedra(kind: str, dice: int) -> None:
    scene = armed("scampcrusher", HEAVY, enemy={"type": kind})
    resolves(engages(scene, "tenacity", *["enemy:1"] * dice))
    assert scene.hp("e1") == 9 - dice


@pytest.mark.rule("ENG-22")
def test_with_whisper_of_glass_overtaxed_the_dice_come_home() -> None:
    scene = armed("whisper-of-glass", LIGHT, row=["combat", "combat"])
    engages(scene, "combat:1", "tenacity", "enemy:1", "enemy:1", overtax=True, dice=2)
    resolves(scene)
    assert (scene.row("a1"), scene.track("a1")) == (["combat", "combat"], [])


@pytest.mark.parametrize(("overtax", "healed"), [(False, 1), (True, 4)])
def test_gravewolf_fang_heals_by_what_the_target_loses(overtax: bool, healed: int) -> None:
    scene = armed("gravewolf-fang", LIGHT, hp=1, health=9)
    misses = ["enemy:1", "enemy:1", "enemy:0"] if overtax else []
    resolves(engages(scene, "combat:2", *misses, overtax=overtax))
    assert scene.hp("a1") == 1 + healed


def test_gravewolf_fang_heals_nothing_while_the_target_loses_nothing() -> None:
    scene = armed("gravewolf-fang", LIGHT, hp=1, enemy={"defense": 5})
    assert resolves(engages(scene, "combat:2")).hp("a1") == 1


def test_headsmans_verdict_overtaxed_deals_the_targets_loss_to_its_neighbours() -> None:
    """What was prevented is no loss."""
    scene = armed("headsmans-verdict", HEAVY, other(), other("e3", (3, 0)), enemy={"defense": 1})
    resolves(engages(scene, "combat:2", "enemy:1", "enemy:1", overtax=True))
    assert (scene.hp("e1"), scene.hp("e2"), scene.hp("e3")) == (6, 2, 5)


def test_a_longnight_bow_rolls_misses_again_once() -> None:
    scene = armed("longnight-bow", RANGED)
    resolves(engages(scene, "tenacity", "enemy:0", "enemy:2"))
    assert scene.hp("e1") == 7


def test_an_overtaxed_longnight_bow_puts_the_targets_skills_to_sleep() -> None:
    scene = armed("longnight-bow", RANGED, enemy={"skills": ("dodge",)})
    resolves(engages(scene, "tenacity", "enemy:1", "enemy:1", "enemy:1", overtax=True))
    assert scene.hp("e1") == 6


def test_an_overtaxed_staff_of_storms_rerolls_any_number_of_dice() -> None:
    scene = armed("staff-of-the-ninth-storm", "magic", row=["force-shock", "force-shock"])
    scene.rolls("tenacity", "tenacity", "force-shock-1", "force-shock-1")
    scene.engage("a1", "e1", ["force-shock"] * 2, weapon="staff-of-the-ninth-storm", overtax=True)
    rolled = scene.mat("a1").rolled
    scene.answer("after_roll", "reroll").answer("staff-of-the-ninth-storm.reroll", *rolled)
    assert resolves(scene).hp("e1") == 3


def test_the_patient_wall_gives_bonus_hp_and_overtaxed_throws_everybody_back() -> None:
    scene = armed("the-patient-wall", "defensive", hero("a2", at=(1, 0)), other("e3", (3, 0)))
    resolves(engages(scene, "tenacity", overtax=True)).answer("the-patient-wall.shove", "-2,0")
    assert (scene.unit("a1").bonus, scene.unit("a2").bonus) == (1, 1)
    assert (scene.hp("e1"), scene.unit("e1").at) == (6, (-2, 0))
    assert (scene.unit("e1").statuses, scene.hp("e3")) == (("maim",), 5)
