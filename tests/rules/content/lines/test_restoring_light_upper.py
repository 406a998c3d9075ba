from typing import Any

import pytest

from protocol.battle import UnitDeployed
from protocol.hexes import Hex
from protocol.ids import DieId, DieKind
from server.rules.battle.kernel.state import Deck
from tests.scene import Scene, foe, friend, hero
from tests.scene.builders import Foe

HONOR, RITE, RITUAL = (
    "honor-the-dead@honor-the-dead:{}",
    "rite-of-passage@rite-of-passage",
    "master-ritualist@master-ritualist",
)


def _foe(name: str = "e1", at: Hex = (-4, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 1, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def _honored(host: str, shown: int, **more: Any) -> Scene:
    healer = hero("a1", at=(2, -2), form="magic", row=["honor-the-dead"], **more)
    scene = Scene(healer, hero("a2", at=(3, -1), hp=1), _foe())
    scene.rolls(f"honor-the-dead:{shown}").engage("a1", "", ["honor-the-dead"])
    return scene.resolve("honor-the-dead").answer("honor-the-dead", host)


def test_honor_the_dead_heals_its_host_at_each_of_its_turn_ends_and_goes_down() -> None:
    scene = _honored("a2", 3).end_turn()
    assert (scene.hp("a2"), scene.track("a2")) == (1, ["honor-the-dead"])
    scene.end_turn()
    assert scene.hp("a2") == 4
    (die,) = scene.mat("a2").track
    assert scene.state.dice[DieId(die)].face == scene.catalogue.dice[
        DieKind("honor-the-dead")
    ].faces.index("honor-the-dead:2")


def test_honor_the_dead_leaves_stealth_after_its_last_step_and_is_drained() -> None:
    scene = _honored("a2", 1).end_turn().end_turn()
    assert scene.hp("a2") == 2
    assert scene.track("a2") == ["stealth"]
    assert scene.drained("a1") == ["honor-the-dead"]


def test_honor_the_dead_may_heal_its_owner() -> None:
    scene = _honored("a1", 4, hp=2).end_turn()
    assert scene.hp("a1") == 5
    assert scene.track("a1") == ["honor-the-dead"]


@pytest.mark.rule("CD-14")
def test_honor_the_dead_recovered_out_of_another_track_goes_home_to_its_owner() -> None:
    healer = hero("a1", at=(2, -2), form="magic", row=["honor-the-dead"])
    scene = Scene(healer, hero("a2", at=(3, -1), hp=1, cooldown=2), _foe())
    scene.rolls("honor-the-dead:5").engage("a1", "", ["honor-the-dead"]).resolve("honor-the-dead")
    scene.answer("honor-the-dead", "a2").end_turn()
    assert scene.track("a2") == []
    assert scene.row("a1") == ["honor-the-dead"]


@pytest.mark.rule("SKR-6")
def test_honor_the_dead_that_is_purged_goes_to_its_owners_track_and_sleeps_there() -> None:
    healer = hero("a1", at=(2, -2), form="magic", row=["honor-the-dead"], active=["purge@purge"])
    scene = Scene(healer, hero("a2", at=(3, -1)), _foe())
    scene.rolls("honor-the-dead:5").engage("a1", "", ["honor-the-dead"]).resolve("honor-the-dead")
    scene.answer("honor-the-dead", "a2").answer("anytime", "cleanse")
    assert scene.track("a2") == []
    assert scene.track("a1") == ["purge", "honor-the-dead"]
    scene.end_turn()
    assert scene.track("a1") == ["purge", "honor-the-dead"]


def test_honor_the_dead_left_unresolved_does_nothing_in_the_track() -> None:
    scene = Scene(hero(hp=1, form="magic", row=["honor-the-dead"]), hero("a2", at=(3, 0)), _foe())
    scene.rolls("honor-the-dead:5").engage("a1", "", ["honor-the-dead"])
    scene.passes("engage.resolve").end_turn()
    assert scene.hp("a1") == 1
    assert scene.track("a1") == ["honor-the-dead"]


def _ceremony(face: int, *others: Any, hp: int = 2, **more: Any) -> Scene:
    healer = hero("a1", hp=hp, form="magic", row=["rushed-ceremony"])
    scene = Scene(healer, *others, _foe(), **more)
    drawn = (0,) if "decks" in more else ()
    scene.rolls(f"rushed-ceremony-{face}", *drawn).engage("a1", "", ["rushed-ceremony"])
    return scene.resolve("rushed-ceremony")


def test_rushed_ceremony_1_heals_all_adventurers_and_brings_a_level_5_enemy() -> None:
    bag = {"bag-5": Deck(cards={"high-elf-bandit": 1})}
    scene = _ceremony(1, hero("a2", at=(3, -1), hp=1), decks=bag)
    scene.passes("heal.less").answer("rushed-ceremony", "1,0")
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 5)
    (come,) = scene.events(UnitDeployed)
    assert scene.unit(come.unit).at == (1, 0)
    assert scene.state.decks["bag-5"].cards["high-elf-bandit"] == 0
    assert scene.drained("a1") == ["rushed-ceremony"]


@pytest.mark.rule("LIM-7")
def test_rushed_ceremony_1_heals_although_no_level_5_enemy_is_left() -> None:
    scene = _ceremony(1)
    assert scene.hp("a1") == 5
    assert scene.events(UnitDeployed) == []


def test_rushed_ceremony_2_leaves_its_roller_1_hp_and_heals_another_party_member() -> None:
    pet = friend("c1", "clannfear", at=(0, 0), hp=1)
    scene = _ceremony(2, hero("a2", at=(3, -1), hp=1), pet, hp=4)
    assert scene.offered("rushed-ceremony") == ["a2", "c1"]
    scene.answer("rushed-ceremony", "c1").passes("heal.less")
    assert (scene.hp("a1"), scene.hp("a2"), scene.hp("c1")) == (1, 1, 4)


@pytest.mark.rule("STA-2")
def test_rushed_ceremony_3_shares_hp_out_anew_beyond_health() -> None:
    scene = _ceremony(3, hero("a2", at=(3, -1), hp=5), hp=2)
    scene.answer("rushed-ceremony.take", "a2", "a2", "a2", "a1")
    scene.answer("rushed-ceremony.give", "a1", "a1", "a1", "a1")
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 2)
    again = _ceremony(3, hero("a2", at=(3, -1), hp=5), hp=4)
    again.answer("rushed-ceremony.take", "a2", "a2", "a2")
    again.answer("rushed-ceremony.give", "a1", "a1", "a1")
    assert (again.hp("a1"), again.hp("a2")) == (7, 2)


