"""Defeat: off the map, onto the stack, dice put away (p67, p88, p89)."""

import pytest

from protocol.battle import Achieved, TurnBegan, UnitDefeated, UnitRemoved
from protocol.ids import NOBODY, UnitId
from server.rules.battle.adventurer import cooldown
from server.rules.battle.damage import defeat, hit_points
from server.rules.battle.kernel.state import Deck
from tests.rules.battle.running import running
from tests.scene import Scene, foe, friend, hero

AT = (0, 0)


@pytest.mark.rule("DEF-1", "DEF-2", "GEN-10")
def test_a_defeated_enemy_leaves_the_map_for_the_top_of_the_stack() -> None:
    battle = running(Scene(hero(), foe("e1", at=AT), foe("e2", at=(0, 3)), foe("e3", at=(0, 4))))
    defeat.defeat(battle, UnitId("e2"), UnitId("a1"))
    defeat.defeat(battle, UnitId("e1"), UnitId("a1"))
    assert (
        battle.unit(UnitId("e1")).at,
        battle.unit(UnitId("e1")).fate,
        battle.unit(UnitId("e1")).hp,
    ) == (
        None,
        "defeated",
        0,
    )
    assert battle.state.fallen == ("e2", "e1")


@pytest.mark.rule("DEF-2")
def test_quest_units_and_companions_are_laid_aside_instead() -> None:
    scene = Scene(hero(), foe("e1", at=AT, kind="quest"), friend("c1", "atronach", at=(0, 4)))
    battle = running(scene)
    defeat.defeat(battle, UnitId("e1"), UnitId("a1"))
    defeat.defeat(battle, UnitId("c1"), NOBODY)
    assert battle.state.fallen == ()


@pytest.mark.rule("DEF-1")
def test_a_defeated_enemy_takes_no_more_turns() -> None:
    scene = Scene(
        hero(row=["combat", "combat"]),
        foe("e1", at=AT, hp=1, skills=()),
        foe("e2", at=(-4, 4), combat=0, range=9),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("turn.act", "end")
    assert [event.unit for event in scene.events(TurnBegan)] == ["e2", "a1"]


@pytest.mark.rule("DEF-3", "ACT-5", "ACT-6")
def test_a_defeated_adventurers_active_dice_go_to_the_track_which_stays() -> None:
    battle = running(
        Scene(
            hero("a1", hp=1, active=["combat@combat:1"], track=["LF", "bane"]),
            hero("a2", at=(0, 4)),
            foe("e1", at=AT),
        )
    )
    hit_points.deal(battle, UnitId("a1"), UnitId("e1"), true=1)
    mat = battle.mat(UnitId("a1"))
    assert (mat.active, mat.track[:2], len(mat.track)) == ((), ("LF", "bane"), 3)
    assert battle.unit(UnitId("a1")).at is None


@pytest.mark.rule("DEF-3", "FAT-5")
def test_a_defeated_adventurer_gains_no_fatigue_and_takes_no_turn() -> None:
    scene = Scene(
        hero("a1", at=(0, 4)), hero("a2", fate="defeated"), foe("e1", at=AT, combat=0, range=9)
    )
    battle = running(scene)
    cooldown.gain_fatigue(battle, UnitId("a2"), light=2)
    assert battle.mat(UnitId("a2")).track == ()
    scene.answer("turn.act", "end")
    assert [event.unit for event in scene.events(TurnBegan)] == ["e1", "a1"]


@pytest.mark.rule("DEF-3", "CD-8")
def test_active_dice_of_a_defeated_adventurer_with_a_full_track_are_only_drained() -> None:
    battle = running(
        Scene(
            hero("a1", hp=1, active=["combat@combat:1"], track=["LF"] * 13),
            hero("a2", at=(0, 4)),
            foe("e1", at=AT),
        )
    )
    hit_points.deal(battle, UnitId("a1"), UnitId("e1"), true=1)
    assert battle.mat(UnitId("a1")).track == ("LF",) * 13
    assert len(battle.mat(UnitId("a1")).drained) == 1


@pytest.mark.rule("DEF-8", "DEF-9")
def test_who_takes_the_last_hp_is_credited() -> None:
    battle = running(
        Scene(hero("a1", hp=1), hero("a2", at=(0, 4)), foe("e1", at=AT, hp=1), foe("e2", at=(0, 3)))
    )
    hit_points.deal(battle, UnitId("a1"), UnitId("e1"), true=1)
    hit_points.deal(battle, UnitId("e1"), UnitId("a2"), 1)
    fell = [e.event for e in battle.game.log if isinstance(e.event, UnitDefeated)]
    assert [(event.unit, event.by) for event in fell] == [("a1", "e1"), ("e1", "a2")]
    assert [e.event.unit for e in battle.game.log if isinstance(e.event, Achieved)][-1] == "a2"


@pytest.mark.rule("DEF-10")
def test_nobody_is_credited_when_a_status_takes_the_last_hp() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=AT, hp=1, level=5, statuses=("bane",), skills=()),
        foe("e2", at=(0, -4), combat=0, range=9),
        turn=None,
    )
    assert [(event.unit, event.by) for event in scene.events(UnitDefeated)] == [("e1", "")]
    assert not scene.events(Achieved)


@pytest.mark.rule("DEF-11")
def test_a_removed_enemy_goes_back_to_its_bag_and_sets_nothing_off() -> None:
    scene = Scene(
        hero(),
        foe("e1", "skeleton", at=AT, skills=("instigate",)),
        foe("e2", at=(0, 4)),
        decks={"bag-1": Deck(cards={"skeever-pup": 1})},
    )
    battle = running(scene)
    battle.emit(UnitRemoved(UnitId("e1")))
    chip = battle.unit(UnitId("e1")).chip
    assert battle.state.decks["bag-1"].cards == {"skeever-pup": 1, chip: 1}
    assert battle.state.fallen == ()


def test_a_unit_falls_only_once() -> None:
    battle = running(Scene(hero(), foe("e1", at=AT), foe("e2", at=(0, 4))))
    defeat.defeat(battle, UnitId("e1"), UnitId("a1"))
    defeat.defeat(battle, UnitId("e1"), UnitId("a1"))
    assert battle.state.fallen == ("e1",)


@pytest.mark.rule("DEF-1")
def test_an_enemy_that_falls_in_its_own_turn_ends_it() -> None:
    scene = Scene(
        hero(hp=5),
        friend("c1", "atronach", at=(0, 1), hp=9, skills=("riposte 5",), range=0),
        foe("e1", at=AT, hp=1, combat=1, priority="strongest", skills=("bide", "enfeeble 1")),
        foe("e2", at=(-4, 4), level=5, combat=0, range=9),
        turn=None,
    )
    scene.rolls("enemy:1")
    assert scene.unit("e1").fate == "defeated"
    assert scene.questions[-1].why == "turn.act"
