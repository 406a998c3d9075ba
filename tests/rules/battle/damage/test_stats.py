"""Health, Stamina, Magicka and Cooldown that change in battle (p20, p90)."""

import pytest
from msgspec.structs import replace

from protocol.ids import UnitId
from server.rules.battle.damage import stats
from server.rules.battle.map import targeting
from server.rules.battle.turn import rounds
from tests.rules.battle.printed import with_encounter
from tests.rules.battle.running import running
from tests.scene import Scene, foe, friend, hero

rule = pytest.mark.rule
FAR = foe("e1", at=(-4, 4), combat=0, skills=())


@rule("STA-3")
@pytest.mark.parametrize("hp", [2, 5])
def test_health_that_rises_gives_as_many_hp_at_once(hp: int) -> None:
    battle = running(Scene(hero(hp=hp, health=5), FAR))
    stats.change(battle, UnitId("a1"), "health", 2, UnitId("a1"))
    assert (battle.unit(UnitId("a1")).health, battle.unit(UnitId("a1")).hp) == (7, hp + 2)


@rule("STA-3")
def test_the_defeated_gain_health_and_no_hp() -> None:
    battle = running(Scene(hero(), hero("a2", fate="defeated", health=5), FAR))
    stats.change(battle, UnitId("a2"), "health", 2, UnitId("a2"))
    assert (battle.unit(UnitId("a2")).health, battle.unit(UnitId("a2")).hp) == (7, 0)


@rule("STA-4")
@pytest.mark.parametrize(("hp", "left"), [(5, 3), (3, 3), (1, 1), (7, 3)])
def test_health_that_falls_takes_hp_with_it_down_to_its_value(hp: int, left: int) -> None:
    battle = running(Scene(hero(hp=hp, health=5, bonus=1), FAR))
    stats.change(battle, UnitId("a1"), "health", -2, UnitId("a1"))
    assert (battle.unit(UnitId("a1")).health, battle.unit(UnitId("a1")).hp) == (3, left)
    assert battle.unit(UnitId("a1")).bonus == 1


@rule("STA-4")
def test_who_has_no_health_left_is_defeated() -> None:
    battle = running(Scene(hero(hp=2, health=5), hero("a2", at=(3, 0)), FAR))
    stats.change(battle, UnitId("a1"), "health", -5, UnitId("a1"))
    assert battle.unit(UnitId("a1")).fate == "defeated"


@rule("STA-13")
def test_hp_above_health_stay_through_the_battle_and_go_in_the_cleanup() -> None:
    """The Sorcerer takes a clannfear's HP away and gives it to a warrior in full health."""
    scene = Scene(
        hero("a1", cls="sorcerer", form="magic", tenacity=4, hp=3, at=(1, -1)),
        hero("a2", at=(1, 0)),
        friend("c1", "clannfear", at=(0, 1)),
        FAR,
        cards=with_encounter(after=None),
    )
    scene.answer("turn.act", "dark-exchange").answer("dark-exchange.from", "c1")
    assert (scene.hp("a2"), scene.unit("a2").health) == (7, 5)
    scene.end_turn().end_turn().default("companion.move")
    assert (scene.state.round, scene.hp("a2")) == (2, 7)
    over = running(scene, replace(scene.state, phase="cleanup", turn=None))
    rounds.cleanup(over)
    assert over.unit(UnitId("a2")).hp == 5


@rule("STA-14")
def test_a_changed_magicka_counts_while_it_lasts() -> None:
    battle = running(Scene(hero(form="magic", magicka=3), FAR))
    before = battle.mat(UnitId("a1"))
    stats.change(battle, UnitId("a1"), "magicka", 2, UnitId("a1"))
    assert targeting.reach(battle, UnitId("a1")) == (1, 5)
    assert battle.mat(UnitId("a1")).mat == before.mat
    stats.change(battle, UnitId("a1"), "magicka", -2, UnitId("a1"))
    assert targeting.reach(battle, UnitId("a1")) == (1, 3)
    assert battle.mat(UnitId("a1")) == before
