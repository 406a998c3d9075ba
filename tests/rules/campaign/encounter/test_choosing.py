"""Choices, checks and battles of an encounter (p36, p37, p42)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import BattleResult
from protocol.campaign import ChoiceTaken, EncounterEnded, RewardRaised, SocialCheckMade
from protocol.ids import UnitId
from server.rules.campaign.components.blocks import Figure
from server.rules.campaign.components.choices import Choice, SocialCheck
from tests.rules.campaign.asks import At, Costs, Count, Counted
from tests.rules.campaign.sessions import (
    CLASH,
    PEACE,
    PEACEFUL,
    RAIN,
    UNSTABLE,
    WAR,
    Days,
    at,
    strip,
)
from tests.scene import hero

rule = pytest.mark.rule
TALK = Choice("talk", "Talk", "", outcomes=(Count("talked", 1),))
WAIT = Choice("wait", "Wait", "", outcomes=(Count("waited", 1),))
FIGHT = Choice(
    "fight",
    "Fight",
    "",
    "clash",
    xp=3,
    encounter=CLASH,
    outcomes=(Count("won", 1),),
    failed=(Count("lost", 1),),
)


def met(
    *choices: Choice, heroes: tuple[Any, ...] = (), column: int = PEACEFUL, **changes: Any
) -> Days:
    """A party that has just drawn a card with these choices."""
    card = replace(PEACE, choices=choices)
    party = heroes or (hero(at=None, tenacity=2),)
    days = Days(*party, province=strip(cards=(card, RAIN, WAR)), party_at=at(column - 1), **changes)
    return days.rolls(0, 0).travel(column)


def counted(days: Days, name: str) -> int:
    return days.state.trackers.get(name, 0)


@rule("ENC-1")
def test_exactly_one_of_several_choices_is_taken() -> None:
    days = met(TALK, WAIT)
    assert days.offered("encounter.choice") == ["talk", "wait"]
    days.answer("encounter.choice", "wait")
    assert (counted(days, "talked"), counted(days, "waited")) == (0, 1)


@rule("ENC-1")
def test_a_choice_whose_requirement_is_not_met_is_not_offered() -> None:
    days = met(replace(TALK, requires=(At("easting"),)), WAIT)
    assert counted(days, "waited") == 1


@rule("ENC-1")
def test_a_choice_whose_price_nobody_can_pay_is_not_offered() -> None:
    days = met(replace(TALK, costs=(Costs(3),)), WAIT)
    assert counted(days, "waited") == 1
    days = met(replace(TALK, costs=(Costs(2),)), WAIT)
    days.answer("encounter.choice", "talk")
    assert days.state.adventurers[UnitId("a1")].tenacity == 0


def test_where_nothing_can_be_chosen_nothing_comes_of_it() -> None:
    days = met(replace(TALK, requires=(At("easting"),)))
    assert [one.success for one in days.events(EncounterEnded)] == [False]


@rule("ENC-2", "ENC-3")
def test_a_peaceful_choice_succeeds_by_itself() -> None:
    days = met(TALK)
    assert [one.success for one in days.events(EncounterEnded)] == [True]
    assert counted(days, "talked") == 1


@rule("ENC-2", "ENC-4")
def test_a_battle_that_is_won_gives_what_the_choice_says() -> None:
    days = met(FIGHT)
    assert days.called().settings.encounter == CLASH
    days.returns("victory")
    assert (counted(days, "won"), counted(days, "lost")) == (1, 0)
    assert days.state.dial == 5


@rule("ENC-5", "RWD-2")
@pytest.mark.parametrize("result", ["defeat", "retreat"])
def test_a_battle_that_is_not_won_gives_neither_reward_nor_xp(result: BattleResult) -> None:
    days = met(FIGHT).returns(result)
    assert (counted(days, "won"), counted(days, "lost")) == (0, 1)
    assert days.state.dial == 2


@rule("ENC-6", "RWD-2")
def test_a_cards_xp_goes_to_the_dial_and_to_everybody_in_the_reward_phase() -> None:
    days = met(FIGHT, heroes=(hero("a1", at=None), hero("a2", at=None, fate="defeated")))
    days.returns("victory")
    assert (days.state.dial, set(days.state.saved.values())) == (5, {3})


@rule("OVL-11")
def test_at_an_unstable_landmark_an_unstable_choice_is_taken() -> None:
    days = met(TALK, replace(WAIT, unstable=True), column=UNSTABLE)
    assert (counted(days, "talked"), counted(days, "waited")) == (0, 1)


@rule("OVL-11")
def test_elsewhere_it_is_one_of_the_choices() -> None:
    assert met(TALK, replace(WAIT, unstable=True)).offered("encounter.choice") == ["talk", "wait"]


@rule("OVL-11")
def test_an_unstable_choice_that_cannot_be_taken_forces_nothing() -> None:
    """Ours: what is forced and cannot be met is no choice."""
    barred = replace(WAIT, unstable=True, requires=(At("easting"),))
    assert counted(met(TALK, barred, column=UNSTABLE), "talked") == 1


@rule("RWD-6")
@pytest.mark.parametrize(("result", "tenacity"), [("victory", 2), ("defeat", 2)])
def test_an_encounter_at_an_unstable_landmark_gives_2_tenacity_even_if_it_failed(
    result: BattleResult, tenacity: int
) -> None:
    days = met(FIGHT, heroes=(hero(at=None),), column=UNSTABLE).returns(result)
    assert days.state.adventurers[UnitId("a1")].tenacity == tenacity


def checked(difficulty: str, *, gate: bool, **changes: Any) -> Choice:
    added = () if gate else (Count("persuaded", 1),)
    return replace(
        TALK, check=SocialCheck(Figure(difficulty), gate=gate, outcomes=added), **changes
    )


@rule("SOC-1", "SOC-7")
def test_a_choice_behind_a_failed_check_is_closed_and_the_check_is_not_tried_again() -> None:
    days = met(checked("3", gate=True), WAIT)
    days.answer("encounter.choice", "talk").answer("social.tenacity", "2")
    assert (counted(days, "talked"), counted(days, "waited")) == (0, 1)
    assert [one.success for one in days.events(SocialCheckMade)] == [False]
    assert days.state.adventurers[UnitId("a1")].tenacity == 0


@rule("SOC-2", "SOC-5", "SOC-7")
def test_a_choice_behind_a_check_that_succeeds_is_taken() -> None:
    days = met(checked("P+1", gate=True), WAIT)
    days.answer("encounter.choice", "talk").answer("social.tenacity", "2")
    assert counted(days, "talked") == 1
    assert [one.wanted for one in days.events(SocialCheckMade)] == [2]


@rule("SOC-3", "SOC-4")
def test_what_each_adds_to_a_check_is_asked_of_all_at_once_until_it_is_enough() -> None:
    heroes = (
        hero("a1", at=None, tenacity=2),
        hero("a2", at=None, tenacity=2, row=["intimidating-presence"]),
        hero("a3", at=None, row=["intimidating-presence"]),
    )
    days = met(checked("8", gate=False), heroes=heroes)
    dice = [(one.to[0], one.why) for one in days.questions]
    assert dice == [("a2", "social.dice"), ("a3", "social.dice")]
    days.answer("social.dice", by="a2")
    assert [one.to[0] for one in days.questions] == ["a3"]
    days.answer("social.dice")
    assert [(one.to[0], one.why) for one in days.questions] == [
        ("a1", "social.tenacity"),
        ("a2", "social.tenacity"),
    ]
    second = days.questions[1]
    days.answer("social.tenacity", "1")
    (left,) = days.questions
    assert (left.to, left.text) == (second.to, second.text.replace("8 missing", "7 missing"))


@rule("SOC-7")
def test_without_the_check_that_adds_a_reward_the_rest_still_happens() -> None:
    days = met(checked("3", gate=False)).answer("social.tenacity", "0")
    assert (counted(days, "talked"), counted(days, "persuaded")) == (1, 0)
    days = met(checked("2", gate=False)).answer("social.tenacity", "2")
    assert (counted(days, "talked"), counted(days, "persuaded")) == (1, 1)


def test_a_check_succeeds_by_itself_where_it_says_so() -> None:
    sure = SocialCheck(Figure("9"), gate=True, sure=(Counted("weather", 0),))
    days = met(replace(TALK, check=sure))
    assert counted(days, "talked") == 1
    assert [one.wanted for one in days.events(SocialCheckMade)] == [0]


def test_a_choice_for_one_alone_happens_to_whom_the_party_picks() -> None:
    alone = replace(TALK, alone=True, costs=(Costs(1),))
    pair = (hero("a1", at=None, tenacity=1), hero("a2", at=None, tenacity=1))
    days = met(alone, heroes=pair).answer("encounter.adventurer", "a2")
    assert [mat.tenacity for mat in days.state.adventurers.values()] == [1, 0]


@rule("ENC-7")
def test_several_choices_of_a_card_may_lead_to_the_same_battle() -> None:
    days = met(FIGHT, replace(FIGHT, id="sneak", xp=1))
    days.answer("encounter.choice", "sneak")
    assert days.called().settings.encounter == CLASH
    days.returns()
    assert [one.choice for one in days.events(ChoiceTaken)] == ["sneak"]
    assert [one.xp for one in days.events(RewardRaised)] == [1]
