"""What one is asked in the middle of a town action lets all others go on (p39; TWN-8)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from protocol.ids import ItemId
from server.rules.battle.kernel.state import Deck
from server.rules.campaign.components.quests import SideQuest
from server.rules.campaign.components.towns import Shop, Town, TownSquare
from tests.rules.campaign.towns.test_visiting import GROUP, GRUEL, LOAF, SHAWL, shop, stay, town
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


@dataclass(frozen=True)
class Does:
    """An outcome for tests: whatever a function does."""

    act: Callable[[Any, Any], object]
    text: str = "Something happens."

    def can(self, session: Any, who: Any) -> bool:
        """Always."""
        return True

    def do(self, session: Any, who: Any) -> None:
        """To those meant."""
        self.act(session, who)


def square(act: Callable[[Any, Any], object]) -> Town:
    """A town with an inn, a shop of one card, and a square where something happens to one."""
    return town(inn=True, shop=Shop(1), square=TownSquare("A Well", "Look.", (Does(act),)))


def whys(day: Day) -> list[tuple[str, str]]:
    """What is open, and to whom."""
    return [(one.why, one.to[0]) for one in day.questions]


TOWN = "together.town"


def offered(day: Day) -> list[str]:
    """What the first menu offers."""
    return day.offered(TOWN)


@rule("TWN-8", "INV-7")
def test_while_one_says_where_a_drawn_card_goes_the_others_go_on_and_cannot_buy_it() -> None:
    day = stay(
        hero("a1"),
        hero("a2", hp=1),
        at=square(lambda session, who: session.gain_items(who, "common")),
        decks=shop(LOAF, SHAWL, GRUEL),
    )
    day.rolls(*[0] * 4).answer(TOWN, "square", by="a1")
    assert whys(day) == [(TOWN, "a2"), ("item.gained", "a1")]
    (drawn,) = day.session.visit.aside  # type: ignore[union-attr]
    wares = {key.split(":")[2] for key in offered(day) if key.startswith("shop:")}
    assert len(wares) == 1
    assert drawn not in wares
    day.answer(TOWN, "inn", by="a2")
    assert day.hp("a2") == 5
    day.answer("item.gained", "pack", by="a1")
    assert [card.item for card in day.mat("a1").pack] == [drawn]
    assert day.session.visit.aside == ()  # type: ignore[union-attr]
    assert whys(day) == [(TOWN, "a1"), (TOWN, "a2")]


@rule("TWN-8", "LOK-12")
def test_while_a_lock_is_picked_the_others_go_on_and_the_item_is_not_for_sale() -> None:
    day = stay(
        hero("a1", cls="burglar", tenacity=2), hero("a2", hp=1),
        at=town(shop=Shop(1), inn=True), decks=shop(LOAF),
    )  # fmt: skip
    lock = day.catalogue.items[ItemId(LOAF)].lock
    wrong = [digit % 6 for digit in lock.digits]
    day.rolls(0, 0, *wrong).answer(TOWN, f"cutpurses-art:common:{LOAF}", by="a1")
    assert whys(day) == [(TOWN, "a2"), ("lockpick.adjust", "a1")]
    assert not [key for key in offered(day) if key.startswith("shop:")]
    day.answer(TOWN, "inn", by="a2").passes("lockpick.adjust")
    assert day.hp("a2") == 5
    day.passes("lockpick.keep")
    assert [key for key in offered(day) if key.startswith("shop:")]
    assert "cutpurses-art" not in str(offered(day))


@rule("TWN-8", "SOC-4")
def test_a_social_check_in_a_town_leaves_open_what_others_do() -> None:
    day = stay(
        hero("a1", tenacity=1),
        hero("a2", hp=1),
        hero("a3", tenacity=2),
        at=square(lambda session, who: session.check(3, "Talk.")),
        decks=shop(LOAF),
    )
    day.rolls(0, 0)
    day.answer(TOWN, "square", by="a1")
    assert whys(day) == [(TOWN, "a2"), (TOWN, "a3"), ("social.tenacity", "a1")]
    day.answer("social.tenacity", "1", by="a1")
    assert whys(day) == [(TOWN, "a2"), ("social.tenacity", "a3")]
    day.answer(TOWN, "inn", by="a2").answer("social.tenacity", "2", by="a3")
    assert (day.hp("a2"), day.mat("a3").tenacity) == (5, 0)
    assert whys(day) == [(TOWN, "a1"), (TOWN, "a2"), (TOWN, "a3")]


@rule("TWN-8", "TWN-12", "LIM-1")
def test_a_token_that_another_has_taken_meanwhile_is_told_and_the_choice_is_asked_again() -> None:
    """Given a line of which one token is left, drawn for one who ponders, when another trains it,
    then the first is told, and asked about the rest."""
    day = stay(
        hero("a1"), hero("a2"), hero("a3"),
        at=square(lambda session, who: session.train(who[0], ())), decks=shop(LOAF),
    )  # fmt: skip
    day.rolls(0, 0)
    day.rolls(0, 0).answer(TOWN, "square", by="a1")
    day.rolls(0, 0).answer(TOWN, "square", by="a2")
    day.rolls(0, 0).answer(TOWN, "square", by="a3")
    lines = {str(one.to[0]): one.shape.options[0].key for one in day.questions}  # type: ignore[union-attr]
    assert len(set(lines.values())) == 1
    for unit in ("a1", "a2"):
        day.answer("growth.line", lines[unit], by=unit).answer("create.slot", "slot:4L", by=unit)
    day.answer("growth.line", lines["a3"], by="a3").answer("create.slot", "slot:4L", by="a3")
    again = day.asked("growth.line")
    assert again.text.endswith("is no longer free. Which skill line do you train?")
    assert lines["a3"] not in day.offered("growth.line")


@rule("TWN-9")
def test_a_group_action_that_all_have_joined_waits_for_a_lock_that_is_being_picked() -> None:
    day = stay(
        hero("a1", cls="burglar", tenacity=2), hero("a2"),
        at=town(shop=Shop(1), inn=True, square=GROUP), decks=shop(LOAF),
    )  # fmt: skip
    lock = day.catalogue.items[ItemId(LOAF)].lock
    day.rolls(0, 0, *[digit % 6 for digit in lock.digits])
    day.answer(TOWN, "square", by="a1").answer(TOWN, f"cutpurses-art:common:{LOAF}", by="a1")
    day.answer("together.town.join", "yes", by="a2")
    assert day.session.visit.actions == {"a1": 2, "a2": 2}  # type: ignore[union-attr]
    day.passes("lockpick.adjust").passes("lockpick.keep")
    assert day.session.visit.actions == {"a1": 1, "a2": 1}  # type: ignore[union-attr]


@rule("TWN-8")
def test_two_who_look_at_the_same_cards_put_each_of_them_into_one_place() -> None:
    """Given two who have looked at the same two cards, when one puts the first of them under the
    deck, then the other one's answer leaves it there."""
    cards = {"meadow": 1, "shower": 1, "bandits": 1}
    day = stay(
        hero("a1"), hero("a2"),
        at=square(lambda session, who: session.look("peaceful", 2)),
        decks={**shop(LOAF), "peaceful": Deck(cards=cards)},
    )  # fmt: skip
    day.rolls(0, 0, 1, 1).answer(TOWN, "square", by="a1")
    day.rolls(0, 0).answer(TOWN, "square", by="a2")
    assert [one.why for one in day.questions] == ["overland.look", "overland.look"]
    assert day.state.decks["peaceful"].ahead == ("meadow", "shower")
    day.answer("overland.look", "meadow").answer("overland.look", "meadow", "shower")
    deck = day.state.decks["peaceful"]
    assert (deck.ahead, deck.under) == ((), ("meadow", "shower"))
    assert deck.cards == cards


@rule("TWN-8", "SOC-1")
def test_two_may_be_in_a_social_check_at_the_same_time() -> None:
    day = stay(
        hero("a1", tenacity=1),
        hero("a2", tenacity=1),
        at=square(lambda session, who: session.check(3, "Talk.")),
        decks=shop(LOAF),
    )
    day.rolls(0, 0).answer(TOWN, "square", by="a1")
    assert whys(day) == [(TOWN, "a2"), ("social.tenacity", "a1")]
    day.answer(TOWN, "square", by="a2").answer("social.tenacity", "0", by="a1")
    day.answer("social.tenacity", "0").answer("social.tenacity", "0").answer("social.tenacity", "0")
    assert whys(day) == [(TOWN, "a1"), (TOWN, "a2")]
