"""A session from day to day (p34, p36, p43, p45)."""

import pytest

from protocol.campaign import DayBegan, DayPhaseBegan, SessionEnded
from tests.rules.campaign.sessions import BARROW, EAST, WEST, Days, at

rule = pytest.mark.rule


def phases(days: Days) -> list[str]:
    return [event.phase for event in days.events(DayPhaseBegan)]


@rule("DAY-1", "DAY-2", "DAY-4", "DAY-5")
def test_a_day_without_an_encounter_goes_through_its_phases() -> None:
    """The party stands beside Westing, where nothing is."""
    days = Days(party_at=at(1)).rolls(0)
    days.travel(2)
    assert phases(days)[:6] == ["overland", "encounter", "reward", "growth", "end-of-day", "rest"]
    assert [event.day for event in days.events(DayBegan)] == [2, 3]
    days.asked("overland.move")


@rule("OVL-2")
def test_on_day_1_the_party_stays_and_has_a_town_encounter() -> None:
    days = Days(day=0).rolls(0).rests()
    assert (days.state.day, days.state.party_at) == (2, at(WEST))
    assert days.state.encounter is None
    days.asked("overland.move")


@rule("DAY-3")
def test_a_quest_that_is_not_done_by_the_end_of_day_12_is_lost() -> None:
    days = Days(day=11, party_at=at(1)).rolls(0)
    days.travel(2)
    assert (days.state.outcome, days.state.day) == ("defeat", 12)
    assert days.play.over


def test_a_session_of_one_quest_is_played_from_its_first_day_to_its_end() -> None:
    """Westing, the Barrow, Easting: the quest's steps, its battle, its epilogue."""
    days = Days(day=0, day_phase="prepare", step="", guild="", quest="", party_at=None)
    days.rolls(*[0] * 30).rests()
    days.travel(1, 2, 3)
    days.travel(4, 5, 6)
    days.travel(7, BARROW)
    assert days.state.step == "B02"
    days.travel(9, EAST)
    assert days.called().settings.encounter == "plain-clash"
    days.returns()
    assert days.state.outcome == "victory"
    assert (days.state.major, days.state.dial) == ("Walked", 2 + 1 + 2 + 3)
    assert [event.outcome for event in days.events(SessionEnded)] == ["victory"]
