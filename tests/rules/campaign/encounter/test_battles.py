"""What a battle is told, and what it gives back (p54, p67)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import BattleResult
from protocol.ids import UnitId
from server.rules.battle.components.active_effects import TWIST
from server.rules.battle.party import Party, party_of
from server.rules.campaign.components.choices import Twist
from server.rules.campaign.components.words import TrackerId, TwistId
from tests.rules.campaign.asks import Counted
from tests.rules.campaign.sessions import (
    CONFLICT,
    EFFECT,
    PEACE,
    RAIN,
    WAR,
    WEATHER,
    Days,
    at,
    strip,
)
from tests.scene import hero

rule = pytest.mark.rule
A1 = UnitId("a1")


def attacked(*heroes: Any, **changes: Any) -> Days:
    """A party that bandits fight."""
    days = Days(*heroes, **{"party_at": at(CONFLICT - 1), **changes})
    return days.rolls(0, 0).travel(CONFLICT)


def test_a_battle_is_told_the_dial_the_difficulty_and_the_weather() -> None:
    days = attacked(dial=9, trackers={WEATHER: 1}, settings={"difficulty": "expert", "session": 2})
    told = days.called().settings
    assert (told.xp, told.difficulty, told.session) == (9, "expert", 2)
    assert (told.world["province"], told.world["weather"]) == ("BM", "rainy")


def test_a_twist_comes_where_its_requirement_is_met_and_one_that_waits_comes_once() -> None:
    fight = replace(WAR.choices[0], twists=(Twist(TwistId("fog"), (Counted(WEATHER, 1),)),))
    foggy = strip(cards=(PEACE, RAIN, replace(WAR, choices=(fight,))))
    assert "fog" not in attacked(province=foggy).called().settings.world
    days = attacked(province=foggy, trackers={WEATHER: 1}, twists=("mud",))
    world = days.called().settings.world
    assert (world["fog"], world["mud"]) == (TWIST, TWIST)
    assert days.returns().state.twists == ()


def test_the_party_comes_out_as_the_battle_left_it() -> None:
    days = attacked(hero(at=None, hp=5, health=5))
    worn: Party = party_of(days.state)
    chip = replace(worn.units[A1], hp=2)
    days.called()
    days.returns("victory", party=replace(worn, units={A1: chip}))
    assert days.state.units[A1].hp == 3  # a night's rest of an Adept heals 1


@pytest.mark.parametrize(("result", "journal"), [("defeat", 1), ("retreat", 1), ("victory", 0)])
def test_a_lost_battle_is_noted_with_its_encounter_and_choice(
    result: BattleResult, journal: int
) -> None:
    days = attacked()
    days.called()
    days.returns(result)
    choice = WAR.choices[0].id
    assert days.state.journal.get(f"lost:{WAR.id}:{choice}", 0) == journal


@rule("DEF-6")
def test_a_party_that_fell_is_carried_to_the_closest_town_and_rests_there() -> None:
    days = attacked(hero(at=None, hp=5))
    fallen = replace(party_of(days.state).units[A1], hp=0, fate="defeated")
    days.returns("defeat", all_fell=True, party=replace(party_of(days.state), units={A1: fallen}))
    days.answer("overland.refuge", "town:easting").rests()
    assert days.state.party_at == at(10)
    assert (days.state.units[A1].hp, days.state.units[A1].fate) == (1, "")


@rule("KEY-2")
def test_the_guilds_assist_is_the_sessions_major_keyword() -> None:
    days = attacked(settings={"assist": True})
    assert days.called().settings.assist
    days.returns(assist=True)
    assert (days.state.major, days.state.keywords) == ("Guild Assist", ("Guild Assist",))


def test_a_battles_own_xp_goes_to_adventurers_alone() -> None:
    days = attacked().returns("defeat", bonus=2)
    assert (days.state.dial, set(days.state.saved.values())) == (2, {2})


UNREST = TrackerId("unrest")
RESTLESS = strip(effect=replace(EFFECT, gauge=replace(EFFECT.gauge, id=UNREST), icons=()))


@rule("ENS-1")
@pytest.mark.parametrize("result", ["victory", "defeat", "retreat"])
@pytest.mark.parametrize(("before", "by", "after"), [(0, 1, 1), (1, 3, 2), (2, 1, 2), (1, 0, 1)])
def test_unrest_that_rose_in_a_battle_stays_risen_as_far_as_the_gauge_goes(
    result: BattleResult, before: int, by: int, after: int
) -> None:
    """Unbridled raises unrest in High Rock, whoever wins."""
    days = attacked(province=RESTLESS, trackers={UNREST: before})
    assert days.called().settings.world["unrest"] == str(before)
    days.returns(result, tally={"unrest": by} if by else {})
    assert days.state.trackers[UNREST] == after


def test_unrest_is_nothing_where_another_gauge_lies() -> None:
    days = attacked().returns(tally={"unrest": 2})
    assert UNREST not in days.state.trackers
