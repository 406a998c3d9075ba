from typing import Any

import pytest

from protocol.battle import DamageDealt
from protocol.ids import DieId
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule


def acrobat(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "khajiit", "cls": "acrobat", "tenacity": 5, "at": (1, -1), **figures
    }  # fmt: skip
    return hero(**drawn)


def turn_of(*foes: Foe | Hero, **figures: Any) -> Scene:
    return Scene(acrobat(**figures), *foes, foe("e9", at=(-4, 0)))


def killing(*, master: bool = False) -> Scene:
    """A kill in a corridor that another enemy blocks."""
    corridor = tuple((q, 0) for q in range(-4, 3))
    scene = Scene(
        acrobat(at=(0, 0), row=["combat"], master=master),
        foe("e1", at=(-1, 0), hp=1, skills=()),
        foe("e2", at=(1, 0), skills=()),
        tiles={"clash": corridor},
    )
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


@rule("CLS-2")
def test_a_kill_is_answered_by_a_move_through_everybody() -> None:
    scene = killing().answer("defeated", "vault").answer("acrobat.vault", "1,0", "2,0")
    assert scene.unit("a1").at == (2, 0)


@rule("MAP-7")
def test_that_move_cannot_end_where_somebody_stands() -> None:
    scene = killing().answer("defeated", "vault")
    spots = {spot.key: spot.stop for spot in scene.asked("acrobat.vault").shape.spots}  # type: ignore[union-attr]
    assert (spots["1,0"], spots["2,0"]) == (False, True)


def test_the_move_after_a_kill_is_four_hexes_and_a_masters_five() -> None:
    novice, master = killing(), killing(master=True)
    for scene, far in ((novice, 4), (master, 5)):
        scene.answer("defeated", "vault")
        assert scene.asked("acrobat.vault").shape.budget == far  # type: ignore[union-attr]


def test_a_masters_move_action_passes_through_party_members_too() -> None:
    scene = Scene(
        acrobat(at=(0, 0), master=True),
        hero("a2", race="khajiit", at=(1, 0)),
        foe("e1", at=(-4, 0)),
        tiles={"clash": tuple((q, 0) for q in range(-4, 3))},
    )
    scene.move((1, 0), (2, 0))
    assert scene.unit("a1").at == (2, 0)


def walked(*ways: tuple[tuple[int, int], ...]) -> Scene:
    """Move actions along these ways, one after the other."""
    scene = turn_of(at=(0, 0), stamina=5)
    for way in ways:
        scene.move(*way)
    return scene


@rule("CLS-1", "CLS-20")
def test_entering_ten_different_hexes_in_a_turn_makes_a_master() -> None:
    scene = walked(
        ((1, 0), (2, 0), (3, 0), (4, 0), (4, -1)), ((4, -2), (3, -2), (2, -2), (1, -2), (1, -1))
    )
    scene.answer("anytime", "promotion")
    assert scene.mat("a1").master


@rule("CLS-20")
def test_a_hex_entered_twice_counts_once() -> None:
    scene = walked(
        ((1, 0), (2, 0), (3, 0), (4, 0), (3, 0)), ((3, -1), (3, -2), (2, -2), (1, -2), (1, -1))
    )
    assert all(question.why != "anytime" for question in scene.questions)


def test_rousing_speed_moves_and_heals_where_no_enemy_is_adjacent() -> None:
    scene = turn_of(foe("e1", at=(0, 0), skills=()), hp=3, cooldown=2)
    scene.answer("turn.act", "rousing-speed").answer("rousing-speed", "2,-1")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (4, 4)


@rule("GEN-4")
@pytest.mark.parametrize("healed", [True, False])
def test_rousing_speed_may_leave_the_healing_where_an_enemy_goes_by_it(healed: bool) -> None:
    others = (hero("a2", at=(4, -4), hp=4), foe("e1", at=(0, 0), skills=()))
    scene = turn_of(*others, hp=3, cooldown=2)
    scene.answer("turn.act", "rousing-speed").answer("rousing-speed", "2,-1")
    scene.answer("heal.less", *([] if healed else ["0"]))
    assert scene.hp("a1") == (4 if healed else 3)


def test_rousing_speed_heals_nobody_next_to_an_enemy() -> None:
    scene = turn_of(foe("e1", at=(0, 0), skills=()), hp=3, cooldown=2)
    scene.answer("turn.act", "rousing-speed").passes("rousing-speed")
    assert scene.hp("a1") == 3


