from typing import Any

import pytest

from protocol.battle import DamageDealt, UnitDefeated
from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.kernel.state import Burden
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero

BLOW = "wrecking-blow"
BLADE_1, BLADE_2 = "balanced-blade@balanced-blade-1", "balanced-blade@balanced-blade-2"


def _hero(*row: str, **more: Any) -> Hero:
    return hero(form="heavy-weapon", row=list(row), **more)


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 1, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def test_wrecking_blow_1_deals_two() -> None:
    scene = Scene(_hero(BLOW), _foe())
    scene.rolls("wrecking-blow-1").engage("a1", "e1", [BLOW]).resolve(BLOW)
    assert scene.hp("e1") == 7
    assert scene.track("a1") == [BLOW]


def test_wrecking_blow_2_deals_three_for_two_light_fatigue() -> None:
    scene = Scene(_hero(BLOW), _foe())
    scene.rolls("wrecking-blow-2").engage("a1", "e1", [BLOW]).resolve(BLOW)
    scene.answer("wrecking-blow.fatigue", "light")
    assert scene.hp("e1") == 6
    assert scene.track("a1") == ["LF", "LF", BLOW]


def test_wrecking_blow_2_may_cost_one_overfatigue_instead() -> None:
    scene = Scene(_hero(BLOW), _foe())
    scene.rolls("wrecking-blow-2").engage("a1", "e1", [BLOW]).resolve(BLOW)
    scene.answer("wrecking-blow.fatigue", "over")
    assert scene.track("a1") == ["OF", BLOW]


def test_wrecking_blow_cannot_be_resolved_without_a_target() -> None:
    scene = Scene(_hero(BLOW), _foe())
    scene.rolls("wrecking-blow-2").engage("a1", "", [BLOW])
    assert scene.track("a1") == [BLOW]
    assert not scene.events(DamageDealt)


@pytest.mark.rule("ENG-23", "TIM-2")
def test_onslaught_1_deals_four_and_brings_bane_once_the_engage_is_over() -> None:
    scene = Scene(_hero("onslaught", BLOW), _foe())
    scene.rolls("onslaught-1", "wrecking-blow-1").engage("a1", "e1", ["onslaught", BLOW])
    scene.resolve("onslaught")
    assert scene.track("a1") == ["onslaught"]
    scene.resolve(BLOW)
    assert scene.hp("e1") == 3
    assert scene.track("a1") == ["onslaught", BLOW, "bane"]


def test_onslaught_2_deals_five_and_is_drained() -> None:
    scene = Scene(_hero("onslaught"), _foe())
    scene.rolls("onslaught-2").engage("a1", "e1", ["onslaught"]).resolve("onslaught")
    assert scene.hp("e1") == 4
    assert scene.drained("a1") == ["onslaught"]


@pytest.mark.rule("CD-20")
def test_an_onslaught_2_that_is_not_resolved_is_exhausted() -> None:
    scene = Scene(_hero("onslaught"), _foe())
    scene.rolls("onslaught-2").engage("a1", "e1", ["onslaught"]).passes("engage.resolve")
    assert scene.track("a1") == ["onslaught"]
    assert not scene.drained("a1")


@pytest.mark.rule("FAT-1")
def test_momentum_1_deals_two_for_each_fatigue_die_of_either_kind_in_the_track() -> None:
    scene = Scene(_hero("momentum", track=["LF", "bane", "OF"]), _foe())
    scene.rolls("momentum-1").engage("a1", "e1", ["momentum"]).resolve("momentum")
    assert scene.hp("e1") == 5


def test_momentum_2_puts_one_fatigue_die_on_each_adjacent_enemy_which_then_cannot_target() -> None:
    scene = Scene(
        _hero("momentum", track=["LF", "OF", "LF"]), _foe(), _foe("e2", (1, 0)), _foe("e3", (3, -1))
    )
    scene.rolls("momentum-2").engage("a1", "e1", ["momentum"]).resolve("momentum")
    assert scene.offered("momentum") == ["e1:OF", "e1:LF", "e2:OF", "e2:LF"]
    scene.answer("momentum", "e1:OF", "e2:LF")
    assert scene.track("a1") == ["LF"]
    assert scene.drained("a1") == ["momentum"]
    assert scene.unit("e1").fatigue == (Burden("OF", UnitId("a1")),)
    scene.rolls("enemy:2").end_turn().default()
    (hit,) = scene.events(DamageDealt)
    assert hit.by == "e3"


def test_momentum_2_may_leave_enemies_out_and_never_gives_more_than_there_is() -> None:
    scene = Scene(_hero("momentum", track=["LF"]), _foe(), _foe("e2", (1, 0)))
    scene.rolls("momentum-2").engage("a1", "e1", ["momentum"]).resolve("momentum")
    assert scene.asked("momentum").default == ("e1:LF",)
    scene.answer("momentum", "e2:LF")
    assert (scene.unit("e1").fatigue, scene.unit("e2").fatigue) == (
        (),
        (Burden("LF", UnitId("a1")),),
    )


