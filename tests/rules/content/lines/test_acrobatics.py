"""Acrobatics on the move and in what its bearer does itself; see also test_acrobatics_defense."""

from dataclasses import replace as figure
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import DamageDealt, HpChanged
from protocol.hexes import Hex
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.effects import ability
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.state import Deck
from server.rules.content.catalogue import catalogue
from tests.scene import Refused, Scene, foe, hero
from tests.scene.builders import Foe, Hero

FLEET = "fleet-phantom@fleet-phantom:3"
SLASH, BREATHE = "rapid-maneuver@rapid-maneuver-1", "rapid-maneuver@rapid-maneuver-2"
AROUND = "relentlessness@relentlessness"
DEFY = "defiance@defiance"
BLOW = "shield-discipline"


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 1, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def _turn_begins(*pieces: Hero | Foe) -> Scene:
    """The first hero's turn is about to begin."""
    drawn = Scene(*pieces)
    return Scene.at(replace(drawn.play.state, turn=None), drawn.catalogue)


@pytest.mark.rule("FRE-4", "MOV-5")
def test_fleet_phantom_moves_at_the_start_of_the_turn_beside_the_move_action() -> None:
    scene = _turn_begins(hero(at=(0, 3), stamina=2, track=[FLEET], row=["combat"]))
    scene.answer("turn_starts", "glide").answer("fleet-phantom", "0,2", "0,1", "0,0")
    assert scene.unit("a1").at == (0, 0)
    scene.move((0, -1), (0, -2))
    assert scene.unit("a1").at == (0, -2)


def test_fleet_phantom_goes_no_farther_than_its_value_and_may_be_left() -> None:
    scene = _turn_begins(hero(at=(0, 3), track=[FLEET]))
    scene.answer("turn_starts", "glide")
    with pytest.raises(Refused):
        scene.answer("fleet-phantom", "0,2", "0,1", "0,0", "0,-1")
    scene.passes("fleet-phantom")
    assert scene.unit("a1").at == (0, 3)


def test_fleet_phantom_makes_adjacent_at_turn_start_so_that_elusive_does_not_help() -> None:
    scene = _turn_begins(hero(at=(0, 3), track=[FLEET], row=["combat"]), _foe(skills=("elusive",)))
    scene.answer("turn_starts", "glide").answer("fleet-phantom", "0,2", "0,1")
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 7


def test_a_move_action_does_not_make_adjacent_at_turn_start() -> None:
    scene = _turn_begins(hero(at=(0, 3), row=["combat"]), _foe(skills=("elusive",)))
    scene.move((0, 2), (0, 1))
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 9


@pytest.mark.rule("MAP-6")
def test_rapid_maneuver_passes_enemies_and_hurts_each_one_when_the_move_is_over() -> None:
    scene = Scene(hero(at=(0, 1), track=[SLASH]), _foe(), _foe("e2", (0, -1)))
    scene.move((0, 0), (0, -1), (0, -2))
    assert (scene.hp("e1"), scene.hp("e2")) == (7, 7)


def test_rapid_maneuver_does_not_stop_on_an_enemy() -> None:
    scene = Scene(hero(at=(0, 1), track=[SLASH]), _foe())
    with pytest.raises(Refused, match="cannot stop"):
        scene.move((0, 0))


def test_rapid_maneuver_counts_an_enemy_once_however_often_it_is_passed() -> None:
    scene = Scene(hero(at=(0, 1), stamina=4, track=[SLASH]), _foe())
    scene.move((0, 0), (0, -1), (0, 0), (0, 1))
    assert scene.hp("e1") == 7


def test_without_rapid_maneuver_enemies_are_in_the_way() -> None:
    shown = Scene(hero(at=(0, 1), track=["rapid-maneuver@tenacity"]), _foe())
    assert "0,0" not in shown.offered("turn.move")


