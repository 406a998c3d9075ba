from typing import Any

import pytest

from protocol.battle import UnitDefeated, UnitTurned
from protocol.hexes import Hex
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe

PRESENCE, WILL, AUTHORITY = "intimidating-presence", "persuasive-will", "authority"


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 4, "combat": 1, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def _said(*faces: str, foes: tuple[Foe, ...] = (), **more: Any) -> Scene:
    """A hero at 1,-1 who has rolled these faces without a target."""
    dice = [face.partition(":")[0] for face in faces]
    scene = Scene(hero(row=dice, stamina=5, **more), *(foes or (_foe(),)))
    return scene.rolls(*faces).engage("a1", "", dice)


@pytest.mark.rule("SKR-4")
def test_intimidating_presence_sends_an_adjacent_enemy_back_to_its_bag() -> None:
    scene = _said(f"{PRESENCE}:1", foes=(_foe(hp=1, statuses=("bane",)), _foe("e2", at=(3, 0))))
    scene.resolve(PRESENCE)
    assert scene.unit("e1").fate == "removed"
    assert not scene.events(UnitDefeated)
    assert scene.state.fallen == ()
    assert scene.state.decks["bag-1"].cards["spriggan-e1"] == 1
    assert scene.state.supply["status"] == 12, "what lay on it is back in the supply"
    assert scene.drained("a1") == [PRESENCE]


def test_the_numbers_of_one_skill_rolled_together_make_one_stronger_effect() -> None:
    foes = (_foe(hp=3), _foe("e2", at=(1, 0), hp=1))
    scene = _said(f"{PRESENCE}:1", f"{PRESENCE}:2", foes=foes)
    scene.resolve(PRESENCE).answer(PRESENCE, "a1.intimidating-presence.2")
    assert scene.offered(PRESENCE) == ["e1", "e2"]
    scene.answer(PRESENCE, "e1")
    assert scene.unit("e2").fate == "", "one effect, not two"
    assert scene.drained("a1") == [PRESENCE, PRESENCE]


def test_a_die_that_does_not_join_is_exhausted_and_has_no_effect_of_its_own() -> None:
    foes = (_foe(hp=1), _foe("e2", at=(1, 0), hp=1))
    scene = _said(f"{PRESENCE}:1", f"{PRESENCE}:2", foes=foes)
    scene.resolve(PRESENCE).answer(PRESENCE).answer(PRESENCE, "e1")
    assert scene.unit("e2").fate == ""
    assert scene.drained("a1") == [PRESENCE]
    assert scene.track("a1") == [PRESENCE]


def test_intimidating_presence_needs_an_adjacent_enemy_of_few_hp_that_is_no_quest_unit() -> None:
    foes = (_foe(hp=3), _foe("e2", at=(1, 0), hp=1, kind="quest"), _foe("e3", at=(3, -1), hp=1))
    scene = _said(f"{PRESENCE}:2", foes=foes)
    assert scene.track("a1") == [PRESENCE], "it cannot be resolved and is only exhausted"


@pytest.mark.rule("ENG-26")
def test_intimidating_presence_sees_the_damage_of_the_same_engage() -> None:
    scene = Scene(hero(row=["combat", PRESENCE]), _foe(hp=3))
    scene.rolls("combat:2", f"{PRESENCE}:1").engage("a1", "e1", ["combat", PRESENCE])
    scene.resolve("combat").resolve(PRESENCE)
    assert scene.unit("e1").fate == "removed"


@pytest.mark.rule("SKR-4")
def test_persuasive_will_makes_an_adjacent_enemy_a_companion() -> None:
    scene = _said(f"{WILL}:1", foes=(_foe(level=1, hp=2), _foe("e2", at=(0, 3))))
    scene.resolve(WILL)
    unit = scene.unit("e1")
    assert (unit.side, unit.kind, unit.controller, unit.hp) == ("party", "companion", "a1", 2)
    assert scene.drained("a1") == [WILL]


