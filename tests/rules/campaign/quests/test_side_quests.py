"""Side quests (p48)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import SideQuestGained
from protocol.campaign import SideQuestEnded
from server.rules.battle.kernel.state import Deck
from server.rules.campaign.components.blocks import Rule
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.quests import SideQuest
from tests.rules.campaign.asks import At, Count, Says
from tests.rules.campaign.sessions import BARROW, EFFECT, Days, at, strip

rule = pytest.mark.rule
DIG = (Choice("dig", "Dig", ""),)
GRAVE = SideQuest(
    "grave",
    "A Grave",
    "",
    "Dig.",
    trigger=(At("barrow"),),
    choices=DIG,
    xp=1,
    rewards=(Count("rings", 1),),
)
QUESTS = [replace(GRAVE, id=name, title=name) for name in ("bell", "crown", "drum", "egg", "fish")]


def at_barrow(*quests: SideQuest, **changes: Any) -> Days:
    names = tuple(one.id for one in quests)
    days = Days(side_quests=quests, side_quests_held=names, party_at=at(7), step="B02", **changes)
    return days.rolls(*[0] * 6).travel(BARROW)


def drawing(*held: str) -> Days:
    """A day that begins with two side quests being drawn."""
    rules = (Rule("day-starts", (Says("gain_side_quest"),)),)
    quests = [*QUESTS, GRAVE]
    deck = {one.id: 1 for one in quests if one.id not in held}
    return Days(
        province=strip(effect=replace(EFFECT, rules=rules)),
        side_quests=quests,
        side_quests_held=held,
        decks={"side-quests": Deck(cards=deck)},
    ).rolls(0, 0)


@rule("SQ-3")
def test_a_side_quest_is_completed_by_its_encounter_and_its_card_goes() -> None:
    days = at_barrow(GRAVE)
    assert days.state.side_quests == ()
    assert (days.state.dial, days.state.trackers["rings"]) == (3, 1)


@rule("SQ-3")
def test_one_with_a_condition_is_completed_at_the_end_of_an_encounter_phase() -> None:
    days = at_barrow(replace(GRAVE, trigger=(), choices=(), done=(At("barrow"),)))
    assert [one.quest for one in days.events(SideQuestEnded)] == ["grave"]


@rule("SQ-4", "SQ-5")
def test_one_that_is_left_open_stays_and_costs_nothing() -> None:
    days = at_barrow(replace(GRAVE, trigger=(At("easting"),)))
    assert (days.state.side_quests, days.state.dial) == (("grave",), 2)


def test_a_card_that_is_kept_is_rewarded_once() -> None:
    days = at_barrow(replace(GRAVE, kept=True))
    assert (days.state.side_quests, days.state.finished) == (("grave",), ("grave",))
    days.rolls(*[0] * 6).travel()
    assert days.state.trackers["rings"] == 1


@rule("SQ-1", "TWN-14")
def test_of_two_that_are_drawn_one_at_most_is_kept() -> None:
    days = drawing()
    assert days.offered("quest.side") == ["bell", "crown"]
    days.answer("quest.side", "crown")
    assert days.state.side_quests == ("crown",)
    assert days.state.decks["side-quests"].discard == ("bell",)
    assert [one.quest for one in days.events(SideQuestGained)] == ["crown"]


@rule("SQ-1", "SQ-2")
def test_a_fifth_one_pushes_one_out() -> None:
    days = drawing("bell", "crown", "drum", "egg")
    days.answer("quest.side", "fish")
    assert days.offered("quest.room") == ["bell", "crown", "drum", "egg", "fish"]
    days.answer("quest.room", "crown")
    assert days.state.side_quests == ("bell", "drum", "egg", "fish")
    assert "crown" in days.state.decks["side-quests"].discard


@rule("SQ-1")
def test_the_one_that_was_drawn_may_be_the_one_that_goes() -> None:
    days = drawing("bell", "crown", "drum", "egg")
    days.answer("quest.side", "fish").answer("quest.room", "fish")
    assert days.state.side_quests == ("bell", "crown", "drum", "egg")
