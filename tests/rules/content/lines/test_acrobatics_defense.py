"""The dice of Acrobatics that answer an enemy: Expert Evasion and Duelist's Rebuff."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import DamageDealt
from protocol.hexes import Hex
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe

EVADE, SIDESTEP = "expert-evasion@expert-evasion-1", "expert-evasion@expert-evasion-2"
REDIRECT, PAY_BACK = "duelists-rebuff@duelists-rebuff-1", "duelists-rebuff@duelists-rebuff-2"


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 1, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def test_expert_evasion_1_prevents_all_of_it_and_is_recovered() -> None:
    scene = Scene(hero(track=["LF", EVADE]), _foe(combat=2), turn=None)
    scene.rolls("enemy:2", "enemy:2").answer("damage_coming", "evade")
    assert scene.hp("a1") == 5
    assert scene.row("a1") == ["expert-evasion"]
    assert scene.track("a1") == ["LF"]


def test_expert_evasion_1_does_nothing_against_true_damage() -> None:
    scene = Scene(
        hero("a1"), hero("a2", at=(3, -1), hp=3, track=["bane", EVADE]), round=2
    ).end_turn()
    assert scene.hp("a2") == 2
    assert scene.asked("turn.move").about == "a2"


def test_expert_evasion_1_prevents_damage_from_any_source() -> None:
    scene = Scene(hero(track=[EVADE], row=["combat"]), _foe(skills=("riposte 2",)))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("damage_coming", "evade")
    assert scene.hp("a1") == 5


def test_expert_evasion_2_turns_as_many_dice_into_misses_as_light_fatigue_is_taken() -> None:
    scene = Scene(hero(track=[SIDESTEP]), _foe(combat=3), turn=None)
    scene.rolls("enemy:1", "enemy:2", "enemy:1").answer("before_damage", "sidestep")
    scene.answer("expert-evasion", "2")
    (hit,) = scene.events(DamageDealt)
    assert (hit.dealt, hit.taken) == (1, 1)
    assert scene.track("a1") == ["expert-evasion", "LF", "LF"]


def test_expert_evasion_2_costs_no_more_than_there_are_hits() -> None:
    scene = Scene(hero(track=[SIDESTEP]), _foe(combat=3), turn=None)
    scene.rolls("enemy:0", "enemy:2", "enemy:0").answer("before_damage", "sidestep")
    assert scene.track("a1") == ["expert-evasion", "LF"]
    assert not scene.events(DamageDealt)


def test_expert_evasion_2_stops_three_dice_at_most() -> None:
    scene = Scene(hero(track=[SIDESTEP]), _foe(combat=4), turn=None)
    scene.rolls("enemy:1", "enemy:1", "enemy:1", "enemy:1").answer("before_damage", "sidestep")
    assert scene.offered("expert-evasion") == ["1", "2", "3"]
    scene.answer("expert-evasion", "3")
    assert scene.hp("a1") == 4


@pytest.mark.rule("STS-9")
def test_expert_evasion_2_leaves_maim_the_sum_of_the_other_dice_to_halve() -> None:
    scene = Scene(hero(track=[SIDESTEP]), _foe(combat=3, statuses=("maim",)), turn=None)
    scene.rolls("enemy:2", "enemy:2", "enemy:1").answer("before_damage", "sidestep")
    scene.answer("expert-evasion", "1")
    assert scene.hp("a1") == 4


@pytest.mark.rule("STS-9")
def test_expert_evasion_2_stops_the_whole_dice_of_a_maimed_enemy_whose_damage_turns_true() -> None:
    enemy = _foe(combat=3, statuses=("maim",), skills=("unbridled",))
    scene = Scene(hero(track=[SIDESTEP]), enemy, turn=None)
    scene.rolls("enemy:2", "enemy:2", "enemy:1", "d6:3").answer("before_damage", "sidestep")
    scene.answer("expert-evasion", "1")
    assert scene.hp("a1") == 1


def test_duelists_rebuff_1_lets_the_attacker_hit_another_enemy_instead() -> None:
    scene = Scene(
        hero(track=[REDIRECT]), _foe(combat=2, level=5), _foe("e2", (1, 0), combat=0), turn=None
    )
    scene.rolls("enemy:2", "enemy:1").answer("damage_coming", "redirect")
    assert (scene.hp("a1"), scene.hp("e2")) == (5, 6)
    assert [hit.by for hit in scene.events(DamageDealt)] == ["e1", "e1"]
    assert scene.track("a1") == ["duelists-rebuff"]


def test_duelists_rebuff_1_prevents_even_with_no_other_enemy_adjacent() -> None:
    scene = Scene(hero(track=[REDIRECT]), _foe(combat=1), turn=None)
    scene.rolls("enemy:2").answer("damage_coming", "redirect")
    assert (scene.hp("a1"), scene.hp("e1")) == (5, 9)


def test_duelists_rebuff_1_does_not_answer_an_enemy_from_afar() -> None:
    scene = Scene(hero(track=[REDIRECT]), _foe(at=(1, 1), range=3), turn=None)
    scene.rolls("enemy:2")
    assert scene.hp("a1") == 3


def test_duelists_rebuff_1_is_drained_where_it_would_be_recovered() -> None:
    scene = Scene(hero(track=[REDIRECT, "combat"], cooldown=2))
    scene = Scene.at(replace(scene.play.state, turn=None), scene.catalogue)
    assert scene.drained("a1") == ["duelists-rebuff"]
    assert scene.row("a1") == ["combat"]


def test_duelists_rebuff_with_another_face_up_is_recovered_as_usual() -> None:
    scene = Scene(hero(track=[PAY_BACK], cooldown=1))
    scene = Scene.at(replace(scene.play.state, turn=None), scene.catalogue)
    assert scene.row("a1") == ["duelists-rebuff"]


@pytest.mark.rule("DMG-1", "DMG-2")
def test_duelists_rebuff_2_pays_back_the_damage_taken_and_is_recovered() -> None:
    shield = "shield-discipline@shield-discipline:1"
    scene = Scene(hero(track=[PAY_BACK], active=[shield]), _foe(combat=2), turn=None)
    scene.rolls("enemy:2", "enemy:1").answer("damage_coming", "block")
    scene.answer("engaged", "pay_back")
    assert scene.hp("e1") == 7, "3 dealt, 1 prevented, 2 taken"
    assert scene.row("a1") == ["duelists-rebuff"]


@pytest.mark.rule("STA-6", "DMG-1")
def test_duelists_rebuff_2_counts_damage_that_bonus_hp_took() -> None:
    scene = Scene(hero(track=[PAY_BACK], bonus=2), _foe(combat=2), turn=None)
    scene.rolls("enemy:2", "enemy:1").answer("engaged", "pay_back")
    assert (scene.hp("a1"), scene.unit("a1").bonus, scene.hp("e1")) == (4, 0, 6)


def test_duelists_rebuff_2_needs_damage_taken() -> None:
    scene = Scene(hero(track=[PAY_BACK]), _foe(combat=1), turn=None)
    scene.rolls("enemy:0")
    assert not [question for question in scene.questions if question.why == "engaged"]


@pytest.mark.rule("TIM-4")
def test_duelists_rebuff_2_is_recovered_with_no_enemy_adjacent_to_pay_back() -> None:
    scene = Scene(hero(track=[PAY_BACK]), _foe(at=(1, 1), range=3), turn=None)
    scene.rolls("enemy:2").answer("engaged", "pay_back")
    assert scene.hp("e1") == 9
    assert scene.row("a1") == ["duelists-rebuff"]


def test_duelists_rebuff_2_may_hit_another_adjacent_enemy_than_the_one_that_engaged() -> None:
    scene = Scene(hero(track=[PAY_BACK]), _foe(level=5), _foe("e2", (1, 0), combat=0), turn=None)
    scene.rolls("enemy:2").answer("engaged", "pay_back").answer("duelists-rebuff", "e2")
    assert (scene.hp("e1"), scene.hp("e2")) == (9, 7)
