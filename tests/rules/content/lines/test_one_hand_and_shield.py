from typing import Any

import pytest

from protocol.battle import DamageDealt
from tests.scene import Scene, foe, hero


@pytest.mark.rule("SKR-1", "ENG-17")
def test_shield_discipline_strikes_as_it_is_placed() -> None:
    scene = Scene(hero(row=["shield-discipline"]), foe("e1", "spriggan", at=(0, 0), hp=4))
    scene.rolls("shield-discipline:2").engage("a1", "e1", ["shield-discipline"])
    scene.resolve("shield-discipline")
    assert scene.hp("e1") == 2
    assert scene.active("a1") == ["shield-discipline"]


def test_shield_discipline_may_be_placed_without_a_target() -> None:
    scene = Scene(hero(row=["shield-discipline"]), foe("e1", at=(0, 3)))
    scene.rolls("shield-discipline:1").engage("a1", "", ["shield-discipline"])
    scene.resolve("shield-discipline")
    assert scene.active("a1") == ["shield-discipline"]
    assert not scene.events(DamageDealt)


def test_active_shield_discipline_prevents_an_enemys_damage_and_is_exhausted() -> None:
    scene = Scene(
        hero(active=["shield-discipline@shield-discipline:2"]),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=2),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:1")
    scene.answer("damage_coming", "block")
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.prevented, damage.taken) == (3, 2, 1)
    assert scene.track("a1") == ["shield-discipline"]


def test_defensive_posture_strikes_back_with_as_many_dice_as_damage_was_dealt() -> None:
    scene = Scene(
        hero(active=["defensive-posture@defensive-posture"]),
        foe("e1", "high-elf-bandit", at=(0, 0), hp=3, combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:1", "enemy:1")
    scene.answer("engaged", "strike_back")
    assert scene.hp("a1") == 3
    assert scene.hp("e1") == 1
    assert scene.track("a1") == ["defensive-posture"]


ONE, TWO = "shield-discipline@shield-discipline:1", "shield-discipline@shield-discipline:2"
SHIELD = "shield-discipline"


def _engaged(face: str, *, target: str = "e1", **figures: Any) -> Scene:
    """One die of the line has been rolled against an enemy with 9 HP."""
    die = face.rpartition("-")[0] if face[-1].isdigit() else face
    scene = Scene(hero(row=[die], **figures), foe("e1", "spriggan", at=(0, 0), hp=9, skills=()))
    return scene.rolls(face).engage("a1", target, [die])


def test_heroic_slash_1_deals_two_for_each_shield_discipline_in_the_slots() -> None:
    scene = Scene(
        hero(row=["heroic-slash"], active=[ONE, TWO, "combat@combat:1"], track=[SHIELD]),
        foe("e1", "spriggan", at=(0, 0), hp=9, skills=()),
    )
    scene.rolls("heroic-slash-1").engage("a1", "e1", ["heroic-slash"])
    scene.resolve("heroic-slash")
    assert scene.hp("e1") == 9 - 2 * 2
    assert scene.active("a1") == [SHIELD, SHIELD, "combat"]
    assert scene.track("a1") == [SHIELD, "heroic-slash"]


def test_heroic_slash_2_exhausts_the_dice_that_its_owner_chooses_for_three_each() -> None:
    scene = _engaged("heroic-slash-2", active=[TWO, ONE, ONE]).resolve("heroic-slash")
    two, one, _ = scene.mat("a1").active
    scene.answer("heroic-slash", one)
    assert scene.hp("e1") == 6
    assert two in scene.mat("a1").active, "the better shield stays up"
    assert scene.track("a1") == [SHIELD, "heroic-slash"]


@pytest.mark.rule("TIM-4")
def test_heroic_slash_2_may_exhaust_dice_without_a_target() -> None:
    scene = _engaged("heroic-slash-2", target="", active=[ONE, TWO]).resolve("heroic-slash")
    scene.answer("heroic-slash", *scene.mat("a1").active)
    assert (scene.hp("e1"), scene.active("a1")) == (9, [])


def test_shield_charge_1_recovers_chosen_dice_out_of_slots_and_track_for_one_each() -> None:
    scene = _engaged("shield-charge-1", active=[TWO, ONE], track=[SHIELD, "LF"])
    scene.resolve("shield-charge")
    two, one, tracked = *scene.mat("a1").active, scene.mat("a1").track[0]
    scene.answer("shield-charge", one, tracked)
    assert (scene.hp("e1"), scene.mat("a1").active) == (7, (two,))
    assert (scene.row("a1"), scene.track("a1")) == ([SHIELD, SHIELD], ["LF", "shield-charge"])


def test_shield_charge_2_counts_every_die_of_the_line_wherever_it_lies() -> None:
    scene = _engaged("shield-charge-2", active=[ONE], track=[SHIELD], drained=["heroic-slash"])
    scene.resolve("shield-charge")
    assert scene.hp("e1") == 5, "with itself they are 4"


def _bashing(**figures: Any) -> Scene:
    return _engaged("power-bash", **figures).resolve("power-bash")


@pytest.mark.rule("ENG-24", "FRE-1", "FRE-2")
def test_power_bash_engages_once_more_with_exactly_the_dice_of_slots_and_track() -> None:
    scene = _bashing(active=[ONE, "combat@combat:1"], track=[SHIELD], stamina=1)
    assert scene.track("a1") == ["power-bash"]
    assert sorted(scene.row("a1")) == [SHIELD, SHIELD]
    scene.rolls("shield-discipline:2", "tenacity").engage("a1", "e1", why="power-bash.engage")
    scene.resolve(SHIELD, SHIELD)
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (7, 1)
    assert scene.active("a1") == ["combat", SHIELD]
    assert scene.track("a1") == ["power-bash", SHIELD], "no fatigue for it"


@pytest.mark.rule("ENG-12", "ENG-24", "ITM-6")
def test_power_bash_may_use_a_weapon_in_the_engage_that_it_grants() -> None:
    cudgel = "dockhands-cudgel"
    scene = _bashing(track=[SHIELD], ready=[cudgel]).rolls("shield-discipline:1", "enemy:2")
    scene.engage("a1", "e1", weapon=cudgel, why="power-bash.engage").resolve(SHIELD, "free").done()
    assert scene.hp("e1") == 6


def test_power_bash_needs_a_shield_discipline_to_bash_with() -> None:
    scene = _bashing(track=["combat"])
    assert scene.questions[-1].why == "turn.act"


def test_power_bash_may_engage_without_a_target() -> None:
    scene = _bashing(track=[SHIELD]).rolls("shield-discipline:1")
    scene.engage("a1", "", why="power-bash.engage").resolve(SHIELD)
    assert (scene.hp("e1"), scene.active("a1")) == (9, [SHIELD])
