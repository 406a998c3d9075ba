"""What the Reward Phase gives, day by day (p43)."""

import pytest

from protocol.campaign import RewardRaised
from protocol.ids import UnitId
from server.rules.campaign.components.words import TownId
from server.rules.campaign.outcomes import RunningSession
from tests.rules.campaign.sessions import CONFLICT, PEACEFUL, Days, at, running
from tests.scene import hero

rule = pytest.mark.rule


def to_the_conflict(*heroes: object) -> Days:
    """The party stands one hex before the conflict landmark, whose card is worth 2 XP."""
    days = Days(*heroes, party_at=at(CONFLICT - 1)).rolls(*[0] * 6)
    return days.travel(CONFLICT)


@rule("RWD-2", "RWD-4")
def test_a_battles_bonus_goes_to_adventurers_and_not_to_the_dial() -> None:
    days = to_the_conflict().returns("victory", bonus=1)
    assert days.state.dial == 2 + 2
    assert days.state.saved == {"a1": 2 + 1}


@rule("RWD-2", "RWD-5")
def test_skyshards_give_their_xp_although_the_encounter_failed() -> None:
    days = to_the_conflict().returns("retreat", bonus=2)
    assert days.state.dial == 2
    assert days.state.saved == {"a1": 2}


@rule("RWD-5")
def test_but_not_to_a_party_that_was_defeated() -> None:
    days = to_the_conflict().returns("defeat", bonus=2, all_fell=True)
    assert days.state.saved == {"a1": 0}


@rule("RWD-11", "RWD-2")
def test_the_defeated_are_rewarded_like_the_others() -> None:
    days = Days(hero("a1", at=None), hero("a2", at=None, fate="defeated"), party_at=at(2))
    days.rolls(*[0] * 6).travel(PEACEFUL)
    assert days.state.saved == {"a1": 1, "a2": 1}
    assert days.state.dial == 3


@rule("EOB-5")
def test_a_peaceful_encounter_has_no_cleanup() -> None:
    """Bonus HP, active dice and what was drained stay as they are."""
    worn = hero("a1", at=None, bonus=2, active=["annulment"], drained=["combat"])
    days = Days(worn, party_at=at(2)).rolls(*[0] * 6).travel(PEACEFUL)
    mat = days.state.adventurers[UnitId("a1")]
    assert days.state.units[UnitId("a1")].bonus == 2
    assert (len(mat.active), len(mat.drained)) == (1, 1)


@rule("RWD-8", "RWD-10")
def test_keywords_towns_and_the_quests_progress_are_written_down() -> None:
    session = RunningSession.of(running(Days(day_phase="reward")))
    session.record("Befriended")
    session.close(TownId("easting"))
    session.counted("seals", 2)
    state = session.state
    assert (state.keywords, state.closed, state.trackers["seals"]) == (
        ("Befriended",), ("easting",), 2,
    )  # fmt: skip


@rule("GEN-15")
def test_you_in_an_overland_text_is_the_whole_party() -> None:
    days = Days(hero("a1", at=None), hero("a2", at=None), party_at=at(2))
    days.rolls(*[0] * 6).travel(PEACEFUL)
    assert [event.xp for event in days.events(RewardRaised)] == [1]
    assert set(days.state.saved.values()) == {1}
