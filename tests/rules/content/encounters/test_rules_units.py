"""Units that an encounter names: allies to be kept alive, sleepers, and the clock."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import BattleEnded, TurnBegan, UnitRoused
from protocol.ids import UnitId
from server.rules.battle.damage import defeat
from server.rules.battle.damage.hit_points import deal
from tests.rules.battle.running import running
from tests.rules.content.encounters.drawing import drawn, fought
from tests.scene import Scene, foe, friend, hero

rule = pytest.mark.rule
QUIET: dict[str, Any] = {"combat": 0, "range": 9, "skills": ()}


def outcomes(scene: Scene) -> list[str]:
    return [event.outcome for event in scene.events(BattleEnded)]


def with_units(scene: Scene, **figures: dict[str, Any]) -> Scene:
    """The same scene with some of its units changed."""
    units = {
        name: replace(unit, **figures.get(name, {}))
        for name, unit in scene.play.start.units.items()
    }
    return Scene.at(replace(scene.play.start, units=units), scene.catalogue)


def guarding(**enemy: Any) -> Scene:
    cards = drawn({}, {"rule": "guarded", "chip": "supply-wagon"})
    wagon = friend("w1", "supply-wagon", at=(1, 0), hp=1)
    scene = fought(cards, hero(at=(3, -1)), wagon, foe("e1", at=(0, 0), **{**QUIET, **enemy}))
    return with_units(scene, w1={"kind": "quest", "controller": "", "still": True})


@rule("REL-1", "OBJ-6")
def test_the_battle_is_lost_when_what_was_guarded_falls() -> None:
    scene = guarding(combat=2, range=1, priority="weakest")
    scene.rolls("enemy:1", "enemy:1").end_turn()
    assert scene.unit("w1").fate == "defeated"
    assert outcomes(scene) == ["defeat"]


def test_it_goes_on_while_what_is_guarded_stands() -> None:
    scene = guarding().end_turn()
    assert scene.unit("w1").fate == ""
    assert outcomes(scene) == []


@rule("REL-1", "BAT-14")
def test_an_ally_that_stands_still_takes_no_turns() -> None:
    scene = guarding().end_turn()
    assert "w1" not in [event.unit for event in scene.events(TurnBegan)]


@rule("DEF-2", "DEF-11")
def test_an_ally_of_the_encounter_is_set_aside_when_it_falls_and_when_it_is_removed() -> None:
    fallen, removed = running(guarding()), running(guarding())
    defeat.defeat(fallen, UnitId("w1"), UnitId("e1"))
    defeat.remove(removed, UnitId("w1"))
    for battle in (fallen, removed):
        assert battle.state.fallen == ()
        assert battle.unit(UnitId("w1")).at is None


@rule("OBJ-6")
def test_a_deadline_that_passes_loses_the_battle() -> None:
    cards = drawn({}, {"rule": "deadline", "round": 2})
    scene = fought(cards, hero(at=(3, -1)), foe("e1", at=(0, 0), **QUIET))
    scene.end_turn()
    assert outcomes(scene) == []
    scene.end_turn()
    assert outcomes(scene) == ["defeat"]


def test_what_is_done_in_the_last_round_of_a_deadline_counts() -> None:
    cards = drawn({}, {"rule": "deadline", "round": 1})
    scene = fought(
        cards, hero(at=(1, -1), row=["combat"]), foe("e1", at=(0, 0), hp=1, defense=0, **QUIET)
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat").end_turn()
    assert outcomes(scene) == ["victory"]


def sleeping(round_: int = 0, at: tuple[int, int] = (5, -2)) -> Scene:
    """A sleeper without HP chips on the field; the adventurer stands at the entrance."""
    cards = drawn({(4, -1): "A", (4, -2): "e"}, {"rule": "sleepers", "at": "A", "round": round_})
    scene = fought(cards, hero(at=at, stamina=9), foe("e1", at=(4, -1), **{**QUIET, "range": 1}))
    return with_units(scene, e1={"hp": 0, "still": True})


@rule("ECH-11", "DEF-1", "BAT-14")
def test_a_sleeper_without_hp_chips_is_in_play_and_takes_no_turn() -> None:
    """C-56: defeat needs the loss of the last chip."""
    scene = sleeping().end_turn()
    assert (scene.unit("e1").hp, scene.unit("e1").fate) == (0, "")
    assert "e1" not in [event.unit for event in scene.events(TurnBegan)]


@rule("ECH-11")
def test_damage_does_not_defeat_a_unit_without_hp_chips() -> None:
    battle = running(sleeping())
    deal(battle, UnitId("e1"), UnitId("a1"), 9)
    assert battle.unit(UnitId("e1")).fate == ""
    assert not [unit for unit in battle.state.fallen if unit == "e1"]


def test_a_sleeper_wakes_when_an_adventurer_ends_a_turn_on_its_tile() -> None:
    scene = sleeping(at=(-2, 0))
    scene.end_turn()
    assert [event.unit for event in scene.events(UnitRoused)] == ["e1"]
    assert scene.hp("e1") == scene.unit("e1").health
    assert "e1" in [event.unit for event in scene.events(TurnBegan)]


def test_all_sleepers_wake_in_their_round() -> None:
    scene = sleeping(round_=2).end_turn()
    assert scene.state.round == 2
    assert not scene.unit("e1").still
