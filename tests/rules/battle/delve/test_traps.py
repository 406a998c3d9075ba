"""Traps (p80)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.battle import CardDiscarded, SkyshardGained, StatusGained, TrapTried
from protocol.ids import DieId, DieKind, UnitId
from server.rules.battle.kernel.state import Deck, Die, MapStatus, Tile
from tests.scene import Scene, foe, hero
from tests.scene.delves import below

rule = pytest.mark.rule
CEILING = {"card": "crumbling-passage", "armed": True}
OPEN, SHUT = ("d6:2", "d6:3", "d6:5"), ("d6:1", "d6:1", "d6:1")
"""Dice that pick the ceiling's lock, 2-3-5, and dice that do not."""


def failed(scene: Scene, attempts: int = 2) -> Scene:
    """Fail every attempt that is left."""
    for left in range(attempts, 0, -1):
        scene.passes("lockpick.adjust")
        if left > 1:
            scene.rolls(*SHUT).answer("lockpick.keep", "roll")
    return scene


@rule("TRP-1", "TRP-4", "TRP-6")
def test_who_enters_a_trapped_tile_must_try_its_lock_and_failure_springs_it() -> None:
    scene = below(hero(race="nord", at=(0, 0), hp=5), hall=CEILING).rolls(*SHUT).move((1, 0))
    failed(scene)
    assert scene.hp("a1") == 3
    assert [(e.success, e.sprung) for e in scene.events(TrapTried)] == [(False, True)]
    hall = scene.state.tiles["round-hall"]
    assert (hall.armed, hall.card) == (False, "")
    assert [event.card for event in scene.events(CardDiscarded)] == ["crumbling-passage"]


@rule("TRP-4", "TRP-6")
def test_a_picked_lock_leaves_the_trap_unsprung_and_it_is_gone_all_the_same() -> None:
    scene = below(hero(race="nord", at=(0, 0), hp=5), hall=CEILING).rolls(*OPEN).move((1, 0))
    assert scene.hp("a1") == 5
    assert [(e.success, e.sprung) for e in scene.events(TrapTried)] == [(True, False)]
    scene.answer("move.continue", "2,-1")
    assert len(scene.events(TrapTried)) == 1


@rule("TRP-4")
def test_a_trap_may_spring_on_success() -> None:
    idol = {"card": "humming-idol", "armed": True}
    scene = (
        below(hero(race="nord", at=(0, 0)), hall=idol).rolls("d6:1", "d6:4", "d6:6").move((1, 0))
    )
    assert scene.mat("a1").tenacity == 2


@rule("TRP-4", "STS-15")
def test_a_dazed_adventurer_who_moved_fails_the_check() -> None:
    """U-07: the check is mandatory, but no die may be rolled."""
    scene = below(hero(race="nord", at=(0, 0), hp=5, track=["daze"]), hall=CEILING).move((1, 0))
    assert scene.hp("a1") == 3


@rule("TRP-1")
def test_being_placed_on_a_trapped_tile_triggers_it_too() -> None:
    trapped = Tile("entrance", ((0, 0),), (), (), (), "crumbling-passage", 0, True)
    scene = below(
        hero("a1", race="high-elf", at=(-1, 0), hp=5),
        tiles={"entrance": trapped, "start": Tile("start", ((-1, 0),))},
    )
    scene.rolls(*SHUT).answer("turn.act", "syrabanes-boon")
    failed(scene)
    assert [event.sprung for event in scene.events(TrapTried)] == [True]


@rule("TRP-1")
def test_a_path_of_darkness_into_a_trapped_tile_springs_its_trap() -> None:
    """The own turn has just started when it is taken."""
    trapped = Tile("entrance", ((0, 0),), (), (), (), "crumbling-passage", 0, True)
    scene = below(
        hero("a1", race="nord", at=(-1, 1)),
        hero("a2", race="nord", at=(-1, 0), hp=5, track=["stealth"]),
        tiles={"entrance": trapped, "start": Tile("start", ((-1, 0), (-1, 1)))},
    )
    start = scene.play.start
    die = "a2.path-of-darkness.9"
    shown = scene.catalogue.dice[DieKind("path-of-darkness")].faces.index("path-of-darkness:1")
    dice = {**start.dice, DieId(die): Die(DieKind("path-of-darkness"), UnitId("a2"), shown)}
    scene.play.start = replace(start, dice=dice, in_hexes={die: (0, 0)})
    scene.end_turn().rolls(*SHUT).answer("turn_starts", "step_through")
    failed(scene)
    assert [(event.unit, event.sprung) for event in scene.events(TrapTried)] == [("a2", True)]


@rule("TRP-1", "TRM-2")
def test_placing_goes_by_the_one_rule_of_entering() -> None:
    """A unit that is put somewhere past it would spring no trap and find no cache."""
    rules = Path(__file__).parents[4] / "server" / "rules"
    told = {path.name for path in rules.rglob("*.py") if "emit(UnitPlaced(" in path.read_text()}
    assert told == {"move.py"}


@rule("TRP-1")
def test_on_somebody_elses_turn_nobody_triggers_a_trap() -> None:
    trapped = Tile("entrance", ((0, 0),), (), (), (), "crumbling-passage", 0, True)
    scene = below(
        hero("a1", race="high-elf", at=(-1, 0)),
        hero("a2", race="nord", at=(-1, 1), hp=5),
        tiles={"entrance": trapped, "start": Tile("start", ((-1, 0), (-1, 1)))},
    )
    scene.answer("turn.act", "syrabanes-boon").answer("syrabane", "a2")
    assert scene.unit("a2").at == (0, 0)
    assert scene.state.tiles["entrance"].armed


