"""The worked example of a delve (p74, p79), and a move that goes on (p59)."""

import pytest
from msgspec.structs import replace

from protocol.battle import CardLaid, CardRevealed, UnitDeployed
from protocol.hexes import neighbours
from protocol.questions import One
from server.rules.battle.kernel.state import Deck
from server.rules.battle.rules import BattleRules
from server.rules.content.delve.encounters import DOORS
from server.rules.engine.advance import Play
from tests.scene import Scene, hero
from tests.scene.delves import SURVEY, below, entrance, place

rule = pytest.mark.rule
SPORES = "spore-chamber"
SALAD = "bravil-melon-salad"


@rule("DEL-1", "BAT-5", "ITM-2", "ITM-9", "CLS-11", "CLS-12")
def test_we_060_a_delve_is_set_up_and_an_item_used_while_deploying() -> None:
    """WE-060 (p74)."""
    scene = Scene(
        hero("ryan", at=None, form="light-weapon"),
        hero("shannon", at=None, form="light-weapon", tenacity=2, ready=[SALAD]),
        encounter=SURVEY,
    )
    state = replace(scene.play.start, phase="setup", turn=None, order=(), round=1, rounds=0)
    scene.play = Play(BattleRules(scene.catalogue), state, scene.script)
    scene.answer("setup.first", "ryan")
    assert list(scene.state.tiles) == ["entrance"]
    assert not scene.state.caches
    assert [unit.kind for unit in scene.state.units.values()] == ["adventurer"] * 2
    scene.answer("deploy", "hex:0,0", "form:magic")
    scene.answer("deploy", "hex:0,1", "form:light-weapon")
    scene.answer("deploy.items", f"use:shannon-{SALAD}")
    assert scene.mat("ryan").form == "magic"
    assert scene.track("ryan") == []
    assert scene.mat("shannon").tenacity == 5
    assert scene.mat("shannon").ready == ()
    assert scene.state.round == 1


def before(*, row: list[str]) -> Scene:
    """Ryan and Shannon on the entrance doors, four XP on the dial, Spore Chamber on top."""
    return below(
        hero("shannon", at=DOORS[1], track=["LF"]),
        hero("ryan", at=DOORS[0], form="magic", tenacity=4, cls="sorcerer", stamina=2, row=row),
        tiles={"entrance": entrance()},
        card=SPORES,
        tile="cramped-niche",
        enemy="spriggan",
        decks={
            "delve": Deck(cards={SPORES: 1, "hidden-cache": 1}),
            "tiles-3": Deck(cards={"cramped-niche": 1, "triple-arch": 1}),
        },
        xp=4,
    )


@rule("TRN-3", "DLX-1", "EXA-3", "CLS-2", "CLS-11", "DEL-5")
def test_we_061_an_exploration_at_the_start_of_a_turn_is_no_action() -> None:
    """WE-061 (p79): first the innate ability, then the exploration, and all actions are left."""
    scene = before(row=[]).end_turn()
    while scene.questions[0].why == "turn_starts":
        scene.answer("turn_starts", scene.offered("turn_starts")[0])
    assert scene.mat("ryan").tenacity == 5
    scene.rolls(1, 0).answer("explore.here", "explore")
    place(scene.rolls(0))
    assert scene.offered("turn.move")
    assert scene.offered("turn.explore")


def _is_asked(scene: Scene, why: str) -> bool:
    return any(question.why == why for question in scene.questions)


@rule("DLX-6", "DLX-7", "DLX-8", "DLX-13", "DLX-14", "DLX-16", "DEL-3", "DEL-4")
def test_we_062_spore_chamber_is_revealed() -> None:
    """WE-062 (p79)."""
    scene = before(row=["combat", "combat"]).end_turn()
    while scene.questions[0].why == "turn_starts":
        scene.answer("turn_starts", scene.offered("turn_starts")[0])
    scene.rolls(1, 0).answer("explore.here", "explore")
    scene.answer(SPORES, "row")
    assert (scene.row("ryan"), scene.drained("ryan")) == (["combat"], ["combat"])
    assert scene.track("shannon") == ["LF", "bane"]
    ways = scene.asked("delve.place").shape
    assert isinstance(ways, One)
    for way in ways.options:
        doors = dict(part.split(" ", 1) for part in way.note.split("; "))["doors"].split()
        hexes = [tuple(map(int, door.split(","))) for door in doors]
        assert sum(set(DOORS) <= set(neighbours(at)) for at in hexes) == 1  # type: ignore[arg-type]
    place(scene.rolls(0))
    niche = scene.state.tiles["cramped-niche"]
    assert not scene.state.caches
    (deployed,) = scene.events(UnitDeployed)
    assert scene.unit(deployed.unit).chip == "spriggan"
    assert (deployed.at,) == niche.hearts == niche.stores
    assert [event.shards for event in scene.events(CardLaid)] == [1]
    assert (niche.card, niche.shards) == (SPORES, 1)
    delve = scene.state.delve
    assert delve is not None
    assert (delve.drawn, delve.gained) == (1, 0)


@rule("DLX-3", "EXA-1", "MOV-3")
def test_we_063_the_new_door_can_be_explored_in_the_same_turn() -> None:
    """WE-063 (p79): by an explore action, after which no move action is left."""
    scene = before(row=[])
    scene.end_turn()
    while scene.questions[0].why == "turn_starts":
        scene.answer("turn_starts", scene.offered("turn_starts")[0])
    scene.rolls(1, 0).answer("explore.here", "explore")
    place(scene.rolls(0))
    (door,) = scene.offered("turn.explore")
    scene.rolls(0, 0).answer("turn.explore", door)
    place(scene)
    assert [event.card for event in scene.events(CardRevealed)] == [SPORES, "hidden-cache"]
    assert not _is_asked(scene, "turn.move")


@rule("MOV-4", "DLX-19", "CAC-2", "CAC-5")
def test_we_102_an_interrupted_move_goes_on() -> None:
    """WE-102 (p59): a cache on the second hex, a door on the third, and it is one move action."""
    loaf = "falkreath-meat-loaf"
    scene = below(
        hero("a1", race="nord", at=(0, 0), stamina=3, row=["combat"]),
        card="hidden-cache",
        tile="triple-arch",
        caches={(2, -1): "common"},
        decks={"common": Deck(cards={loaf: 1}, top="3:5-2-2")},
    )
    scene.move((1, 0), (2, -1)).rolls("d6:1", "d6:1", "d6:1").answer("cache.pick", "pick")
    for _ in range(2):
        scene.passes("lockpick.adjust").rolls("d6:1", "d6:1", "d6:1")
        scene.answer("lockpick.keep", "roll")
    scene.passes("lockpick.adjust")
    assert scene.state.decks["common"].bottom == ("3:5-2-2",)
    assert not scene.state.caches
    assert [question.why for question in scene.questions] == ["move.continue"]
    scene.answer("move.continue", "2,-2")
    place(scene.rolls(0, 0).answer("explore.here", "explore"))
    turn = scene.state.turn
    assert turn is not None
    assert (turn.moves, turn.moved, turn.explores) == (1, 3, 0)
