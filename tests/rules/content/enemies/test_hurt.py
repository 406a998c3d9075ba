"""Enemy skills against damage: Dodge, Elusive, Ethereal, Iron Bark, Divert, Stalwart."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import DamageDealt, NamedReason, StatusLost
from protocol.ids import UnitId
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.engagement import Engage
from tests.rules.battle.running import running
from tests.scene import Scene, foe, friend, hero

DODGER: dict[str, Any] = {"skills": ("dodge",), "health": 6, "defense": 0}


@pytest.mark.rule("ENS-3", "DMG-1")
def test_dodge_prevents_1_for_the_die_that_dealt_none() -> None:
    scene = Scene(
        hero(row=["shield-discipline", "combat", "combat"]), foe("e1", at=(0, 0), **DODGER)
    )
    scene.rolls("shield-discipline:1", "combat:1", "tenacity")
    scene.engage("a1", "e1", ["shield-discipline", "combat", "combat"])
    scene.resolve("shield-discipline", "combat", "combat")
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.prevented, damage.taken) == (2, 1, 1)


@pytest.mark.rule("ENS-4")
def test_dodge_counts_a_die_that_nobody_resolved() -> None:
    scene = Scene(hero(row=["combat", "combat", "combat"]), foe("e1", at=(0, 0), **DODGER))
    scene.rolls("combat:2", "combat:1", "combat:1")
    scene.engage("a1", "e1", ["combat", "combat", "combat"])
    first = scene.asked("engage.resolve").shape.options[0].key  # type: ignore[union-attr]
    scene.answer("engage.resolve", first)
    scene.passes("engage.resolve")
    assert scene.hp("e1") == 6


@pytest.mark.rule("ENS-4")
def test_dodge_prevents_nothing_of_a_roll_in_which_every_die_strikes() -> None:
    scene = Scene(hero(row=["combat", "combat"]), foe("e1", at=(0, 0), **DODGER))
    scene.rolls("combat:2", "combat:1").engage("a1", "e1", ["combat", "combat"])
    scene.resolve("combat", "combat")
    assert scene.hp("e1") == 3


@pytest.mark.rule("ENS-4", "DMG-3")
def test_dodge_counts_the_enemy_combat_dice_of_a_companion() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        friend("c1", "atronach", at=(0, 1), combat=3, range=1),
        foe("e1", at=(0, 0), combat=0, **DODGER),
    )
    scene.rolls("enemy:2", "enemy:1", "enemy:0")
    scene.answer("turn.act", "end").passes("companion.move").answer("companion.engage", "e1")
    (damage,) = scene.events(DamageDealt)[:1]
    assert (damage.dealt, damage.prevented) == (3, 1)


def test_dodge_leaves_damage_outside_an_engage_alone() -> None:
    scene = Scene(
        hero(active=["defensive-posture@defensive-posture"]),
        foe("e1", at=(0, 0), combat=1, **DODGER),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:0", "enemy:2")
    scene.answer("engaged", "strike_back")
    assert scene.hp("e1") == 4


def test_dodge_sleeps_under_fear() -> None:
    scene = Scene(
        hero(row=["combat", "combat"]), foe("e1", at=(0, 0), statuses=("fear",), **DODGER)
    )
    scene.rolls("combat:1", "tenacity").engage("a1", "e1", ["combat", "combat"])
    scene.resolve("combat", "combat")
    assert scene.hp("e1") == 5


def _shot(at: tuple[int, int], **figures: Any) -> Scene:
    scene = Scene(
        hero(at=at, form="ranged-weapon", row=["combat"], stamina=4),
        foe("e1", at=(0, 0), health=5, **figures),
    )
    return scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")


def test_elusive_prevents_all_damage_of_a_unit_that_was_not_adjacent() -> None:
    scene = _shot((0, 2), skills=("elusive",))
    assert scene.hp("e1") == 5
    assert [e.prevented for e in scene.events(DamageDealt)] == [2]


def test_elusive_lets_a_unit_through_that_stood_adjacent_as_the_turn_began() -> None:
    scene = Scene(hero(row=["combat"]), foe("e1", at=(0, 0), health=5, skills=("elusive",)))
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 3


def test_elusive_reads_adjacency_at_the_start_of_the_turn_and_not_at_the_blow() -> None:
    scene = Scene(
        hero(at=(0, 2), row=["combat"]),
        foe("e1", at=(0, 0), combat=0, health=5, skills=("elusive",)),
    )
    scene.rolls("combat:2").move((0, 1)).engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 5


@pytest.mark.rule("DMG-7")
def test_elusive_prevents_true_damage_too() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=(0, 0), level=5, combat=1, range=3, statuses=("blind",), skills=("arcane",)),
        foe("e2", at=(0, -2), health=5, skills=("elusive",)),
        turn=None,
    )
    scene.rolls("enemy:2")
    assert scene.unit("e1").at == (0, -1)
    (damage,) = scene.events(DamageDealt)
    assert (damage.unit, damage.true, damage.prevented) == ("e2", 0, 2)
    assert scene.hp("e2") == 5


@pytest.mark.rule("STS-5")
def test_elusive_does_not_stop_bane_for_no_unit_deals_it() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=(0, -4), health=5, statuses=("bane",), skills=("elusive",)),
        turn=None,
    )
    assert scene.hp("e1") == 4


def test_elusive_prevents_nothing_outside_the_turns() -> None:
    drawn = Scene(hero(at=(0, 4)), foe("e1", at=(0, 0), health=5, skills=("elusive",)))
    within, outside = running(drawn), running(drawn, replace(drawn.play.start, turn=None))
    assert (
        hit_points.deal(within, UnitId("e1"), UnitId("a1"), 2).taken,
        within.unit(UnitId("e1")).hp,
    ) == (0, 5)
    assert (
        hit_points.deal(outside, UnitId("e1"), UnitId("a1"), 2).taken,
        outside.unit(UnitId("e1")).hp,
    ) == (2, 3)


def test_elusive_sleeps_in_an_engage_that_ignores_it() -> None:
    battle = running(Scene(hero(at=(0, 4)), foe("e1", at=(0, 0), health=5, skills=("elusive",))))
    hit_points.land(
        battle,
        DamageInstance(UnitId("e1"), UnitId("a1"), 1),
        Engage(UnitId("a1"), targets=[UnitId("e1")]),
    )
    assert battle.unit(UnitId("e1")).hp == 5
    hit_points.land(
        battle,
        DamageInstance(UnitId("e1"), UnitId("a1"), 1),
        Engage(UnitId("a1"), targets=[UnitId("e1")], sleeping=["elusive"]),
    )
    assert battle.unit(UnitId("e1")).hp == 4


@pytest.mark.parametrize(("glided", "hp"), [(True, 3), (False, 5)])
def test_elusive_takes_movement_at_the_start_of_the_turn_for_where_it_was_begun(
    glided: bool, hp: int
) -> None:
    """Fleet Phantom carries its owner beside the enemy before the turn's actions."""
    scene = Scene(
        hero(at=(0, 2), row=["combat"], track=["fleet-phantom@fleet-phantom:3"]),
        foe("e1", at=(0, 0), combat=0, range=9, health=5, skills=("elusive",)),
        turn=None,
    )
    if glided:
        scene.answer("turn_starts", "glide").answer("fleet-phantom", "0,1")
    else:
        scene.passes("turn_starts").move((0, 1))
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == hp


