from typing import Any

import pytest

from protocol.battle import EngageBegan
from protocol.hexes import Hex
from tests.scene import Refused, Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero

BLADES, ARMS = "bound-armaments@bound-armaments-1", "bound-armaments@bound-armaments-2"


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 0, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def _logan(*active: str, **more: Any) -> Hero:
    return hero("a1", at=(-3, 0), form="magic", active=list(active), **more)


def _bree(*row: str, **more: Any) -> Hero:
    return hero("a2", row=list(row), **more)


@pytest.mark.rule("FRE-1", "FRE-2", "FRE-3")
def test_bound_armaments_1_grants_an_engage_with_three_enemy_combat_dice_and_no_fatigue() -> None:
    scene = Scene(_logan(BLADES), _bree("combat"), _foe())
    scene.end_turn().answer("turn_ends", "lend_blades")
    scene.rolls("enemy:2", "enemy:1", "enemy:0")
    scene.engage("a2", "e1", why="bound-armaments.engage").resolve("free").done()
    assert scene.hp("e1") == 6
    assert scene.track("a1") == ["bound-armaments"]
    assert scene.track("a2") == []
    assert scene.row("a2") == ["combat"]


def test_bound_armaments_1_rolls_no_skill_dice() -> None:
    scene = Scene(_logan(BLADES), _bree("combat"), _foe())
    scene.end_turn().answer("turn_ends", "lend_blades")
    with pytest.raises(Refused):
        scene.engage("a2", "e1", ["combat"], why="bound-armaments.engage")


def _lent(skill: str) -> Scene:
    scene = Scene(_logan(BLADES), _bree(), _foe(skills=(skill,)))
    scene.end_turn().answer("turn_ends", "lend_blades").rolls("enemy:2", "enemy:1", "enemy:0")
    return scene.engage("a2", "e1", why="bound-armaments.engage").resolve("free")


def test_bound_armaments_1_ignores_ethereal() -> None:
    assert _lent("ethereal").hp("e1") == 6


@pytest.mark.rule("ENS-3")
def test_bound_armaments_1_ignores_no_other_skill() -> None:
    assert _lent("dodge").hp("e1") == 7


def test_bound_armaments_1_keeps_the_form_held() -> None:
    scene = Scene(_logan(BLADES), _bree(), _foe())
    scene.end_turn().answer("turn_ends", "lend_blades")
    forms = [key for key in scene.offered("bound-armaments.engage") if key.startswith("form:")]
    assert forms == ["form:light-weapon"]


@pytest.mark.parametrize("form", ["magic", "defensive"])
def test_bound_armaments_is_for_the_forms_of_weapons(form: str) -> None:
    scene = Scene(_logan(BLADES, ARMS), _bree("combat", form=form), _foe(hp=9)).end_turn()
    assert scene.asked("turn.act").about == "a2"


def test_bound_armaments_may_arm_its_owner() -> None:
    scene = Scene(hero(form="heavy-weapon", active=[BLADES]), _foe())
    scene.end_turn().answer("turn_ends", "lend_blades").rolls("enemy:1", "enemy:1", "enemy:1")
    scene.engage("a1", "e1", why="bound-armaments.engage").resolve("free")
    assert scene.hp("e1") == 6


def test_bound_armaments_lets_its_owner_choose_who_engages() -> None:
    scene = Scene(_logan(ARMS), _bree("combat"), hero("a3", at=(0, 1), row=["combat"]), _foe())
    scene.end_turn().answer("turn_ends", "lend_arms")
    assert scene.offered("bound-armaments") == ["a2", "a3"]
    assert scene.asked("bound-armaments").to == ("a1",)
    scene.answer("bound-armaments", "a3")
    assert scene.asked("bound-armaments.engage").to == ("a3",)


