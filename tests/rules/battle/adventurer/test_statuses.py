"""The six statuses: how they come and go, and what each one does (p23, p67)."""

from dataclasses import replace

import pytest

from protocol.battle import DamageDealt
from protocol.ids import UnitId
from protocol.questions import options_of
from server.rules.battle.adventurer import statuses
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import defeat
from server.rules.battle.kernel.words import STATUSES, Status
from server.rules.battle.map import targeting
from server.rules.battle.turn import rounds
from server.rules.content.encounters.jailbreak import JAILBREAK
from tests.rules.battle.running import running
from tests.scene import Scene, foe, friend, hero

AT = (0, 0)
FAR = foe("e9", at=(-4, 4), combat=0, range=9, skills=())


@pytest.mark.rule("STS-1", "CD-2")
def test_a_status_goes_to_the_first_open_place_of_an_adventurers_track() -> None:
    battle = running(Scene(hero(track=["LF", "combat"]), FAR))
    assert statuses.gain(battle, UnitId("a1"), "bane")
    assert battle.mat(UnitId("a1")).track[0] == "LF"
    assert battle.mat(UnitId("a1")).track[2] == "bane"
    assert battle.state.supply["status"] == 11


@pytest.mark.rule("STS-2")
def test_a_status_gained_again_moves_its_die_to_the_end_of_the_line() -> None:
    battle = running(Scene(hero(track=["bane", "LF", "daze"]), FAR))
    assert statuses.gain(battle, UnitId("a1"), "bane")
    assert battle.mat(UnitId("a1")).track == ("LF", "daze", "bane")


@pytest.mark.rule("STS-1", "CD-8", "CD-9")
def test_a_status_that_finds_the_track_full_turns_its_last_die_into_overfatigue() -> None:
    battle = running(Scene(hero(track=["LF"] * 12 + ["combat"]), FAR))
    assert not statuses.gain(battle, UnitId("a1"), "bane")
    assert battle.mat(UnitId("a1")).track == ("LF",) * 12 + ("OF",)
    assert len(battle.mat(UnitId("a1")).drained) == 1
    assert battle.state.supply["status"] == 12


@pytest.mark.rule("STS-3")
@pytest.mark.parametrize("status", STATUSES)
def test_other_units_hold_one_die_of_each_status(status: Status) -> None:
    battle = running(
        Scene(hero(), foe("e1", at=AT, statuses=("maim",) if status != "maim" else ()))
    )
    assert statuses.gain(battle, UnitId("e1"), status)
    assert not statuses.gain(battle, UnitId("e1"), status)
    assert battle.unit(UnitId("e1")).statuses[-1] == status


@pytest.mark.rule("STS-4", "ECH-10")
def test_quest_units_take_no_status_unless_a_text_lets_them() -> None:
    battle = running(Scene(hero(), foe("e1", at=AT, kind="quest")))
    assert not statuses.gain(battle, UnitId("e1"), "bane")
    assert statuses.gain(battle, UnitId("e1"), "bane", even_quest=True)


@pytest.mark.rule("LIM-6")
def test_without_a_status_die_in_the_supply_nobody_gains_one() -> None:
    battle = running(Scene(hero(), foe("e1", at=AT), supply={"status": 0}))
    assert not statuses.gain(battle, UnitId("e1"), "bane")
    assert not statuses.gain(battle, UnitId("a1"), "bane")
    assert battle.mat(UnitId("a1")).track == ()


def test_a_defeated_unit_gains_no_status() -> None:
    battle = running(Scene(hero("a1"), hero("a2", fate="defeated"), FAR))
    assert not statuses.gain(battle, UnitId("a2"), "fear")


@pytest.mark.rule("STS-3", "STS-12", "DEF-1")
def test_a_defeated_enemy_loses_its_statuses() -> None:
    battle = running(Scene(hero(), foe("e1", at=AT, statuses=("fear", "maim")), FAR))
    defeat.defeat(battle, UnitId("e1"), UnitId("a1"))
    assert battle.unit(UnitId("e1")).statuses == ()
    assert battle.state.supply["status"] == 12


@pytest.mark.rule("STS-5")
def test_bane_hurts_an_enemy_at_the_start_of_every_turn() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=AT, health=5, combat=0, range=9, statuses=("bane",), skills=()),
        turn=None,
    )
    assert scene.hp("e1") == 4
    scene.answer("turn.act", "end")
    assert scene.hp("e1") == 3
    assert [(e.by, e.true) for e in scene.events(DamageDealt)] == [("", 1)] * 2


