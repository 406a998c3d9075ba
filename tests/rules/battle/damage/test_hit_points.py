"""Damage: dealt, prevented, taken; healing, bonus HP, HP that go without damage (p20, p55, p63)."""

import pytest

from protocol.battle import DamageDealt, NamedReason, UnitDefeated
from protocol.ids import DieId, UnitId
from server.rules.battle.damage import hit_points
from server.rules.battle.engage import dealing
from server.rules.battle.kernel.engagement import Engage
from tests.rules.battle.running import running
from tests.scene import Scene, foe, friend, hero

AT = (0, 0)


@pytest.mark.rule("DMG-1", "DMG-9", "ECH-6")
def test_defense_prevents_its_points_of_every_instance_anew() -> None:
    battle = running(Scene(hero(), foe("e1", at=AT, health=9, defense=2, skills=())))
    instances = [
        hit_points.deal(battle, UnitId("e1"), UnitId("a1"), points) for points in (3, 1, 4)
    ]
    assert [(instance.dealt, instance.blocked, instance.taken) for instance in instances] == [
        (3, 2, 1),
        (1, 1, 0),
        (4, 2, 2),
    ]
    assert battle.unit(UnitId("e1")).hp == 6


@pytest.mark.rule("DMG-1")
def test_an_engage_can_ignore_some_of_the_defense() -> None:
    battle = running(Scene(hero(), foe("e1", at=AT, health=9, defense=3, skills=())))
    engage = Engage(UnitId("a1"), ignored={UnitId("e1"): 2})
    dealing.hit(battle, engage, UnitId("e1"), 4)
    dealing.land_pools(battle, engage)
    assert battle.unit(UnitId("e1")).hp == 6


@pytest.mark.rule("DMG-3", "DMG-1")
def test_prevention_beyond_the_damage_is_lost() -> None:
    shield = "shield-discipline@shield-discipline:2"
    scene = Scene(hero(active=[shield]), foe("e1", at=AT, combat=1, skills=()), turn=None)
    scene.rolls("enemy:1").answer("damage_coming", "block")
    (told,) = scene.events(DamageDealt)
    assert (told.dealt, told.prevented, told.taken) == (1, 1, 0)
    assert scene.track("a1") == ["shield-discipline"]


@pytest.mark.rule("DMG-4")
def test_the_player_chooses_and_orders_what_prevents() -> None:
    shields = ["shield-discipline@shield-discipline:2", "shield-discipline@shield-discipline:1"]
    scene = Scene(hero(active=shields), foe("e1", at=AT, combat=1, skills=()), turn=None)
    scene.rolls("enemy:2")
    second = scene.mat("a1").active[1]
    assert len(scene.offered("damage_coming")) == 2
    scene.answer("damage_coming", f"a1.{second}.block").passes("damage_coming")
    assert scene.hp("a1") == 4
    assert len(scene.active("a1")) == 1


@pytest.mark.rule("DMG-7", "STA-6", "STA-7")
@pytest.mark.parametrize(
    ("physical", "true", "hp", "bonus"), [(2, 0, 5, 1), (4, 0, 4, 0), (0, 2, 3, 3), (2, 2, 3, 1)]
)
def test_bonus_hp_go_first_but_true_damage_passes_them_by(
    physical: int, true: int, hp: int, bonus: int
) -> None:
    battle = running(Scene(hero(hp=5, bonus=3), foe("e1", at=AT)))
    hit_points.deal(battle, UnitId("a1"), UnitId("e1"), physical, true=true)
    assert (battle.unit(UnitId("a1")).hp, battle.unit(UnitId("a1")).bonus) == (hp, bonus)


@pytest.mark.rule("DMG-7", "DMG-10")
def test_true_damage_is_not_prevented_by_defense_or_by_shields() -> None:
    shield = "shield-discipline@shield-discipline:2"
    battle = running(Scene(hero(active=[shield]), foe("e1", at=AT, defense=3, health=9)))
    hit_points.deal(battle, UnitId("e1"), UnitId("a1"), true=2)
    hit_points.deal(battle, UnitId("a1"), UnitId("e1"), true=1)
    assert (battle.unit(UnitId("e1")).hp, battle.unit(UnitId("a1")).hp) == (7, 4)


