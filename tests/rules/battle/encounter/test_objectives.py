"""Objectives, and when they are looked at (p86)."""

from typing import Any

import pytest

from protocol.battle import BattleEnded
from protocol.ids import UnitId
from server.rules.battle.damage import defeat
from server.rules.battle.encounter.objectives import conquer, eliminate
from tests.rules.battle.encounters import encounter
from tests.rules.battle.running import running
from tests.scene import Scene, foe, friend, hero

HUNT = eliminate("skeleton-e1")
BONES: dict[str, Any] = {"hp": 1, "combat": 0, "defense": 0, "range": 9, "skills": ()}


def _hunting(*pieces: Any) -> Scene:
    """One enemy is the wanted one, and next to an adventurer with two dice."""
    wanted = foe("e1", "skeleton", at=(0, 0), **BONES)
    scene = Scene(hero(row=["combat"] * 2), wanted, *pieces, cards=encounter(met=HUNT))
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


def _ended(scene: Scene) -> list[str]:
    return [event.outcome for event in scene.events(BattleEnded)]


@pytest.mark.rule("OBJ-2", "EOB-1")
def test_a_hunt_is_won_once_the_wanted_enemy_has_fallen_whoever_else_is_left() -> None:
    scene = _hunting(foe("e2", "spriggan", at=(0, -4), combat=0, range=9))
    assert _ended(scene) == []
    assert _ended(scene.end_turn()) == ["victory"]


@pytest.mark.rule("OBJ-2")
def test_a_hunt_goes_on_while_the_wanted_enemy_stands() -> None:
    pieces = [foe("e1", "skeleton", at=(0, 4), **BONES), foe("e2", "skeleton", at=(0, 0), **BONES)]
    scene = Scene(hero(row=["combat"]), *pieces, cards=encounter(met=HUNT))
    scene.rolls("combat:1").engage("a1", "e2", ["combat"]).resolve("combat").end_turn()
    assert scene.unit("e2").fate == "defeated"
    assert _ended(scene) == []


@pytest.mark.rule("OBJ-1", "OBJ-2", "DEF-11")
def test_an_enemy_that_was_removed_counts_like_one_that_was_defeated() -> None:
    battle = running(Scene(hero(), foe("e1", "skeleton", at=(0, 0), **BONES)))
    assert (conquer(battle), HUNT(battle)) == (False, False)
    defeat.remove(battle, UnitId("e1"))
    assert (conquer(battle), HUNT(battle)) == (True, True)


@pytest.mark.rule("OBJ-6")
def test_a_wanted_enemy_that_necromancy_brings_back_has_to_fall_again() -> None:
    scene = _hunting(foe("e2", at=(0, -3), combat=0, range=9, skills=("necromancy",)))
    scene.end_turn().answer("necromancy", "1,-3")
    assert (scene.unit("e1").fate, scene.unit("e100").at) == ("defeated", (1, -3))
    assert _ended(scene) == []
    scene.rolls("combat:1").move((1, -2)).engage("a1", "e100", ["combat"]).resolve("combat")
    scene.end_turn().answer("necromancy", "1,-3")
    assert _ended(scene) == [], "and again"


@pytest.mark.rule("OBJ-6", "OBJ-1")
def test_the_last_enemy_brought_back_before_the_round_closes_keeps_the_battle_going() -> None:
    """A companion's Necromancy raises enemies, too."""
    scene = Scene(
        hero(row=["combat"]),
        friend("c1", "atronach", at=(0, -3), skills=("necromancy",), range=1),
        foe("e1", "skeleton", at=(0, 0), **BONES),
        cards=encounter(),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert conquer(running(scene, scene.state))
    scene.end_turn().passes("companion.move").answer("necromancy", "1,-3")
    assert scene.state.outcome == ""
    assert scene.asked("turn.act").to == ("a1",)
