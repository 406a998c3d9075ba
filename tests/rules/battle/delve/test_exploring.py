"""Exploring: by entering, starting, being placed, or from a distance (p61, p77)."""

import pytest

from protocol.battle import (
    CardDiscarded,
    CardLaid,
    CardRevealed,
    CardSetAside,
    TilePlaced,
    TileReturned,
)
from server.rules.battle.kernel.state import Deck, Tile
from tests.scene import Scene, foe, friend, hero
from tests.scene.delves import UNCOVER, at, below, entrance, laid, place

rule = pytest.mark.rule
NORTH, EAST, SOUTH = (2, -2), (3, -1), (2, 0)
QUIET = "hidden-cache"
"""A card without effect, with an empty row for one adventurer."""


def explore(scene: Scene, why: str = "explore.here", pick: str = "explore") -> Scene:
    """Explore, with the one card and the one tile there are."""
    return scene.rolls(0, 0).answer(why, pick)


@rule("DLX-1", "EXA-3")
def test_moving_into_an_open_door_offers_to_explore_and_is_no_explore_action() -> None:
    scene = below(hero(at=(2, -1)), card=QUIET, tile="root-cellar").move(NORTH)
    place(explore(scene))
    assert [event.at for event in scene.events(CardRevealed)] == [NORTH]
    turn = scene.state.turn
    assert turn is not None
    assert (turn.explores, turn.moves) == (0, 1)
    assert "root-cellar" in scene.state.tiles


@rule("DLX-1")
def test_exploring_is_optional() -> None:
    scene = below(hero(at=(2, -1)), card=QUIET, tile="root-cellar").move(NORTH)
    scene.passes("explore.here")
    assert not scene.events(CardRevealed)


@rule("DLX-1", "DEL-5", "TRN-3")
def test_who_starts_a_turn_on_an_open_door_may_explore_before_the_recovery_step() -> None:
    """On an entrance door, too (C-34)."""
    scene = below(
        hero("a1", at=(-1, 0)),
        hero("a2", at=(0, 1), cooldown=1, track=["LF"]),
        tiles={"entrance": entrance()},
        card=QUIET,
        tile="root-cellar",
    ).end_turn()
    assert scene.asked("explore.here").about == "0,1"
    assert scene.track("a2") == ["LF"]
    place(explore(scene))
    assert scene.track("a2") == []
    assert scene.offered("turn.move")


@rule("DLX-1")
def test_being_placed_on_an_open_door_in_the_own_turn_is_enough() -> None:
    scene = below(
        hero("a1", race="high-elf", at=(2, -1)),
        tiles={
            "entrance": Tile("entrance", (NORTH,), (NORTH,)),
            "clash": Tile("clash", ((2, -1), (1, -1))),
        },
        card=QUIET,
        tile="root-cellar",
    )
    scene.answer("turn.act", "syrabanes-boon")
    assert scene.unit("a1").at == NORTH
    assert scene.offered("explore.here")


@rule("DLX-1")
def test_nobody_explores_on_somebody_elses_turn() -> None:
    scene = below(
        hero("a1", race="high-elf", at=(2, -1)),
        hero("a2", at=(1, -1)),
        tiles={
            "entrance": Tile("entrance", (NORTH,), (NORTH,)),
            "clash": Tile("clash", ((2, -1), (1, -1))),
        },
        card=QUIET,
        tile="root-cellar",
    )
    scene.answer("turn.act", "syrabanes-boon").answer("syrabane", "a2")
    assert scene.unit("a2").at == NORTH
    assert all(question.why != "explore.here" for question in scene.questions)


@rule("DLX-2", "CPN-10", "TRP-2")
def test_companions_neither_explore_nor_trigger_traps() -> None:
    scene = below(
        hero("a1", at=(-1, 1)),
        friend("c1", "skeever-pup", at=(1, -1)),
        foe("e1", at=(-1, 2), combat=1, skills=()),
        card=QUIET,
        tile="root-cellar",
        hall={"card": "crumbling-passage", "armed": True},
    ).end_turn()
    scene.rolls("enemy:0").answer("companion.move", "2,-1", "2,-2")
    assert scene.unit("c1").at == NORTH
    assert scene.state.tiles["round-hall"].armed
    assert not scene.events(CardRevealed)


