"""Enemy skills about the roll: Aggressive, True Strike, Vindictive, Smite."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import DamageDealt
from protocol.events import Rolled
from tests.scene import Scene, foe, friend, hero

AT = (0, 0)


def _rolled(scene: Scene) -> list[int]:
    return [len(event.faces) for event in scene.events(Rolled)]


def test_aggressive_rerolls_every_miss_and_nothing_else() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=3, skills=("aggressive",)), turn=None)
    scene.rolls("enemy:0", "enemy:1", "enemy:0", "enemy:1", "enemy:1")
    assert scene.hp("a1") == 2
    assert _rolled(scene) == [3, 2]


def test_aggressive_rerolls_only_once() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=1, skills=("aggressive",)), turn=None)
    scene.rolls("enemy:0", "enemy:0")
    assert scene.hp("a1") == 5
    assert _rolled(scene) == [1, 1]


def test_aggressive_has_nothing_to_do_without_misses() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=1, skills=("aggressive",)), turn=None)
    scene.rolls("enemy:1")
    assert _rolled(scene) == [1]


@pytest.mark.rule("ENT-7")
def test_aggressive_has_nothing_to_reroll_with_combat_0() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=0, skills=("aggressive",)), turn=None)
    assert sum(_rolled(scene)) == 0


def test_aggressive_damage_goes_to_every_target_from_the_final_faces() -> None:
    scene = Scene(
        hero("a1"),
        hero("a2", at=(0, 1), hp=4),
        foe("e1", at=AT, combat=1, targets=2, skills=("aggressive",)),
        turn=None,
    )
    scene.rolls("enemy:0", "enemy:2")
    assert (scene.hp("a1"), scene.hp("a2")) == (3, 2)


@pytest.mark.rule("STS-8")
def test_aggressive_sleeps_under_fear() -> None:
    scene = Scene(
        hero(), foe("e1", at=AT, combat=1, statuses=("fear",), skills=("aggressive",)), turn=None
    )
    scene.rolls("enemy:0")
    assert _rolled(scene) == [1]


@pytest.mark.parametrize(("second", "true"), [("enemy:1", 2), ("enemy:2", 0)])
def test_true_strike_makes_a_roll_of_1s_true_damage(second: str, true: int) -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=2, skills=("true-strike",)), turn=None)
    scene.rolls("enemy:1", second)
    assert [event.true for event in scene.events(DamageDealt)] == [true]


def test_true_strike_looks_at_the_faces_after_rerolls() -> None:
    figures: dict[str, Any] = {"combat": 2, "skills": ("true-strike", "aggressive")}
    scene = Scene(hero(), foe("e1", at=AT, **figures), turn=None)
    scene.rolls("enemy:0", "enemy:1", "enemy:1")
    assert [event.true for event in scene.events(DamageDealt)] == [2]


def test_vindictive_rolls_1_die_more_for_each_undefeated_adventurer() -> None:
    scene = Scene(
        hero("a1"),
        hero("a2", at=(0, 4)),
        hero("a3", fate="defeated"),
        foe("e1", at=AT, combat=1, skills=("vindictive",)),
        turn=None,
    )
    scene.rolls("enemy:0", "enemy:0", "enemy:0")
    assert _rolled(scene) == [3]


@pytest.mark.parametrize(("targets", "dice"), [(1, 4), (2, 2)])
def test_smite_doubles_combat_unless_it_targets_the_whole_party(targets: int, dice: int) -> None:
    scene = Scene(
        hero("a1"),
        hero("a2", at=(0, 1), hp=4),
        foe("e1", at=AT, combat=2, targets=targets, skills=("smite",)),
        turn=None,
    )
    scene.rolls(*["enemy:0"] * dice)
    assert _rolled(scene) == [dice]


def test_smite_of_a_companion_that_stands_alone_is_doubled_like_any_others() -> None:
    """No party member is among its targets."""
    ally = friend("c1", "atronach", at=(0, 1), combat=2, range=1, skills=("smite",))
    scene = Scene(
        hero("a1", hp=1, at=(0, 4), track=["bane"]),
        ally,
        foe("e1", at=AT, hp=9, combat=0, skills=()),
    )
    later = Scene.at(replace(scene.play.start, phase="round", turn=None), scene.catalogue)
    later.rolls(*["enemy:0"] * 4, 0, 0).passes("companion.move").answer("companion.engage", "e1")
    assert _rolled(later)[0] == 4
