"""Words that stand for more than they say: damage, available dice, ways out of the track."""

import pytest

from protocol.ids import DieId, UnitId
from server.rules.battle.adventurer import cooldown
from server.rules.battle.damage import hit_points
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


@rule("DMG-6", "ECH-6")
def test_damage_without_a_type_is_physical() -> None:
    """Defense and bonus HP stand in its way."""
    battle = running(Scene(hero(bonus=1), foe("e1", at=(0, 0), health=5, defense=1)))
    hit_points.deal(battle, UnitId("e1"), UnitId("a1"), 2)
    hit_points.deal(battle, UnitId("a1"), UnitId("e1"), 2)
    assert battle.unit(UnitId("e1")).hp == 4
    assert (battle.unit(UnitId("a1")).hp, battle.unit(UnitId("a1")).bonus) == (4, 0)


@rule("SKL-2", "CD-14")
def test_a_die_that_comes_home_shows_nothing_any_more() -> None:
    """Resolve prevents from the track, not from its row."""
    scene = Scene(
        hero(track=["resolve@resolve:2"]), foe("e1", at=(0, 0), combat=1, skills=()), turn=None
    )
    battle = running(scene)
    (die,) = battle.mat(UnitId("a1")).track
    cooldown.recover(battle, DieId(die))
    assert battle.state.dice[DieId(die)].face == -1
    home = Scene.at(battle.state, scene.catalogue).rolls("enemy:2").default()
    assert home.hp("a1") == 3


@rule("CD-11", "FAT-3")
def test_what_lies_in_the_track_stays_there_without_a_recovery() -> None:
    """A round with a move and an engage, and a Cooldown of 0: nothing has left."""
    lying = ["snipe", "LF", "OF", "fear"]
    scene = Scene(
        hero(cooldown=0, track=list(lying), row=["combat"]),
        foe("e1", at=(0, 0), combat=0, health=9, skills=()),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.move((2, -2)).end_turn().default()
    assert scene.state.round == 2
    assert scene.track("a1") == [*lying, "combat"]