@rule("EXA-1", "TRN-4")
def test_an_explore_action_reaches_doors_in_sight_within_stamina_once_a_turn() -> None:
    scene = below(hero(at=SOUTH, stamina=2), card=QUIET, tile="root-cellar")
    assert scene.offered("turn.explore") == at(NORTH, EAST)
    place(explore(scene, "turn.explore", "2,-2"))
    assert all(question.why != "turn.explore" for question in scene.questions)
    turn = scene.state.turn
    assert turn is not None
    assert turn.explores == 1


@rule("EXA-1")
def test_a_door_beyond_stamina_or_out_of_sight_is_not_reached() -> None:
    """C-32: Stamina, whatever adds to movement. The hall is not in sight of the far tile."""
    scene = below(hero(at=SOUTH, stamina=1), card=QUIET)
    assert scene.offered("turn.explore") == at(EAST)
    tiles = {
        "entrance": entrance(),
        "round-hall": laid("round-hall", (2, -1)),
        "guard-post": laid("guard-post", (4, -1), 3),
        "far": Tile("far", ((7, -2), (7, -1))),
    }
    scene = below(hero(at=(7, -2), stamina=9), tiles=tiles, card=QUIET)
    assert scene.offered("turn.explore") == at((6, -1), (6, -3))


@rule("EXA-2", "MOV-3")
def test_moving_and_exploring_from_a_distance_exclude_each_other() -> None:
    scene = below(hero(at=SOUTH), card=QUIET, tile="root-cellar")
    place(explore(scene, "turn.explore", "2,-2"))
    assert all(question.why != "turn.move" for question in scene.questions)
    moved = below(hero(at=SOUTH), card=QUIET, tile="root-cellar").move((2, -1))
    assert all(question.why != "turn.explore" for question in moved.questions)


@rule("EXA-3", "TRN-4")
def test_who_explored_from_the_hex_of_its_start_may_still_move_or_explore() -> None:
    scene = below(
        hero("a1", at=(-1, 0)),
        hero("a2", at=NORTH),
        card=QUIET,
        tile="root-cellar",
        decks={"delve": Deck(cards={QUIET: 2})},
    ).end_turn()
    place(explore(scene))
    assert scene.offered("turn.move")
    assert "3,-1" in scene.offered("turn.explore")


@rule("DLX-6", "SKY-1")
def test_a_card_whose_shape_has_run_out_counts_as_a_skyshard() -> None:
    """No text of it is resolved, and the door stays open."""
    scene = below(hero(at=(2, -1)), card="spore-chamber", decks={"tiles-3": Deck()})
    scene.move(NORTH).rolls(0).answer("explore.here", "explore")
    assert [event.card for event in scene.events(CardSetAside)] == ["spore-chamber"]
    delve = scene.state.delve
    assert delve is not None
    assert (delve.drawn, delve.gained, delve.facedown) == (1, 1, ("spore-chamber",))
    assert not scene.events(CardRevealed)


@rule("DLX-6", "DLX-11", "DLX-10")
def test_a_failed_exploration_can_be_tried_again_on_coming_back() -> None:
    scene = below(
        hero(at=(2, -1), stamina=3),
        card=QUIET,
        decks={"tiles-3": Deck(), "delve": Deck(cards={QUIET: 2})},
    )
    scene.move(NORTH).rolls(0).answer("explore.here", "explore")
    assert all(question.why != "explore.here" for question in scene.questions)
    scene.answer("move.continue", "1,-1", "2,-2")
    assert scene.offered("explore.here")


@rule("DLX-10")
def test_a_tile_that_fits_nowhere_goes_under_its_stack_and_its_card_away_without_effect() -> None:
    """C-28: tested before the card takes effect. The only free hex beside the door is a pocket."""
    walls = Tile("walls", ((2, -4), (3, -4), (4, -4), (4, -3), (1, -3), (1, -2), (3, -3)))
    scene = below(
        hero(at=(2, -1)),
        card="collapsed-gallery",
        tile="guard-post",
        tiles={"entrance": entrance(), "hall": laid("round-hall", (2, -1)), "walls": walls},
    )
    explore(scene.move(NORTH))
    assert [event.tile for event in scene.events(TileReturned)] == ["guard-post"]
    assert [event.card for event in scene.events(CardDiscarded)] == ["collapsed-gallery"]
    assert scene.state.decks["tiles-6"].bottom == ("guard-post",)
    assert scene.track("a1") == []
    delve = scene.state.delve
    assert delve is not None
    assert delve.drawn == 0
    assert scene.offered("move.continue")