def test_momentum_2_dice_leave_play_with_the_round() -> None:
    scene = Scene(_hero("momentum", track=["OF"]), _foe())
    scene.rolls("momentum-2").engage("a1", "e1", ["momentum"]).resolve("momentum")
    scene.answer("momentum", "e1:OF").end_turn()
    assert scene.state.rounds == 2
    assert scene.unit("e1").fatigue == ()
    assert scene.state.supply["OF"] == 12


@pytest.mark.rule("ENG-29", "STS-10")
def test_executioner_defeats_a_weaker_neighbour_for_fatigue_and_keeps_stealth() -> None:
    scene = Scene(_hero("executioner", hp=4, bonus=3, track=["stealth"]), _foe(hp=3))
    scene.rolls("executioner").engage("a1", "", ["executioner"]).resolve("executioner")
    scene.answer("executioner.fatigue", "over")
    assert scene.unit("e1").fate == "defeated"
    assert scene.track("a1") == ["stealth", "OF", "executioner"]
    assert not scene.events(DamageDealt)


def test_executioner_needs_fewer_hp_than_the_roller_has_without_bonus_and_no_quest_unit() -> None:
    scene = Scene(_hero("executioner", hp=3, bonus=4), _foe(hp=3), _foe("e2", (1, 0), kind="quest"))
    scene.rolls("executioner").engage("a1", "", ["executioner"])
    assert not scene.events(UnitDefeated)
    assert scene.track("a1") == ["executioner"]


@pytest.mark.rule("ENG-26")
def test_executioner_after_the_last_blow_sees_its_damage() -> None:
    scene = Scene(_hero(BLOW, "executioner", hp=4), _foe(hp=5))
    scene.rolls("wrecking-blow-1", "executioner").engage("a1", "e1", [BLOW, "executioner"])
    scene.resolve(BLOW).resolve("executioner").answer("executioner.fatigue", "light")
    assert scene.unit("e1").fate == "defeated"


@pytest.mark.rule("ENG-26")
def test_while_dice_are_left_the_player_says_whose_damage_lands_before_executioner() -> None:
    dice = [BLOW, "executioner", BLOW]
    scene = Scene(_hero(*dice, hp=4), _foe(hp=9, defense=1), _foe("e2", (1, 0), hp=1))
    scene.rolls("wrecking-blow-1", "executioner", "wrecking-blow-1").engage("a1", "e1", dice)
    scene.resolve(BLOW).resolve("executioner").answer("engage.settle", "e1")
    assert scene.hp("e1") == 8
    scene.answer("executioner.fatigue", "light")
    assert scene.unit("e2").fate == "defeated"
    assert scene.hp("e1") == 8, "no later die hits whose damage has landed"
    assert scene.track("a1") == [BLOW, "LF", "LF", "executioner", BLOW]


@pytest.mark.rule("ENG-26")
def test_executioner_pays_nothing_where_the_damage_is_left_to_gather() -> None:
    dice = [BLOW, "executioner", BLOW]
    scene = Scene(_hero(*dice, hp=4), _foe(hp=5))
    scene.rolls("wrecking-blow-1", "executioner", "wrecking-blow-1").engage("a1", "e1", dice)
    scene.resolve(BLOW).resolve("executioner").answer("engage.settle").resolve(BLOW)
    assert scene.track("a1") == [BLOW, "executioner", BLOW]
    assert scene.hp("e1") == 1


def test_balanced_blade_takes_overfatigue_into_a_slot() -> None:
    scene = Scene(_hero(BLOW, active=[BLADE_1]), _foe())
    scene.rolls("wrecking-blow-2").engage("a1", "e1", [BLOW]).resolve(BLOW)
    scene.answer("wrecking-blow.fatigue", "over").answer("fatigue_coming", "bear")
    assert scene.active("a1") == ["balanced-blade", "OF"]
    assert scene.track("a1") == [BLOW]


def test_balanced_blade_may_be_passed_and_has_no_say_over_light_fatigue() -> None:
    scene = Scene(_hero(BLOW, BLOW, active=[BLADE_1]), _foe())
    scene.rolls("wrecking-blow-2", "wrecking-blow-2").engage("a1", "e1", [BLOW, BLOW])
    scene.resolve(BLOW).answer("wrecking-blow.fatigue", "light")
    scene.resolve(BLOW).answer("wrecking-blow.fatigue", "over").passes("fatigue_coming")
    assert scene.track("a1") == ["LF", "LF", BLOW, "OF", BLOW]


@pytest.mark.rule("LIM-4")
def test_balanced_blade_takes_the_overfatigue_that_stands_in_for_missing_light_fatigue() -> None:
    scene = Scene(_hero(BLOW, active=[BLADE_1]), _foe(), supply={"LF": 0})
    scene.rolls("wrecking-blow-2").engage("a1", "e1", [BLOW]).resolve(BLOW)
    scene.answer("wrecking-blow.fatigue", "light")
    scene.answer("fatigue_coming", "bear").answer("fatigue_coming", "bear")
    assert scene.active("a1") == ["balanced-blade", "OF", "OF"]