def test_rushed_ceremony_3_takes_nobodys_last_hp() -> None:
    scene = _ceremony(3, hero("a2", at=(3, -1), hp=1), hp=1)
    assert (scene.hp("a1"), scene.hp("a2")) == (1, 1)


def _passing(**more: Any) -> Scene:
    mover = hero("a2", at=(0, 1), active=[RITE], hp=2, row=["combat"], **more)
    scene = Scene(hero("a1", at=(3, -3), hp=1, race="nord"), mover, _foe(at=(0, 0), combat=2))
    scene.end_turn().rolls("enemy:2", "enemy:2")
    return scene.answer("after_recovery", "pass_over")


def test_rite_of_passage_ends_the_turn_and_lets_no_hp_go_until_the_round_ends() -> None:
    scene = _passing()
    assert scene.drained("a2") == ["rite-of-passage"]
    scene.passes("heal.less")
    assert scene.state.round == 2
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 5)


def test_rite_of_passage_keeps_statuses_off() -> None:
    mover = hero("a2", at=(0, 1), active=[RITE], hp=2)
    enemy = _foe(at=(0, 0), skills=("maim",))
    scene = Scene(hero("a1", at=(3, -3)), mover, enemy).end_turn().rolls("enemy:1")
    scene.answer("after_recovery", "pass_over")
    assert scene.track("a2") == []
    plain = Scene(hero("a1", at=(3, -3)), mover, enemy).end_turn().rolls("enemy:1")
    plain.passes("after_recovery").end_turn()
    assert "maim" in plain.track("a2")


def test_rite_of_passage_may_wait() -> None:
    scene = Scene(hero("a1", at=(3, -3)), hero("a2", at=(0, 1), active=[RITE]), _foe())
    scene.end_turn().passes("after_recovery")
    assert scene.asked("turn.act").about == "a2"
    assert scene.active("a2") == ["rite-of-passage"]


def _struck(*heroes: Any) -> Scene:
    enemy = _foe(at=(0, 0), combat=2, priority="weakest")
    return Scene(*heroes, enemy, turn=None).rolls("enemy:2", "enemy:1")


def test_master_ritualist_raises_the_fallen_where_it_stood_with_5_hp() -> None:
    healer = hero("a1", at=(3, -1), active=[RITUAL])
    scene = _struck(healer, hero("a2", at=(0, 1), hp=2, health=3))
    scene.answer("defeated", "raise_fallen")
    fallen = scene.unit("a2")
    assert (fallen.fate, fallen.at, fallen.hp) == ("", (0, 1), 5)
    assert scene.drained("a1") == ["master-ritualist"]


def test_master_ritualist_raises_its_owner_whose_other_active_dice_are_put_away() -> None:
    scene = _struck(hero("a1", at=(0, 1), hp=1, active=["purge@purge", RITUAL]))
    scene.answer("defeated", "raise_fallen")
    assert (scene.unit("a1").at, scene.hp("a1")) == ((0, 1), 5)
    assert scene.active("a1") == []
    assert "purge" in (*scene.track("a1"), *scene.row("a1"))
    assert scene.drained("a1") == ["master-ritualist"]


def test_master_ritualist_may_be_kept() -> None:
    scene = _struck(hero("a1", at=(3, -1), active=[RITUAL]), hero("a2", at=(0, 1), hp=1))
    scene.passes("defeated")
    assert scene.unit("a2").fate == "defeated"
    assert scene.active("a1") == ["master-ritualist"]


def test_the_healer_becomes_a_master_by_the_ritual() -> None:
    healer = hero("a1", at=(3, -1), active=[RITUAL], cls="healer")
    scene = _struck(healer, hero("a2", at=(0, 1), hp=1)).answer("defeated", "raise_fallen")
    scene.answer("turn_ends", "promotion")
    assert scene.mat("a1").master