@rule("DLX-10")
def test_a_tile_from_under_the_stack_comes_once_the_unknown_ones_are_gone() -> None:
    below_ = {"tiles-3": Deck(cards={"root-cellar": 0}, bottom=("root-cellar", "triple-arch"))}
    scene = below(hero(at=(2, -1)), card=QUIET, decks=below_).move(NORTH)
    place(scene.rolls(0).answer("explore.here", "explore"))
    assert [event.name for event in scene.events(TilePlaced)] == ["root-cellar"]
    assert scene.state.decks["tiles-3"].bottom == ("triple-arch",)


@rule("DLX-16")
@pytest.mark.parametrize(
    ("card", "stays"),
    [
        ("hidden-cache", True),
        ("crumbling-passage", True),
        ("mirror-room", True),
        ("whispering-alcove", False),
        ("night-watch", False),
    ],
)
def test_a_card_with_a_skyshard_a_trap_or_an_environment_stays(card: str, stays: bool) -> None:
    tile = "root-cellar" if card not in ("mirror-room", "night-watch") else "guard-post"
    scene = below(hero(at=SOUTH), card=card, tile=tile, required=9)
    explore(scene, "turn.explore", "2,-2").default()
    assert bool(scene.events(CardLaid)) is stays
    assert scene.state.tiles[tile].card == (card if stays else "")
    assert (card in scene.state.decks["delve"].discard) is not stays


@rule("DLX-19", "MOV-4")
def test_a_move_goes_on_over_the_map_that_an_exploration_made() -> None:
    """The plan is asked for anew; what it was is taken for somebody who is away."""
    scene = below(hero(at=(2, -1), stamina=3), card=QUIET, tile="root-cellar")
    scene.move(NORTH, (3, -2))
    place(explore(scene))
    assert scene.asked("move.continue").default == ("3,-2",)
    assert len(scene.offered("move.continue")) > 3
    scene.answer("move.continue", "3,-2", "3,-1")
    turn = scene.state.turn
    assert turn is not None
    assert (turn.moves, turn.moved) == (1, 3)


@rule("TIM-3")
def test_where_a_cache_lies_on_a_door_the_player_says_which_comes_first() -> None:
    scene = below(
        hero(at=(2, -1), race="nord"),
        card=QUIET,
        tile="root-cellar",
        caches={NORTH: "common"},
        decks={"common": Deck(cards={"smelling-salts": 1}, top="3:5-2-2")},
        encounter=UNCOVER,
    ).move(NORTH)
    scene.answer("enter.order", "door")
    place(explore(scene))
    assert scene.offered("cache.pick")


def archer_on_a_door() -> Scene:
    """The turn of an Archer on an open door is about to begin; an enemy stands in reach."""
    return below(
        hero("a1", at=(-1, 0)),
        hero("a2", at=NORTH, cls="archer", form="ranged-weapon", race="nord", stamina=9),
        foe("e1", at=(1, 0), skills=(), defense=0, hp=9, health=9),
        card="candlelit-shrine",
        tile="root-cellar",
        enemy="spriggan",
    ).end_turn()


@rule("TIM-3", "DLX-1")
def test_who_explores_as_the_turn_starts_may_then_shoot_whom_that_has_revealed() -> None:
    scene = place(explore(archer_on_a_door()).rolls(0))
    scene.answer("turn_starts", "open_fire")
    assert len(scene.offered("archer")) == 2


@rule("TIM-3", "DLX-1")
def test_or_shoots_first_and_explores_then() -> None:
    scene = archer_on_a_door().passes("explore.here").answer("turn_starts", "open_fire")
    assert scene.hp("e1") == 7
    assert scene.offered("explore.here") == ["explore"]