@pytest.mark.rule("ENG-26")
def test_balanced_blade_1_cannot_be_spent_on_who_has_had_the_damage_of_the_engage() -> None:
    """Its damage would be lost; once the engage is over it is open to it again."""
    dice = [BLOW, "executioner", BLOW]
    full = [BLADE_1, "OF", "OF", "OF"]
    scene = Scene(_hero(*dice, hp=4, active=full), _foe(hp=9), _foe("e2", (1, 0), hp=1))
    scene.rolls("wrecking-blow-1", "executioner", "tenacity").engage("a1", "e1", dice)
    instance, executioner, blank = scene.mat("a1").rolled
    scene.resolve(instance).resolve(executioner).answer("engage.settle", "e1")
    scene.answer("executioner.fatigue", "light")
    assert (scene.unit("e2").fate, scene.hp("e1")) == ("defeated", 7)
    assert "anytime" not in [question.why for question in scene.questions]
    scene.resolve(blank).answer("anytime", "swing")
    assert (scene.hp("e1"), scene.active("a1")) == (1, [])


def test_balanced_blade_1_with_full_slots_is_drained_for_two_damage_each() -> None:
    scene = Scene(_hero(BLOW, active=[BLADE_1, "OF", "OF", "OF"]), _foe(hp=9))
    scene.answer("anytime", "swing")
    assert scene.hp("e1") == 3
    assert scene.drained("a1") == ["balanced-blade"]
    assert scene.active("a1") == []
    assert scene.state.supply["OF"] == 12


def test_balanced_blade_1_waits_until_every_slot_is_full() -> None:
    scene = Scene(_hero(BLOW, active=[BLADE_1, "OF", "OF"]), _foe())
    assert [question.why for question in scene.questions if question.why == "anytime"] == []


def test_balanced_blade_1_waits_for_its_owners_turn() -> None:
    mine = _hero(active=[BLADE_1, "OF", "OF", "OF"])
    scene = Scene(hero("a2", at=(0, 1)), mine, _foe())
    assert [question.why for question in scene.questions if question.why == "anytime"] == []
    scene.end_turn()
    assert scene.asked("anytime").to == ("a1",)


@pytest.mark.rule("ENG-26")
def test_balanced_blade_1_works_in_the_middle_of_an_engage_and_its_damage_is_pooled() -> None:
    scene = Scene(_hero(BLOW, BLOW, active=[BLADE_1, "OF", "OF", "OF"]), _foe(defense=2))
    scene.rolls("wrecking-blow-1", "wrecking-blow-1").engage("a1", "e1", [BLOW, BLOW])
    scene.resolve(BLOW).answer("anytime", "swing").resolve(BLOW)
    (hit,) = scene.events(DamageDealt)
    assert (hit.dealt, hit.taken) == (10, 8)


def test_balanced_blade_2_lets_all_overfatigue_go_when_the_last_slot_fills() -> None:
    scene = Scene(_hero(BLOW, active=[BLADE_2, "OF", "OF"]), _foe())
    scene.rolls("wrecking-blow-2").engage("a1", "e1", [BLOW]).resolve(BLOW)
    scene.answer("wrecking-blow.fatigue", "over").answer("fatigue_coming", "bear")
    assert scene.active("a1") == []
    assert scene.track("a1") == ["balanced-blade", BLOW]
    assert scene.state.supply["OF"] == 12


def test_balanced_blade_2_goes_too_when_it_fills_the_last_slot_itself() -> None:
    scene = Scene(_hero("balanced-blade", active=["OF", "OF", "OF"]), _foe())
    scene.rolls("balanced-blade-2").engage("a1", "", ["balanced-blade"]).resolve("balanced-blade")
    assert scene.active("a1") == []
    assert scene.track("a1") == ["balanced-blade"]


def test_cleave_1_deals_the_rollers_hp_and_half_of_it_all_around() -> None:
    scene = Scene(_hero("cleave", hp=5, bonus=2), _foe(), _foe("e2", (1, 0)), _foe("e3", (2, -1)))
    scene.rolls("cleave-1").engage("a1", "e1", ["cleave"]).resolve("cleave")
    assert (scene.hp("e1"), scene.hp("e2"), scene.hp("e3")) == (4, 6, 6)


def test_cleave_2_deals_the_rollers_stamina_and_half_of_it_all_around() -> None:
    scene = Scene(_hero("cleave", stamina=3), _foe(), _foe("e2", (1, 0)))
    scene.rolls("cleave-2").engage("a1", "e1", ["cleave"]).resolve("cleave")
    assert (scene.hp("e1"), scene.hp("e2")) == (6, 7)


@pytest.mark.rule("TRM-6")
def test_cleave_without_a_target_still_hits_all_around() -> None:
    scene = Scene(_hero("cleave", hp=5), _foe(), _foe("e2", (1, 0)))
    scene.rolls("cleave-1").engage("a1", "", ["cleave"]).resolve("cleave")
    assert (scene.hp("e1"), scene.hp("e2")) == (6, 6)
