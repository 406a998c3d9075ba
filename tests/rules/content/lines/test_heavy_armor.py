from typing import Any

import pytest

from protocol.battle import DamageDealt
from tests.scene import Scene, foe, hero

IMMOVABLE = "immovable@immovable"


def _engaged(
    *dice: str, at: tuple[int, int] = (0, 0), track: str = IMMOVABLE, **more: Any
) -> Scene:
    """A hero with Immovable in the track, engaged by one enemy with one Combat die."""
    figures: dict[str, Any] = {"health": 4, "combat": 1, "defense": 0, "skills": (), "range": 1}
    enemy = foe("e1", "spriggan", at=at, **{**figures, **more})
    return Scene(hero(row=list(dice), track=[track]), enemy, turn=None).rolls("enemy:1")


@pytest.mark.rule("ENG-23")
def test_immovable_deals_one_for_each_available_combat_die_after_the_engage() -> None:
    scene = _engaged("combat", "combat", "shield-discipline").answer("engaged", "stand_fast")
    assert (scene.hp("a1"), scene.hp("e1")) == (4, 2)
    assert [hit.unit for hit in scene.events(DamageDealt)] == ["a1", "e1"]
    assert scene.track("a1") == ["immovable"]


def test_immovable_is_optional() -> None:
    assert _engaged("combat").passes("engaged").hp("e1") == 4


def test_immovable_answers_no_engage_from_afar() -> None:
    scene = _engaged("combat", at=(1, 1), range=3)
    assert scene.hp("a1") == 4
    assert scene.asked("turn.act").about == "a1"


def test_immovable_needs_an_available_combat_die() -> None:
    scene = _engaged("shield-discipline")
    assert scene.asked("turn.act").about == "a1"


@pytest.mark.rule("SKR-3")
def test_immovable_with_a_tenacity_face_up_does_nothing() -> None:
    scene = _engaged("combat", track="immovable@tenacity")
    assert scene.asked("turn.act").about == "a1"


@pytest.mark.rule("ENG-25", "TIM-3")
def test_an_enemy_that_immovable_defeats_uses_no_skill_after_its_engage() -> None:
    rewards = (0, 0)
    scene = _engaged("combat", "combat", hp=2, skills=("enfeeble 1",)).rolls(*rewards)
    scene.answer("engaged", "stand_fast")
    assert scene.unit("e1").fate == "defeated"
    assert scene.track("a1") == ["immovable"]


def test_an_enemy_that_survives_immovable_uses_its_skill_after_its_engage() -> None:
    scene = _engaged("combat", skills=("enfeeble 1",)).answer("engaged", "stand_fast")
    assert scene.hp("e1") == 3
    assert scene.track("a1") == ["immovable", "LF"]
