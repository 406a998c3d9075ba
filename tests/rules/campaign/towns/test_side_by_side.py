"""What one is asked in the middle of a town action lets all others go on (p39; TWN-8)."""

import pytest

from server.rules.battle.kernel.state import Deck
from server.rules.campaign.components.quests import SideQuest
from server.rules.campaign.components.towns import Shop
from tests.rules.campaign.towns.test_visiting import LOAF, shop, stay, town
from tests.scene import hero
from tests.scene.days import Day

rule = pytest.mark.rule
QUESTS = tuple(SideQuest(f"q{n}", f"Quest {n}", "", "") for n in (1, 2, 3, 4))


def at_the_board() -> Day:
    """Two in a town with a board and an inn; the first has read the board."""
    decks = {"side-quests": Deck(cards={quest.id: 1 for quest in QUESTS})}
    day = stay(
        hero("a1"), hero("a2", hp=1), at=town(quest_board=True, inn=True), quests=QUESTS,
        decks=decks,
    )  # fmt: skip
    day.rolls(0, 0).answer("together.town", "board", by="a1")
    return day


@rule("TWN-8", "TWN-14")
def test_while_the_party_looks_at_side_quests_everybody_goes_on() -> None:
    day = at_the_board()
    assert [one.why for one in day.questions] == ["together.town", "together.town", "quest.side"]
    day.answer("together.town", "inn", by="a2")
    assert day.hp("a2") == 5
    assert day.offered("quest.side") == ["q1", "q2"]
    day.answer("quest.side", "q2")
    assert day.state.side_quests == ("q2",)
    assert [one.why for one in day.questions] == ["together.town", "together.town"]


@rule("TWN-14")
def test_two_boards_that_were_read_are_answered_one_by_one() -> None:
    day = at_the_board().rolls(0, 0).answer("together.town", "board", by="a2")
    sides = [one for one in day.questions if one.why == "quest.side"]
    assert len(sides) == 2
    day.answer("quest.side", "q1").answer("quest.side", "q3")
    assert day.state.side_quests == ("q1", "q3")
    assert day.state.decks["side-quests"].discard == ("q2", "q4")


@rule("TWN-1")
def test_nobody_leaves_a_town_before_what_was_asked_is_answered() -> None:
    day = at_the_board()
    day.answer("together.town", "done", by="a1").answer("together.town", "done", by="a2")
    assert [one.why for one in day.questions] == ["quest.side"]
    day.passes("quest.side")
    assert day.session.day_phase == "over"


@rule("OUT-1", "TWN-8")
def test_what_a_thief_wants_may_be_gone_before_it_has_chosen() -> None:
    thief = hero("a1", row=["light-fingers"])
    day = stay(thief, hero("a2"), at=town(shop=Shop(1)), decks=shop(LOAF))
    day.rolls(0, 0, "light-fingers-1").answer("together.town", "dice:", by="a1")
    assert "town.fingers" in [one.why for one in day.questions]
    day.answer("together.town", f"shop:common:{LOAF}:pack", by="a2")
    assert "town.fingers" not in [one.why for one in day.questions]
    assert day.row("a1") == ["light-fingers"]