def test_elusive_sleeps_under_fear() -> None:
    assert _shot((0, 2), skills=("elusive",), statuses=("fear",)).hp("e1") == 3


def test_divert_leaves_1_hp_to_a_unit_that_had_more() -> None:
    scene = Scene(hero(row=["combat", "combat"]), foe("e1", at=(0, 0), hp=2, skills=("divert",)))
    scene.rolls("combat:2", "combat:2").engage("a1", "e1", ["combat", "combat"])
    scene.resolve("combat", "combat")
    assert scene.hp("e1") == 1
    assert not scene.unit("e1").fate


def test_divert_gives_way_at_exactly_1_hp() -> None:
    scene = Scene(
        hero(row=["combat"]),
        foe("e1", at=(0, 0), hp=1, skills=("divert",)),
        foe("e2", at=(0, -3)),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.unit("e1").fate == "defeated"


@pytest.mark.rule("DMG-8")
def test_divert_gives_way_to_a_second_engage() -> None:
    scene = Scene(
        hero(row=["combat", "combat"]),
        foe("e1", at=(0, 0), hp=2, skills=("divert",)),
        foe("e2", at=(0, -3)),
    )
    scene.rolls("combat:2", "combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.unit("e1").fate == "defeated"


@pytest.mark.rule("DMG-8")
def test_divert_gives_way_to_a_class_ability_after_the_engage() -> None:
    """Cleave brings both down; Lightning Splash from the one that fell is damage of its own."""
    scene = Scene(
        hero(form="heavy-weapon", cls="sorcerer", master=True, tenacity=2, row=["cleave"]),
        foe("e1", "spriggan", at=(0, 0), hp=2, defense=0, skills=("divert",)),
        foe("e2", "spriggan", at=(1, 0), hp=1, range=1, defense=0, skills=()),
        foe("e3", at=(0, -4)),
    )
    scene.rolls("cleave-1").engage("a1", "e1", ["cleave"]).resolve("cleave")
    scene.answer("engage.land", "e1", "e2")
    assert scene.hp("e1") == 1
    scene.answer("defeated", "lightning-splash")
    assert scene.unit("e1").fate == "defeated"


@pytest.mark.rule("DMG-8")
def test_divert_gives_way_to_another_effect_of_the_same_turn() -> None:
    scene = Scene(
        hero(row=["combat"], track=["relentlessness@relentlessness"]),
        foe("e1", at=(0, 0), hp=2, combat=0, skills=("divert",)),
        foe("e2", at=(0, -3), combat=0, range=9),
    )
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 1
    scene.rolls("enemy:1").end_turn().answer("turn_ends", "strike_around")
    assert scene.unit("e1").fate == "defeated"


def test_divert_limits_true_damage_too_and_prevents_nothing() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=(0, 0), level=5, combat=1, statuses=("blind",), skills=("arcane",)),
        foe("e2", at=(0, -1), hp=2, skills=("divert",)),
        turn=None,
    )
    scene.rolls("enemy:2")
    (damage,) = scene.events(DamageDealt)
    assert (damage.unit, damage.dealt, damage.prevented, damage.taken) == (
        "e2",
        2,
        0,
        1,
    )


