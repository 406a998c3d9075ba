from typing import Any

import pytest

from protocol.hexes import Hex
from tests.scene import Scene, foe, friend, hero
from tests.scene.builders import Foe

PURGE = "purge@purge"


def _foe(name: str = "e1", at: Hex = (-4, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 1, "defense": 0, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


def _offers(scene: Scene, why: str = "anytime") -> list[str]:
    return [key for q in scene.questions if q.why == why for key in scene.offered(why)]


@pytest.mark.rule("TIM-4")
def test_we_047_purge_heals_where_there_is_no_status_die_to_remove() -> None:
    scene = Scene(hero("a1", active=[PURGE]), hero("a2", at=(3, -1), hp=3, track=["LF"]), _foe())
    scene.answer("anytime", "cleanse")
    assert scene.hp("a2") == 4
    assert scene.track("a2") == ["LF"]
    assert scene.track("a1") == ["purge"]


@pytest.mark.rule("TIM-4", "TRM-1")
def test_purge_removes_a_status_where_there_is_nothing_to_heal() -> None:
    scene = Scene(hero(active=[PURGE], track=["bane"]), _foe()).answer("anytime", "cleanse")
    assert scene.track("a1") == ["purge"]
    assert scene.hp("a1") == 5
    assert scene.state.supply["status"] == 12


def test_purge_removes_the_status_of_its_owners_choice_from_one_party_member() -> None:
    other = hero("a2", at=(3, -1), hp=2, track=["bane", "fear"])
    scene = Scene(hero("a1", hp=4, active=[PURGE]), other, _foe()).answer("anytime", "cleanse")
    scene.answer("purge", "a2")
    assert scene.asked("purge.status").to == ("a1",)
    scene.answer("purge.status", "fear")
    assert scene.track("a2") == ["bane"]
    assert (scene.hp("a1"), scene.hp("a2")) == (4, 3)


@pytest.mark.rule("REL-3")
def test_purge_helps_a_companion_too() -> None:
    pet = friend("c1", "clannfear", at=(0, 0), hp=2)
    scene = Scene(hero(active=[PURGE]), pet, _foe()).answer("anytime", "cleanse")
    assert scene.hp("c1") == 3


def test_purge_is_not_offered_while_nobody_needs_it() -> None:
    scene = Scene(hero(active=[PURGE]), _foe(statuses=("bane",)))
    assert _offers(scene) == []


def test_purge_is_open_in_another_adventurers_turn() -> None:
    scene = Scene(hero("a1", hp=3), hero("a2", at=(3, -1), active=[PURGE]), _foe())
    assert scene.asked("anytime").to == ("a2",)
    scene.answer("anytime", "cleanse")
    assert scene.hp("a1") == 4
    assert scene.asked("turn.act").about == "a1"


def test_purge_is_open_at_the_end_of_an_enemys_turn() -> None:
    scene = Scene(hero(active=[PURGE]), _foe(at=(0, 0)), turn=None).rolls("enemy:2")
    scene.answer("turn_ends", "cleanse")
    assert scene.hp("a1") == 4


def test_purge_is_open_between_the_dice_of_ones_own_engage_but_not_of_anothers() -> None:
    healer = hero("a1", hp=3, active=[PURGE], row=["combat"])
    own = Scene(healer, _foe(at=(0, 0))).rolls("combat:1").engage("a1", "e1", ["combat"])
    own.answer("anytime", "cleanse").resolve("combat")
    assert own.hp("a1") == 4
    others = Scene(hero("a2", at=(0, 1), hp=3, row=["combat"]), healer, _foe(at=(0, 0)))
    others.rolls("combat:1").engage("a2", "e1", ["combat"])
    assert [question.why for question in others.questions] == ["engage.resolve"]


def test_purge_waits_in_its_slot_when_it_is_resolved() -> None:
    scene = Scene(hero(form="magic", row=["purge"]), _foe())
    scene.rolls("purge").engage("a1", "", ["purge"]).resolve("purge")
    assert scene.active("a1") == ["purge"]


@pytest.mark.rule("TRM-1")
def test_hasty_prayer_may_heal_somebody_else_less_than_two() -> None:
    """Somebody whom that leaves behind the weakest, or ahead of the strongest."""
    scene = Scene(
        hero("a1", hp=4, form="magic", row=["hasty-prayer"]),
        hero("a2", at=(3, -1), hp=3),
        _foe(priority="strongest"),
    )
    scene.rolls("hasty-prayer").engage("a1", "", ["hasty-prayer"]).resolve("hasty-prayer")
    assert scene.asked("heal.less").to == ("a1",)
    assert scene.offered("heal.less") == ["0", "1"]
    scene.answer("heal.less", "1")
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 4)


@pytest.mark.rule("TRM-1", "STS-6")
def test_who_heals_minds_that_a_blind_enemy_goes_by_the_strongest() -> None:
    """With all of it the second one would be as strong as the first; the weakest is a third."""
    scene = Scene(
        hero("a1", hp=4, form="magic", row=["hasty-prayer"]),
        hero("a2", at=(3, -1), hp=3),
        hero("a3", at=(-4, 4), hp=1),
        _foe(priority="weakest", statuses=("blind",)),
    )
    scene.rolls("hasty-prayer").engage("a1", "", ["hasty-prayer"]).resolve("hasty-prayer")
    assert scene.offered("heal.less") == ["0", "1"]


def test_hasty_prayer_heals_all_adventurers_wherever_they_are_and_nobody_else() -> None:
    friends = (hero("a2", at=(3, -1), hp=1), hero("a3", at=(-4, 4), hp=4))
    pet = friend("c1", "clannfear", at=(0, 0), hp=1)
    scene = Scene(hero("a1", hp=2, form="magic", row=["hasty-prayer"]), *friends, pet, _foe())
    scene.rolls("hasty-prayer").engage("a1", "", ["hasty-prayer"]).resolve("hasty-prayer").default(
        "heal.less"
    )
    assert [scene.hp(name) for name in ("a1", "a2", "a3", "c1")] == [4, 3, 5, 1]
    assert scene.track("a1") == ["hasty-prayer"]


def test_breath_of_life_heals_an_adventurer_in_range_by_enemy_combat_dice() -> None:
    near, far = hero("a2", at=(1, 1), hp=1), hero("a3", at=(-3, 3), hp=1)
    scene = Scene(hero("a1", form="magic", row=["breath-of-life"]), near, far, _foe())
    scene.rolls("breath-of-life:4").engage("a1", "", ["breath-of-life"])
    scene.resolve("breath-of-life")
    assert scene.offered("breath-of-life") == ["a1", "a2"]
    assert scene.asked("breath-of-life").text == "Breath of Life: who heals?"
    scene.rolls("enemy:2", "enemy:0", "enemy:1", "enemy:0").answer("breath-of-life", "a2").done()
    assert scene.hp("a2") == 4
