"""Legendary armor; what it prevents stands in the table of `test_armor`."""

import pytest

from protocol.ids import CardId, ItemId
from server.rules.battle.kernel.state import Card
from tests.rules.content.items.arming import attacked, attacked_from
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def test_overtaxed_gauntlets_hurt_an_adjacent_enemy() -> None:
    scene = attacked("briarheart-gauntlets").answer("damage_coming", "overtax")
    assert (scene.hp("a1"), scene.hp("e1")) == (3, 6)
    afar = attacked_from(2, "briarheart-gauntlets").answer("damage_coming", "overtax")
    assert afar.hp("e1") == 9


@rule("DMG-7")
@pytest.mark.parametrize(("overtax", "left"), [(False, 4), (True, 5)])
def test_the_helm_of_the_unbent_prevents_true_damage(overtax: bool, left: int) -> None:
    scene = attacked("helm-of-the-unbent", skills=("arcane",))
    scene.answer("damage_coming", "overtax" if overtax else "wear")
    assert scene.hp("a1") == left
    assert scene.unit("e1").statuses == (("fear",) if overtax else ())


def test_boots_of_the_second_shadow_carry_their_wearer_off_into_stealth() -> None:
    scene = attacked("boots-of-the-second-shadow")
    scene.answer("damage_coming", "overtax")
    scene.answer("boots-of-the-second-shadow.move", "-1,0", "-2,0", "-3,0")
    assert (scene.unit("a1").at, scene.track("a1")) == ((-3, 0), ["stealth"])


def test_the_mantle_of_storms_strikes_back_and_overtaxed_around_itself() -> None:
    scene = Scene(
        hero(at=(0, 0), ready=["mantle-of-the-storm-warden"]),
        foe("e1", "high-elf-bandit", at=(-3, 0), combat=1, range=3, health=9, hp=9, skills=()),
        foe("e2", at=(2, 0), range=1, combat=0, health=5, hp=5, skills=(), level=1),
        turn=None,
    )
    scene.rolls("enemy:2").answer("enemy.order", "e1").answer("damage_coming", "overtax")
    assert (scene.hp("a1"), scene.hp("e1"), scene.hp("e2")) == (4, 8, 2)


def test_the_girdle_of_long_breath_recovers_dice() -> None:
    track = ["combat"] * 7
    scene = attacked("girdle-of-long-breath", track=list(track))
    scene.answer("damage_coming", "overtax")
    scene.answer("girdle-of-long-breath.dice", *scene.mat("a1").track[:5])
    assert (len(scene.row("a1")), len(scene.track("a1"))) == (6, 1)


@rule("ITM-19")
def test_the_aegis_is_expended_by_its_use_and_not_offered_again() -> None:
    scene = Scene(
        hero(at=(0, 0), ready=["aegis-of-the-still-pool"]),
        foe("e1", "high-elf-bandit", at=(-1, 0), combat=1, skills=("arcane",)),
        foe("e2", "high-elf-bandit", at=(1, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:2").answer("enemy.order", "e1").answer("damage_coming", "wear")
    assert scene.hp("a1") == 3
    assert scene.mat("a1").ready == (
        Card(
            CardId("a1-aegis-of-the-still-pool"), ItemId("aegis-of-the-still-pool"), expended=True
        ),
    )


@rule("ITM-20")
def test_the_overtaxed_aegis_heals_around_and_is_discarded() -> None:
    beside = hero("a2", at=(1, 0), hp=1)
    scene = attacked("aegis-of-the-still-pool", hp=2, priority="strongest", others=(beside,))
    scene.answer("damage_coming", "overtax").passes("heal.less")
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 4)
    assert scene.state.decks["legendary"].discard == ("aegis-of-the-still-pool",)
