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
