"""The enemy's turn: order, start, engage, end (p64), and the examples of p65."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import DamageDealt, EngageBegan, EngageEnded, HpChanged, TurnBegan, UnitMoved
from protocol.events import Rolled
from server.rules.battle.enemy import enemy_turn
from server.rules.battle.kernel.words import UnitKind
from tests.rules.battle.running import running
from tests.scene import Scene, foe, friend, hero

STILL: dict[str, Any] = {"combat": 0, "range": 9, "skills": ()}


def _turns(scene: Scene) -> list[str]:
    return [event.unit for event in scene.events(TurnBegan) if event.unit.startswith("e")]


@pytest.mark.rule("ENT-1", "ECH-1", "BAT-12")
def test_quest_units_act_first_then_enemies_from_high_level_to_low() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=(0, 0), level=1, **STILL),
        foe("e2", at=(1, 0), level=20, **STILL),
        foe("e3", at=(2, 0), level=5, **STILL),
        foe("e4", at=(3, 0), kind="quest", level=0, **STILL),
        foe("e5", at=(-1, 0), level=10, **STILL),
        turn=None,
    )
    assert _turns(scene) == ["e4", "e2", "e5", "e3", "e1"]


@pytest.mark.rule("ENT-1")
def test_the_party_orders_enemies_of_one_level_anew_each_round() -> None:
    scene = Scene(
        hero(at=(0, 4)), foe("e1", at=(0, 0), **STILL), foe("e2", at=(1, 0), **STILL), turn=None
    )
    scene.answer("enemy.order", "e2").answer("turn.act", "end").answer("enemy.order", "e1")
    assert _turns(scene) == ["e2", "e1", "e1", "e2"]


@pytest.mark.rule("ENT-1", "TIM-3")
def test_any_seat_may_order_enemies_of_one_level() -> None:
    scene = Scene(
        hero("a1", at=(0, 4)),
        hero("a2", at=(0, 3), hp=4),
        foe("e1", at=(0, 0), **STILL),
        foe("e2", at=(1, 0), **STILL),
        turn=None,
    )
    assert scene.asked("enemy.order").to == ("a1", "a2")
    scene.answer("enemy.order", "e2", by="a2")
    assert _turns(scene) == ["e2", "e1"]


@pytest.mark.rule("ENT-2", "STS-5")
def test_a_turn_runs_from_its_start_over_move_and_engage_to_its_end() -> None:
    scene = Scene(
        hero(at=(0, 2)),
        foe("e1", at=(0, 0), hp=2, health=4, range=1, combat=1, skills=("recover", "decay")),
        turn=None,
    )
    scene.rolls("enemy:1")
    assert scene.hp("e1") == 2
    kinds = (HpChanged, UnitMoved, EngageBegan, DamageDealt, EngageEnded)
    told = [(type(e).__name__, e.unit) for e in scene.told if isinstance(e, kinds)]
    assert told == [
        ("HpChanged", "e1"),
        ("UnitMoved", "e1"),
        ("EngageBegan", "e1"),
        ("DamageDealt", "a1"),
        ("EngageEnded", "e1"),
        ("DamageDealt", "e1"),
    ]


@pytest.mark.rule("ENT-2", "DEF-1")
def test_an_enemy_that_falls_at_the_start_of_its_turn_does_nothing_more() -> None:
    scene = Scene(
        hero(),
        foe("e1", at=(0, 0), level=5, hp=1, statuses=("bane",)),
        foe("e2", at=(0, -4), **STILL),
        turn=None,
    )
    assert [event.unit for event in scene.events(EngageBegan)] == ["e2"]


@pytest.mark.rule("ENT-3", "ECH-4")
def test_an_enemy_with_a_targetable_unit_in_range_stays_where_it_is() -> None:
    scene = Scene(hero(at=(0, 3)), foe("e1", at=(0, 0), combat=0, range=3), turn=None)
    assert not scene.events(UnitMoved)
    assert [event.targets for event in scene.events(EngageBegan)] == [("a1",)]


@pytest.mark.rule("ENT-4")
def test_an_enemy_out_of_reach_after_its_move_engages_nobody() -> None:
    scene = Scene(hero(at=(0, 4)), foe("e1", at=(0, -4), range=1), turn=None)
    assert scene.unit("e1").at == (0, -2)
    assert not scene.events(EngageBegan)


@pytest.mark.rule("ENT-4", "ECH-9")
@pytest.mark.parametrize(("priority", "first"), [("strongest", "a2"), ("weakest", "a3")])
def test_targets_are_taken_by_priority(priority: str, first: str) -> None:
    scene = Scene(
        hero("a1", at=(0, 1), hp=4),
        hero("a2", at=(1, -1), hp=5),
        hero("a3", at=(-1, 0), hp=3),
        foe("e1", at=(0, 0), combat=0, targets=1, priority=priority),
        turn=None,
    )
    assert [event.targets for event in scene.events(EngageBegan)] == [(first,)]


@pytest.mark.rule("ECH-9", "STA-8")
def test_bonus_hp_do_not_count_for_priority() -> None:
    scene = Scene(
        hero("a1", at=(0, 1), hp=4, bonus=3),
        hero("a2", at=(1, -1), hp=5),
        foe("e1", at=(0, 0), combat=0, targets=1, priority="strongest"),
        turn=None,
    )
    assert [event.targets for event in scene.events(EngageBegan)] == [("a2",)]


@pytest.mark.rule("ENT-4", "ECH-9")
def test_the_party_settles_which_of_equals_is_targeted() -> None:
    scene = Scene(
        hero("a1", at=(0, 1), hp=5),
        hero("a2", at=(1, -1), hp=5),
        foe("e1", at=(0, 0), combat=0, targets=1),
        turn=None,
    )
    assert scene.asked("enemy.target").to == ("a1", "a2")
    scene.answer("enemy.target", "a2")
    assert [event.targets for event in scene.events(EngageBegan)] == [("a2",)]


@pytest.mark.rule("ECH-7")
@pytest.mark.parametrize(("targets", "engaged"), [(1, 1), (2, 2), (9, 3), (0, 3)])
def test_target_figures_limit_how_many_different_units_it_engages(
    targets: int, engaged: int
) -> None:
    scene = Scene(
        hero("a1", at=(0, 1), hp=3),
        hero("a2", at=(1, -1), hp=4),
        friend("c1", "atronach", at=(-1, 0), hp=2, range=0),
        foe("e1", at=(0, 0), combat=0, targets=targets),
        turn=None,
    )
    (began,) = scene.events(EngageBegan)
    assert len(began.targets) == len(dict.fromkeys(began.targets)) == engaged


@pytest.mark.rule("ECH-5")
@pytest.mark.parametrize("faces", [(), (2,), (1, 0), (2, 2, 0), (2, 1, 1, 2), (0, 0)])
def test_an_enemy_rolls_as_many_dice_as_its_combat_and_each_target_takes_their_sum(
    faces: tuple[int, ...],
) -> None:
    """The values differ from the number of dice, and each target has HP left."""
    scene = Scene(
        hero("a1", at=(0, 1), hp=8, health=9),
        hero("a2", at=(1, -1), hp=9, health=9),
        foe("e1", at=(0, 0), combat=len(faces), targets=2, priority="strongest", skills=()),
        turn=None,
    )
    scene.rolls(*(f"enemy:{value}" for value in faces))
    rolled = [len(event.faces) for event in scene.events(Rolled) if event.what == "enemy-combat"]
    assert rolled == ([len(faces)] if faces else [])
    assert (scene.hp("a2"), scene.hp("a1")) == (9 - sum(faces), 8 - sum(faces))


@pytest.mark.rule("ENT-5", "ENT-6", "ECH-5", "ECH-8")
def test_one_roll_is_resolved_against_each_target_from_the_most_preferred_down() -> None:
    scene = Scene(
        hero("a1", at=(0, 1), hp=3),
        hero("a2", at=(1, -1), hp=5),
        foe("e1", at=(0, 0), combat=2, targets=2, priority="strongest", skills=()),
        turn=None,
    )
    scene.rolls("enemy:1", "enemy:1")
    assert [(e.unit, e.dealt) for e in scene.events(DamageDealt)] == [("a2", 2), ("a1", 2)]
    assert [len(event.faces) for event in scene.events(Rolled)] == [2]


@pytest.mark.rule("ENT-6")
def test_the_order_of_targets_is_fixed_before_anybody_is_hurt() -> None:
    scene = Scene(
        hero("a1", at=(0, 1), hp=3, tenacity=1),
        hero("a2", at=(1, -1), hp=4, tenacity=1),
        foe("e1", at=(0, 0), combat=1, targets=2, priority="strongest", skills=("burn",)),
        turn=None,
    )
    scene.rolls("enemy:1")
    scene.answer("burn", "damage", by="a2").answer("burn", "tenacity", by="a1")
    dealt = [event.unit for event in scene.events(DamageDealt) if event.how == "engage"]
    assert dealt == ["a2", "a1"]


@pytest.mark.rule("ENT-7", "ENT-8")
def test_an_enemy_with_combat_0_still_engages_and_its_targets_suffer_its_skills() -> None:
    scene = Scene(hero(), foe("e1", at=(0, 0), combat=0, skills=("enfeeble 1",)), turn=None)
    assert scene.events(EngageBegan)
    assert not scene.events(DamageDealt)
    assert scene.track("a1") == ["LF"]


@pytest.mark.rule("ENT-8", "ENT-9")
def test_adventurers_react_after_all_targets_are_resolved() -> None:
    scene = Scene(
        hero("a1", at=(0, 1), hp=5, active=["defensive-posture@defensive-posture"]),
        hero("a2", at=(1, -1), hp=4),
        foe("e1", at=(0, 0), health=9, combat=1, targets=2, priority="strongest", skills=()),
        turn=None,
    )
    scene.rolls("enemy:1", "enemy:1")
    assert scene.asked("engaged").to == ("a1",)
    assert [event.unit for event in scene.events(DamageDealt)] == ["a1", "a2"]
    scene.answer("engaged", "strike_back")
    assert scene.hp("e1") == 8


@pytest.mark.rule("STS-7")
def test_a_dazed_enemy_that_moved_engages_without_dice_and_loses_the_status() -> None:
    scene = Scene(
        hero(at=(0, 2)),
        foe("e1", at=(0, 0), range=1, combat=2, statuses=("daze",), skills=("enfeeble 1",)),
        turn=None,
    )
    assert scene.unit("e1").at == (0, 1)
    assert sum(len(event.faces) for event in scene.events(Rolled)) == 0
    assert scene.track("a1") == ["LF"]
    assert scene.unit("e1").statuses == ()


@pytest.mark.rule("STS-7")
def test_a_dazed_enemy_that_did_not_move_rolls_as_usual() -> None:
    scene = Scene(hero(), foe("e1", at=(0, 0), combat=1, statuses=("daze",)), turn=None)
    scene.rolls("enemy:2")
    assert scene.hp("a1") == 3


@pytest.mark.rule("STS-9", "STS-14")
@pytest.mark.parametrize(("faces", "taken"), [((2, 1), 1), ((1, 0), 0), ((2, 2), 2)])
def test_maim_halves_the_sum_of_an_enemys_dice(faces: tuple[int, int], taken: int) -> None:
    scene = Scene(hero(), foe("e1", at=(0, 0), combat=2, statuses=("maim",), skills=()), turn=None)
    scene.rolls(*[f"enemy:{face}" for face in faces])
    assert scene.hp("a1") == 5 - taken


@pytest.mark.rule("STS-9", "DMG-7")
@pytest.mark.parametrize(
    ("skills", "faces", "taken"),
    [
        (("arcane",), ("enemy:2", "enemy:1"), 3),
        (("arcane", "bladed"), ("enemy:1", "enemy:0"), 3),
        (("true-strike",), ("enemy:1", "enemy:1"), 2),
        (("true-strike",), ("enemy:2", "enemy:1"), 1),
        (("unbridled",), ("enemy:2", "enemy:1", "d6:3"), 4),
    ],
)
def test_maim_leaves_true_damage_alone(
    skills: tuple[str, ...], faces: tuple[str, ...], taken: int
) -> None:
    scene = Scene(
        hero(), foe("e1", at=(0, 0), combat=2, statuses=("maim",), skills=skills), turn=None
    )
    scene.rolls(*faces)
    assert scene.hp("a1") == 5 - taken


ARGONIAN = ("e1", "argonian-bandit")


@pytest.mark.rule("ENT-3", "ENM-1", "ENM-4", "ENM-5", "ECH-9")
def test_we_035_the_argonian_bandit_moves_until_both_are_in_range() -> None:
    scene = Scene(
        hero("a1", at=(1, -1), hp=4), hero("a2", at=(2, -1), hp=4), foe(*ARGONIAN, at=(-1, 3)),
        turn=None,
    )  # fmt: skip
    assert sorted(scene.offered("enemy.destination")) == ["-1,2", "0,2"]
    scene.answer("enemy.destination", "-1,2")
    assert [event.to for event in scene.events(UnitMoved)] == [(-1, 2)]


@pytest.mark.rule("ENT-4", "ENT-5", "ENT-6", "ECH-7", "ECH-8")
def test_we_036_one_roll_two_targets() -> None:
    scene = Scene(
        hero("a1", at=(1, -1), hp=4), hero("a2", at=(2, -1), hp=4), foe(*ARGONIAN, at=(-1, 2)),
        turn=None,
    )  # fmt: skip
    scene.rolls("enemy:2").answer("enemy.target", "a1")
    assert [len(event.faces) for event in scene.events(Rolled)] == [1]
    assert [(e.unit, e.dealt) for e in scene.events(DamageDealt)] == [("a1", 2), ("a2", 2)]


@pytest.mark.rule("DMG-1", "SKR-1", "ENS-5", "CD-2")
def test_we_037_a_shield_stops_1_of_2_and_the_fatigue_comes_after_it() -> None:
    shield = "shield-discipline@shield-discipline:1"
    scene = Scene(
        hero("a1", at=(1, -1), hp=4, active=[shield, shield], track=["combat"]),
        foe(*ARGONIAN, at=(-1, 2)),
        turn=None,
    )
    scene.rolls("enemy:2")
    first = scene.mat("a1").active[0]
    scene.answer("damage_coming", f"a1.{first}.block").passes("damage_coming")
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.prevented, damage.taken, scene.hp("a1")) == (2, 1, 1, 3)
    assert scene.active("a1") == ["shield-discipline"]
    assert scene.track("a1") == ["combat", "shield-discipline", "LF"]


@pytest.mark.rule("DMG-2", "ENS-5", "ENT-10")
def test_we_038_who_prevents_everything_is_enfeebled_all_the_same() -> None:
    scene = Scene(
        hero("a2", at=(2, -1), hp=4, form="defensive", active=["combat@combat:1"] * 2),
        foe(*ARGONIAN, at=(-1, 2), hp=3),
        turn=None,
    )
    scene.rolls("enemy:2")
    for die in scene.mat("a2").active:
        scene.answer("damage_coming", f"a2.{die}.defend")
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.prevented, damage.taken, scene.hp("a2")) == (2, 2, 0, 4)
    assert scene.active("a2") == []
    assert scene.track("a2") == ["combat", "combat", "LF"]


@pytest.mark.rule("BAT-12")
@pytest.mark.parametrize(("kind", "passed"), [("enemy", True), ("quest", False)])
def test_a_quest_unit_that_has_acted_leaves_every_level_still_to_come(
    kind: UnitKind, passed: bool
) -> None:
    """It acts before all levels, although it has none itself."""
    scene = Scene(hero(at=(4, 0)), foe("e1", at=(-4, 0), kind=kind, level=0, skills=()))
    battle = running(scene, replace(scene.play.start, acted=("e1",)))
    assert enemy_turn.passed(battle, 5) is passed