def test_divert_lets_smaller_damage_through_unchanged() -> None:
    scene = Scene(hero(row=["combat"]), foe("e1", at=(0, 0), hp=3, skills=("divert",)))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 2


def test_divert_sleeps_under_fear() -> None:
    scene = Scene(
        hero(row=["combat"]),
        foe("e1", at=(0, 0), hp=2, skills=("divert",), statuses=("fear",)),
        foe("e2", at=(0, -3)),
    )
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.unit("e1").fate == "defeated"


def test_divert_is_no_help_against_hp_that_are_siphoned_off() -> None:
    scene = Scene(
        hero(at=(0, 2)),
        foe("e1", at=(0, 0), combat=0, range=2, level=5, skills=("siphon",)),
        foe("e2", at=(0, -2), hp=1, skills=("divert",)),
        turn=None,
    )
    assert scene.unit("e2").fate == "defeated"


def test_ethereal_prevents_1_per_adventurer_of_damage_outside_magic_form() -> None:
    scene = Scene(
        hero("a1", row=["combat"]),
        hero("a2", at=(0, 4)),
        foe("e1", at=(0, 0), health=5, skills=("ethereal",)),
    )
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert [e.prevented for e in scene.events(DamageDealt)] == [2]


def test_ethereal_prevents_nothing_of_a_companions_damage() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        friend("c1", "atronach", at=(0, 1), combat=1),
        foe("e1", at=(0, 0), combat=0, health=5, skills=("ethereal",)),
    )
    scene.rolls("enemy:2").answer("turn.act", "end")
    scene.passes("companion.move").answer("companion.engage", "e1")
    assert [e.prevented for e in scene.events(DamageDealt)][:1] == [0]


def test_iron_bark_adds_1_defense_against_a_unit_that_is_not_adjacent() -> None:
    scene = _shot((0, 2), defense=0, skills=("iron-bark",))
    assert scene.hp("e1") == 4


def test_iron_bark_adds_nothing_against_a_neighbour() -> None:
    scene = Scene(
        hero(row=["combat"]), foe("e1", at=(0, 0), health=5, defense=0, skills=("iron-bark",))
    )
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 3


def test_stalwart_loses_no_more_than_1_hp_in_a_turn() -> None:
    scene = Scene(
        hero(row=["combat", "combat"]), foe("e1", at=(0, 0), health=5, skills=("stalwart",))
    )
    scene.rolls("combat:2", "combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 4
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 4
    assert [e.prevented for e in scene.events(DamageDealt)] == [0, 0]


@pytest.mark.parametrize("first", ["lost", "damaged"])
def test_stalwart_counts_hp_lost_without_damage_and_by_damage_alike(first: str) -> None:
    battle = running(Scene(hero(), foe("e1", at=(0, 0), health=5, skills=("stalwart",))))

    def lose() -> None:
        hit_points.lose_hp(battle, UnitId("e1"), 2, UnitId("a1"), NamedReason("dark-exchange"))

    def suffer() -> None:
        hit_points.deal(battle, UnitId("e1"), UnitId("a1"), true=2)

    for harm in (lose, suffer) if first == "lost" else (suffer, lose):
        harm()
        assert battle.unit(UnitId("e1")).hp == 4


def test_stalwart_sleeps_under_fear() -> None:
    scene = Scene(
        hero(row=["combat"]),
        foe("e1", at=(0, 0), health=5, skills=("stalwart",), statuses=("fear",)),
    )
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 3
    assert not scene.events(StatusLost)
