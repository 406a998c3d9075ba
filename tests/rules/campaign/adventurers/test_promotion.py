"""Promotion between battles, and what class sheets say of the days (p25, p31)."""

import pytest

from protocol.ids import LineId, UnitId
from server.rules.battle.encounter import side_quests as gaining
from server.rules.battle.kernel.state import Deck, Row
from server.rules.campaign.adventurers import promotion
from server.rules.campaign.components.quests import SideQuest
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import social
from server.rules.campaign.overland import movement
from server.rules.campaign.quests import side_quests
from server.rules.campaign.reward import grow
from tests.rules.campaign.sessions import Days, running
from tests.scene import hero
from tests.scene.days import Day

rule = pytest.mark.rule
A1 = UnitId("a1")
FULL = (
    Row("health", LineId("combat"), 0, 1),
    Row("stamina", LineId("bow"), 3, 1),
    Row("magicka", LineId("shadow"), 1, 1),
    Row(LineId("two-handed"), LineId("speech"), 1, 1),
)


def _grow(session: Session) -> None:
    assert grow(session)


@rule("ADV-10", "CLS-1", "CLS-20")
def test_a_promotion_that_the_mat_has_earned_is_offered_at_once_and_may_wait() -> None:
    pilgrim = hero(cls="pilgrim")
    day = Day(pilgrim, do=_grow, rows=FULL, lines=("combat", "bow"), saved={"a1": 0})
    assert "use:promote" in day.offered("together.advance")
    day.answer("together.advance", "use:promote").answer("together.advance", "done")
    assert day.mat("a1").master


@rule("ADV-10")
def test_one_that_is_not_earned_is_not_offered() -> None:
    rows = (*FULL[:3], Row(LineId("two-handed")))
    day = Day(hero(cls="pilgrim"), do=_grow, rows=rows, lines=("combat", "bow"), saved={"a1": 0})
    assert "use:promote" not in day.offered("together.advance")


@pytest.mark.parametrize(
    ("cls", "journal", "earned"),
    [
        ("knight", {"side-quest-done": 1}, False),
        ("knight", {"side-quest-done": 2}, True),
        ("bard", {"side-quest-done:the-prodigal-bandit": 1}, False),
        ("bard", {"side-quest-done:bard-harder": 1}, True),
        ("ranger", {"unstable-won:2": 1, "unstable-won:3": 1}, False),
        ("ranger", {"unstable-won:2": 1, "unstable-won:3": 1, "unstable-won:4": 1}, True),
        ("ranger", {"unstable-won:1": 1, "unstable-won:2": 1, "unstable-won:4": 1}, False),
    ],
)
def test_the_days_can_earn_a_promotion(cls: str, journal: dict[str, int], earned: bool) -> None:
    days = Days(hero(cls=cls, at=None), day=4, journal=journal, day_phase="overland")
    assert promotion.is_earned(running(days), A1) is earned


@pytest.mark.parametrize(
    ("cls", "master", "tenacity", "hexes"),
    [
        ("scout", False, 2, 3),
        ("scout", False, 3, 5),
        ("scout", True, 2, 5),
        ("ranger", False, 0, 4),
        ("knight", False, 5, 3),
    ],
)
def test_scouts_and_rangers_lead_the_party_farther(
    cls: str, master: bool, tenacity: int, hexes: int
) -> None:
    guide = hero(cls=cls, master=master, tenacity=tenacity, at=None)
    days = Days(guide, day=4, day_phase="overland")
    assert movement.base_movement(running(days)) == hexes


def test_an_infamous_rogue_makes_every_social_check_easier_by_3() -> None:
    """Difficulty 3: it succeeds with nothing; a novice's does not."""
    found: list[bool] = []

    def check(session: Session) -> None:
        found.append(social.check(session, "bluff", 3))

    Day(hero(cls="rogue", master=True, tenacity=2), do=check).begin()
    Day(hero(cls="rogue", tenacity=0), do=check).begin()
    assert found == [True, False]


def test_a_knight_takes_heart_from_a_side_quest_that_the_party_gains_between_battles() -> None:
    day = Day(
        hero(cls="knight", hp=1, tenacity=0),
        do=lambda session: gaining.gain_side_quest(session.battle, "the-prodigal-bandit"),
    )
    day.answer("side-quest-gained", "heal")
    assert day.hp("a1") == 5


def test_a_master_knight_is_made_whole_by_a_side_quest_that_is_completed() -> None:
    quest = SideQuest("q", "Q", "", "")
    knight = hero(cls="knight", master=True, hp=1, track=["OF", "combat"])
    day = Day(
        knight,
        do=lambda session: side_quests.complete(session, quest),
        side_quests=("q",),
        decks={"side-quests": Deck()},
    )
    assert (day.hp("a1"), day.track("a1"), day.row("a1")) == (5, [], ["combat"])
