"""Enemy skills about the damage that their bearer deals: Arcane, Bladed, Subdue."""

from protocol.battle import DamageDealt, TenacityChanged
from tests.scene import Scene, foe, hero

AT = (0, 0)


def test_arcane_deals_true_damage() -> None:
    scene = Scene(hero(bonus=3), foe("e1", at=AT, combat=1, skills=("arcane",)), turn=None)
    scene.rolls("enemy:2")
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (3, 3)


def test_arcane_covers_the_damage_of_its_other_skills() -> None:
    scene = Scene(
        hero(row=["combat"], bonus=3),
        foe("e1", at=AT, health=5, combat=0, skills=("arcane", "riposte 2")),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (3, 3)


def test_bladed_deals_2_more_to_an_adjacent_target() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=1, skills=("bladed",)), turn=None)
    scene.rolls("enemy:1")
    assert scene.hp("a1") == 2


def test_bladed_adds_nothing_from_afar() -> None:
    scene = Scene(
        hero(at=(0, 2)), foe("e1", at=AT, combat=1, range=2, skills=("bladed",)), turn=None
    )
    scene.rolls("enemy:1")
    assert scene.hp("a1") == 4


def test_bladed_points_are_not_halved_by_maim() -> None:
    scene = Scene(
        hero(), foe("e1", at=AT, combat=1, skills=("bladed",), statuses=("maim",)), turn=None
    )
    scene.rolls("enemy:2")
    assert scene.hp("a1") == 2


def test_subdue_takes_as_much_tenacity_as_it_deals_damage_and_before_it() -> None:
    scene = Scene(hero(tenacity=5), foe("e1", at=AT, combat=1, skills=("subdue",)), turn=None)
    scene.rolls("enemy:2")
    assert scene.mat("a1").tenacity == 3
    told = [type(e) for e in scene.told if isinstance(e, TenacityChanged | DamageDealt)]
    assert told == [TenacityChanged, DamageDealt]