def test_a_persuaded_enemy_acts_as_a_companion_and_is_an_enemy_again_at_the_rounds_end() -> None:
    foes = (_foe(level=1, range=3), _foe("e2", at=(0, 1), hp=4))
    scene = _said(f"{WILL}:1", foes=foes).resolve(WILL)
    scene.rolls("enemy:2", "enemy:1").end_turn()
    scene.passes("companion.move").answer("companion.engage", "e2")
    assert scene.hp("e2") == 2
    assert scene.hp("e1") == 3, "the other enemy's turn"
    assert [event.controller for event in scene.events(UnitTurned)] == ["a1", ""]
    unit = scene.unit("e1")
    assert (unit.side, unit.kind, unit.controller, unit.turned) == ("enemy", "enemy", "", False)


def test_persuasive_will_adds_up_to_the_level_that_it_needs() -> None:
    scene = _said(f"{WILL}:1", f"{WILL}:4", foes=(_foe(level=5),))
    scene.resolve(WILL).answer(WILL, "a1.persuasive-will.2")
    assert scene.unit("e1").side == "party"


def test_persuasive_will_wins_over_no_higher_level_and_no_quest_unit() -> None:
    foes = (_foe(level=5), _foe("e2", at=(1, 0), kind="quest"))
    assert _said(f"{WILL}:4", foes=foes).track("a1") == [WILL]


@pytest.mark.rule("OBJ-2", "REL-4")
def test_a_persuaded_objective_unit_is_one_again_at_the_rounds_end() -> None:
    foes = (_foe(level=1, range=3, kind="objective"), _foe("e2", at=(0, 1), hp=4))
    scene = _said(f"{WILL}:1", foes=foes).resolve(WILL)
    assert (scene.unit("e1").side, scene.unit("e1").kind) == ("party", "companion")
    scene.rolls("enemy:2", "enemy:1").end_turn()
    scene.passes("companion.move").answer("companion.engage", "e2")
    assert (scene.unit("e1").side, scene.unit("e1").kind) == ("enemy", "objective")


def test_a_persuaded_enemy_that_falls_goes_back_to_its_bag() -> None:
    scene = _said(f"{WILL}:1", foes=(_foe(level=1, hp=1), _foe("e2", at=(-1, 1)))).resolve(WILL)
    scene.rolls("enemy:2").end_turn().passes("companion.move").passes("companion.engage")
    assert scene.unit("e1").fate == "defeated"
    assert scene.state.fallen == ()
    assert scene.state.decks["bag-1"].cards["spriggan-e1"] == 1


@pytest.mark.rule("CLS-11", "SKR-4")
def test_authority_gives_its_roller_the_full_sum() -> None:
    scene = _said(f"{AUTHORITY}:2", f"{AUTHORITY}:2", tenacity=0).resolve(AUTHORITY)
    scene.answer(AUTHORITY, "a1.authority.2").answer("authority.gain", "4")
    assert scene.mat("a1").tenacity == 4
    assert scene.drained("a1") == [AUTHORITY, AUTHORITY]


def test_authority_loses_one_for_each_hex_of_distance() -> None:
    """To an adjacent adventurer it gives one less; how much is gained is that player's choice."""
    pieces = (hero("a2", at=(2, -1)), hero("a3", at=(3, -1)), hero("a4", at=(-2, 2)))
    scene = Scene(hero(row=[AUTHORITY]), *pieces, _foe()).rolls(f"{AUTHORITY}:3")
    scene.engage("a1", "", [AUTHORITY]).resolve(AUTHORITY)
    assert scene.offered(AUTHORITY) == ["a1", "a2", "a3"]
    scene.answer(AUTHORITY, "a2")
    assert scene.asked("authority.gain").to == ("a2",)
    assert scene.offered("authority.gain") == ["0", "1", "2"]
    scene.answer("authority.gain", "2")
    assert scene.mat("a2").tenacity == 2


@pytest.mark.rule("STS-8")
def test_fear_silences_speech() -> None:
    scene = _said(f"{AUTHORITY}:3", track=["fear"])
    assert scene.track("a1") == ["fear", AUTHORITY]
    assert scene.mat("a1").tenacity == 0
