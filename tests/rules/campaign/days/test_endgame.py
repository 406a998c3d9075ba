"""The endgame (p51)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import Told
from protocol.campaign import DayPhaseBegan, EncounterTriggered, OverlandCardPlaced, SessionEnded
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.quests import (
    Endgame,
    EndgameDay,
    Ending,
    KeywordEffect,
    Tracker,
)
from server.rules.campaign.components.words import Keyword, TrackerId
from server.rules.campaign.kernel.state import SessionPlan
from tests.rules.campaign.asks import Count, Says
from tests.rules.campaign.sessions import CLASH, STRIP, WEATHER, Days, at, strip

rule = pytest.mark.rule
TALK = (Choice("talk", "Talk", "", outcomes=(Count("talked", 1),)),)
FIGHT = (Choice("fight", "Fight", "", "clash", xp=1, encounter=CLASH),)
WALKED = KeywordEffect(Keyword("Walked"), "You know the way.", (Count("known", 1),))
END = Endgame(
    "strip-end",
    STRIP,
    "The End",
    "",
    (EndgameDay("Dusk", "", TALK), EndgameDay("Dark", "", FIGHT)),
    keywords=(WALKED,),
    trackers=(Tracker(TrackerId("doom"), "Doom", start=1),),
    endings=(Ending("It is over."),),
    lost="It is lost.",
)


def last(endgame: Endgame = END, **changes: Any) -> Days:
    """A third session about to be prepared."""
    fields = {
        "day": 0,
        "day_phase": "prepare",
        "step": "",
        "quest": "",
        "party_at": None,
        **changes,
    }
    plan = SessionPlan("strip", "undaunted", endgame=True)
    settings = {"session": 3}
    return (
        Days(province=strip(endgame=endgame), plan=plan, settings=settings, **fields)
        .rolls(0)
        .rests()
    )


@rule("END-1", "END-2", "END-5", "END-8")
def test_its_days_have_their_encounters_in_order_and_no_party_token() -> None:
    days = last()
    assert days.state.party_at is None
    assert [one.name for one in days.events(EncounterTriggered)] == ["Dusk", "Dark"]
    assert (days.state.day, days.state.trackers["talked"], days.state.trackers["doom"]) == (2, 1, 1)
    days.called()


@rule("END-4")
def test_no_overland_card_is_drawn_and_the_province_does_nothing() -> None:
    days = last()
    assert not days.events(OverlandCardPlaced)
    assert days.state.trackers[WEATHER] == 0


@rule("END-4")
def test_the_province_acts_on_a_day_that_says_so() -> None:
    dusk = EndgameDay("Dusk", "", TALK, icons=True)
    days = last(replace(END, days=(dusk, END.days[1])))
    assert [one.where for one in days.events(OverlandCardPlaced)] == ["icon", "bottom"]


@rule("END-6", "CMP-1")
def test_the_last_days_success_wins_the_campaign() -> None:
    days = last().returns("victory")
    assert [one.outcome for one in days.events(SessionEnded)] == ["victory"]
    assert days.events(Told)[-1].what == "It is over."
    assert "end-of-day" not in [one.phase for one in days.events(DayPhaseBegan)][-3:]


@rule("END-6", "CMP-5")
def test_a_day_that_is_lost_loses_the_campaign() -> None:
    days = last().returns("defeat")
    assert days.state.outcome == "defeat"
    assert days.events(Told)[-1].what == "It is lost."


@rule("KEY-4", "END-5")
@pytest.mark.parametrize(("adds", "known"), [(False, 1), (True, 2)])
def test_a_keyword_acts_once_or_for_each_time_that_it_was_recorded(adds: bool, known: int) -> None:
    endgame = replace(END, keywords=(replace(WALKED, adds=adds),))
    days = last(endgame, keywords=("Walked", "Walked"))
    assert days.state.trackers["known"] == known
    assert "known" not in last(endgame).state.trackers


@rule("END-5")
def test_a_keyword_of_a_day_acts_as_that_day_begins() -> None:
    late = replace(END, keywords=(replace(WALKED, day=2),), days=(END.days[1], END.days[1]))
    days = last(late, keywords=("Walked",))
    assert "known" not in days.state.trackers
    days.returns("victory")
    assert days.state.trackers["known"] == 1


@rule("END-3")
def test_effects_on_overland_movement_do_nothing() -> None:
    days = last(replace(END, start=(Says("faster", (2,)),)))
    assert set(days.state.trackers) == {WEATHER, "doom", "talked"}
    assert days.state.party_at != at(0)


@rule("END-2", "DAY-3")
def test_the_day_limit_does_not_count() -> None:
    days = last(replace(END, days=(EndgameDay("Dusk", "", TALK),) * 13))
    assert (days.state.outcome, days.state.day) == ("victory", 13)


@rule("END-7")
def test_its_battles_are_told_that_it_is_the_third_session() -> None:
    assert last().called().settings.session == 3
