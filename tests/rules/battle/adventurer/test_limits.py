"""Components that run out, and those that never do (p21)."""

import pytest

from protocol.ids import UnitId
from server.rules.battle.adventurer import cooldown, statuses
from server.rules.battle.damage.hit_points import gain_bonus, heal
from server.rules.battle.engage import engage_action
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.setup import battle_setup
from tests.rules.battle.printed import with_encounter
from tests.rules.battle.running import running
from tests.rules.battle.setup.test_enemy_pool import about_to_set_up
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


@rule("LIM-3")
def test_we_097_an_enemy_rolls_six_combat_dice_at_most() -> None:
    """WE-097 (p21)."""
    scene = Scene(hero(hp=9, health=9), foe("e1", at=(0, 0), combat=8, skills=()), turn=None)
    scene.rolls(*["enemy:1"] * 6)
    assert scene.hp("a1") == 3
    scene.done()


@rule("LIM-3")
def test_free_dice_are_limited_over_all_that_join_one_engage() -> None:
    battle = running(Scene(hero(), foe("e1", at=(0, 0))).rolls(*["enemy:1"] * 6))
    now = Engage(UnitId("a1"), "heavy-weapon", [UnitId("e1")])
    for count in (4, 4):
        engage_action.roll_enemy_combat_dice(battle, now, count)
    assert now.free == [1] * 6


@rule("LIM-6")
def test_we_097_no_status_is_applied_without_a_status_die() -> None:
    """WE-097 (p21)."""
    battle = running(Scene(hero(), foe("e1", at=(0, 0)), supply={"status": 0}))
    assert not statuses.gain(battle, UnitId("a1"), "bane")
    assert not statuses.gain(battle, UnitId("e1"), "bane")
    assert battle.mat(UnitId("a1")).track == battle.unit(UnitId("e1")).statuses == ()


@rule("LIM-8")
def test_we_097_a_seventh_cache_is_not_placed() -> None:
    """WE-097 (p21)."""
    caches = {(q, -1): "common" for q in range(-3, 4)}
    cards = with_encounter(numbered=(), caches=caches)
    scene = about_to_set_up(1, cards)
    assert len(scene.state.caches) == battle_setup.SUPPLY["cache"] == 6
    assert "3,-1" not in scene.state.caches
    assert scene.state.supply["cache"] == 0


@rule("LIM-10")
def test_hp_chips_never_run_out() -> None:
    battle = running(Scene(hero(), hero("a2", at=(2, 0)), foe("e1", at=(0, 0))))
    assert gain_bonus(battle, UnitId("a1"), 100, UnitId("a1")) == 100
    assert heal(battle, UnitId("a2"), 100, UnitId("a1"), above=True, exact=True) == 100
    assert (battle.unit(UnitId("a1")).bonus, battle.unit(UnitId("a2")).hp) == (100, 105)


@rule("LIM-4", "LIM-5")
def test_fatigue_that_finds_no_die_of_either_kind_hurts() -> None:
    battle = running(Scene(hero(hp=5), foe("e1", at=(0, 0)), supply={"LF": 1, "OF": 1}))
    cooldown.gain_fatigue(battle, UnitId("a1"), light=3)
    assert battle.mat(UnitId("a1")).track == ("LF", "OF")
    assert battle.unit(UnitId("a1")).hp == 4