@pytest.mark.rule("ENG-24", "CLS-13")
def test_bound_armaments_works_at_the_end_of_an_enemys_turn() -> None:
    scene = Scene(_logan(ARMS), _bree("combat"), _foe(), turn=None)
    scene.answer("turn_ends", "lend_arms").rolls("combat:2")
    scene.engage("a2", "e1", ["combat"], why="bound-armaments.engage").resolve("combat")
    assert scene.hp("e1") == 7
    assert scene.track("a1") == ["bound-armaments"]


def test_bound_armaments_may_be_kept() -> None:
    scene = Scene(_logan(BLADES), _bree(), _foe()).end_turn().passes("turn_ends")
    assert scene.active("a1") == ["bound-armaments"]
    assert scene.asked("turn.act").about == "a2"


@pytest.mark.rule("CLS-13", "ENG-24", "FRE-1", "FRE-2")
def test_we_046_tenacity_rolled_in_another_adventurers_turn_is_the_rollers() -> None:
    bree = _bree("combat", "snipe", form="ranged-weapon", at=(0, 2))
    scene = Scene(_logan(ARMS), bree, _foe(health=4))
    scene.end_turn().answer("turn_ends", "lend_arms").rolls("tenacity", "snipe:2")
    scene.engage("a2", "e1", ["combat", "snipe"], why="bound-armaments.engage")
    scene.resolve("combat", "snipe")
    assert scene.hp("e1") == 2
    assert (scene.mat("a1").tenacity, scene.mat("a2").tenacity) == (0, 1)
    assert scene.track("a2") == []
    assert sorted(scene.row("a2")) == ["combat", "snipe"]
    assert scene.track("a1") == ["bound-armaments"]


def test_bound_armaments_2_recovers_what_is_left_unresolved_too() -> None:
    scene = Scene(_logan(ARMS), _bree("combat", "combat"), _foe())
    scene.end_turn().answer("turn_ends", "lend_arms").rolls("combat:1", "combat:1")
    scene.engage("a2", "e1", ["combat", "combat"], why="bound-armaments.engage")
    scene.passes("engage.resolve")
    assert scene.row("a2") == ["combat", "combat"]
    assert scene.hp("e1") == 9


def test_bound_armaments_2_recovers_dice_of_the_track_code_too_but_no_drained_ones() -> None:
    kept = Scene(_logan(ARMS), _bree("onslaught", form="heavy-weapon"), _foe())
    kept.end_turn().answer("turn_ends", "lend_arms").rolls("onslaught-2")
    kept.engage("a2", "e1", ["onslaught"], why="bound-armaments.engage").resolve("onslaught")
    assert kept.drained("a2") == ["onslaught"]
    scene = Scene(_logan(ARMS), _bree("relentlessness"), _foe())
    scene.end_turn().answer("turn_ends", "lend_arms").rolls("relentlessness")
    scene.engage("a2", "e1", ["relentlessness"], why="bound-armaments.engage")
    scene.resolve("relentlessness")
    assert scene.row("a2") == ["relentlessness"]


def test_bound_armaments_2_takes_up_to_two_dice_within_the_stat() -> None:
    scene = Scene(_logan(ARMS), _bree("combat", "combat", "combat", stamina=1), _foe())
    scene.end_turn().answer("turn_ends", "lend_arms")
    with pytest.raises(Refused, match="Stamina"):
        scene.engage("a2", "e1", ["combat", "combat"], why="bound-armaments.engage")
    scene.rolls("combat:1").engage("a2", "e1", ["combat"], why="bound-armaments.engage")
    assert scene.asked("engage.resolve").to == ("a2",)


def test_bound_armaments_2_offers_only_dice_that_fit_the_form() -> None:
    scene = Scene(_logan(ARMS), _bree("combat", "snipe", "onslaught"), _foe())
    scene.end_turn().answer("turn_ends", "lend_arms")
    dice = [key for key in scene.offered("bound-armaments.engage") if key.startswith("die:")]
    assert dice == ["die:a2.combat.1"]