@pytest.mark.rule("STA-15", "STA-5")
def test_who_has_no_hp_left_is_defeated_whatever_the_bonus_hp() -> None:
    battle = running(Scene(hero(hp=1, bonus=3), hero("a2", at=(0, 4)), foe("e1", at=AT)))
    hit_points.deal(battle, UnitId("a1"), UnitId("e1"), true=1)
    assert battle.unit(UnitId("a1")).fate == "defeated"


@pytest.mark.rule("DMG-1")
def test_no_unit_loses_more_hp_than_it_has() -> None:
    battle = running(Scene(hero(), foe("e1", at=AT, hp=1, skills=()), foe("e2", at=(0, 4))))
    instance = hit_points.deal(battle, UnitId("e1"), UnitId("a1"), 7)
    assert (instance.dealt, instance.taken) == (7, 1)


@pytest.mark.rule("ECH-11", "DEF-1")
def test_a_unit_without_hp_from_the_start_is_not_defeated_by_further_damage() -> None:
    scene = Scene(hero(), foe("e1", at=AT, health=0, skills=()))
    battle = running(scene)
    hit_points.deal(battle, UnitId("e1"), UnitId("a1"), 2)
    assert not battle.unit(UnitId("e1")).fate


@pytest.mark.rule("DMG-2")
def test_nothing_comes_of_damage_without_points() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=1, statuses=("stealth",), skills=()), turn=None)
    scene.rolls("enemy:0")
    assert scene.unit("e1").statuses == ("stealth",)
    assert not scene.events(DamageDealt)


@pytest.mark.rule("STA-2", "TRM-1", "TRM-7")
def test_healing_stops_at_health_and_counts_what_was_gained() -> None:
    battle = running(Scene(hero(hp=3, health=5), foe("e1", at=AT)))
    assert hit_points.heal(battle, UnitId("a1"), 4, UnitId("a1")) == 2
    assert hit_points.heal(battle, UnitId("a1"), 4, UnitId("a1")) == 0
    assert hit_points.heal(battle, UnitId("a1"), 2, UnitId("a1"), above=True) == 2
    assert battle.unit(UnitId("a1")).hp == 7


@pytest.mark.rule("DEF-4")
def test_a_defeated_unit_is_neither_healed_nor_hurt() -> None:
    battle = running(Scene(hero(), hero("a2", fate="defeated"), foe("e1", at=AT)))
    assert hit_points.heal(battle, UnitId("a2"), 2, UnitId("a1")) == 0
    assert hit_points.deal(battle, UnitId("a2"), UnitId("e1"), 2).taken == 0
    assert hit_points.gain_bonus(battle, UnitId("a2"), 2, UnitId("a1")) == 0


@pytest.mark.rule("STA-10")
def test_only_adventurers_can_have_bonus_hp() -> None:
    battle = running(Scene(hero(), friend("c1", "atronach", at=(0, 4)), foe("e1", at=AT)))
    assert [
        hit_points.gain_bonus(battle, UnitId(unit), 2, UnitId("a1")) for unit in ("a1", "c1", "e1")
    ] == [
        2,
        0,
        0,
    ]


def test_hp_that_are_taken_away_are_no_damage_but_can_defeat() -> None:
    scene = Scene(hero(hp=2, bonus=2), foe("e1", at=AT), hero("a2", at=(0, 4)))
    battle = running(scene)
    assert hit_points.lose_hp(battle, UnitId("a1"), 3, UnitId("e1"), NamedReason("siphon")) == 2
    told = [entry.event for entry in battle.game.log]
    assert not [event for event in told if isinstance(event, DamageDealt)]
    assert [event.by for event in told if isinstance(event, UnitDefeated)] == ["e1"]


@pytest.mark.rule("DMG-8", "ENG-26")
def test_an_engage_hurts_an_enemy_once_and_an_adventurer_die_by_die() -> None:
    battle = running(
        Scene(
            hero("a1", at=(0, 1)),
            hero("a2", at=(1, -1)),
            foe("e1", at=AT, health=9, defense=1, skills=()),
        )
    )
    engage = Engage(UnitId("a1"), targets=[UnitId("e1")])
    for die in ("one", "two"):
        dealing.hit(battle, engage, UnitId("e1"), 2, DieId(die))
        dealing.hit(battle, engage, UnitId("a2"), 1, DieId(die))
    dealing.land_pools(battle, engage)
    told = [e.event for e in battle.game.log if isinstance(e.event, DamageDealt)]
    assert [(e.unit, e.dealt, e.taken) for e in told] == [("a2", 1, 1), ("a2", 1, 1), ("e1", 4, 3)]