def test_rapid_maneuver_heals_one_for_each_enemy_passed() -> None:
    scene = Scene(hero(at=(0, 1), hp=1, track=[BREATHE]), _foe(), _foe("e2", (0, -1)))
    scene.move((0, 0), (0, -1), (0, -2))
    assert scene.hp("a1") == 3
    assert not scene.events(DamageDealt)


def test_rapid_maneuver_works_in_the_movement_that_fleet_phantom_grants() -> None:
    scene = _turn_begins(hero(at=(0, 1), track=[FLEET, SLASH]), _foe(skills=("elusive",)))
    scene.answer("turn_starts", "glide").answer("fleet-phantom", "0,0", "0,-1")
    assert scene.hp("e1") == 7, "Elusive looks at where the start of the turn ended"


def test_rapid_maneuver_opens_a_cache_in_a_hex_with_an_enemy_on_it() -> None:
    decks = {"common": Deck(cards={"falkreath-meat-loaf": 1}, top="3:5-2-2")}
    scene = Scene(hero(at=(0, 1), track=[SLASH]), _foe(), caches={(0, 0): "common"}, decks=decks)
    scene.move((0, 0), (0, -1)).passes("cache.pick")
    assert scene.unit("a1").at == (0, -1)
    assert scene.hp("e1") == 7


def test_relentlessness_rolls_for_each_adjacent_enemy_apart_and_deals_true_damage() -> None:
    scene = Scene(hero(track=[AROUND]), _foe(defense=3), _foe("e2", (1, 0), defense=3))
    scene.rolls("enemy:2", "enemy:1").end_turn().answer("turn_ends", "strike_around")
    assert (scene.hp("e1"), scene.hp("e2")) == (7, 8)


@pytest.mark.parametrize("form", ["ranged-weapon", "magic", "defensive"])
def test_relentlessness_needs_a_form_of_close_combat(form: str) -> None:
    scene = Scene(hero(form=form, track=[AROUND]), _foe(at=(0, 0), combat=0)).end_turn()
    assert not [question for question in scene.questions if question.why == "turn_ends"]


@pytest.mark.rule("STS-7")
def test_relentlessness_rolls_nothing_for_the_dazed_who_moved() -> None:
    scene = Scene(hero(at=(0, 2), track=[AROUND, "daze"]), _foe(combat=0)).move((0, 1)).end_turn()
    assert not [question for question in scene.questions if question.why == "turn_ends"]


def _class_costing(*costs: int) -> Catalogue:
    def nothing(battle: Battle, me: Me) -> None:
        """It is about the price."""

    ways = [ability(f"cost-{n}", f"Cost {n}", "Nothing.", cost=n)(nothing) for n in costs]
    sheet = ClassSheet("sage", "Sage", "mage", "", Side(abilities=tuple(ways)))
    return figure(catalogue(), classes={"sage": sheet})


@pytest.mark.parametrize(("value", "paid"), [(1, [1, 1, 2]), (2, [1, 1, 1])])
def test_wind_walker_lowers_what_abilities_cost_to_no_less_than_one(
    value: int, paid: list[int]
) -> None:
    track = [f"wind-walker@wind-walker:{value}"]
    scene = Scene(hero(track=track, cls="sage", tenacity=5), cards=_class_costing(1, 2, 3))
    left = [scene.answer("turn.act", f"cost-{n}").mat("a1").tenacity for n in (1, 2, 3)]
    assert left == [5 - paid[0], 5 - sum(paid[:2]), 5 - sum(paid)]


def test_wind_walker_brings_an_ability_within_reach() -> None:
    track = ["wind-walker@wind-walker:1"]
    for tenacity, offered in ((2, True), (1, False)):
        scene = Scene(hero(track=track, cls="sage", tenacity=tenacity), cards=_class_costing(3))
        assert ("use:sage:cost-3" in scene.offered("turn.act")) is offered


