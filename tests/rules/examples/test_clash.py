"""Worked examples that fall into any clash: healing declined, sight, target figures (p55, p58)."""

import pytest

from protocol.battle import EngageBegan
from protocol.ids import UnitId
from server.rules.battle.map import targeting
from server.rules.content.encounters.jailbreak import JAILBREAK
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


@rule("ENG-16", "CD-20")
def test_we_044_a_heal_may_be_declined() -> None:
    """WE-044 (p61): no enemy Combat die is rolled for it, and the die is exhausted."""
    scene = Scene(hero(form="magic", hp=2, health=4, row=["breath-of-life"]), foe("e1", at=(-4, 0)))
    scene.rolls("breath-of-life:2").engage("a1", "", ["breath-of-life"]).passes("engage.resolve")
    assert scene.hp("a1") == 2
    assert scene.track("a1") == ["breath-of-life"]
    scene.done()


@rule("MAP-9", "MAP-1")
def test_we_048_sight_in_a_clash() -> None:
    """WE-048 (p58): from the entrance onto the clash tile, over the entrance, and to oneself."""
    scene = Scene(
        hero(at=(5, -2)), foe("a", at=(-3, 0)), foe("b", at=(4, -1)), tiles=JAILBREAK.tiles
    )
    sees = running(scene).ground.sees
    assert sees((5, -2), (-3, 0))
    assert sees((5, -2), (4, -1))
    assert sees((5, -2), (5, -2))


def archer(*, b: int = 9, c: int = 9) -> Scene:
    """An enemy of two targets that prefers the weakest; a at distance 1, b and c as far as told."""
    return Scene(
        hero("a", at=(1, 0), hp=2),
        hero("b", at=(b, 0), hp=5),
        hero("c", at=(-c, 0), hp=3),
        foe("e1", at=(0, 0), range=3, combat=2, targets=2, priority="weakest", skills=()),
        tiles={"clash": tuple((q, 0) for q in range(-9, 10))},
        turn=None,
    ).rolls("enemy:1", "enemy:0")


@rule("ECH-7")
def test_we_101_a_lone_target_is_hit_once() -> None:
    """WE-101 (p55)."""
    scene = archer()
    assert [event.targets for event in scene.events(EngageBegan)] == [("a",)]
    assert (scene.hp("a"), scene.hp("b"), scene.hp("c")) == (1, 5, 3)


@rule("ECH-7", "ECH-8", "ENT-6")
def test_we_101_the_two_weakest_of_three_are_hit_the_weakest_first() -> None:
    """WE-101 (p55)."""
    scene = archer(b=2, c=2)
    assert [event.targets for event in scene.events(EngageBegan)] == [("a", "c")]
    assert (scene.hp("a"), scene.hp("b"), scene.hp("c")) == (1, 5, 2)


@rule("ECH-2")
@pytest.mark.parametrize("kind", ["humanoid", "beast", "daedra"])
def test_the_type_of_an_enemy_makes_no_difference_by_itself(kind: str) -> None:
    """Whatever it is, it is targeted, hit and strikes alike."""
    scene = Scene(
        hero(row=["combat"]), foe("e1", at=(0, 0), type=kind, health=3, combat=1, skills=())
    )
    assert targeting.targetable(running(scene), UnitId("e1"), UnitId("a1"))
    scene.rolls("combat:1", "enemy:2").engage("a1", "e1", ["combat"]).resolve("combat").end_turn()
    assert (scene.hp("e1"), scene.hp("a1")) == (2, 3)


@rule("ECH-2")
@pytest.mark.parametrize(("kind", "dice"), [("humanoid", 2), ("beast", 2), ("daedra", 4)])
def test_the_type_counts_where_an_effect_asks_for_it(kind: str, dice: int) -> None:
    """The Scampcrusher rolls 2 enemy Combat dice, and 4 against a daedra."""
    scene = Scene(
        hero(form="heavy-weapon", row=["combat"], ready=["scampcrusher"]),
        foe("e1", at=(0, 0), type=kind, health=9, skills=()),
    )
    scene.rolls("tenacity", *["enemy:1"] * dice)
    scene.engage("a1", "e1", ["combat"], weapon="scampcrusher").resolve("free", "combat")
    assert scene.hp("e1") == 9 - dice
    scene.done()
