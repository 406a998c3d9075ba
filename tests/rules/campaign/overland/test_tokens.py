"""How the other tokens move over the map (p46)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.campaign import OverlandTokenPlaced
from protocol.hexes import Hex
from server.rules.campaign.components.blocks import Rule
from server.rules.campaign.components.places import OverlandMap, Place
from tests.rules.campaign.asks import Says
from tests.rules.campaign.sessions import EFFECT, STRIP_MAP, Days, at, strip

rule = pytest.mark.rule
BESIDE = Place((1, 1), "wood")
"""A second way between (0, 1) and (2, 0) would need it; with it there are two ways east."""


def moving(*does: Any, places: tuple[Place, ...] = STRIP_MAP.places, **changes: Any) -> Days:
    """A day that begins with what a province's rule does."""
    effect = replace(EFFECT, rules=(Rule("day-starts", does),))
    wide = strip(effect=effect, map=OverlandMap(places, STRIP_MAP.terrains))
    return Days(province=wide, **changes)


def test_a_token_goes_so_many_hexes_towards_a_place() -> None:
    days = moving(Says("advance", ("npc", at(10), 2)), tokens={"npc": at(1)})
    assert days.state.tokens == {"npc": at(3)}


@rule("NPC-1")
def test_it_goes_exactly_so_far_and_stops_early_only_where_it_is_bound_for() -> None:
    days = moving(Says("advance", ("npc", at(4), 9)), tokens={"npc": at(1)})
    assert days.state.tokens == {"npc": at(4)}


@rule("NPC-2")
def test_of_several_shortest_ways_the_party_chooses() -> None:
    """From (4, 1) to (6, 0) one may go by the road or through the wood."""
    wood = (*STRIP_MAP.places, Place((4, 1), "wood"))
    days = moving(Says("advance", ("npc", (6, 0), 1)), places=wood, tokens={"npc": (4, 1)})
    days.answer("overland.way", "5,1")
    assert days.state.tokens == {"npc": (5, 1)}


@rule("NPC-3")
def test_without_a_way_it_stays() -> None:
    islet = (*STRIP_MAP.places, Place((20, 0), "field"))
    days = moving(Says("advance", ("npc", at(3), 2)), places=islet, tokens={"npc": (20, 0)})
    assert days.state.tokens == {"npc": (20, 0)}


@rule("NPC-4", "OVL-16")
@pytest.mark.parametrize(
    ("face", "there"), [(0, (4, 1)), (1, (5, 0)), (2, (5, 1)), (3, (4, 1)), (5, (4, 1))]
)
def test_a_die_says_in_which_direction_it_drifts_and_the_maps_edge_ends_that(
    face: int, there: Hex
) -> None:
    """It stands at (4, 1): north is (4, 0), which is taken off the map here."""
    cut = (*(one for one in STRIP_MAP.places if one.at != (4, 0)), Place((4, 1), "wood"))
    days = moving(Says("drift", ("npc", 1)), places=cut, tokens={"npc": (4, 1)}).rolls(face)
    assert days.state.tokens == {"npc": there}


@rule("NPC-4")
def test_a_token_that_drifts_over_the_edge_goes_as_far_as_the_map_does() -> None:
    days = moving(Says("drift", ("npc", 3)), tokens={"npc": at(9)}, party_at=at(1)).rolls(2)
    assert days.state.tokens == {"npc": at(10)}


@rule("NPC-6")
def test_a_token_that_nothing_moves_stays() -> None:
    days = Days(tokens={"counter-1": at(4), "objective": at(6)}, party_at=at(1)).rolls(0)
    days.travel(2)
    assert days.state.tokens == {"counter-1": at(4), "objective": at(6)}
    assert not days.events(OverlandTokenPlaced)


@rule("OVL-15")
def test_tokens_share_hexes() -> None:
    days = moving(Says("place", ("npc", at(1))), tokens={"objective": at(1)}, party_at=at(1))
    assert days.state.tokens == {"objective": at(1), "npc": at(1)}
    assert days.state.party_at == at(1)


def test_an_outcome_takes_a_token_off_the_map() -> None:
    assert not moving(Says("place", ("npc", None)), tokens={"npc": at(1)}).state.tokens
