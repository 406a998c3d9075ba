"""Battle objectives as an encounter's file names them (p86, p93; the others original)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import BattleEnded
from protocol.ids import UnitId
from server.rules.battle.adventurer.statuses import gain
from server.rules.battle.damage import defeat
from server.rules.battle.kernel.state import OBJECTIVE, Deck
from tests.rules.battle.running import running
from tests.rules.content.encounters.drawing import drawn, fought
from tests.rules.content.encounters.test_rules_units import with_units
from tests.scene import Scene, foe, friend, hero

rule = pytest.mark.rule
QUIET: dict[str, Any] = {"combat": 0, "range": 9, "skills": (), "defense": 0}
FAR = foe("e9", at=(-3, 3), **QUIET)


def outcomes(scene: Scene) -> list[str]:
    return [event.outcome for event in scene.events(BattleEnded)]


def wanting(words: dict[tuple[int, int], str], *pieces: Any, **objective: Any) -> Scene:
    settings = {key: objective.pop(key) for key in ("round", "decks") if key in objective}
    return fought(drawn(words, objective=objective), *pieces, **settings)


def strikes(scene: Scene, target: str = "e1") -> Scene:
    return scene.rolls("combat:2").engage("a1", target, ["combat"]).resolve("combat")


ATTACKER = hero(at=(1, -1), row=["combat"])


@rule("OBJ-1", "EOB-1")
def test_conquer_wants_every_enemy_gone() -> None:
    scene = wanting({}, ATTACKER, foe("e1", at=(0, 0), hp=1, **QUIET), FAR, rule="conquer")
    strikes(scene).end_turn().default()
    assert outcomes(scene) == []
    scene = wanting({}, ATTACKER, foe("e1", at=(0, 0), hp=1, **QUIET), rule="conquer")
    assert outcomes(strikes(scene).end_turn()) == ["victory"]


@rule("OBJ-2")
def test_eliminate_wants_the_named_chip_gone_whoever_else_is_left() -> None:
    wanted = foe("e1", "ash-reaver", at=(0, 0), hp=1, kind="quest")
    scene = wanting({}, ATTACKER, wanted, FAR, rule="eliminate", chips=["ash-reaver"])
    scene = strikes(scene, "e1")
    assert outcomes(scene.end_turn().default()) == ["victory"]


@rule("OBJ-2", "LIM-13", "DEF-2")
def test_who_stands_in_for_an_objective_unit_is_wanted_like_it_and_set_aside() -> None:
    stand_in = foe("e1", at=(0, 0), hp=1, **QUIET)
    scene = wanting({}, ATTACKER, stand_in, rule="eliminate", chips=["ash-reaver"])
    scene = with_units(scene, e1={"kind": OBJECTIVE})
    assert not scene.catalogue.encounters["drawn"].met(running(scene))
    strikes(scene)
    assert scene.state.fallen == ()
    assert outcomes(scene.end_turn()) == ["victory"]


@rule("DEF-11", "GEN-10")
def test_an_objective_unit_that_is_removed_goes_back_to_its_bag() -> None:
    scene = wanting({}, hero(at=(3, -1)), foe("e1", at=(0, 0)), rule="conquer")
    battle = running(with_units(scene, e1={"kind": OBJECTIVE}))
    defeat.remove(battle, UnitId("e1"))
    assert battle.state.decks["bag-1"].cards == {"skeever-pup": 1}


@rule("STS-4", "ECH-10")
def test_a_quest_unit_gains_no_status_and_an_objective_unit_with_a_level_does() -> None:
    foes = foe("e1", "ash-reaver", at=(0, 0), kind="quest"), foe("e2", at=(0, 1), kind=OBJECTIVE)
    battle = running(wanting({}, hero(at=(3, -1)), *foes, rule="conquer"))
    assert [gain(battle, UnitId(name), "bane") for name in ("e1", "e2")] == [False, True]


EXIT = {(3, 0): "A", (3, -1): "A"}


@rule("JB-5", "JB-6")
def test_escape_is_won_once_every_undefeated_adventurer_has_left() -> None:
    heroes = hero(at=(3, 0), hp=4), hero("a2", at=(3, -1))
    scene = wanting(EXIT, *heroes, FAR, rule="escape", at="A")
    scene.end_turn().answer("turn_starts", "escape")
    assert outcomes(scene) == []
    scene.answer("turn_starts", "escape")
    assert [scene.unit(name).fate for name in ("a1", "a2")] == ["escaped", "escaped"]
    assert outcomes(scene.default()) == ["victory"]


@rule("ENC-4")
def test_escape_is_lost_with_nobody_left_to_leave() -> None:
    heroes = hero(at=(3, 0)), hero("a2", at=None, fate="defeated")
    scene = wanting(EXIT, *heroes, FAR, rule="escape", at="A")
    met = scene.catalogue.encounters["drawn"].met
    state = scene.play.start
    fallen = {n: replace(u, fate="defeated", at=None) for n, u in state.units.items() if n != "e9"}
    assert not met(running(scene))
    assert not met(running(scene, replace(state, units={**state.units, **fallen})))


def test_survive_is_won_at_the_end_of_its_round() -> None:
    scene = wanting({}, hero(at=(3, -1)), FAR, rule="survive", rounds=2).end_turn()
    assert outcomes(scene) == []
    assert outcomes(scene.end_turn()) == ["victory"]


@rule("OBJ-6")
def test_protect_is_won_with_the_ally_and_lost_without() -> None:
    wagon = friend("w1", "supply-wagon", at=(1, 0))
    scene = wanting({}, hero(at=(3, -1)), wagon, FAR, rule="protect", chip="supply-wagon", rounds=1)
    scene = with_units(scene, w1={"kind": "quest", "still": True})
    met, lost = (getattr(scene.catalogue.encounters["drawn"], which) for which in ("met", "lost"))
    battle = running(scene)
    assert (met(battle), lost(battle)) == (True, False)
    defeat.defeat(battle, UnitId("w1"), UnitId("e9"))
    assert lost(battle)
    assert outcomes(scene.end_turn().default()) == ["victory"]


@pytest.mark.parametrize(
    ("who", "second", "won"), [("all", (3, -1), False), ("one", (3, -1), True)]
)
def test_reach_wants_all_or_one_on_the_goal(who: str, second: tuple[int, int], won: bool) -> None:
    heroes = hero(at=(2, 0)), hero("a2", at=second)
    scene = wanting({(2, 0): "A", (2, 1): "A"}, *heroes, FAR, rule="reach", at="A", who=who)
    scene.end_turn().end_turn().default()
    assert (outcomes(scene) == ["victory"]) is won


def test_those_who_have_fallen_need_not_reach_anything() -> None:
    heroes = hero(at=(2, 0)), hero("a2", at=None, fate="defeated")
    scene = wanting({(2, 0): "A"}, *heroes, FAR, rule="reach", at="A")
    assert outcomes(scene.end_turn()) == ["victory"]


def test_hold_wants_rounds_in_a_row() -> None:
    scene = wanting({(2, 0): "A"}, hero(at=(2, 0)), FAR, rule="hold", at="A", rounds=2)
    scene.end_turn()
    assert scene.state.tally == {"rounds-held": 1}
    scene.move((3, -1)).end_turn()
    assert scene.state.tally == {"rounds-held": 0}
    scene.move((2, 0)).end_turn()
    assert outcomes(scene) == []
    assert outcomes(scene.end_turn()) == ["victory"]


def test_an_enemy_on_the_goal_breaks_the_hold() -> None:
    words = {(2, 0): "A", (2, -1): "A"}
    enemy = foe("e1", at=(2, -1), **QUIET)
    scene = wanting(words, hero(at=(2, 0)), enemy, rule="hold", at="A", rounds=1).end_turn()
    assert outcomes(scene) == []
    assert scene.state.tally == {}


@rule("CAC-6")
def test_unlock_counts_picked_locks() -> None:
    cards = drawn({}).items.values()
    item = next(card for card in cards if card.lock.id == "3:5-2-2")
    scene = wanting(
        {(2, 0): "A", (2, 1): "A"},
        hero(at=(3, -1), race="nord"),
        FAR,
        rule="unlock",
        at="A",
        count=1,
        decks={"common": Deck(cards={item.id: 2}, top="3:5-2-2")},
    )
    assert list(scene.state.caches.values()) == ["common", "common"]
    scene.rolls("d6:5", "d6:2", "d6:2").move((2, 0)).answer("cache.pick", "pick")
    assert scene.state.tally == {"locks-opened": 1}
    assert outcomes(scene.passes("move.continue").end_turn()) == ["victory"]
