"""Rulings on enemy skills, each under its page of the official answers; see `content/enemies`."""

from typing import Any

import pytest

from protocol.battle import UnitDeployed
from server.rules.battle.kernel.state import Deck
from tests.scene import Scene, foe, friend, hero

rule = pytest.mark.rule
BAG = {"bag-1": Deck(cards={"skeleton": 3}), "bag-5": Deck(cards={"spriggan": 1})}


@pytest.mark.parametrize("skill", ["penumbra", "rally"])
def test_a_companion_with_a_skill_of_succession_just_falls(skill: str) -> None:
    """Penumbra page, Rally page: on a companion nothing happens."""
    scene = Scene(
        hero(at=(4, 0)),
        friend("c1", "skeleton", at=(0, 1), hp=1, level=5, defense=0, skills=(skill,)),
        friend("c2", "clannfear", at=(-4, 4)),
        foe("e1", at=(0, 0), combat=1, range=1, level=20, skills=()),
        foe("e2", at=(0, -4), combat=0, range=1, skills=()),
        turn=None,
        decks=BAG,
    ).rolls("enemy:2")
    assert scene.unit("c1").fate
    assert not scene.events(UnitDeployed)
    assert scene.unit("c2").at is not None


def slain(*others: Any, **figures: Any) -> Scene:
    """One blow fells e1."""
    scene = Scene(
        hero("a1", row=["combat"]),
        foe("e1", at=(0, 0), hp=1, **figures),
        *others,
        decks=BAG,
    )
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"])


@rule("STS-4", "ECH-10")
def test_a_quest_unit_can_bear_statuses_where_penumbra_brought_them() -> None:
    """Penumbra page: Fear, too, which then silences it."""
    heir = foe("e2", at=(0, -4), hp=2, statuses=("fear",))
    scene = slain(heir, kind="quest", level=0, skills=("penumbra",), health=9).resolve("combat")
    assert (scene.unit("e1").kind, scene.unit("e1").at) == ("quest", (0, -4))
    assert scene.unit("e1").statuses == ("fear",)


@rule("OBJ-1", "OBJ-6")
def test_who_instigate_calls_has_to_fall_as_well() -> None:
    """Eliminate page: new enemies undo a Conquer until they have fallen, too."""
    scene = slain(skills=("instigate",), level=5).rolls(0).resolve("combat")
    if "instigate" in [question.why for question in scene.questions]:
        scene.answer("instigate", scene.offered("instigate")[0])
    (come,) = scene.events(UnitDeployed)
    assert scene.unit(come.unit).level == 1
    scene.rolls("enemy:0", "enemy:0", "enemy:0").end_turn().default()
    assert not scene.state.outcome


@rule("DEF-1")
def test_stalwart_is_no_help_against_outright_defeat() -> None:
    """Stalwart page: it limits what HP are lost, and prevents nothing."""
    scene = Scene(
        hero(form="magic", row=["destructive-touch"]),
        foe("e1", at=(0, 0), level=1, health=5, skills=("stalwart",)),
        foe("e2", at=(0, -4)),
    )
    scene.rolls("destructive-touch-1").engage("a1", "", ["destructive-touch"])
    scene.resolve("destructive-touch").default()
    assert scene.unit("e1").fate == "defeated"


@rule("ENS-4", "STS-5")
def test_damage_that_a_status_will_deal_does_not_take_a_die_from_dodge() -> None:
    """Dodge page: Acid Spray lays Bane on its bearer, and hurts nobody in this engage."""
    scene = Scene(
        hero(at=(1, -3), form="ranged-weapon", row=["snipe", "acid-spray"]),
        foe("e1", at=(0, 0), health=6, defense=0, skills=("dodge",)),
    )
    scene.rolls("snipe:2", "acid-spray", "d6:6", "d6:6")
    scene.engage("a1", "e1", ["snipe", "acid-spray"]).resolve("acid-spray", "snipe")
    while scene.questions[0].why == "acid-spray":
        scene.answer("acid-spray", *scene.asked("acid-spray").default or ("e1",))
    assert scene.unit("e1").statuses == ("bane",)
    assert scene.hp("e1") == 6 - (2 - 1)


@rule("STS-10", "TRM-5")
def test_only_the_enemy_with_detection_sees_who_is_in_stealth() -> None:
    """Detection page: the bearer of the die stays hidden from all others."""
    scene = Scene(
        hero("a1", at=(0, 2), track=["stealth"]),
        foe("e1", at=(0, 0), range=2, combat=1, level=5, skills=("detection",)),
        foe("e2", at=(1, 0), range=4, combat=1, skills=()),
        turn=None,
    ).rolls("enemy:1")
    assert scene.hp("a1") == 4
    scene.done()
