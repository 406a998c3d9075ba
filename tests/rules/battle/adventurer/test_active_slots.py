"""Active slots that are filled for others, and what never lies in one (p24, p60)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.ids import UnitId
from server.rules.battle.adventurer import track
from server.rules.battle.components.effects import face
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from tests.rules.battle.printed import with_die
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


@face("ward", "A", "It lies in anybody's slot.", traits=("any-slot",))
def ward(battle: Battle, engage: Engage, die: str) -> None:
    """It only lies there."""


CARDS = with_die("combat", "ward", ward)
FULL = ["LF"] * 4


def warding(*, mine: list[str] | None = None, theirs: list[str] | None = None) -> Scene:
    """A ward was rolled; it may go to the slots of either adventurer."""
    scene = Scene(
        hero("a1", row=["ward"], active=mine or []),
        hero("a2", at=(2, -1), active=theirs or []),
        foe("e1", at=(-4, 0), skills=()),
        cards=CARDS,
    )
    return scene.rolls("ward").engage("a1", "", ["ward"])


@rule("ACT-8")
def test_some_active_results_may_be_given_to_another_adventurer() -> None:
    scene = warding().resolve("ward")
    assert scene.asked("engage.slot").to == ("a1",)
    scene.answer("engage.slot", "a2")
    assert (scene.active("a1"), scene.active("a2")) == ([], ["ward"])


@rule("ACT-8", "ACT-1")
def test_with_full_slots_of_ones_own_it_can_only_be_given_away() -> None:
    scene = warding(mine=FULL).resolve("ward")
    assert scene.active("a2") == ["ward"]
    nowhere = warding(mine=FULL, theirs=FULL).passes("engage.drop")
    assert nowhere.track("a1") == ["ward"]


@rule("ACT-8")
def test_it_is_exhausted_to_the_track_of_the_one_whose_die_it_is() -> None:
    scene = warding().resolve("ward").answer("engage.slot", "a2")
    battle = running(scene, scene.state)
    track.exhaust_slot(battle, UnitId("a2"), battle.mat(UnitId("a2")).active[0])
    assert (len(battle.mat(UnitId("a1")).track), battle.mat(UnitId("a2")).track) == (1, ())


@rule("ACT-9")
def test_a_free_enemy_combat_die_occupies_no_active_slot() -> None:
    """It is resolved with full slots, and beside the Combat die that takes the last one."""
    maul: dict[str, Any] = {"form": "heavy-weapon", "ready": ["steel-maul"]}
    scene = Scene(
        hero(row=["combat"], active=["LF"] * 3, **maul),
        foe("e1", at=(0, 0), health=9, defense=0, skills=()),
    )
    scene.rolls("combat:1", "enemy:2").engage("a1", "e1", ["combat"], weapon="steel-maul")
    scene.resolve("combat", "free")
    assert scene.active("a1") == ["LF"] * 3
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (6, 0)
    assert scene.track("a1") == ["combat"]


@rule("ACT-9")
def test_a_free_enemy_combat_die_needs_no_slot() -> None:
    maul: dict[str, Any] = {"form": "heavy-weapon", "ready": ["steel-maul"]}
    scene = Scene(
        hero(row=["combat"], active=FULL, **maul),
        foe("e1", at=(0, 0), health=9, defense=0, skills=()),
    )
    scene.rolls("tenacity", "enemy:2").engage("a1", "e1", ["combat"], weapon="steel-maul")
    scene.resolve("free", "combat")
    assert (scene.hp("e1"), scene.active("a1")) == (7, FULL)


@rule("ACT-3")
@pytest.mark.parametrize(("spent", "offered"), [("", 1), ("a1.a1.shield-discipline.2.parry", 2)])
def test_of_equal_dice_each_is_offered_that_was_used_differently(spent: str, offered: int) -> None:
    disc = "shield-discipline@shield-discipline:1"
    scene = Scene(hero(active=[disc, disc]), foe("e1", at=(-4, 0), skills=()))
    if spent:
        state = replace(scene.play.start, used={f"round:{spent}": 1})
        scene = Scene.at(state, scene.catalogue)
    dropped = [key for key in scene.offered("turn.act") if key.startswith("drop:")]
    assert len(dropped) == offered
