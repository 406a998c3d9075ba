import pytest

from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
JERKIN = "padded-prison-jerkin"


def engaged(*armor: str, dice: tuple[str, ...] = ("enemy:2", "enemy:1")) -> Scene:
    """An enemy's engage, of 3 damage if not told otherwise, was rolled against the wearer."""
    scene = Scene(
        hero(ready=list(armor)),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=len(dice), health=9, hp=9, skills=()),
        turn=None,
    )
    return scene.rolls(*dice)


@rule("ITM-4", "ITM-3")
def test_a_jerkin_prevents_one_of_an_enemys_engage_and_stays() -> None:
    scene = engaged(JERKIN).answer("damage_coming", "jerkin.wear")
    assert scene.hp("a1") == 3
    assert scene.mat("a1").ready


@rule("ITM-20", "ITM-24")
def test_overtaxing_is_decided_with_the_roll_on_the_table_and_costs_the_card() -> None:
    """C-47."""
    scene = engaged(JERKIN).answer("damage_coming", "jerkin.overtax")
    assert scene.hp("a1") == 5
    assert scene.state.decks["common"].discard == (JERKIN,)


@rule("ITM-24")
def test_a_card_answers_an_engage_once() -> None:
    scene = engaged(JERKIN, "dented-iron-helm").answer("damage_coming", "jerkin.wear")
    assert scene.offered("damage_coming") == [
        "a1.a1-dented-iron-helm.wear",
        "a1.a1-dented-iron-helm.overtax",
    ]


@rule("ITM-24")
def test_armor_answers_each_enemys_engage() -> None:
    scene = Scene(
        hero(ready=[JERKIN]),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        foe("e2", "high-elf-bandit", at=(1, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:2").answer("enemy.order", "e1")
    scene.answer("damage_coming", "wear").answer("damage_coming", "wear")
    assert scene.hp("a1") == 3


@rule("ITM-4")
def test_armor_is_no_help_against_damage_outside_an_engage() -> None:
    scene = Scene(
        hero(ready=[JERKIN], row=["combat"]),
        foe("e1", at=(0, 0), health=9, hp=9, skills=("riposte 2",)),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("a1") == 3


def test_an_overtaxed_helm_gives_tenacity() -> None:
    scene = engaged("dented-iron-helm").answer("damage_coming", "overtax")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (3, 2)


def test_hide_boots_prevent_two_from_a_distance() -> None:
    scene = Scene(
        hero(ready=["hide-boots"]),
        foe("e1", at=(-1, 0), range=2, combat=2, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:1").answer("damage_coming", "wear")
    assert scene.hp("a1") == 4


def test_overtaxed_hide_boots_carry_their_wearer_away_after_the_engage() -> None:
    scene = engaged("hide-boots").answer("damage_coming", "overtax")
    scene.answer("armor.leap", "2,-1", "3,-1")
    assert (scene.hp("a1"), scene.unit("a1").at) == (3, (3, -1))


def test_an_overtaxed_cuirass_prevents_everything() -> None:
    scene = engaged("cuirass-of-the-hollow-oak", dice=("enemy:2",) * 3)
    scene.answer("damage_coming", "overtax")
    assert scene.hp("a1") == 5


def test_overtaxed_gauntlets_hurt_who_engaged() -> None:
    scene = engaged("briarheart-gauntlets").answer("damage_coming", "overtax")
    assert (scene.hp("a1"), scene.hp("e1")) == (3, 6)
