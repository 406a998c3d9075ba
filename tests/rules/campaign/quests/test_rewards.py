"""What the Reward Phase gives (p43)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import BattleResult
from protocol.campaign import DayPhaseBegan
from protocol.ids import UnitId
from server.rules.campaign.components.quests import SideQuest
from server.rules.campaign.quests import side_quests
from tests.rules.campaign.asks import At, Count, Says
from tests.rules.campaign.sessions import (
    BARROW,
    CONFLICT,
    FIRST,
    LAST,
    Days,
    at,
    running,
    with_steps,
)
from tests.scene import hero

rule = pytest.mark.rule
A1 = UnitId("a1")


def fought(result: BattleResult = "victory", *heroes: Any, **outcome: Any) -> Days:
    """A party after a battle with bandits, who are worth 2 XP."""
    days = Days(*heroes, party_at=at(CONFLICT - 1)).rolls(0, 0).travel(CONFLICT)
    return days.returns(result, **outcome)


def dug(*rewards: Any, **changes: Any) -> Days:
    """A party that has done its step at the Barrow, which is rewarded so."""
    steps = with_steps(replace(FIRST, rewards=rewards), LAST)
    days = Days(**{"province": steps, "party_at": at(7), **changes})
    return days.rolls(*[0] * 6).answer("overland.move", f"{BARROW},0")


@rule("RWD-3")
def test_more_than_3_may_be_saved_until_the_phase_is_over() -> None:
    days = dug(saved={A1: 3})
    days.asked("together.advance")
    assert days.state.saved == {A1: 3 + FIRST.xp}
    days.rests()
    assert days.state.saved == {A1: 3}


@rule("RWD-4")
def test_bonus_xp_is_for_adventurers_and_never_for_the_dial() -> None:
    days = dug(Says("bonus_xp", (1,), to_party=True))
    assert (days.state.dial, days.state.saved) == (2 + FIRST.xp, {A1: FIRST.xp + 1})


@rule("RWD-5")
@pytest.mark.parametrize(("bonus", "saved"), [(2, 2), (0, 0)])
def test_what_a_lost_battle_gave_for_its_skyshards_is_saved(bonus: int, saved: int) -> None:
    days = fought("retreat", bonus=bonus)
    assert (days.state.dial, days.state.saved) == (2, {A1: saved})


@rule("RWD-11", "ENC-6")
def test_who_was_defeated_in_a_battle_that_was_won_is_rewarded_too() -> None:
    days = fought("victory", hero("a1", at=None), hero("a2", at=None, fate="defeated"))
    assert set(days.state.saved.values()) == {2}


@rule("RWD-1", "RWD-7")
def test_a_skill_die_that_is_a_reward_is_chosen_in_the_first_step() -> None:
    days = dug(Says("gain_die", (A1, 1)))
    assert [one.phase for one in days.events(DayPhaseBegan)][-1] == "reward"
    days.asked("growth.die")


@rule("RWD-8", "TWN-20")
def test_what_is_recorded_as_a_reward_stays_in_the_journal() -> None:
    days = dug(Says("record", ("Digger",)), Says("close", ("easting",))).rests()
    assert (days.state.keywords, days.state.closed) == (("Digger",), ("easting",))
    days.rests().travel()
    assert (days.state.keywords, days.state.closed) == (("Digger",), ("easting",))


@rule("RWD-10")
def test_how_far_the_quest_has_come_is_on_record() -> None:
    days = dug(Count("seals", 2)).rests()
    assert (days.state.done, days.state.step) == (("A01",), "B02")
    assert days.state.trackers["seals"] == 2


@rule("GEN-15")
def test_an_outcome_that_says_you_means_the_whole_party() -> None:
    pair = (hero("a1", at=None), hero("a2", at=None))
    steps = with_steps(replace(FIRST, rewards=(Says("tenacity", (2,), to_party=True),)), LAST)
    days = Days(*pair, province=steps, party_at=at(7)).rolls(*[0] * 6).travel(BARROW)
    assert [mat.tenacity for mat in days.state.adventurers.values()] == [2, 2]


@rule("EOB-5")
def test_a_peaceful_encounter_leaves_everything_as_it_is() -> None:
    """Its dice stay where they lie: nothing is cleaned up as after a battle."""
    worn = hero("a1", at=None, row=["combat"], active=["snipe"], track=["LF"], drained=["combat"])
    days = Days(worn, province=with_steps(FIRST, LAST), party_at=at(7))
    days.rolls(*[0] * 6).answer("overland.move", f"{BARROW},0")
    mat = days.state.adventurers[A1]
    assert (len(mat.active), len(mat.track), len(mat.drained)) == (1, 1, 1)


@rule("TWN-6", "CLS-20")
def test_a_side_quest_that_a_town_completes_counts_for_knights_and_heals_them() -> None:
    """Given a wounded, tired master Knight, for whom the completion of any side quest does it."""
    knight = hero("a1", at=None, cls="knight", master=True, hp=3, track=["LF"])
    errand = SideQuest("letter", "", "", "", done=(At("westing"),), in_town=True)
    days = Days(knight, side_quests=(errand,), side_quests_held=("letter",))
    session = running(days)
    side_quests.settle_in_town(session)
    mat = session.state.adventurers[A1]
    assert session.state.units[A1].hp > 3
    assert mat.track == ()
    journal = session.state.journal
    assert {key: n for key, n in journal.items() if "side-quest-done" in key} == {
        "side-quest-done": 1,
        "side-quest-done:letter": 1,
    }


@rule("TWN-6")
def test_a_side_quest_that_a_town_completes_pays_at_once_and_goes() -> None:
    errand = SideQuest(
        "letter",
        "A Letter",
        "",
        "Bring it.",
        done=(At("westing"),),
        in_town=True,
        xp=1,
        rewards=(Count("stamps", 1),),
    )
    days = Days(side_quests=(errand,), side_quests_held=("letter",))
    session = running(days)
    side_quests.settle_in_town(session)
    assert (session.state.side_quests, session.state.dial) == ((), 3)
    assert (session.state.saved, session.state.trackers["stamps"]) == ({A1: 1}, 1)
    assert (session.state.owed, session.state.due) == (0, ())