def test_bound_armaments_has_an_engage_for_a_player_who_is_away() -> None:
    scene = Scene(_logan(ARMS), _bree("combat", "combat", "combat"), _foe())
    scene.end_turn().answer("turn_ends", "lend_arms")
    default = scene.asked("bound-armaments.engage").default
    assert default == ("form:light-weapon", "target:e1", "die:a2.combat.1", "die:a2.combat.2")


def test_bound_armaments_1_is_lent_to_an_archer_who_aims_a_hex_beyond_its_range() -> None:
    archer = hero(
        "a2", at=(0, 3), cls="archer", master=True, tenacity=1, form="ranged-weapon", stamina=2
    )
    scene = Scene(hero(at=(2, -2), form="magic", active=[BLADES]), archer, _foe())
    scene.end_turn().rolls("enemy:1", "enemy:1", "enemy:1").answer("turn_ends", "lend_blades")
    scene.engage("a2", "e1", why="bound-armaments.engage").resolve("free").done()
    assert scene.hp("e1") == scene.unit("e1").health - 3


@pytest.mark.rule("STS-7")
def test_the_dazed_who_moved_is_not_granted_an_engage() -> None:
    scene = Scene(hero(at=(2, -2), active=[BLADES], track=["daze"], row=["combat"]), _foe())
    scene.move((1, -1)).end_turn()
    assert [begun.unit for begun in scene.events(EngageBegan)] == ["e1"]
    assert scene.active("a1") == ["bound-armaments"]


def test_an_owner_who_falls_in_the_granted_engage_has_exhausted_the_die_once() -> None:
    scene = Scene(
        hero("a1", hp=1, active=[BLADES]), hero("a2", at=(3, -1)), _foe(skills=("riposte 1",))
    )
    scene.end_turn().answer("turn_ends", "lend_blades").rolls("enemy:1", "enemy:1", "enemy:1")
    scene.engage("a1", "e1", why="bound-armaments.engage").resolve("free")
    assert scene.unit("a1").fate == "defeated"
    assert scene.track("a1") == ["bound-armaments"]


@pytest.mark.parametrize(("face", "chip"), [("summon-1", "clannfear"), ("summon-2", "atronach")])
def test_summon_brings_a_companion_next_to_the_roller(face: str, chip: str) -> None:
    scene = Scene(hero(at=(0, 3), form="magic", row=["summon"]), _foe())
    scene.rolls(face).engage("a1", "", ["summon"]).resolve("summon").answer("summon", "0,2")
    companion = next(unit for unit in scene.state.units.values() if unit.chip == chip)
    assert (companion.at, companion.kind, companion.controller) == ((0, 2), "companion", "a1")
    assert companion.hp == scene.catalogue.chips[chip].health
    assert scene.drained("a1") == ["summon"]


@pytest.mark.rule("LIM-7")
def test_a_companion_in_play_is_not_summoned_again() -> None:
    scene = Scene(
        hero(at=(0, 3), form="magic", row=["summon"]), friend("c1", "clannfear", at=(2, 0))
    )
    scene.rolls("summon-1").engage("a1", "", ["summon"])
    assert scene.track("a1") == ["summon"]


@pytest.mark.rule("EOB-2")
def test_a_summoned_companion_leaves_play_when_the_battle_ends() -> None:
    scene = Scene(hero(form="magic", row=["summon"]), _foe(hp=1))
    scene.rolls("summon-1").engage("a1", "", ["summon"]).resolve("summon").answer("summon", "1,0")
    companion = next(unit.id for unit in scene.state.units.values() if unit.kind == "companion")
    rewards = (0, 0)
    scene.end_turn().passes("companion.move").rolls("enemy:1", "enemy:0", "enemy:0", *rewards)
    scene.answer("companion.engage", "e1").default()
    assert scene.unit(companion).fate == "gone"
    assert scene.unit(companion).at is None