@rule("TRP-2")
def test_enemies_walk_over_traps() -> None:
    scene = below(
        hero(race="nord", at=(-1, 0)),
        foe("e1", at=(2, -1), combat=1, skills=()),
        hall=CEILING,
        turn=None,
    )
    scene.rolls("enemy:0")
    assert scene.unit("e1").at != (2, -1)
    assert scene.state.tiles["round-hall"].armed


@rule("TRP-3")
def test_the_trap_comes_before_cache_skyshard_and_door() -> None:
    """The idol sings, then the skyshard is gained, and only then the cache is offered."""
    scene = below(
        hero(race="nord", at=(0, 0)),
        hall={"card": "humming-idol", "armed": True, "shards": 1},
        drawn=1,
        caches={(1, 0): "common"},
        decks={"common": Deck(cards={"smelling-salts": 1}, top="3:5-2-2")},
    )
    scene.rolls("d6:1", "d6:4", "d6:6").move((1, 0))
    told = [type(e) for e in scene.told if isinstance(e, (TrapTried, SkyshardGained))]
    assert told == [TrapTried, SkyshardGained]
    assert scene.offered("cache.pick")


@rule("TRP-5")
def test_several_victims_are_met_in_the_order_of_who_triggered_it() -> None:
    """The blades of the maze: whoever stands next to the adventurer is hit, foe or friend."""
    scene = below(
        hero("a1", race="nord", at=(0, 0), hp=5),
        hero("a2", race="nord", at=(0, 1), hp=2),
        foe("e1", "dremora-kyn", at=(1, -1), defense=0, skills=(), hp=4),
        foe("e2", "dremora-kyn", at=(3, -2), defense=0, skills=(), hp=4),
        hall={"card": "pillared-maze", "armed": True},
    )
    scene.rolls(*SHUT).move((1, 0))
    failed(scene, 3)
    question = scene.asked("trap.order")
    assert question.to == ("a1",)
    scene.answer("trap.order", "e1", "a2", "a1")
    assert (scene.hp("a1"), scene.hp("e1"), scene.hp("e2")) == (3, 2, 4)
    assert scene.unit("a2").fate == "defeated"


@rule("TRP-5")
def test_otherwise_only_who_triggered_it_is_hit() -> None:
    scene = below(
        hero("a1", race="nord", at=(0, 0), hp=5),
        hero("a2", race="nord", at=(0, 1), hp=5),
        hall=CEILING,
    )
    failed(scene.rolls(*SHUT).move((1, 0)))
    assert (scene.hp("a1"), scene.hp("a2")) == (3, 5)


@rule("TRP-3", "DEF-1")
def test_who_falls_to_a_trap_gains_nothing_more() -> None:
    scene = below(
        hero("a1", race="nord", at=(0, 0), hp=2),
        hero("a2", race="nord", at=(0, 1)),
        hall={"card": "crumbling-passage", "armed": True, "shards": 1},
        drawn=1,
    )
    failed(scene.rolls(*SHUT).move((1, 0)))
    assert scene.unit("a1").fate == "defeated"
    assert not scene.events(SkyshardGained)
    assert scene.state.tiles["round-hall"].shards == 1


@rule("TRP-4", "CLS-2")
@pytest.mark.parametrize(("dice", "tenacity"), [(OPEN, 1), (SHUT, 0)])
def test_a_traps_lock_is_a_lockpick_check_like_any_other(
    dice: tuple[str, ...], tenacity: int
) -> None:
    """Who gains something by a check that succeeds gains it here: a Burglar 1 tenacity."""
    burglar = hero(race="nord", cls="burglar", at=(0, 0))
    scene = below(burglar, hall=CEILING).rolls(*dice).move((1, 0))
    if dice is SHUT:
        scene.passes("lockpick.adjust").passes("lockpick.keep")
    assert scene.mat("a1").tenacity == tenacity
    assert [event.success for event in scene.events(TrapTried)] == [bool(tenacity)]


@rule("TRP-3")
def test_the_trap_comes_before_a_status_that_lies_in_the_hex() -> None:
    """Fear would put the skill dice to sleep that may help with the lock."""
    scene = below(hero(race="nord", at=(0, 0)), hall=CEILING, supply={"status": 11})
    scene.play.start = replace(scene.play.start, laid={"1,0": (MapStatus("fear"),)})
    scene.rolls(*OPEN).move((1, 0))
    told = [type(event) for event in scene.told if isinstance(event, TrapTried | StatusGained)]
    assert told == [TrapTried, StatusGained]


@rule("TRP-3", "DEF-1")
def test_who_falls_to_the_trap_leaves_what_lies_there() -> None:
    party = hero("a1", race="nord", at=(0, 0), hp=2), hero("a2", at=(0, 1))
    scene = below(*party, hall=CEILING, supply={"status": 11})
    scene.play.start = replace(scene.play.start, laid={"1,0": (MapStatus("fear"),)})
    failed(scene.rolls(*SHUT).move((1, 0)))
    assert scene.unit("a1").fate == "defeated"
    assert scene.state.laid == {"1,0": (MapStatus("fear"),)}
