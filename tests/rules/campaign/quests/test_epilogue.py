"""How a guild quest ends (p46, p49, p50)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import Told
from server.rules.campaign.components.quests import Ending
from tests.rules.campaign.asks import Counted, Says
from tests.rules.campaign.sessions import EAST, QUEST, WEATHER, Days, at, strip

rule = pytest.mark.rule


def home(**changes: Any) -> Days:
    """A session whose quest has just been done."""
    days = Days(**{"step": "B02", "done": ("A01",), "party_at": at(9), **changes})
    return days.travel(EAST).returns("victory")


@rule("KEY-1", "QST-6")
def test_a_quest_that_is_done_gives_its_major_keyword() -> None:
    days = home()
    assert (days.state.major, days.state.keywords) == ("Walked", ("Walked",))


@rule("KEY-2", "GA-1")
def test_a_session_in_which_the_guild_helped_has_that_as_its_major_keyword() -> None:
    days = home(major="Guild Assist", keywords=("Guild Assist",))
    assert days.state.keywords == ("Guild Assist",)


@rule("QST-6", "SES-3")
def test_the_epilogue_of_the_first_session_names_the_next_quest() -> None:
    assert home().state.chosen == "quest:strip:undaunted"


@rule("SES-4")
def test_that_of_the_second_names_none() -> None:
    assert home(settings={"session": 2}).state.chosen == ""


@rule("QST-6", "KEY-3", "KEY-4")
def test_the_first_ending_that_fits_is_told_and_may_leave_a_minor_keyword() -> None:
    wet = Ending("It rained.", (Counted(WEATHER, 1),), (Says("record", ("Soaked",)),))
    dry = Ending("It was dry.")
    epilogue = replace(QUEST.epilogue, endings=(wet, dry))
    rained = strip(quests={"undaunted": replace(QUEST, epilogue=epilogue)})
    days = home(province=rained, trackers={WEATHER: 1})
    assert days.state.keywords == ("Soaked", "Walked")
    assert [one.what for one in days.events(Told)] == ["It rained."]
    assert home(province=rained).state.keywords == ("Walked",)
