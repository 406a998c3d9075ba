from typing import Any

import pytest

from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def armed(weapon: str, form: str, *, overtax: bool = False, **enemy: Any) -> Scene:
    """A Combat die, the weapon and an enemy in reach; the engage is planned, not yet rolled."""
    at = (0, 0) if form != "ranged-weapon" else (-1, 0)
    figures = {"health": 8, "hp": 8, "skills": (), **enemy}
    scene = Scene(
        hero(form=form, row=["combat", "combat"], ready=[weapon]),
        foe("e1", at=at, **figures),
        foe("e2", at=(-2, 1), health=5, hp=5, skills=()),
    )
    scene.weapon, scene.overtaxed = weapon, overtax  # type: ignore[attr-defined]
    return scene


def strike(scene: Scene, *faces: str, dice: tuple[str, ...] = ("combat",)) -> Scene:
    scene.rolls(*faces)
    weapon, overtax = scene.weapon, scene.overtaxed  # type: ignore[attr-defined]
    return scene.engage("a1", "e1", dice, weapon=weapon, overtax=overtax)


@rule("ITM-6", "ITM-3", "FRE-3")
def test_a_steel_maul_adds_an_enemy_combat_die() -> None:
    scene = strike(armed("steel-maul", "heavy-weapon"), "combat:1", "enemy:2")
    scene.resolve("combat", "free")
    assert scene.hp("e1") == 5
    assert scene.track("a1") == ["combat"]
    assert scene.mat("a1").ready


@rule("ITM-20", "ITM-7")
def test_an_overtaxed_steel_maul_adds_two_more_and_is_discarded_after_the_engage() -> None:
    scene = armed("steel-maul", "heavy-weapon", overtax=True)
    strike(scene, "combat:1", "enemy:2", "enemy:1", "enemy:1")
    assert scene.mat("a1").ready
    scene.resolve("combat", "free")
    assert scene.hp("e1") == 3
    assert not scene.mat("a1").ready
    assert scene.state.decks["common"].discard == ("steel-maul",)


@rule("ITM-7", "ITM-21")
def test_a_weapon_needs_its_form() -> None:
    scene = armed("steel-maul", "light-weapon")
    with pytest.raises(Exception, match="needs another form"):
        strike(scene, "combat:1")


@rule("ITM-20")
def test_a_weapon_is_not_overtaxed_without_being_used() -> None:
    scene = armed("steel-maul", "heavy-weapon")
    picks = ("form:heavy-weapon", "target:e1", "overtax:a1-steel-maul")
    with pytest.raises(Exception, match="goes with its weapon"):
        scene.answer("turn.engage", *picks)


@rule("ITM-6")
def test_an_engage_uses_one_weapon() -> None:
    scene = Scene(
        hero(form="heavy-weapon", row=["combat"], ready=["steel-maul", "scampcrusher"]),
        foe("e1", at=(0, 0), skills=()),
    )
    picks = ("form:heavy-weapon", "target:e1", "weapon:a1-steel-maul", "weapon:a1-scampcrusher")
    with pytest.raises(Exception, match="0 to 1 for weapon"):
        scene.answer("turn.engage", *picks)


def test_an_oak_lightning_staff_deals_one_damage_and_adds_no_combat_dice() -> None:
    """C-49: none in Magic form."""
    scene = armed("oak-lightning-staff", "magic")
    strike(scene, dice=())
    assert scene.hp("e1") == 7


def test_an_overtaxed_oak_lightning_staff_strikes_the_targets_neighbours() -> None:
    scene = Scene(
        hero(form="magic", row=["combat"], ready=["oak-lightning-staff"]),
        foe("e1", at=(-1, 0), health=5, hp=5, skills=()),
        foe("e2", at=(-1, 1), health=5, hp=5, skills=()),
        foe("e3", at=(-3, 3), health=5, hp=5, skills=()),
    )
    scene.engage("a1", "e1", weapon="oak-lightning-staff", overtax=True)
    assert (scene.hp("e1"), scene.hp("e2"), scene.hp("e3")) == (4, 3, 5)


def test_a_hunting_bow_adds_a_die_and_overtaxed_ignores_two_defense() -> None:
    scene = armed("notched-hunting-bow", "ranged-weapon", overtax=True, defense=2)
    strike(scene, "combat:1", "enemy:1").resolve("combat", "free")
    assert scene.hp("e1") == 6


def test_a_poachers_knife_ignores_one_defense_and_overtaxed_adds_two_dice() -> None:
    scene = armed("poachers-knife", "light-weapon", overtax=True, defense=1)
    strike(scene, "combat:1", "enemy:1", "enemy:0").resolve("combat", "free")
    assert scene.hp("e1") == 6


@pytest.mark.parametrize(("kind", "dice"), [("beast", 2), ("daedra", 4)])
def test_scampcrusher_adds_twice_the_dice_against_a_daedra(kind: str, dice: int) -> None:
    scene = armed("scampcrusher", "heavy-weapon", type=kind)
    strike(scene, "tenacity", *["enemy:1"] * dice).resolve("free", "combat")
    assert scene.hp("e1") == 8 - dice


def test_an_overtaxed_scampcrusher_deals_three_true_damage() -> None:
    scene = armed("scampcrusher", "heavy-weapon", overtax=True, defense=4)
    strike(scene, "tenacity", "enemy:0", "enemy:0").resolve("combat")
    assert scene.hp("e1") == 5
