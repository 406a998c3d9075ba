"""Skyshards (p76, p78)."""

from typing import Any

import pytest

from protocol.battle import SkyshardGained
from protocol.questions import Route
from server.rules.battle.kernel.state import Deck, Delve, Tile
from tests.scene import Scene, foe, friend, hero
from tests.scene.delves import below

rule = pytest.mark.rule
SHARD = {"card": "candlelit-shrine", "shards": 1}


def delve(scene: Scene) -> Delve:
    found = scene.state.delve
    assert found is not None
    return found


@rule("SKY-2", "SKY-3")
def test_moving_onto_the_tile_gains_its_skyshard_with_the_effect_of_the_new_total() -> None:
    """The party has 2 then, and the shrine's second effect heals 2."""
    scene = below(hero(at=(0, 0), hp=2), hall=SHARD, drawn=2, gained=1)
    way = scene.asked("turn.move").shape
    assert isinstance(way, Route)
    assert "skyshard" in [spot.note for spot in way.spots]
    scene.move((1, 0))
    assert delve(scene).gained == 2
    assert scene.hp("a1") == 4
    assert scene.state.tiles["round-hall"].shards == 0
    assert delve(scene).kept == ("candlelit-shrine",)


@rule("SKY-2", "MOV-4")
def test_gaining_a_skyshard_interrupts_a_move_and_does_not_end_it() -> None:
    scene = below(hero(at=(0, 0), stamina=3), hall=SHARD, drawn=1).move((1, 0), (2, -1))
    assert scene.unit("a1").at == (2, -1)
    assert scene.mat("a1").tenacity == 1


@rule("SKY-2")
def test_any_hex_of_the_tile_will_do_even_from_within() -> None:
    scene = below(hero(at=(2, -1)), hall=SHARD, drawn=1).move((2, 0))
    assert delve(scene).gained == 1


@rule("SKY-2")
def test_only_adventurers_gain_skyshards() -> None:
    scene = below(hero(at=(-1, 0)), friend("c1", "mudcrab", at=(0, 0)), hall=SHARD, drawn=1)
    scene.end_turn().answer("companion.move", "1,0")
    assert delve(scene).gained == 0


@rule("SKY-2")
def test_a_skyshard_is_gained_by_moving_in_the_turn_of_somebody_else() -> None:
    """Its effect hits who moved; the second one heals 2."""
    scene = below(
        hero("a1", at=(-1, 0), cls="dragonknight", tenacity=2),
        hero("a2", at=(0, 0), hp=2),
        hall=SHARD,
        drawn=2,
        gained=1,
    )
    scene.answer("turn.act", "dragon-leap").answer("dragon-leap.pay", "0")
    scene.answer("dragon-leap", "a2", by="a2").answer("dragon-leap.move", "1,0", by="a2")
    assert delve(scene).gained == 2
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 4)


@rule("SKY-2", "MAP-11")
def test_who_is_pulled_onto_the_tile_moves_there_and_gains_its_skyshard() -> None:
    restrain = foe("e1", at=(2, -1), skills=("restrain",), range=9, combat=0)
    scene = below(hero(at=(0, 0)), restrain, hall=SHARD, drawn=1, turn=None)
    scene.answer("restrain", "1,0")
    assert scene.unit("a1").at == (1, 0)
    assert delve(scene).gained == 1


@rule("TRP-1", "CAC-2")
def test_traps_and_caches_wait_for_ones_own_turn() -> None:
    restrain = foe("e1", at=(2, -1), skills=("restrain",), range=9, combat=0)
    trapped = {"card": "sluice-room", "armed": True}
    scene = below(
        hero(at=(0, 0)), restrain, hall=trapped, caches={(1, 0): "common"}, drawn=1, turn=None
    ).answer("restrain", "1,0")
    assert scene.unit("a1").at == (1, 0)
    assert scene.state.tiles["round-hall"].armed
    assert scene.state.caches
    assert {question.why for question in scene.questions} == {
        "turn.move",
        "turn.engage",
        "turn.act",
    }


@rule("SKY-7", "TRM-2")
def test_being_placed_on_the_tile_does_not_gain_its_skyshard() -> None:
    """C-30: the next step on the tile does."""
    scene = below(
        hero("a1", race="high-elf", at=(-1, 0)),
        tiles=_stepping_stone(),
        drawn=1,
    )
    scene.answer("turn.act", "syrabanes-boon")
    assert scene.unit("a1").at == (0, 0)
    assert delve(scene).gained == 0
    scene.move((0, 1))
    assert delve(scene).gained == 1


def _stepping_stone() -> dict[str, Tile]:
    """An entrance of one hex, and beyond it another; on each lies a skyshard."""
    shard = {"card": "candlelit-shrine", "shards": 1}
    return {
        "entrance": Tile("entrance", ((0, 0),), **shard),  # type: ignore[arg-type]
        "start": Tile("start", ((-1, 0),)),
        "more": Tile("more", ((0, 1),), **shard),  # type: ignore[arg-type]
    }


@rule("SKY-1")
@pytest.mark.parametrize(("required", "gained"), [(2, 0), (2, 1), (3, 1), (3, 2)])
@pytest.mark.parametrize("seen", [True, False], ids=["symbol in view", "card face down"])
def test_symbols_in_view_and_cards_face_down_count_alike(
    required: int, gained: int, seen: bool
) -> None:
    """One more is found. The survey ends with the round if it was the last one that is wanted."""
    figures: dict[str, Any] = {"drawn": gained + seen, "required": required, "gained": gained}
    if seen:
        scene = below(hero(at=(0, 0)), hall=SHARD, **figures).move((1, 0))
    else:
        decks = {"tiles-3": Deck()}
        scene = below(hero(at=(2, -1)), card="spore-chamber", decks=decks, **figures)
        scene.move((2, -2)).rolls(0).answer("explore.here", "explore")
    assert delve(scene).gained == gained + 1
    assert scene.state.outcome == ""
    scene.passes("move.continue").end_turn()
    assert scene.state.outcome == ("victory" if gained + 1 == required else "")


@rule("SKY-4")
def test_symbols_beyond_the_number_wanted_do_nothing() -> None:
    """Two on the tile, one wanted: the total is 3, and the effect is that of 3."""
    scene = below(
        hero(at=(0, 0), hp=1),
        hall={"card": "great-vault", "shards": 2},
        drawn=4,
        gained=2,
    ).move((1, 0))
    assert delve(scene).gained == 3
    assert [(e.count, e.total) for e in scene.events(SkyshardGained)] == [(1, 3)]
    assert scene.hp("a1") == 3


@rule("SKY-4")
def test_with_all_skyshards_gained_one_more_is_left_alone() -> None:
    scene = below(hero(at=(0, 0)), hall=SHARD, drawn=4, gained=3).move((1, 0))
    assert not scene.events(SkyshardGained)
    assert scene.mat("a1").tenacity == 0


@rule("SKY-3")
def test_a_skyshard_without_an_effect_for_the_total_is_just_gained() -> None:
    hall = {"card": "hidden-cache", "shards": 1}
    scene = below(hero(at=(0, 0)), hall=hall, drawn=1).move((1, 0))
    assert delve(scene).gained == 1


@rule("TRP-3", "SKY-2")
def test_a_trap_on_the_same_card_comes_first_and_the_card_stays_for_the_skyshard() -> None:
    hall = {"card": "pillared-maze", "shards": 1, "armed": True}
    scene = below(hero(at=(0, 0)), hall=hall, drawn=1).move((1, 0))
    assert delve(scene).gained == 0
    scene.rolls("d6:6", "d6:5", "d6:4")
    assert scene.questions
