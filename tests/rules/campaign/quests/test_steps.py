"""The guild quest's steps (p46, p47)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.campaign import EncounterTriggered, SessionEnded, StepEnded, StepReached
from server.rules.campaign.components.blocks import Rule
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.quests import Step, TokenStart, Tracker, Way
from server.rules.campaign.components.words import PlaceId, StepId, TrackerId
from tests.rules.campaign.asks import At, Count, Counted
from tests.rules.campaign.sessions import (
    BARROW,
    CLASH,
    EAST,
    FIRST,
    LAST,
    Days,
    at,
    with_steps,
)

rule = pytest.mark.rule
FIGHT = Choice("fight", "Fight", "", "clash", encounter=CLASH)


def to_barrow(*steps: Step, **changes: Any) -> Days:
    """A party that has walked to the Barrow, where the first of these steps is."""
    days = Days(province=with_steps(*steps), **{"party_at": at(7), **changes})
    return days.rolls(*[0] * 6).travel(BARROW)


def ended(days: Days) -> list[tuple[str, bool]]:
    return [(one.step, one.success) for one in days.events(StepEnded)]


@rule("QST-1", "QST-2")
def test_steps_are_read_one_after_the_other() -> None:
    days = to_barrow(FIRST, LAST)
    assert (ended(days), days.state.step, days.state.done) == ([("A01", True)], "B02", ("A01",))
    assert [one.step for one in days.events(StepReached)] == ["B02"]


@rule("QST-3")
def test_a_step_is_completed_at_the_end_of_the_encounter_phase_in_which_it_is_done() -> None:
    counting = replace(FIRST, trigger=(), choices=(), done=(Counted("weather", 1),))
    days = Days(province=with_steps(counting, LAST), party_at=at(1)).rolls(1)
    days.travel(2)
    assert ended(days) == []  # the rain comes at the end of the day
    days.rolls(0).travel(2 + 1)
    assert ended(days) == [("A01", True)]


@rule("QST-4", "QST-5", "SES-1", "CMP-5")
def test_a_step_whose_battle_is_lost_fails_and_the_session_with_it() -> None:
    days = to_barrow(replace(FIRST, choices=(FIGHT,)), LAST).returns("defeat")
    assert ended(days) == [("A01", False)]
    assert [one.outcome for one in days.events(SessionEnded)] == ["defeat"]
    assert days.play.over


@rule("QST-4")
def test_a_step_that_may_be_tried_again_does_not_fail_with_its_battle() -> None:
    days = to_barrow(replace(FIRST, choices=(FIGHT,), again=True), LAST).returns("retreat")
    assert (ended(days), days.state.step) == ([], "A01")
    days.asked("overland.move")


def test_a_step_fails_where_what_it_must_prevent_has_come() -> None:
    doomed = replace(FIRST, trigger=(), fails=(Counted("weather", 1),))
    days = Days(province=with_steps(doomed, LAST), party_at=at(1)).rolls(1)
    days.travel(2)
    assert (ended(days), days.state.outcome) == ([("A01", False)], "defeat")


@rule("QST-7", "RWD-1")
def test_a_linked_steps_encounter_follows_at_once_before_the_reward_phase() -> None:
    linked = replace(LAST, trigger=(), choices=(FIGHT,), linked=True)
    days = to_barrow(FIRST, linked)
    assert [one.name for one in days.events(EncounterTriggered)] == ["A01", "B02"]
    assert (days.state.day, days.state.dial) == (2, 2)
    days.called()
    days.returns()
    assert (days.state.outcome, days.state.dial) == ("victory", 2 + FIRST.xp + LAST.xp)


def test_a_way_leads_to_another_step() -> None:
    third = replace(LAST, id=StepId("C09"))
    days = to_barrow(replace(FIRST, next=(Way(StepId("C09")),)), LAST, third)
    assert days.state.step == "C09"
    barred = replace(FIRST, next=(Way(StepId("C09"), (At("westing"),)),))
    assert to_barrow(barred, LAST, third).state.step == "B02"


@rule("QST-8")
def test_a_steps_rules_act_as_long_as_it_is_the_one_to_be_done() -> None:
    counts = Rule("day-starts", (Count("mornings", 1),))
    ruled = replace(FIRST, rules=(counts,))
    days = Days(province=with_steps(ruled, LAST), party_at=at(6), trackers={"weather": 0})
    days.rolls(*[0] * 9).travel(7)
    assert days.state.trackers["mornings"] == 2
    days.travel(BARROW)
    assert (days.state.step, days.state.trackers["mornings"]) == ("B02", 2)


@rule("QST-8")
def test_a_rule_that_may_act_asks_the_party() -> None:
    may = Rule("day-starts", (Count("prayers", 1),), may=True, text="Pray?")
    days = Days(province=with_steps(replace(FIRST, rules=(may,)), LAST))
    days.answer("session.may", "yes")
    assert days.state.trackers["prayers"] == 1


@rule("SET-13")
def test_a_steps_tokens_and_counters_are_set_as_it_begins() -> None:
    pilgrim = TokenStart("npc", PlaceId("westing"), "A pilgrim")
    later = replace(
        LAST, tokens=(pilgrim,), trackers=(Tracker(TrackerId("seals"), "Seals", start=3),)
    )
    days = to_barrow(FIRST, later)
    assert days.state.tokens == {"npc": at(0)}
    assert days.state.trackers["seals"] == 3


@rule("NPC-5")
def test_of_several_places_for_a_token_the_party_chooses() -> None:
    days = to_barrow(
        FIRST, replace(LAST, tokens=(TokenStart("objective", PlaceId("field"), "It"),))
    )
    days.answer("overland.place", "4,0")
    assert days.state.tokens == {"objective": at(4)}


@rule("QST-3", "SES-2", "RWD-12")
def test_the_day_on_which_the_quest_is_done_has_a_reward_phase_and_no_night() -> None:
    days = Days(step="B02", done=("A01",), party_at=at(9))
    days.travel(EAST).returns("victory")
    phases = [one.phase for one in days.events(type(days.told[1])) if hasattr(one, "phase")]
    assert "rest" not in phases
    assert (days.state.dial, days.state.outcome) == (2 + LAST.xp, "victory")
