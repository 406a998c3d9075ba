"""Worked examples of prevention (p63)."""

import pytest

from protocol.battle import DamageDealt
from tests.scene import Scene, foe, hero


def _shannon() -> Scene:
    """Resolve 2 in the track, Shield Discipline 2 in a slot; an adjacent enemy deals 3 damage."""
    scene = Scene(
        hero(
            hp=5,
            active=["shield-discipline@shield-discipline:2"],
            track=["resolve@resolve:2"],
        ),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=2, skills=()),
        turn=None,
    )
    return scene.rolls("enemy:2", "enemy:1")


@pytest.mark.rule("DMG-1", "DMG-3", "DMG-4", "SKR-1", "SKR-2")
def test_we_030_resolve_first_then_shield_discipline() -> None:
    """Resolve prevents 2 and stays; the shield prevents the rest, its surplus is lost."""
    scene = _shannon().answer("damage_coming", "stand_up_to").answer("damage_coming", "block")
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.prevented, damage.taken) == (3, 3, 0)
    assert scene.hp("a1") == 5
    assert scene.track("a1") == ["resolve", "shield-discipline"]
    assert scene.active("a1") == []


@pytest.mark.rule("DMG-2")
def test_we_031_prevented_damage_was_dealt_but_not_taken() -> None:
    """Defensive Posture answers damage dealt; Duelist's Rebuff finds no damage taken."""
    scene = Scene(
        hero(
            hp=5,
            active=[
                "shield-discipline@shield-discipline:2",
                "defensive-posture@defensive-posture",
            ],
            track=["resolve@resolve:2", "duelists-rebuff@duelists-rebuff-2"],
        ),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=2, skills=()),
        turn=None,
    ).rolls("enemy:2", "enemy:1")
    scene.answer("damage_coming", "stand_up_to").answer("damage_coming", "block")
    assert [key.rsplit(".", 1)[1] for key in scene.offered("engaged")] == ["strike_back"]
    assert scene.hp("a1") == 5