def alacrity(*, master: bool = False) -> Scene:
    scene = turn_of(
        foe("e1", at=(-2, 0), health=5, hp=5, skills=()),
        foe("e2", at=(-2, 2), health=5, hp=5, skills=()),
        master=master,
        tenacity=3,
    )
    scene.answer("turn.act", "arcane-alacrity").answer("arcane-alacrity", "-2,1")
    return scene.answer("arcane-alacrity.pay", "2")


def test_arcane_alacrity_turns_further_tenacity_into_damage_to_one_adjacent_enemy() -> None:
    scene = alacrity().answer("arcane-alacrity.target", "e2")
    assert scene.unit("a1").at == (-2, 1)
    assert (scene.hp("e1"), scene.hp("e2"), scene.mat("a1").tenacity) == (5, 3, 0)


def test_a_masters_arcane_alacrity_hits_all_adjacent_enemies() -> None:
    scene = alacrity(master=True)
    assert (scene.hp("e1"), scene.hp("e2")) == (3, 3)


def test_arcane_alacrity_places_two_to_four_hexes_away() -> None:
    scene = turn_of().answer("turn.act", "arcane-alacrity")
    there = scene.offered("arcane-alacrity")
    assert "2,-1" not in there
    assert "3,-1" in there
    assert "-4,4" not in there


def attacked(**figures: Any) -> Scene:
    scene = Scene(
        acrobat(**figures),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    return scene.rolls("enemy:2")


@rule("CLS-5", "CLS-7")
def test_tumbling_drains_an_available_combat_die_to_prevent_the_damage() -> None:
    scene = attacked(form="defensive", row=["combat"]).answer("damage_coming", "tumbling")
    assert (scene.hp("a1"), scene.drained("a1")) == (5, ["combat"])
    assert (scene.mat("a1").tenacity, scene.track("a1")) == (3, [])


@rule("CLS-8", "CLS-9")
def test_tumbling_in_another_form_costs_one_light_fatigue_for_the_change() -> None:
    scene = attacked(form="magic", row=["combat"]).answer("damage_coming", "tumbling")
    assert (scene.mat("a1").form, scene.track("a1")) == ("defensive", ["LF"])


@rule("RAC-2")
def test_without_an_available_combat_die_a_novice_cannot_tumble() -> None:
    """The die is a price that must be paid; a drained one is spent."""
    scene = attacked(form="defensive", drained=["combat"], track=["combat"])
    assert scene.hp("a1") == 3


def test_a_master_tumbles_with_any_skill_die_but_not_with_fatigue_or_statuses() -> None:
    scene = attacked(master=True, track=["LF", "snipe", "fear"], active=["LF"], row=["combat"])
    scene.answer("damage_coming", "tumbling")
    assert [scene.state.dice[DieId(die)].kind for die in scene.offered("tumbling")] == [
        "combat",
        "snipe",
    ]
    scene.answer("tumbling", "snipe")
    assert (scene.hp("a1"), scene.drained("a1")) == (5, ["snipe"])


@rule("CLS-3")
def test_tumbling_answers_one_instance_in_a_turn_and_another_in_the_next_units_turn() -> None:
    scene = Scene(
        acrobat(form="defensive", row=["combat", "combat"], tenacity=4),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        foe("e2", "high-elf-bandit", at=(1, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:2").answer("enemy.order", "e1")
    scene.answer("damage_coming", "tumbling").answer("damage_coming", "tumbling")
    assert (scene.hp("a1"), len(scene.events(DamageDealt))) == (5, 2)


def test_fighting_finesse_puts_fear_on_an_adjacent_enemy() -> None:
    scene = turn_of(foe("e1", at=(0, 0))).answer("turn.act", "fighting-finesse")
    assert scene.unit("e1").statuses == ("fear",)


@pytest.mark.parametrize(("master", "left"), [(False, 1), (True, 2)])
def test_quick_recovery_is_a_recovery_step_that_a_master_buys_cheaper(
    master: bool, left: int
) -> None:
    scene = turn_of(cooldown=2, track=["combat", "LF", "bane"], master=master)
    scene.answer("turn.act", "quick-recovery")
    assert (scene.track("a1"), scene.row("a1")) == (["bane"], ["combat"])
    assert scene.mat("a1").tenacity == left