@pytest.mark.rule("STS-5", "CD-13")
def test_bane_hurts_an_adventurer_even_as_it_is_recovered() -> None:
    scene = Scene(
        hero("a1"), hero("a2", at=(0, 4), track=["bane"], cooldown=1, bonus=2), FAR, round=2
    )
    scene.answer("turn.act", "end")
    assert (scene.hp("a2"), scene.unit("a2").bonus, scene.track("a2")) == (4, 2, [])


@pytest.mark.rule("STS-6")
@pytest.mark.parametrize("form", ["light-weapon", "ranged-weapon", "magic"])
def test_a_blind_adventurer_may_only_target_the_strongest_neighbour_of_any_side(form: str) -> None:
    battle = running(
        Scene(
            hero("a1", at=AT, form=form, track=["blind"], magicka=4),
            hero("a2", at=(0, 1), hp=4),
            foe("e1", at=(0, -1), hp=3),
            foe("e2", at=(0, 2), hp=9),
        )
    )
    assert [unit.id for unit in targeting.targets(battle, UnitId("a1"))] == ["a2"]


@pytest.mark.rule("STS-6", "FRM-3")
def test_a_blind_adventurer_on_the_defensive_has_no_target_either() -> None:
    scene = Scene(hero(at=AT, form="defensive", track=["blind"]), foe("e1", at=(0, 1)))
    assert targeting.targets(running(scene), UnitId("a1")) == []


