"""Which encounter comes (p34)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.campaign import EncounterTriggered
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.quests import SideQuest
from tests.rules.campaign.asks import At
from tests.rules.campaign.sessions import (
    BARROW,
    CONFLICT,
    EAST,
    FIRST,
    LAST,
    PEACEFUL,
    UNSTABLE,
    Days,
    at,
    with_steps,
)

rule = pytest.mark.rule
DIG = (Choice("dig", "Dig", ""),)
GRAVE = SideQuest("grave", "A Grave", "", "Dig.", trigger=(At("barrow"),), choices=DIG)
WELL = replace(GRAVE, id="well", title="A Well")


def triggered(days: Days) -> list[tuple[str, str]]:
    return [(one.kind, one.name) for one in days.events(EncounterTriggered)]


def at_barrow(*quests: SideQuest, **changes: Any) -> Days:
    names = tuple(one.id for one in quests)
    return Days(side_quests=quests, party_at=at(6), **{"side_quests_held": names, **changes})


@rule("OVL-7")
def test_a_quests_encounter_goes_before_a_towns() -> None:
    here = replace(FIRST, trigger=(At("easting"),), choices=(*DIG, Choice("leave", "Leave", "")))
    days = Days(province=with_steps(here, LAST), party_at=at(BARROW))
    days.travel(9, EAST)
    assert triggered(days) == [("quest", "A01")]


@rule("OVL-7")
def test_a_towns_encounter_comes_where_no_quests_does() -> None:
    days = Days(party_at=at(BARROW)).rolls(0)
    days.travel(9, EAST)
    assert triggered(days) == [("town", "easting")]


@rule("OVL-8", "SQ-6")
def test_the_guild_quest_goes_before_side_quests_and_is_resolved() -> None:
    days = at_barrow(GRAVE).rolls(0)
    days.travel(7, BARROW)
    assert triggered(days) == [("quest", "A01")]


@rule("OVL-8", "SQ-6")
def test_a_side_quests_encounter_comes_whether_the_party_wants_it_or_not() -> None:
    days = at_barrow(GRAVE, step="B02").rolls(0)
    days.travel(7, BARROW)
    assert triggered(days) == [("side-quest", "grave")]


@rule("SQ-6")
def test_an_optional_one_may_wait() -> None:
    days = at_barrow(replace(GRAVE, optional=True), step="B02").rolls(0)
    days.travel(7, BARROW)
    days.answer("quest.encounter")
    assert triggered(days) == []


def test_of_several_side_quests_the_party_faces_one() -> None:
    days = at_barrow(GRAVE, WELL, step="B02").rolls(0)
    days.travel(7, BARROW)
    days.answer("quest.encounter", "well")
    assert triggered(days) == [("side-quest", "well")]


@rule("OVL-9")
@pytest.mark.parametrize(("landmark", "card"), [(PEACEFUL, "meadow"), (CONFLICT, "bandits")])
def test_a_landmark_has_a_card_of_its_type_drawn(landmark: int, card: str) -> None:
    days = Days(party_at=at(landmark - 1)).rolls(0)
    days.travel(landmark)
    assert triggered(days) == [("card", card)]


@rule("OVL-10", "TWN-21")
@pytest.mark.parametrize(
    ("face", "comes"),
    [(0, ("card", "meadow")), (2, ("card", "bandits")), (5, ("caravan", "caravan"))],
)
def test_the_unstable_die_says_what_comes(face: int, comes: tuple[str, str]) -> None:
    days = Days(party_at=at(UNSTABLE - 1)).rolls(face, 0, 0)
    days.travel(UNSTABLE)
    assert triggered(days) == [comes]


@rule("OVL-12")
def test_a_hex_without_an_icon_brings_nothing() -> None:
    days = Days(party_at=at(1)).rolls(0)
    days.travel(2)
    assert triggered(days) == []
