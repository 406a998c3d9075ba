"""The party's move on the overland map (p34)."""

import pytest
from msgspec.structs import replace

from protocol.campaign import PartyTravelled
from protocol.ids import UnitId
from protocol.questions import Route
from server.rules.campaign.components.quests import TokenStart
from server.rules.campaign.components.words import PlaceId
from server.rules.campaign.overland.movement import base_movement
from tests.rules.campaign.sessions import (
    BARROW,
    CONFLICT,
    EAST,
    FIRST,
    LAST,
    PEACEFUL,
    WEATHER,
    Days,
    at,
    running,
    with_steps,
)
from tests.scene import hero

rule = pytest.mark.rule


def budget(days: Days) -> int:
    shape = days.asked("overland.move").shape
    assert isinstance(shape, Route)
    return shape.budget


@rule("OVL-1")
@pytest.mark.parametrize(("weather", "base"), [(0, 3), (1, 2), (2, 1)])
def test_the_base_movement_is_what_the_gauge_says(weather: int, base: int) -> None:
    assert base_movement(running(Days(trackers={WEATHER: weather}))) == base


@rule("OVL-1", "QST-8")
def test_a_step_changes_the_base_movement_as_long_as_it_is_active() -> None:
    slow = with_steps(replace(FIRST, movement=-2), LAST)
    assert base_movement(running(Days(province=slow))) == 1
    assert base_movement(running(Days(province=slow, step="B02"))) == 3


@rule("OVL-1")
def test_an_effect_changes_the_base_movement_of_its_days_alone() -> None:
    days = Days(trackers={WEATHER: 0, "movement-on-day-2": -1}, party_at=at(1)).rolls(0)
    assert base_movement(running(days)) == 2
    days.travel(2)
    assert (days.state.day, base_movement(running(days))) == (3, 3)


@rule("OVL-3")
def test_each_hex_beyond_the_base_movement_costs_every_adventurer_a_light_fatigue() -> None:
    days = Days(hero("a1", at=None), hero("a2", at=None)).rolls(0)
    days.answer("overland.move", "1,0", "2,0", "3,0", "4,0", "5,0")
    (move,) = days.events(PartyTravelled)
    assert (move.extra, days.state.party_at) == (2, at(CONFLICT))
    assert {mat.track for mat in days.state.adventurers.values()} == {("LF", "LF")}


@rule("OVL-3", "LIM-4")
def test_without_light_fatigue_in_the_box_it_is_overfatigue() -> None:
    days = Days(supply={"LF": 0, "OF": 12, "status": 12, "cache": 6}).rolls(0)
    days.answer("overland.move", "1,0", "2,0", "3,0", "4,0")
    assert days.state.adventurers[UnitId("a1")].track == ("OF",)


@rule("OVL-4")
def test_it_goes_at_most_as_far_again_as_its_base_movement() -> None:
    assert budget(Days()) == 6
    assert budget(Days(trackers={WEATHER: 2})) == 2


@rule("OVL-5")
def test_it_stops_before_a_track_is_more_than_full() -> None:
    full = hero("a1", at=None, track=["LF"] * 13)
    assert budget(Days(full, hero("a2", at=None))) == 3
    assert budget(Days(hero("a1", at=None, track=["LF"] * 12), hero("a2", at=None))) == 4


@rule("OVL-5", "FAT-5")
def test_a_defeated_adventurer_is_carried_and_holds_nobody_up() -> None:
    """Ours: it gains no fatigue, so its track cannot be too full either."""
    days = Days(hero("a1", at=None), hero("a2", at=None, fate="defeated", track=["LF"] * 13))
    assert budget(days) == 6
    days.rolls(0).answer("overland.move", "1,0", "2,0", "3,0", "4,0")
    assert [len(mat.track) for mat in days.state.adventurers.values()] == [1, 13]


@rule("OVL-6")
def test_landmarks_and_towns_on_the_way_bring_nothing() -> None:
    days = Days(party_at=at(PEACEFUL - 1)).rolls(0)
    days.travel(PEACEFUL, PEACEFUL + 1)
    assert days.events(PartyTravelled)
    assert days.state.day == 3


@rule("OVL-14", "TWN-20")
def test_a_closed_town_cannot_be_entered() -> None:
    days = Days(party_at=at(BARROW), closed=("easting",), step="B02")
    assert "9,0" in days.offered("overland.move")
    assert "10,0" not in days.offered("overland.move")


@rule("OVL-17")
def test_the_party_may_stay_where_it_is() -> None:
    days = Days(party_at=at(1)).rolls(0)
    days.travel()
    assert (days.state.party_at, days.state.day) == (at(1), 3)


@rule("OVL-18")
def test_what_a_move_triggers_is_resolved_in_the_encounter_phase() -> None:
    days = Days(party_at=at(4)).rolls(0)
    days.travel(CONFLICT)
    assert days.state.day_phase == "encounter"
    days.called()


@rule("OVL-15")
def test_a_token_that_follows_is_in_the_partys_hex() -> None:
    led = replace(FIRST, tokens=(TokenStart("npc", PlaceId("westing"), "A pilgrim", follows=True),))
    days = Days(province=with_steps(led, LAST), party_at=at(1), tokens={"npc": at(1)}).rolls(0)
    days.travel(2)
    assert days.state.tokens == {"npc": at(2)}
    assert days.state.party_at == at(2)


def test_who_answers_nothing_goes_towards_the_quest() -> None:
    assert Days().asked("overland.move").default == ("1,0", "2,0", "3,0")
    assert Days(party_at=at(EAST)).asked("overland.move").default == ("9,0", "8,0")