@pytest.mark.rule("STS-6")
def test_a_blind_adventurer_stays_blind_after_dealing_damage() -> None:
    scene = Scene(
        hero(track=["blind"], row=["combat", "combat"]), foe("e1", at=AT, health=5, skills=())
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 4
    assert scene.track("a1") == ["blind", "combat"]


@pytest.mark.rule("STS-7")
def test_a_dazed_adventurer_who_moved_may_gather_no_dice() -> None:
    scene = Scene(hero(at=(0, 2), track=["daze"], row=["combat"]), foe("e1", at=AT, skills=()))
    scene.move((0, 1))
    keys = [option.key for option in options_of(scene.asked("turn.engage").shape)]
    assert "target:e1" in keys
    assert not [key for key in keys if key.startswith("die:")]


@pytest.mark.rule("STS-7")
def test_a_dazed_adventurer_who_rolled_may_not_move() -> None:
    scene = Scene(
        hero(track=["daze"], row=["combat", "combat"]), foe("e1", at=AT, health=5, skills=())
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert "turn.move" not in [question.why for question in scene.questions]


@pytest.mark.rule("STS-9", "STS-6")
@pytest.mark.parametrize(("rolled", "left"), [(("1", "1"), 4), (("1", "2"), 4), (("2", "2"), 3)])
def test_maim_halves_the_sum_against_a_friend_too(rolled: tuple[str, ...], left: int) -> None:
    """Whom the blind one hits; the damage on an adventurer lands die by die all the same."""
    lost = hero(track=["blind", "maim"], row=["combat", "combat"])
    scene = Scene(lost, hero("a2", at=(2, -1)), FAR).rolls(*(f"combat:{n}" for n in rolled))
    scene.engage("a1", "a2", ["combat", "combat"]).resolve("combat", "combat")
    assert scene.hp("a2") == left


@pytest.mark.rule("STS-7", "FRE-4")
def test_a_dazed_adventurer_who_rolled_is_not_moved_by_an_ability_either() -> None:
    swift = hero(cls="acrobat", tenacity=1, cooldown=2, hp=4, track=["daze"], row=["combat"])
    scene = Scene(swift, foe("e1", at=(0, 0), hp=1, skills=()), FAR)
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("defeated", "vault").answer("turn.act", "rousing-speed")
    assert (scene.unit("a1").at, scene.hp("a1")) == ((1, -1), 5), "only the healing is left of it"


@pytest.mark.rule("STS-7")
def test_daze_leaves_an_adventurer_at_the_end_of_the_turn() -> None:
    scene = Scene(hero("a1", track=["daze", "LF"]), hero("a2", at=(0, 4)), FAR)
    scene.answer("turn.act", "end")
    assert scene.track("a1") == ["LF"]


@pytest.mark.rule("STS-8", "STS-13")
@pytest.mark.parametrize("face", ["tenacity", "shield-discipline:2"])
def test_under_fear_other_dice_than_combat_give_nothing(face: str) -> None:
    scene = Scene(
        hero(track=["fear"], row=["shield-discipline", "combat", "combat"]),
        foe("e1", at=AT, health=5, skills=()),
    )
    scene.rolls(face, "combat:1").engage("a1", "e1", ["shield-discipline", "combat"])
    scene.resolve("combat")
    assert (scene.hp("e1"), scene.mat("a1").tenacity, scene.active("a1")) == (4, 0, [])
    assert sorted(scene.track("a1")) == ["combat", "fear", "shield-discipline"]


@pytest.mark.rule("STS-8")
def test_under_fear_combat_dice_still_bring_tenacity() -> None:
    scene = Scene(
        hero(track=["fear"], row=["combat", "combat"]), foe("e1", at=AT, health=5, skills=())
    )
    scene.rolls("tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.mat("a1").tenacity == 1


@pytest.mark.rule("STS-8")
def test_under_fear_dice_already_active_go_on_working() -> None:
    scene = Scene(
        hero(track=["fear"], active=["shield-discipline@shield-discipline:2"]),
        foe("e1", at=AT, combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2").answer("damage_coming", "block")
    assert scene.hp("a1") == 5


@pytest.mark.rule("STS-9", "STS-14")
def test_maim_halves_the_sum_of_an_adventurers_combat_dice_and_no_others() -> None:
    scene = Scene(
        hero(track=["maim"], row=["shield-discipline", "combat", "combat", "combat"]),
        foe("e1", at=AT, health=9, skills=()),
    )
    scene.rolls("shield-discipline:1", "combat:2", "combat:1")
    scene.engage("a1", "e1", ["shield-discipline", "combat", "combat"])
    scene.resolve("shield-discipline", "combat", "combat")
    assert scene.hp("e1") == 9 - 1 - 1


@pytest.mark.rule("STS-14")
def test_maim_leaves_combat_dice_that_are_laid_down_defensively_their_value() -> None:
    scene = Scene(
        hero(form="defensive", track=["maim"], active=["combat@combat:2"]),
        foe("e1", at=AT, combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2").answer("damage_coming", "defend")
    assert scene.hp("a1") == 5


@pytest.mark.rule("STS-9")
def test_maim_does_not_reduce_true_damage() -> None:
    scene = Scene(
        hero(at=(0, 1)),
        foe("e1", at=AT, combat=0, statuses=("maim",), skills=("necrotic",)),
        turn=None,
    )
    assert scene.hp("a1") == 4


@pytest.mark.rule("STS-10")
def test_stealth_hides_from_opponents_that_were_not_adjacent_as_the_turn_began() -> None:
    scene = Scene(
        hero(at=(0, 2), row=["combat"]), foe("e1", at=AT, statuses=("stealth",), combat=0)
    )
    scene.move((0, 1))
    assert not [o for o in options_of(scene.asked("turn.engage").shape) if "target" in o.key]


@pytest.mark.rule("STS-10")
def test_stealth_does_not_hide_from_who_was_adjacent_as_the_turn_began() -> None:
    scene = Scene(
        hero(row=["combat", "combat"]),
        foe("e1", at=AT, health=5, statuses=("stealth",), skills=()),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 4


@pytest.mark.rule("STS-10")
def test_stealth_goes_when_its_bearer_deals_damage() -> None:
    scene = Scene(
        hero(track=["stealth", "LF"], row=["combat", "combat"]),
        foe("e1", at=AT, health=5, skills=()),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.track("a1") == ["LF", "combat"]


@pytest.mark.rule("STS-10")
def test_stealth_stays_after_an_attack_without_damage_and_after_an_outright_defeat() -> None:
    scene = Scene(
        hero(track=["stealth"], row=["combat", "combat"]), foe("e1", at=AT, skills=()), FAR
    )
    scene.rolls("tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.track("a1") == ["stealth", "combat"]
    battle = running(scene, scene.state)
    defeat.defeat(battle, UnitId("e1"), UnitId("a1"))
    assert battle.has(UnitId("a1"), "stealth")


@pytest.mark.rule("STS-10", "TRM-6")
def test_stealth_does_not_keep_out_what_needs_no_target() -> None:
    scene = Scene(
        hero(at=(0, 1), track=["stealth"]),
        foe("e1", at=AT, combat=0, range=0, skills=("necrotic",)),
        turn=None,
    )
    assert scene.hp("a1") == 4


@pytest.mark.rule("STS-12", "EOB-2")
def test_adventurers_carry_statuses_out_of_a_battle_and_companions_do_not() -> None:
    scene = Scene(hero(track=["bane"]), friend("c1", "atronach", at=(0, 4)))
    battle = running(scene)
    statuses.gain(battle, UnitId("c1"), "maim")
    cards = replace(catalogue_of(battle), encounters={"jailbreak": replace(JAILBREAK, after=None)})
    battle.components = cards
    rounds.cleanup(battle)
    assert battle.mat(UnitId("a1")).track == ("bane",)
    assert battle.unit(UnitId("c1")).statuses == ()
