"""Which hexes can be explored (p77)."""

import pytest
from msgspec.structs import replace

from protocol.hexes import Hex
from server.rules.battle.delve import exploring, removing
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Deck
from tests.rules.battle.running import running
from tests.scene import hero
from tests.scene.delves import below, entrance, laid

rule = pytest.mark.rule
NORTH, EAST = (2, -2), (3, -1)


def underground(**drawn: object) -> Battle:
    return running(below(hero(at=(2, 0)), card="night-watch", **drawn))  # type: ignore[arg-type]


def open_(battle: Battle) -> list[Hex]:
    return sorted(exploring.explorable(battle))


@rule("DLX-3")
def test_doors_at_the_edge_of_the_map_are_open() -> None:
    """The hall's third door lies beside the entrance's, so both are explored."""
    assert open_(underground()) == [NORTH, EAST]


@rule("DLX-3", "DEL-4")
def test_both_doors_of_a_lone_entrance_are_open() -> None:
    assert open_(underground(tiles={"entrance": entrance()})) == [(0, 0), (0, 1)]


@rule("DLX-3")
def test_a_door_with_every_edge_on_a_tile_is_shut() -> None:
    """Around the hall's north door everything is laid, without a single door."""
    lid = replace(entrance(), hexes=((1, -2), (2, -3), (3, -3)), doors=())
    hall = laid("round-hall", (2, -1))
    battle = underground(tiles={"entrance": entrance(), "round-hall": hall, "lid": lid})
    assert open_(battle) == [EAST]


@rule("DLX-3")
def test_a_door_beside_another_tiles_door_is_explored() -> None:
    hall, post = laid("round-hall", (2, -1)), laid("guard-post", (4, -1), 3)
    battle = underground(tiles={"entrance": entrance(), "round-hall": hall, "guard-post": post})
    assert (4, -1) in post.doors
    assert open_(battle) == [NORTH, (6, -3), (6, -1)]


@rule("DLX-4")
def test_an_occupied_door_is_open() -> None:
    battle = running(below(hero(at=NORTH), card="night-watch"))
    assert NORTH in exploring.explorable(battle)


@rule("SKY-6", "DLX-3")
def test_once_all_skyshards_are_drawn_nothing_is_open() -> None:
    """Drawn counts, gained or not."""
    assert open_(underground(drawn=3, gained=1)) == []
    assert open_(underground(drawn=2)) != []


def test_without_a_card_left_to_draw_nothing_is_open() -> None:
    assert exploring.explorable(running(below(hero(at=(2, 0))))) == ()


def test_discarded_cards_are_cards_left_to_draw() -> None:
    discarded = below(hero(at=(2, 0)), decks={"delve": Deck(discard=("night-watch",))})
    assert len(exploring.explorable(running(discarded))) == 2


@rule("DLX-5")
def test_taking_a_tile_away_opens_the_doors_beside_it_again() -> None:
    battle = running(below(hero(at=(0, 0)), card="night-watch"))
    assert (0, 0) not in exploring.explorable(battle)
    assert removing.removable(battle) == ["round-hall"]
    removing.remove(battle, "round-hall")
    assert open_(battle) == [(0, 0), (0, 1)]
    assert battle.state.decks["tiles-7"].bottom == ("round-hall",)


@pytest.mark.parametrize("holds", ["somebody", "a cache"])
def test_a_tile_that_holds_something_stays(holds: str) -> None:
    scene = below(
        hero(at=(2, 0) if holds == "somebody" else (0, 0)),
        caches={(3, -2): "common"} if holds == "a cache" else {},
    )
    assert removing.removable(running(scene)) == []


def test_a_tile_that_others_hang_on_stays() -> None:
    far = laid("guard-post", (4, -1), 3)
    hall = laid("round-hall", (2, -1))
    scene = below(hero(at=(0, 0)), tiles={"entrance": entrance(), "hall": hall, "post": far})
    assert removing.removable(running(scene)) == ["post"]