@pytest.mark.rule("ENG-20")
def test_defiance_keeps_a_tenacity_and_rerolls_its_die() -> None:
    scene = Scene(hero(track=[DEFY], row=["combat"]), _foe())
    scene.rolls("tenacity", "combat:2").engage("a1", "e1", ["combat"])
    scene.answer("after_roll", "defy").resolve("combat")
    assert scene.mat("a1").tenacity == 1
    assert scene.hp("e1") == 7


def test_defiance_works_once_an_engage() -> None:
    scene = Scene(hero(track=[DEFY], row=["combat", "combat"]), _foe())
    scene.rolls("tenacity", "tenacity", "tenacity").engage("a1", "e1", ["combat", "combat"])
    scene.answer("after_roll", "defy")
    assert [question.why for question in scene.questions] == ["engage.resolve"]
    scene.resolve("combat", "combat")
    assert scene.mat("a1").tenacity == 3


def test_defiance_answers_each_engage_anew() -> None:
    scene = Scene(hero(track=[DEFY], row=["combat", "combat"]), _foe())
    scene.rolls("tenacity", "combat:1").engage("a1", "e1", ["combat"])
    scene.answer("after_roll", "defy").resolve("combat")
    scene.rolls("tenacity", "combat:1").engage("a1", "e1", ["combat"])
    scene.answer("after_roll", "defy").resolve("combat")
    assert scene.mat("a1").tenacity == 2
    assert scene.hp("e1") == 7


def test_defiance_just_put_into_the_track_rerolls_in_the_same_engage() -> None:
    scene = Scene(hero(row=["defiance", "combat"]), _foe())
    scene.rolls("defiance", "tenacity", "combat:2").engage("a1", "e1", ["defiance", "combat"])
    scene.resolve("defiance").answer("anytime", "defy_at_once").resolve("combat")
    assert scene.mat("a1").tenacity == 1
    assert scene.hp("e1") == 7


def test_defiance_just_put_into_the_track_is_not_used_twice() -> None:
    scene = Scene(hero(row=["defiance", "combat"]), _foe())
    scene.rolls("defiance", "tenacity", "tenacity").engage("a1", "e1", ["defiance", "combat"])
    scene.resolve("defiance").answer("anytime", "defy_at_once")
    assert [question.why for question in scene.questions] == ["engage.resolve"]


def test_defiance_is_too_late_once_a_further_die_was_resolved() -> None:
    scene = Scene(hero(row=["defiance", "combat", "combat"]), _foe())
    scene.rolls("defiance", "combat:1", "tenacity")
    scene.engage("a1", "e1", ["defiance", "combat", "combat"]).resolve("defiance", "a1.combat.2")
    assert [question.why for question in scene.questions] == ["engage.resolve"]


@pytest.mark.rule("STS-8")
def test_defiance_keeps_no_tenacity_that_fear_has_taken() -> None:
    scene = Scene(hero(track=[DEFY, "fear"], row=[BLOW]), _foe())
    scene.rolls("tenacity", f"{BLOW}:1").engage("a1", "e1", [BLOW]).answer("after_roll", "defy")
    assert scene.mat("a1").tenacity == 0


@pytest.mark.rule("SKR-3", "CLS-14")
def test_an_unresolved_acrobatics_die_does_nothing_in_the_track() -> None:
    scene = Scene(hero(at=(0, 1), row=["rapid-maneuver"]), _foe())
    scene.rolls("rapid-maneuver-1").engage("a1", "e1", ["rapid-maneuver"]).passes("engage.resolve")
    assert scene.track("a1") == ["rapid-maneuver"]
    assert scene.mat("a1").tenacity == 0
    assert "0,0" not in scene.offered("turn.move")


def test_healing_of_rapid_maneuver_ends_at_full_health() -> None:
    scene = Scene(hero(at=(0, 1), hp=5, track=[BREATHE]), _foe())
    scene.move((0, 0), (0, -1))
    assert not scene.events(HpChanged)
